import { z } from 'zod'
import { NOTIFICATION_KINDS, type NotificationKind } from '../../db/schema-notifications.ts'
import { type Body, flag, type Parsed, parseForm } from '../../web/form.ts'

const Switches = z.object({ SourceAValider: flag, SourceRejetee: flag })

/** The kinds whose box is ticked. A box that was not sent is not ticked, as browsers have it. */
export function parseSwitches(raw: Body): Parsed<NotificationKind[]> {
  const form = parseForm(Switches, raw)
  return form.ok ? { ok: true, value: NOTIFICATION_KINDS.filter((kind) => form.value[kind]) } : form
}

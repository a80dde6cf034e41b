import { z } from 'zod'
import { type Body, flag, type Parsed, parseForm } from '../../web/form.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from './kinds/index.ts'

const Switches = z.object(Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, flag])))

/** The kinds whose box is ticked. A box that was not sent is not ticked, as browsers have it. */
export function parseSwitches(raw: Body): Parsed<NotificationKind[]> {
  const form = parseForm(Switches, raw)
  return form.ok ? { ok: true, value: NOTIFICATION_KINDS.filter((kind) => form.value[kind]) } : form
}

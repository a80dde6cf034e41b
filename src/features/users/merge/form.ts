import { z } from 'zod'
import { type Body, optionalId, parseForm, shown, version } from '../../../web/form.ts'

export const VERS = 'vers'

/** The id of the account to keep, as the address or the form names it; 0 for none. */
export const askedId = (raw: Body): number => optionalId.safeParse(shown(raw, VERS)).data ?? 0

const Versions = z.object({ version, version_vers: version })

/** The versions of the confirmation page; 0, which no account has, where the form says none. */
export function parseVersions(raw: Body): { version: number; version_vers: number } {
  const form = parseForm(Versions, raw)
  return form.ok ? form.value : { version: 0, version_vers: 0 }
}

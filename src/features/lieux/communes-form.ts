import type { Body } from '../../lib/body.ts'
import { shown, shownAll } from '../../lib/body.ts'
import type { Parsed } from '../../web/form.ts'
import type { FranceChoice } from './communes-file.ts'

/** null: all of France. */
export interface CommunesInput {
  departements: string[] | null
}

const SCOPE = 'Choisissez entre toute la France et certains départements.'
const NONE = 'Cochez au moins un département.'
const UNKNOWN = 'Choisissez des départements de la liste.'

/** What to load: `portee` (france, departements), then the codes of the départements. */
export function parseCommunes(raw: Body, choices: FranceChoice[]): Parsed<CommunesInput> {
  const portee = shown(raw, 'portee')
  if (portee === 'france') return { ok: true, value: { departements: null } }
  if (portee !== 'departements') return { ok: false, raw, errors: { portee: SCOPE } }
  const known = new Set(choices.map(({ code }) => code))
  const codes = [...new Set(shownAll(raw, 'departements'))]
  if (codes.length === 0) return { ok: false, raw, errors: { departements: NONE } }
  if (!codes.every((code) => known.has(code))) return { ok: false, raw, errors: { departements: UNKNOWN } }
  return { ok: true, value: { departements: codes } }
}

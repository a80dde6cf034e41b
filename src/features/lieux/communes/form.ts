import type { Body } from '../../../lib/body.ts'
import { shown, shownAll } from '../../../lib/body.ts'
import type { Parsed } from '../../../web/form.ts'
import type { FranceChoice } from './file.ts'

export interface CommunesInput {
  /** Codes, in the order of the list; null: all of France. */
  departements: string[] | null
  /** All of France was asked for as well: what is ticked decides, and that is told. */
  isNarrowed: boolean
}

const SCOPE = 'Choisissez entre certains départements et toute la France.'
const NONE = 'Cochez au moins un département ou une région.'
const UNKNOWN = 'Choisissez des départements et des régions de la liste.'

/**
 * The form names codes of `departements` and `regions`, or `portee` = france. A tick wins over it: somebody who ticks one
 * département must never get thirty-five thousand communes.
 */
export function parseCommunes(raw: Body, choices: FranceChoice[]): Parsed<CommunesInput> {
  const portee = shown(raw, 'portee') || 'departements'
  const departements = new Set(shownAll(raw, 'departements'))
  const regions = new Set(shownAll(raw, 'regions'))
  const known = new Set(choices.map(({ code }) => code))
  const knownRegions = new Set(choices.map(({ region }) => region.code))
  if (![...departements].every((code) => known.has(code)) || ![...regions].every((code) => knownRegions.has(code)))
    return { ok: false, raw, errors: { departements: UNKNOWN } }
  if (departements.size + regions.size > 0) {
    const ticked = choices.filter(({ code, region }) => departements.has(code) || regions.has(region.code))
    return { ok: true, value: { departements: ticked.map(({ code }) => code), isNarrowed: portee === 'france' } }
  }
  if (portee === 'france') return { ok: true, value: { departements: null, isNarrowed: false } }
  return { ok: false, raw, errors: portee === 'departements' ? { departements: NONE } : { portee: SCOPE } }
}

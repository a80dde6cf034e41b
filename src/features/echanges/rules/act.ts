import { memo } from '../../../lib/memo.ts'
import { sortKey } from '../../../lib/text.ts'
import type { ActLetter } from './columns.ts'

/** An act as a file of another program has it: values by name of the column of Nimègue V3, empty ones left out. */
export interface ForeignAct {
  lettre: ActLetter
  values: Record<string, string>
  /** Sentences on what was repaired or looks odd in its line. */
  warnings: string[]
}

export const textOf = ({ values }: Pick<ForeignAct, 'values'>, column: string): string => values[column] ?? ''

/** From this year on acts are those of the town hall. */
export const CIVIL_YEAR = 1793

/** The year that an act says first, lost figures as 0; a Republican date alone counts as of the first year of the town hall. */
export function yearOf(act: ForeignAct): number | null {
  const [, year = ''] = /([12][0-9](?:[0-9]{2}|[0-9][?x_.]|[?x_.]{2}))/i.exec(textOf(act, 'date')) ?? []
  if (year !== '') return Number(year.replace(/[^0-9]/g, '0'))
  return textOf(act, 'date_republicaine') === '' ? null : CIVIL_YEAR
}

/** A file has few communes and many acts. */
const placeKey = memo(sortKey)

/** One commune of the file: by its INSEE code and its name. */
export const communeKey = (act: ForeignAct): string =>
  `${textOf(act, 'code_insee')}|${placeKey(textOf(act, 'commune'))}|${placeKey(textOf(act, 'departement'))}`

/** One kind of act of the file: parish or town hall; deeds by their libellé. */
export function classKey(act: ForeignAct): string {
  if (act.lettre === 'V') return `V:${sortKey(textOf(act, 'libelle') || textOf(act, 'sigle'))}`
  return `${act.lettre}:${(yearOf(act) ?? 0) < CIVIL_YEAR ? 'paroisse' : 'mairie'}`
}

/** The number that the other program gave the act, where it can be trusted. */
export function foreignId(act: ForeignAct): string | null {
  const id = textOf(act, 'id')
  return /^[1-9][0-9]{0,17}$/.test(id) ? id : null
}

/** In capitals, as programs look for it: « A VERIFIER », « VERIF ». */
const TO_CHECK = /\s*(?<!\p{L})(?:[AÀ]\s+)?V[EÉ]RIF(?:I[EÉ]R)?(?!\p{L})\s*/u

/** Whoever typed the act wanted it looked at again, and said so behind its reference. */
export const isToCheck = (act: ForeignAct): boolean => TO_CHECK.test(textOf(act, 'cote'))

/** The reference without that: acts of one register have one. */
export const coteOf = (act: ForeignAct): string => textOf(act, 'cote').replace(TO_CHECK, ' ').trim()

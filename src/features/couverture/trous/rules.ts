import type { ActKind } from '../../../db/schema-persons.ts'
import { plural } from '../../../lib/text.ts'
import { type Told, toldOfLine, YEAR_STATES, type YearLine, type YearState, yearLine, yearsOf } from '../rules.ts'

/** A register that no source takes, a source that nobody has begun, or years without a record in a source that is under way. */
export const NATURES = ['registre', 'source', 'annees'] as const
export type Nature = (typeof NATURES)[number]

export const NATURE_LABELS: Record<Nature, string> = {
  registre: 'Registre sans source',
  source: 'Source à relever',
  annees: 'Années sans relevé',
}

/** The easiest first, or the places by their names. */
export const HOLE_SORTS = ['facile', 'lieu'] as const
export type HoleSort = (typeof HOLE_SORTS)[number]

type Years = Pick<Told, 'debut' | 'fin'>

/** One source or register of a place and kind of act, as somebody may fill it. */
export interface Fillable {
  nature: Nature
  id: number
  told: readonly Told[]
  /** Its pictures can be seen without going to the archive. */
  hasImages: boolean
  /** Years that have records already, in a source that is under way. */
  filled?: ReadonlySet<number> | undefined
}

/** Years that nobody transcribes, of one register or source. */
export interface Hole {
  nature: Nature
  id: number
  acte: ActKind
  years: Years[]
  /** How many years these are. */
  n: number
  reasons: string[]
  score: number
}

/** Around so many years of a hole somebody knows hand and clerk already. */
const NEAR_YEARS = 10
const FEW_YEARS = 5
const SOME_YEARS = 15

const stateAt = ({ from, states }: YearLine, year: number): YearState | undefined =>
  YEAR_STATES[(states[year - from] ?? 0) - 1]

const DONE: readonly (YearState | undefined)[] = ['validee', 'a_valider']

/** The years of a source or register that are open: nothing of the line is further, and a source that is under way has no record there. */
function openYears(line: YearLine, { nature, told, filled }: Fillable): number[] {
  const wanted = nature === 'annees' ? 'en_cours' : 'a_faire'
  const years = told
    .filter(({ etat }) => etat === wanted)
    .flatMap(({ debut, fin }) => Array.from({ length: Math.max(0, fin - debut + 1) }, (_, n) => debut + n))
  return [...new Set(years)].filter((year) => stateAt(line, year) === wanted && filled?.has(year) !== true)
}

/** Years in a row as one span. */
function spansOf(years: readonly number[]): Years[] {
  const told = years.map((year): Told => ({ debut: year, fin: year, etat: 'a_faire' }))
  return toldOfLine(yearLine(told)).map(({ debut, fin }) => ({ debut, fin }))
}

const isDoneNear = (line: YearLine, spans: readonly Years[]): boolean =>
  spans.some(({ debut, fin }) => {
    for (let n = 1; n <= NEAR_YEARS; n += 1)
      if (DONE.includes(stateAt(line, debut - n)) || DONE.includes(stateAt(line, fin + n))) return true
    return false
  })

/** Reasons that make a hole easy to fill, in words, each with its weight. */
function reasonsFor(hasImages: boolean, isNear: boolean, isNeighbour: boolean, n: number): [string, number][] {
  return [
    ...(hasImages ? [['images en ligne', 3] as [string, number]] : []),
    ...(isNear ? [['années voisines relevées', 2] as [string, number]] : []),
    ...(isNeighbour ? [['lieu voisin relevé', 1] as [string, number]] : []),
    ...(n <= SOME_YEARS
      ? [[plural(n, 'année seulement', 'années seulement'), n <= FEW_YEARS ? 2 : 1] as [string, number]]
      : []),
  ]
}

export interface HoleLine {
  acte: ActKind
  /** All that is told of this place and kind, by whatever the reader sees. */
  told: readonly Told[]
  fillable: readonly Fillable[]
  /** Somebody has transcribed this kind of act in a place beside. */
  isNeighbour: boolean
}

/**
 * The holes of one place and kind of act. Of a register and a source that is to be transcribed the source is told, as it is further;
 * two registers of the same years are told both.
 */
export function holesOf({ acte, told, fillable, isNeighbour }: HoleLine): Hole[] {
  const line = yearLine(told)
  const bySources = new Set(fillable.filter(({ nature }) => nature === 'source').flatMap((one) => openYears(line, one)))
  return fillable.flatMap((one) => {
    const open = openYears(line, one).filter((year) => one.nature !== 'registre' || !bySources.has(year))
    if (open.length === 0) return []
    const years = spansOf(open)
    const reasons = reasonsFor(one.hasImages, isDoneNear(line, years), isNeighbour, open.length)
    const score = reasons.reduce((sum, [, weight]) => sum + weight, 0)
    return [
      { nature: one.nature, id: one.id, acte, years, n: open.length, reasons: reasons.map(([text]) => text), score },
    ]
  })
}

/** The word for a score. */
export function easeOf({ score }: Pick<Hole, 'score'>): string {
  if (score >= 5) return 'Très facile'
  return score >= 3 ? 'Facile' : score >= 1 ? 'Possible' : 'Plus long'
}

export const holeYears = ({ years }: Pick<Hole, 'years'>): string => years.map(yearsOf).join(', ')

import type { ActKind } from '../../../db/schema-persons.ts'
import { plural } from '../../../lib/text.ts'
import { type Told, YEAR_STATES, type YearLine, type YearState, yearLine, yearsOf } from '../../../lib/year-states.ts'

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

const codeOf = (state: YearState): number => YEAR_STATES.indexOf(state) + 1

/** Years of a line, from its first on: 1 where one is open to somebody, and how many these are. */
interface OpenYears {
  flags: Uint8Array
  n: number
}

/** The years of a source or register that are open: nothing of the line is further, and a source that is under way has no record there. */
function openYears({ from, states }: YearLine, { nature, told, filled }: Fillable): OpenYears {
  const wanted = nature === 'annees' ? 'en_cours' : 'a_faire'
  const code = codeOf(wanted)
  const flags = new Uint8Array(states.length)
  let n = 0
  for (const { debut, fin, etat } of told) {
    if (etat !== wanted) continue
    for (let at = debut - from; at <= fin - from; at += 1) {
      if (states[at] !== code || flags[at] === 1 || filled?.has(from + at) === true) continue
      flags[at] = 1
      n += 1
    }
  }
  return { flags, n }
}

/** Leaves out the years that are open in the others as well. */
function without({ flags }: OpenYears, others: Uint8Array): OpenYears {
  const left = flags.map((flag, at) => (others[at] === 1 ? 0 : flag))
  return { flags: left, n: left.reduce((sum, flag) => sum + flag, 0) }
}

/** Years in a row as one span. */
function spansOf(from: number, flags: Uint8Array): Years[] {
  const spans: Years[] = []
  for (let at = flags.indexOf(1); at !== -1; ) {
    const next = flags.indexOf(0, at)
    const end = next === -1 ? flags.length : next
    spans.push({ debut: from + at, fin: from + end - 1 })
    at = flags.indexOf(1, end)
  }
  return spans
}

function isDoneNear({ from, states }: YearLine, spans: readonly Years[]): boolean {
  const isDone = (year: number) => {
    const code = states[year - from] ?? 0
    return code !== 0 && code <= LAST_DONE
  }
  return spans.some(({ debut, fin }) => {
    for (let n = 1; n <= NEAR_YEARS; n += 1) if (isDone(debut - n) || isDone(fin + n)) return true
    return false
  })
}

/** Up to here in YEAR_STATES somebody has transcribed the year. */
const LAST_DONE = codeOf('a_valider')

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
  const open = fillable.map((one) => ({ one, years: openYears(line, one) }))
  const bySources = new Uint8Array(line.states.length)
  for (const { one, years } of open)
    if (one.nature === 'source') for (const [at, flag] of years.flags.entries()) if (flag === 1) bySources[at] = 1
  return open.flatMap(({ one, years: all }) => {
    const { flags, n } = one.nature === 'registre' ? without(all, bySources) : all
    if (n === 0) return []
    const years = spansOf(line.from, flags)
    const reasons = reasonsFor(one.hasImages, isDoneNear(line, years), isNeighbour, n)
    const score = reasons.reduce((sum, [, weight]) => sum + weight, 0)
    return [{ nature: one.nature, id: one.id, acte, years, n, reasons: reasons.map(([text]) => text), score }]
  })
}

/** The word for a score. */
export function easeOf({ score }: Pick<Hole, 'score'>): string {
  if (score >= 5) return 'Très facile'
  return score >= 3 ? 'Facile' : score >= 1 ? 'Possible' : 'Plus long'
}

export const holeYears = ({ years }: Pick<Hole, 'years'>): string => years.map(yearsOf).join(', ')

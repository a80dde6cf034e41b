import { ACT_KINDS, type ActKind } from '../../../db/schema-persons.ts'
import type { Run } from '../../couverture/rules.ts'

interface YearCount {
  acte: ActKind
  annee: number
  n: number
}

/** A line of the table: a year, or the first of so many. */
export interface YearLine {
  annee: number
  /** Years that it stands for. */
  annees: number
  n: number
  actes: ReadonlyMap<ActKind, number>
}

/** More years than these are told by tens. */
const MOST = 60

/** First and last year of whatever is told; null where nothing is. */
export function spanOf(counts: readonly YearCount[], gaps: readonly Run[]): [number, number] | null {
  const years = [...counts.map(({ annee }) => annee), ...gaps.flatMap(({ debut, fin }) => [debut, fin])]
  return years.length === 0 ? null : [Math.min(...years), Math.max(...years)]
}

export const kindsOf = (counts: readonly YearCount[]): ActKind[] =>
  ACT_KINDS.filter((kind) => counts.some(({ acte }) => acte === kind))

/** Years one by one, or by decades where they are many; those without any act are left out. */
export function yearLines(counts: readonly YearCount[], step: 1 | 10): YearLine[] {
  const lines = new Map<number, { n: number; actes: Map<ActKind, number> }>()
  for (const { acte, annee, n } of counts) {
    const first = Math.floor(annee / step) * step
    const line = lines.get(first) ?? { n: 0, actes: new Map<ActKind, number>() }
    lines.set(first, line)
    line.n += n
    line.actes.set(acte, (line.actes.get(acte) ?? 0) + n)
  }
  return [...lines].toSorted(([a], [b]) => a - b).map(([annee, line]) => ({ annee, annees: step, ...line }))
}

export const stepOf = (span: readonly [number, number]): 1 | 10 => (span[1] - span[0] >= MOST ? 10 : 1)

export interface Bin {
  annee: number
  n: number
}

/** Bars of a drawing: of one year, or of several where there are more years than bars have room. */
export function bins(counts: readonly YearCount[], acte: ActKind, [from, to]: readonly [number, number], most: number) {
  const years = Math.ceil((to - from + 1) / most)
  const sums = new Map<number, number>()
  for (const { annee, n } of counts.filter((count) => count.acte === acte)) {
    const first = from + Math.floor((annee - from) / years) * years
    sums.set(first, (sums.get(first) ?? 0) + n)
  }
  const bars: Bin[] = [...sums].map(([annee, n]) => ({ annee, n }))
  return { years, bars, highest: Math.max(1, ...bars.map(({ n }) => n)) }
}

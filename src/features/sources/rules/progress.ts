/** How much of the years of a register holds at least one record. */
export interface Coverage {
  done: number
  /** Number of years of the register. */
  span: number
  /** Years of the register without any record, in order. */
  missing: number[]
  /** Runs of years that hold records, as the strip draws them: years after the first, and how many. */
  runs: { at: number; length: number }[]
}

/** Longer periods are tables and inventories: a count of years would say nothing of them. */
const MAX_SPAN = 300

/** `years`: those in which the source has records, whatever lies outside its period aside; undefined without a period. */
export function coverageOf(
  { annee_debut, annee_fin }: { annee_debut: number | null; annee_fin: number | null },
  years: readonly number[],
): Coverage | undefined {
  if (annee_debut === null || annee_fin === null) return undefined
  const span = annee_fin - annee_debut + 1
  if (span < 2 || span > MAX_SPAN) return undefined
  const held = new Set(years)
  const missing = Array.from({ length: span }, (_, index) => annee_debut + index).filter((year) => !held.has(year))
  return { done: span - missing.length, span, missing, runs: runsOf(annee_debut, span, held) }
}

function runsOf(first: number, span: number, held: ReadonlySet<number>): Coverage['runs'] {
  const runs: Coverage['runs'] = []
  for (let at = 0; at < span; at += 1) {
    if (!held.has(first + at)) continue
    const last = runs.at(-1)
    if (last && last.at + last.length === at) last.length += 1
    else runs.push({ at, length: 1 })
  }
  return runs
}

/** Runs of years in words: [1793, 1794, 1795, 1799] → « 1793-1795, 1799 ». */
export function yearRuns(years: readonly number[]): string {
  const runs: [number, number][] = []
  for (const year of years) {
    const last = runs.at(-1)
    if (last && last[1] === year - 1) last[1] = year
    else runs.push([year, year])
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ')
}

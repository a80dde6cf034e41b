/** How far the acts of a year are, the best first: where several registers cover it, the first of these holds. */
export const YEAR_STATES = ['validee', 'a_valider', 'en_cours', 'pris', 'a_faire', 'manque'] as const
export type YearState = (typeof YEAR_STATES)[number]

export const STATE_WORDS: Record<YearState, { lettre: string; label: string }> = {
  validee: { lettre: 'V', label: 'Validé' },
  a_valider: { lettre: 'R', label: 'À valider' },
  en_cours: { lettre: 'C', label: 'En cours' },
  pris: { lettre: 'P', label: 'Pris' },
  a_faire: { lettre: 'F', label: 'À faire' },
  manque: { lettre: 'M', label: 'Manque' },
}

/** From this year to that one everything is equally far. */
export interface Told {
  debut: number
  fin: number
  etat: YearState
}

export const yearsOf = ({ debut, fin }: Pick<Told, 'debut' | 'fin'>): string =>
  debut === fin ? String(debut) : `${debut}-${fin}`

/** How far each year is, from the first on: one more than the place in YEAR_STATES, 0 of a year of which nothing is told. */
export interface YearLine {
  from: number
  states: Uint8Array
}

/** One more than the place in YEAR_STATES. */
const CODES = Object.fromEntries(YEAR_STATES.map((state, at) => [state, at + 1])) as Record<YearState, number>

/** From the first to the last year of which something is told: none where nothing is. */
function boundsOf(told: readonly Told[]): { from: number; to: number } {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { debut, fin } of told)
    if (debut <= fin) {
      from = Math.min(from, debut)
      to = Math.max(to, fin)
    }
  // Years are counted from the first one on, which from infinity would never end.
  return from > to ? { from: 0, to: -1 } : { from, to }
}

/** The best that is told of each year. */
export function yearLine(told: readonly Told[]): YearLine {
  const { from, to } = boundsOf(told)
  const states = new Uint8Array(to - from + 1)
  for (const { debut, fin, etat } of told) {
    const code = CODES[etat]
    for (let at = debut - from; at <= fin - from; at += 1) {
      const known = states[at] ?? 0
      if (known === 0 || code < known) states[at] = code
    }
  }
  return { from, states }
}

/** Years in order, those of one state and no gap between them as one. */
export function toldOfLine({ from, states }: YearLine): Told[] {
  const runs: Told[] = []
  for (let at = 0; at < states.length; ) {
    const code = states[at]
    let end = at
    while (end + 1 < states.length && states[end + 1] === code) end += 1
    const etat = YEAR_STATES[(code ?? 0) - 1]
    if (etat) runs.push({ debut: from + at, fin: from + end, etat })
    at = end + 1
  }
  return runs
}

/** How many years are in each state. */
export function yearCounts(told: readonly Told[]): Partial<Record<YearState, number>> {
  const counts: Partial<Record<YearState, number>> = {}
  for (const { etat, debut, fin } of told) counts[etat] = (counts[etat] ?? 0) + fin - debut + 1
  return counts
}

import type { SourceStatus } from '../../db/schema.ts'
import type { Lacune, RegisterState, Span } from '../../db/schema-couverture.ts'
import type { ActKind } from '../../db/schema-persons.ts'

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

const OF_STATUS: Record<SourceStatus, YearState> = {
  validee: 'validee',
  a_valider: 'a_valider',
  en_cours: 'en_cours',
  rejetee: 'en_cours',
  a_relever: 'a_faire',
}

export interface CoveredSource {
  acte: ActKind
  status: SourceStatus
  annee_debut: number | null
  annee_fin: number | null
  annees: Span[] | null
  lacunes: Lacune[] | null
}

export interface CoveredRegister {
  acte: ActKind
  etat: RegisterState
  annee_debut: number
  annee_fin: number
  /** A source that the reader does not see takes it. */
  isHidden: boolean
}

/** Years of one kind of act that are equally far. */
export interface Run {
  acte: ActKind
  debut: number
  fin: number
  etat: YearState
}

/** Years and kind of act that somebody asks about; null: all of them. */
export interface Window {
  de: number | null
  a: number | null
  acte: ActKind | null
}

/** The runs, or parts of them, that lie in these years and are of this kind. */
export function clippedRuns(runs: readonly Run[], { de, a, acte }: Window): Run[] {
  return runs.flatMap((run) => {
    const [debut, fin] = [Math.max(run.debut, de ?? run.debut), Math.min(run.fin, a ?? run.fin)]
    return debut > fin || (acte !== null && run.acte !== acte) ? [] : [{ ...run, debut, fin }]
  })
}

/** A source that knows one of its years covers that one; without any it covers none. */
function spansOf({ annees, annee_debut, annee_fin }: CoveredSource): Span[] {
  if (annees !== null) return annees
  const [from, to] = [annee_debut ?? annee_fin, annee_fin ?? annee_debut]
  return from === null || to === null ? [] : [[from, to]]
}

const stateOf = ({ etat, isHidden }: CoveredRegister): YearState => {
  if (etat !== 'conserve') return 'manque'
  return isHidden ? 'pris' : 'a_faire'
}

/** A source tells its years as far as its status; those it lacks are missing whatever that is. */
function runsOfSource(source: CoveredSource): Run[] {
  const gaps = source.lacunes ?? []
  const isGap = (year: number) => gaps.some(({ debut, fin }) => debut <= year && year <= fin)
  const { acte } = source
  const runs: Run[] = gaps.map(({ debut, fin }) => ({ acte, debut, fin, etat: 'manque' }))
  for (const [from, to] of spansOf(source))
    for (let year = from; year <= to; year += 1)
      if (!isGap(year)) runs.push({ acte, debut: year, fin: year, etat: OF_STATUS[source.status] })
  return runs
}

/** Years of each kind of act in order, the years of one state and no gap between them as one run. */
export function coverageRuns(sources: readonly CoveredSource[], registers: readonly CoveredRegister[]): Run[] {
  const told = [
    ...sources.flatMap(runsOfSource),
    ...registers.map((one) => ({ acte: one.acte, debut: one.annee_debut, fin: one.annee_fin, etat: stateOf(one) })),
  ]
  const byAct = new Map<ActKind, Map<number, YearState>>()
  for (const { acte, debut, fin, etat } of told) {
    const years = byAct.get(acte) ?? new Map<number, YearState>()
    byAct.set(acte, years)
    for (let year = debut; year <= fin; year += 1) {
      const known = years.get(year)
      if (known === undefined || YEAR_STATES.indexOf(etat) < YEAR_STATES.indexOf(known)) years.set(year, etat)
    }
  }
  return [...byAct].flatMap(([acte, years]) => joined(acte, years))
}

function joined(acte: ActKind, years: ReadonlyMap<number, YearState>): Run[] {
  const runs: Run[] = []
  for (const [year, etat] of [...years].sort(([a], [b]) => a - b)) {
    const last = runs.at(-1)
    if (last && last.etat === etat && last.fin === year - 1) last.fin = year
    else runs.push({ acte, debut: year, fin: year, etat })
  }
  return runs
}

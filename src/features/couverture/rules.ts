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

/** The runs, or parts of them, that lie in these years. */
export const runsWithin = <T extends Told>(runs: readonly T[], { de, a }: Pick<Window, 'de' | 'a'>): T[] =>
  runs.flatMap((run) => {
    const [debut, fin] = [Math.max(run.debut, de ?? run.debut), Math.min(run.fin, a ?? run.fin)]
    return debut > fin ? [] : [{ ...run, debut, fin }]
  })

/** The runs, or parts of them, that lie in these years and are of this kind. */
export const clippedRuns = (runs: readonly Run[], { acte, ...years }: Window): Run[] =>
  runsWithin(acte === null ? runs : runs.filter((run) => run.acte === acte), years)

/** A source that knows one of its years covers that one; without any it covers none. */
function spansOf({ annees, annee_debut, annee_fin }: Years): Span[] {
  if (annees !== null) return annees
  const [from, to] = [annee_debut ?? annee_fin, annee_fin ?? annee_debut]
  return from === null || to === null ? [] : [[from, to]]
}

const stateOf = ({ etat, isHidden }: Omit<CoveredRegister, 'acte'>): YearState => {
  if (etat !== 'conserve') return 'manque'
  return isHidden ? 'pris' : 'a_faire'
}

/** From this year to that one everything is equally far. */
export type Told = Omit<Run, 'acte'>

type Years = Pick<CoveredSource, 'annees' | 'annee_debut' | 'annee_fin'>

/** A span without the years of a gap: none, one or two. */
function cut([from, to]: Span, { debut, fin }: Lacune): Span[] {
  if (fin < from || debut > to) return [[from, to]]
  const [before, after]: [Span, Span] = [
    [from, debut - 1],
    [fin + 1, to],
  ]
  return [before, after].filter(([first, last]) => first <= last)
}

/** A source tells its years as far as its status; those it lacks are missing whatever that is. */
export function toldBySource(source: Years & Pick<CoveredSource, 'status' | 'lacunes'>): Told[] {
  const gaps = source.lacunes ?? []
  const etat = OF_STATUS[source.status]
  const spans = gaps.reduce((left, gap) => left.flatMap((span) => cut(span, gap)), spansOf(source))
  return [
    ...gaps.map(({ debut, fin }): Told => ({ debut, fin, etat: 'manque' })),
    ...spans.map(([debut, fin]): Told => ({ debut, fin, etat })),
  ]
}

export const toldByRegister = (one: Omit<CoveredRegister, 'acte'>): Told => ({
  debut: one.annee_debut,
  fin: one.annee_fin,
  etat: stateOf(one),
})

/** How far each year is, from the first on: one more than the place in YEAR_STATES, 0 of a year of which nothing is told. */
export interface YearLine {
  from: number
  states: Uint8Array
}

/** One more than the place in YEAR_STATES. */
const CODES = Object.fromEntries(YEAR_STATES.map((state, at) => [state, at + 1])) as Record<YearState, number>

/** The best that is told of each year. */
export function yearLine(told: readonly Told[]): YearLine {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { debut, fin } of told)
    if (debut <= fin) {
      from = Math.min(from, debut)
      to = Math.max(to, fin)
    }
  const states = new Uint8Array(from > to ? 0 : to - from + 1)
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

/** Years of each kind of act in order, the years of one state and no gap between them as one run. */
export function coverageRuns(sources: readonly CoveredSource[], registers: readonly CoveredRegister[]): Run[] {
  const byAct = new Map<ActKind, Told[]>()
  const tell = (acte: ActKind, told: Told[]) => {
    const known = byAct.get(acte)
    if (known) known.push(...told)
    else byAct.set(acte, told)
  }
  for (const source of sources) tell(source.acte, toldBySource(source))
  for (const register of registers) tell(register.acte, [toldByRegister(register)])
  return [...byAct].flatMap(([acte, told]) => toldOfLine(yearLine(told)).map((run) => ({ acte, ...run })))
}

export const yearsOf = ({ debut, fin }: Pick<Run, 'debut' | 'fin'>): string =>
  debut === fin ? String(debut) : `${debut}-${fin}`

export const coveragePath = (lieuId: number): string => `/couverture/lieux/${lieuId}`

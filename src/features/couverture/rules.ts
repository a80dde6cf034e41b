import type { RegisterState } from '../../db/schema-couverture.ts'
import type { ActKind } from '../../db/schema-persons.ts'
import { type Told, toldOfLine, type YearState, yearLine } from '../../lib/year-states.ts'
import { type TellingSource, toldBySource } from '../sources/rules/told.ts'

export interface CoveredSource extends TellingSource {
  acte: ActKind
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
export interface Run extends Told {
  acte: ActKind
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

const stateOf = (etat: RegisterState, isHidden: boolean): YearState => {
  if (etat !== 'conserve') return 'manque'
  return isHidden ? 'pris' : 'a_faire'
}

/** `isHidden`: a source that the reader does not see takes it. */
export const toldByRegister = (
  { annee_debut, annee_fin, etat }: Omit<CoveredRegister, 'acte' | 'isHidden'>,
  isHidden: boolean,
): Told => ({ debut: annee_debut, fin: annee_fin, etat: stateOf(etat, isHidden) })

/** Years of each kind of act in order, the years of one state and no gap between them as one run. */
export function coverageRuns(sources: readonly CoveredSource[], registers: readonly CoveredRegister[]): Run[] {
  const byAct = new Map<ActKind, Told[]>()
  const tell = (acte: ActKind, told: Told[]) => {
    const known = byAct.get(acte)
    if (known) known.push(...told)
    else byAct.set(acte, told)
  }
  for (const source of sources) tell(source.acte, toldBySource(source))
  for (const register of registers) tell(register.acte, [toldByRegister(register, register.isHidden)])
  return [...byAct].flatMap(([acte, told]) => toldOfLine(yearLine(told)).map((run) => ({ acte, ...run })))
}

export const coveragePath = (lieuId: number): string => `/couverture/lieux/${lieuId}`

// Years between the acts of a family that no register of the place covers, as far as this reader sees the sources.
import type { ActKind } from '../../../../db/schema-persons.ts'
import type { FamilyAct } from './acts.ts'

/** A source at the place; years that nobody told are null. */
export interface Register {
  acte: ActKind
  annee_debut: number | null
  annee_fin: number | null
  /** Nobody has transcribed a line of it yet. */
  isEmpty: boolean
}

/** Years without a register of these kinds, or with one that is not transcribed. */
export interface Gap {
  from: number
  to: number
  /** « baptêmes », « mariages »… */
  kinds: string[]
  isToDo: boolean
}

/** A deed of another kind may be anything: a source of it is never said to be missing, nor to be enough. */
const KINDS: readonly { label: string; actes: readonly ActKind[] }[] = [
  { label: 'baptêmes', actes: ['bapteme', 'naissance', 'autre'] },
  { label: 'mariages', actes: ['mariage', 'autre'] },
  { label: 'sépultures', actes: ['sepulture', 'deces', 'autre'] },
]

/** Looked for so many years before the first baptism. */
const BEFORE_BAPTISM = 2

type State = 'covered' | 'empty' | 'none'

function stateOf(registers: readonly Register[], year: number): State {
  const there = registers.filter(
    ({ annee_debut, annee_fin }) =>
      (annee_debut ?? annee_fin) === null ||
      ((annee_debut ?? annee_fin ?? 0) <= year && year <= (annee_fin ?? annee_debut ?? 0)),
  )
  if (there.length === 0) return 'none'
  return there.every(({ isEmpty }) => isEmpty) ? 'empty' : 'covered'
}

/** Runs of years in one state that is not « covered ». */
function runs(registers: readonly Register[], from: number, to: number): Omit<Gap, 'kinds'>[] {
  const found: Omit<Gap, 'kinds'>[] = []
  for (let year = from; year <= to; year += 1) {
    const state = stateOf(registers, year)
    if (state === 'covered') continue
    const last = found.at(-1)
    const isToDo = state === 'empty'
    if (last && last.to === year - 1 && last.isToDo === isToDo) last.to = year
    else found.push({ from: year, to: year, isToDo })
  }
  return found
}

/** The years in which an act of each kind would be looked for: a wedding before the children, burials after the first of them. */
function yearsSought(acts: readonly FamilyAct[], yearOf: (act: FamilyAct) => number | null) {
  const of = (event: FamilyAct['event']) =>
    acts.filter((act) => act.event === event).flatMap((act) => yearOf(act) ?? [])
  const [births, weddings, all] = [of('bapteme'), of('mariage'), acts.flatMap((act) => yearOf(act) ?? [])]
  if (all.length === 0) return []
  const [first, last] = [Math.min(...all), Math.max(...all)]
  const firstBirth = births.length > 0 ? Math.min(...births) : first
  const lastBirth = births.length > 0 ? Math.max(...births) : last
  return [
    [weddings.length > 0 ? Math.min(...weddings) : firstBirth, lastBirth],
    weddings.length > 0 ? undefined : [firstBirth - BEFORE_BAPTISM, firstBirth],
    [Math.min(firstBirth, first), last],
  ] as const
}

/** The gaps of all kinds, those of the same years told together. */
export function gapsOf(
  acts: readonly FamilyAct[],
  registers: readonly Register[],
  yearOf: (act: FamilyAct) => number | null,
): Gap[] {
  const gaps: Gap[] = []
  const sought = yearsSought(acts, yearOf)
  for (const [at, { label, actes }] of KINDS.entries()) {
    const years = sought[at]
    if (!years) continue
    const fitting = registers.filter(({ acte }) => actes.includes(acte))
    for (const run of runs(fitting, years[0], years[1])) {
      const same = gaps.find(({ from, to, isToDo }) => from === run.from && to === run.to && isToDo === run.isToDo)
      if (same) same.kinds.push(label)
      else gaps.push({ ...run, kinds: [label] })
    }
  }
  return gaps.sort((a, b) => a.from - b.from || a.to - b.to)
}

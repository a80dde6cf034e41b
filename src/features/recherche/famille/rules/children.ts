// The children of a couple: each with what the acts say of them, and those of one name told apart by who had died.
import { fold } from '../../../../lib/text.ts'
import { type FamilyAct, yearsOfAge } from './acts.ts'
import { firstNamesAgree, namedOf } from './names.ts'
import { daysAtLeast, daysAtMost, YEAR } from './spans.ts'

/** A line of the page: an act of the family, and later acts of the child it is about. */
export interface Line {
  act: FamilyAct
  later: FamilyAct[]
  /** Something to look at again, in words. */
  notes: string[]
}

const YOUNGEST_SPOUSE = 12
/** A burial's age is off by so much, and by a fifth of the age. */
const AGE_ERROR = 1

const nameOf = ({ child }: FamilyAct): string => (child === null ? '' : namedOf(child).prenom)

const isOfChild = ({ event }: FamilyAct): boolean => event === 'mariage_enfant' || event === 'sepulture_enfant'

const isDeath = ({ event }: FamilyAct): boolean => event === 'sepulture_enfant'

const hasDied = ({ later }: Line): FamilyAct | undefined => later.find(isDeath)

/** Whether a burial's age, or that of a wedding, allows this day of birth. */
function isOfAge(act: FamilyAct, least: number, most: number): boolean {
  const age = yearsOfAge(act.child?.parts.age)
  if (age === undefined) return true
  const error = AGE_ERROR + age / 5
  return age >= least / YEAR - error && age <= most / YEAR + error
}

/** Whether a later act may be of the child of this baptism, by name and age. */
export function mayBeOfChild({ event, born, child }: FamilyAct, act: FamilyAct): boolean {
  if (event !== 'bapteme' || born === null || act.when === null || !isOfChild(act)) return false
  const [name, baptised] = [nameOf(act), child === null ? '' : namedOf(child).prenom]
  if (name === '' || baptised === '' || !firstNamesAgree(name, baptised)) return false
  const [least, most] = [daysAtLeast(born.span, act.when.span), daysAtMost(born.span, act.when.span)]
  if (most < 0 || !isOfAge(act, Math.max(0, least), most)) return false
  return isDeath(act) || most >= YOUNGEST_SPOUSE * YEAR
}

/** Whether a later act may be of the child of this line, as far as its other acts tell. */
function mayBeOf(line: Line, act: FamilyAct): boolean {
  if (!mayBeOfChild(line.act, act) || act.when === null) return false
  const { span } = act.when
  if (isDeath(act)) return hasDied(line) === undefined && line.later.every((one) => (one.when?.span[0] ?? 0) <= span[1])
  const died = hasDied(line)?.when
  return !died || died.span[1] >= span[0]
}

/** How far an act's age is from what this child would be; written in full the name weighs more. */
function distance(line: Line, act: FamilyAct): number {
  const isSame = fold(nameOf(line.act)) === fold(nameOf(act))
  const age = yearsOfAge(act.child?.parts.age)
  const lived = ((act.when?.span[0] ?? 0) - (line.act.born?.span[0] ?? 0)) / YEAR
  return (isSame ? 0 : 3) + (age === undefined ? lived / 100 : Math.abs(lived - age))
}

/** « homonyme » of a child that had not died, as far as the acts tell. */
function noteHomonyms(lines: readonly Line[]): void {
  const births = lines.filter(({ act }) => act.event === 'bapteme' && nameOf(act) !== '')
  for (const [at, line] of births.entries()) {
    const before = births.slice(0, at).filter(({ act }) => fold(nameOf(act)) === fold(nameOf(line.act)))
    const alive = before.find((one) => {
      const died = hasDied(one)?.when
      return !died || (line.act.born !== null && died.span[0] > line.act.born.span[1])
    })
    if (alive) line.notes.push('homonyme d’un enfant dont la sépulture n’est pas connue')
  }
}

/** The lines of a family, in the order of time. Acts of a child stand with its baptism; where there is none, by themselves. */
export function linesOf(acts: readonly FamilyAct[]): Line[] {
  const lines: Line[] = acts.filter((act) => !isOfChild(act)).map((act) => ({ act, later: [], notes: [] }))
  // Burials first: who is dead does not marry.
  const ofChildren = acts.filter(isOfChild).toSorted((a, b) => Number(isDeath(b)) - Number(isDeath(a)))
  const alone: Line[] = []
  for (const act of ofChildren) {
    const [best] = lines.filter((line) => mayBeOf(line, act)).sort((a, b) => distance(a, act) - distance(b, act))
    if (best) best.later.push(act)
    else alone.push({ act, later: [], notes: nameOf(act) === '' ? [] : ['baptême non trouvé'] })
  }
  const all = [...lines, ...alone].sort((a, b) => order(a) - order(b))
  for (const { later } of all) later.sort((a, b) => (a.when?.span[0] ?? 0) - (b.when?.span[0] ?? 0))
  noteHomonyms(all)
  return all
}

const order = ({ act }: Line): number => act.when?.span[0] ?? Number.MAX_SAFE_INTEGER

// Each of these says why two acts cannot be of one couple, in a phrase that the page shows.
import { of as ofName } from '../../../releves/rules/sentence.ts'
import { type FamilyAct, isDead, otherSide, type Side, yearsOfAge } from './acts.ts'
import { firstNamesAgree, namedOf } from './names.ts'
import { daysAtLeast, daysAtMost, lapse, ofDate, type Span, YEAR } from './spans.ts'

/** A child is born nine months after another at the soonest. */
const BETWEEN_BIRTHS = 270
/** Twins are baptised within so many days. */
const TWINS = 3
const BIRTHS_SPAN = 30
const OLDEST_MOTHER = 52
/** A father's child may be born so long after him. */
const AFTER_FATHER = 10 * 30.5
/** A mother who died of it is buried before the child is baptised now and then. */
const AFTER_MOTHER = 30
/** Two marriage acts within so many days are one marriage: banns, or a copy of the register. */
export const ONE_MARRIAGE = 30
const YOUNGEST_SPOUSE = 12
/** An age told at a marriage is off by so much. */
const AGE_ERROR = 2

const SIDES: readonly Side[] = ['one', 'other']

/** « le baptême de Marie (12 mai 1762) » in a reason. */
export function actInWords(act: FamilyAct): string {
  const child = act.child ? namedOf(act.child).prenom : ''
  const of = child === '' ? '' : ` ${ofName(child)}`
  const buried = act.buried === null ? '' : ` ${ofName(namedOf(act.couple[act.buried]).prenom)}`
  const words: Record<FamilyAct['event'], string> = {
    mariage: 'le mariage',
    bapteme: `${act.acte === 'naissance' ? 'la naissance' : 'le baptême'}${of}`,
    mariage_enfant: `le mariage${of === '' ? ' d’un enfant' : of}`,
    sepulture_enfant: `${act.acte === 'deces' ? 'le décès' : 'la sépulture'}${of === '' ? ' d’un enfant' : of}`,
    sepulture: `${act.acte === 'deces' ? 'le décès' : 'la sépulture'}${buried}`,
    remariage: 'le remariage',
    autre: 'l’acte',
  }
  return `${words[act.event]} ${ofDate(act.when)}`
}

/** `of`: the one of the two that the reason is told of. */
type Test = (earlier: FamilyAct, later: FamilyAct, of: FamilyAct) => string | undefined

/** « 7 mois après le baptême de Marie du 3 mars 1762 ». */
const apart = (days: number, a: FamilyAct, b: FamilyAct, of: FamilyAct): string =>
  of === b ? `${lapse(days)} après ${actInWords(a)}` : `${lapse(days)} avant ${actInWords(b)}`

const isBirth = (act: FamilyAct): act is FamilyAct & { born: NonNullable<FamilyAct['born']> } =>
  act.event === 'bapteme' && act.born !== null

const firstNames: Test = (a, b) => {
  for (const side of SIDES) {
    const [one, other] = [namedOf(a.couple[side]).prenom, namedOf(b.couple[side]).prenom]
    if (one !== '' && other !== '' && !firstNamesAgree(one, other)) return `prénoms différents, ${one} et ${other}`
  }
  return undefined
}

/** Certainly less than nine months apart, and certainly no twins. */
function isTooSoon(a: Span, b: Span): boolean {
  const most = Math.max(daysAtMost(a, b), daysAtMost(b, a))
  const least = Math.max(daysAtLeast(a, b), daysAtLeast(b, a))
  return most < BETWEEN_BIRTHS && least > TWINS
}

const births: Test = (a, b, of) => {
  if (!isBirth(a) || !isBirth(b) || !isTooSoon(a.born.span, b.born.span)) return undefined
  return apart(daysAtLeast(a.born.span, b.born.span), a, b, of)
}

const span: Test = (a, b, of) => {
  if (!isBirth(a) || !isBirth(b)) return undefined
  const least = daysAtLeast(a.born.span, b.born.span)
  return least <= BIRTHS_SPAN * YEAR ? undefined : apart(least, a, b, of)
}

/** The days on which one of the two may have been born, as an act tells it: a burial's age is a guess, a marriage's is not. */
export function birthOf(act: FamilyAct, side: Side): Span | undefined {
  const person = act.couple[side]
  const told = act.births.get(person.id)
  if (told) return told.span
  const age = act.event === 'mariage' ? yearsOfAge(person.parts.age) : undefined
  if (age === undefined || act.when === null) return undefined
  const [first, last] = act.when.span
  return [first - (age + 1 + AGE_ERROR) * YEAR, last - (age - AGE_ERROR) * YEAR]
}

const mothersAge: Test = (a, b) => {
  for (const [telling, birth] of [
    [a, b],
    [b, a],
  ] as const) {
    if (!isBirth(birth)) continue
    const born = birthOf(telling, birth.mother)
    const least = born === undefined ? 0 : daysAtLeast(born, birth.born.span)
    if (least > OLDEST_MOTHER * YEAR)
      return `la mère aurait ${lapse(least)} au moins pour ${actInWords(birth)}, d’après ${actInWords(telling)}`
  }
  return undefined
}

/** The last day on which one of the two may have died, as an act tells it. */
export function deathBefore(act: FamilyAct, side: Side): number | undefined {
  if (act.when === null) return undefined
  if (act.event === 'sepulture' && act.buried === side) return act.when.span[1]
  const isWidowOf = act.event === 'remariage' && act.couple[side].role === 'ancien_conjoint'
  const isLate = isDead(act.couple[side]) || (act.isPosthumous && side === otherSide(act.mother))
  return isWidowOf || isLate ? act.when.span[1] : undefined
}

/** Whether the register says that one of the two was alive: they married, had a child, or were buried themselves. */
const isAlive = (act: FamilyAct, side: Side): boolean =>
  act.event === 'mariage' || act.event === 'bapteme' || (act.event === 'sepulture' && act.buried === side)

/** So long after a death the register may still tell of it: a child born after its father. */
function isTooLate(act: FamilyAct, side: Side, died: number): boolean {
  const day = act.born?.span[0] ?? died
  const isFather = act.event === 'bapteme' && act.mother !== side
  return day - died > (isFather ? AFTER_FATHER : AFTER_MOTHER)
}

const death: Test = (a, b) => {
  const side = SIDES.find((one) => {
    const died = deathBefore(a, one)
    return died !== undefined && isAlive(b, one) && isTooLate(b, one, died)
  })
  if (side === undefined) return undefined
  const who = namedOf(a.couple[side]).prenom || 'l’un des deux'
  return `${who} n’est plus en vie d’après ${actInWords(a)}, avant ${actInWords(b)}`
}

const marriages: Test = (a, b, of) => {
  if (a.event !== 'mariage' || b.event !== 'mariage' || a.when === null || b.when === null) return undefined
  const least = daysAtLeast(a.when.span, b.when.span)
  // A contract is drawn up long before its marriage, or after it.
  const isContract = (a.acte === 'contrat') !== (b.acte === 'contrat')
  if (least <= (isContract ? YEAR : ONE_MARRIAGE)) return undefined
  return `un autre mariage, ${apart(least, a, b, of)}`
}

/** A child marries twelve years after the parents at the soonest: father and son may bear one name, and marry women of one name. */
const childsMarriage: Test = (a, b) => {
  const [parents, child] = a.event === 'mariage' ? [a, b] : [b, a]
  if (parents.event !== 'mariage' || child.event !== 'mariage_enfant' || !parents.when || !child.when) return undefined
  const most = daysAtMost(parents.when.span, child.when.span)
  if (most >= YOUNGEST_SPOUSE * YEAR) return undefined
  return `${actInWords(child)} vient ${lapse(Math.max(0, most))} après ${actInWords(parents)}\u00a0: trop tôt pour un enfant`
}

/** « Jean MARTIN, veuf de Marie LE GOFF, avec Marie LE GOFF »: one act that tells of two couples. */
const oneAct: Test = (a, b) => (a.id === b.id ? `${actInWords(a)} nomme deux couples de ces noms` : undefined)

const TESTS: readonly Test[] = [oneAct, firstNames, births, span, mothersAge, death, marriages, childsMarriage]

/** Why an act is not of the couple of another one; undefined where nothing speaks against it. */
export function conflictOf(other: FamilyAct, act: FamilyAct): string | undefined {
  const isInOrder = (other.when?.span[0] ?? 0) <= (act.when?.span[0] ?? 0)
  const [earlier, later] = isInOrder ? [other, act] : [act, other]
  for (const test of TESTS) {
    const reason = test(earlier, later, act)
    if (reason !== undefined) return reason
  }
  return undefined
}

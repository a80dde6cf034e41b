import type { ActKind, GroupRole } from '../db/schema-persons.ts'

/** Parents, spouses, or somebody and a spouse who is dead. */
export type CoupleKind = 'p' | 'e' | 'v'

/** Acts of a couple: those in which they marry, those of their children, any other one. */
export const COUPLE_ACTS = ['mariage', 'enfants', 'autres'] as const
export type CoupleActs = (typeof COUPLE_ACTS)[number]

/** Somebody in an act, or the group of a type that is to hold somebody. */
export interface Kin {
  id: number
  role: GroupRole
  /** The person whose kin this is. */
  de: number | null
}

/** Two persons whom an act says to be a couple (docs/decisions.md, section 8). */
export interface Couple<P extends Kin> {
  kind: CoupleKind
  /** Father and mother; else in the order of the act. */
  both: readonly [P, P]
  /** Id of the person whose parents they are; null of spouses, and where nobody says whose parents. */
  of: number | null
}

/** Two people marry in acts of these kinds. */
export const WEDDINGS: ReadonlySet<ActKind> = new Set(['mariage', 'contrat'])
/** There a dead spouse and a living one are told alike: « veuf » and « époux » depend on who died first. */
export const BURIALS: ReadonlySet<ActKind> = new Set(['sepulture', 'deces'])

const onlyOne = <P>(list: readonly P[]): P | undefined => (list.length === 1 ? list[0] : undefined)

/** Whose kin a person is: one without an owner is of the only principal; undefined where several may be meant. */
function ownerOf({ de }: Kin, principals: readonly Kin[]): number | null | undefined {
  if (de !== null) return de
  return principals.length > 1 ? undefined : (principals[0]?.id ?? null)
}

/** Father and mother of one person. Two fathers of one person are a type that tells too little: nobody is paired by guessing. */
function parents<P extends Kin>(persons: readonly P[], principals: readonly P[]): Couple<P>[] {
  const owners = new Set(persons.filter(({ role }) => role === 'pere').map((father) => ownerOf(father, principals)))
  return [...owners].flatMap((of) => {
    if (of === undefined) return []
    const kin = (role: GroupRole) =>
      onlyOne(persons.filter((person) => person.role === role && ownerOf(person, principals) === of))
    const [father, mother] = [kin('pere'), kin('mere')]
    return father && mother ? [{ kind: 'p', both: [father, mother], of } as const] : []
  })
}

/** Each person with the spouses that the act gives them. */
function withSpouses<P extends Kin>(persons: readonly P[], principals: readonly P[], acte: ActKind): Couple<P>[] {
  return persons.flatMap((spouse) => {
    if (spouse.role !== 'conjoint' && spouse.role !== 'ancien_conjoint') return []
    const of = ownerOf(spouse, principals)
    const person = persons.find(({ id }) => id === of)
    const kind = spouse.role === 'ancien_conjoint' && !BURIALS.has(acte) ? 'v' : 'e'
    return person && person !== spouse ? [{ kind, both: [person, spouse], of: null } as const] : []
  })
}

/** The couples of an act, those who marry in it first. */
export function couplesOf<P extends Kin>(persons: readonly P[], acte: ActKind): Couple<P>[] {
  const principals = persons.filter(({ role }) => role === 'principal')
  const [one, other, ...more] = principals
  const married: Couple<P>[] =
    WEDDINGS.has(acte) && one && other && more.length === 0 ? [{ kind: 'e', both: [one, other], of: null }] : []
  return [...married, ...withSpouses(persons, principals, acte), ...parents(persons, principals)]
}

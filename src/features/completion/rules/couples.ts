// A father who is named again has the wife, the trade and the house that the acts before gave him.
import { type Couple, couplesOf, type Kin } from '../../../champs/couples.ts'
import { fieldName, KINDS, storedValue } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { type Person, personsOf } from '../../../champs/persons.ts'
import type { ReleveData, ReleveEtats } from '../../../db/schema.ts'
import type { ActKind, PersonPart } from '../../../db/schema-persons.ts'
import type { Body } from '../../../lib/body.ts'
import { sortKey } from '../../../lib/text.ts'
import { asWritten } from './case.ts'

/** The groups of father and mother in the type that is typed in, with their fields. */
export interface Parents {
  pere: Champ[]
  mere: Champ[]
}

/** The person of each group that has a role, as couples are told of types that hold nobody yet. */
function kinOf(champs: readonly Champ[]): Kin[] {
  const kin = new Map<number, Kin>()
  for (const { groupe } of champs)
    if (groupe?.role) kin.set(groupe.id, { id: groupe.id, role: groupe.role, de: groupe.de })
  return [...kin.values()]
}

/** The fields of the father in whose group a field stands, and of the mother of the same child; undefined of any other field. */
export function parentsOf(champs: readonly Champ[], nom: string): Parents | undefined {
  const group = champs.find((champ) => champ.nom === nom)?.groupe
  const couple = couplesOf(kinOf(champs), champs[0]?.acte ?? 'autre').find(
    ({ kind, both }) => kind === 'p' && both[0].id === group?.id,
  )
  if (!couple) return undefined
  const of = ({ id }: Kin) => champs.filter(({ groupe }) => groupe?.id === id)
  return { pere: of(couple.both[0]), mere: of(couple.both[1]) }
}

export interface Name {
  nom: string
  prenom: string
}

/** An act in which the father may be named. */
export interface Act {
  acte: ActKind
  champs: readonly Champ[]
  data: ReleveData
  etats: ReleveEtats
}

/** A couple as it is offered. */
export interface KnownCouple {
  /** « et Perrine HERVÉ, laboureur, la Ville-Bague »: the father's own name is in front of one's eyes. */
  texte: string
  /** By name of form field, for all fields that it tells of. */
  valeurs: Body
}

const isOf = ({ parts }: Person, { nom, prenom }: Name): boolean =>
  sortKey(parts.nom ?? '') === sortKey(nom) && sortKey(parts.prenom ?? '') === sortKey(prenom)

/** The man of that name and his wife: one who is dead is no child's mother any more. */
function wed({ kind, both: [one, other] }: Couple<Person>, father: Name): [Person, Person] | undefined {
  if (kind === 'v') return undefined
  if (one.role !== 'mere' && isOf(one, father)) return [one, other]
  return kind === 'e' && isOf(other, father) ? [other, one] : undefined
}

const OF_PERSON: readonly PersonPart[] = ['profession', 'domicile', 'origine']
const NAMES: readonly PersonPart[] = ['nom', 'prenom']
const SAME: ReadonlySet<string> = new Set(['text', 'place'])

/** The value of a part of somebody as the form of another record holds it; nothing where the two fields are of different types. */
function valueFor(target: Champ, { champs, data }: Act, person: Person): Body {
  const from = champs.find(({ groupe, partie }) => groupe?.id === person.id && partie === target.partie)
  const value = from && storedValue(data, from.nom)
  const { isValue, toRaw } = KINDS[target.type]
  if (!from || from.type !== target.type || !SAME.has(target.type) || !isValue(value)) return {}
  const written =
    typeof value === 'string' ? asWritten({ valeur: value, isCapitals: from.majuscules }, target.majuscules) : value
  return toRaw(written, fieldName(target))
}

const valuesFor = (targets: readonly Champ[], parts: readonly PersonPart[], act: Act, person: Person): Body =>
  Object.assign(
    {},
    ...targets.flatMap((champ) => (champ.partie && parts.includes(champ.partie) ? [valueFor(champ, act, person)] : [])),
  )

const nameOf = ({ parts: { nom, prenom } }: Person): string => [prenom, nom].filter(Boolean).join(' ')

/** A place is known by its first word to whoever lives there. */
const shortPlace = (text: string | undefined): string | undefined => text?.split(',')[0]

function offerOf(act: Act, [father, mother]: [Person, Person], { pere, mere }: Parents): KnownCouple {
  const valeurs = {
    ...valuesFor(pere, OF_PERSON, act, father),
    ...valuesFor(mere, [...NAMES, ...OF_PERSON], act, mother),
  }
  const facts = [father.parts.profession, shortPlace(father.parts.domicile)].filter(Boolean)
  return { texte: [`et ${nameOf(mother)}`, ...facts].join(', '), valeurs }
}

/** The couples of that father, each once, by the first of the acts that tells of it. */
export function knownCouples(acts: readonly Act[], father: Name, parents: Parents): KnownCouple[] {
  const couples = new Map<string, KnownCouple>()
  for (const act of acts) {
    for (const couple of couplesOf(personsOf(act.champs, act), act.acte)) {
      const both = wed(couple, father)
      const key = both && sortKey(nameOf(both[1]))
      if (both && key && !couples.has(key)) couples.set(key, offerOf(act, both, parents))
    }
  }
  return [...couples.values()]
}

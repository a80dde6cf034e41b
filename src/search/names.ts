// Persons asked for by their names, as expressions of the index.
import { allOf, anyOf, NEVER, type SearchExpr } from '../db/dialect/index.ts'
import {
  anyNameMark,
  type NameKind,
  pairMark,
  type SearchRole,
  slotMark,
  UNPAIRED_MARK,
  UNPAIRED_TERM,
} from './marks.ts'
import { isParticle } from './particles.ts'
import { type Choice, leaf, marked, markedPrefix, type NameChoice, prefixLeaf, somebody, type Wish } from './slots.ts'
import type { IndexUse } from './use.ts'

/** A name, whoever bears it. */
function anywhere({ trait, words, whole, prefix }: NameChoice, use: IndexUse): SearchExpr {
  // Word by word as a surname or first name of anybody; `measured` puts their marks in place of those that are rarely that.
  const list: SearchExpr[] = words.map((word) => leaf(trait, [word]))
  if (whole) list.push(leaf(trait, whole))
  if (prefix !== undefined)
    list.push(
      prefixLeaf(
        trait,
        prefix,
        use.slots(null, [[trait]]).map((slot) => slotMark(trait, slot, prefix)),
      ),
    )
  return anyOf(list)
}

/** So many pairs cost less than the words by themselves would, each of them asked of every person of an act. */
export const MAX_PRODUCT = 600
/** Roles in which a name is met, more or less: so often is a word asked for where it makes no pair. */
const MET_IN = 8

/** Are the pairs of so many words with so many others worth asking for? */
export const isWorthPairing = (one: number, other: number): boolean =>
  one * other <= Math.max(MAX_PRODUCT, MET_IN * (one + other))

/** Marks that hold the names of one person together, or of two: they find, or only narrow to what is then looked at closer. */
export interface Together {
  expr: SearchExpr
  /** Nothing else was asked: whoever holds one of these is found. */
  isEnough: boolean
}

export const isPlain = ({ whole, prefix }: Choice): boolean => whole === undefined && prefix === undefined

const size = ({ words, whole, prefix }: Choice): number =>
  words.length + Number(whole !== undefined) + Number(prefix !== undefined)

/** All words of a surname that pairs and couples are made of; undefined where these do not say it all. */
export function surnameWords({
  words,
  whole,
  prefix,
}: Choice): { one: string[]; all: string[] | undefined } | undefined {
  const all = whole?.filter((word) => !isParticle(word))
  if (prefix !== undefined || words.some(isParticle) || all?.length === 0) return undefined
  return { one: words, all }
}

export const namesOf = (wishes: readonly Wish[], kind: NameKind): Choice[] =>
  wishes.flatMap(([only, ...more]) => (only?.trait === kind && more.length === 0 ? [only] : []))

/** A surname with a first name, in every way that both may be written. */
function pairs(nom: Choice, { words, prefix }: Choice): SearchExpr | undefined {
  const surname = surnameWords(nom)
  if (!surname) return undefined
  const terms = (one: string, other: string) => [anyNameMark('nom', one), anyNameMark('prenom', other)]
  const withFirstName = (one: string): SearchExpr =>
    anyOf([
      ...words.map((other) => ({ ...marked(pairMark(one, other), terms(one, other)), pairOf: 'person' as const })),
      ...(prefix === undefined
        ? []
        : [{ ...markedPrefix(pairMark(one, prefix), terms(one, prefix)), pairOf: 'person' as const }]),
    ])
  const list = surname.one.map(withFirstName)
  if (surname.all) list.push(allOf(surname.all.map(withFirstName)) ?? NEVER)
  return anyOf(list)
}

/** The pairs of marks of a person; undefined where there are none or too many. */
export function pairsOf(wishes: readonly Wish[]): Together | undefined {
  const [noms, prenoms] = [namesOf(wishes, 'nom'), namesOf(wishes, 'prenom')]
  const list: SearchExpr[] = []
  for (const nom of noms)
    for (const prenom of prenoms) {
      if (!isWorthPairing(size(nom), size(prenom))) continue
      const both = pairs(nom, prenom)
      if (both) list.push(both)
    }
  const expr = allOf(list)
  const [nom] = noms
  const isAll = wishes.length === 2 && noms.length === 1 && prenoms.length === 1
  return expr && { expr, isEnough: isAll && nom?.whole === undefined }
}

/** Finds by marks of several names what `found` would find; some records have no such marks and say so. */
export function narrowed({ expr, isEnough }: Together, found: SearchExpr, use: IndexUse): SearchExpr {
  const unpaired = use.hasUnpaired ? [marked(UNPAIRED_MARK, [UNPAIRED_TERM])] : []
  if (!isEnough) return allOf([anyOf([expr, ...unpaired]), found]) ?? NEVER
  return anyOf([expr, ...unpaired.map((one) => allOf([one, found]) ?? NEVER)])
}

/** One person with all these traits, in this role or in any. */
export function person(wishes: readonly Wish[], role: SearchRole | null, use: IndexUse): SearchExpr | undefined {
  const [first, ...more] = wishes
  if (!first) return undefined
  const [choice] = first
  if (more.length === 0 && role === null && first.length === 1 && choice && isNameChoice(choice))
    return anywhere(choice, use)
  const found = somebody(wishes, role, use)
  const together = use.isFormer ? undefined : pairsOf(wishes)
  if (!together) return found
  return narrowed({ ...together, isEnough: together.isEnough && role === null }, found, use)
}

const isNameChoice = (choice: Choice): choice is NameChoice => choice.trait === 'nom' || choice.trait === 'prenom'

/** A word borne by somebody, as surname or first name. */
export const anyName = (choice: Omit<NameChoice, 'trait'>): Wish => [
  { ...choice, trait: 'nom' },
  { ...choice, trait: 'prenom' },
]

/** Words between quotes as the full name of one person: first names then surname, or the other way round. */
export function fullNames(words: readonly string[], use: IndexUse): SearchExpr[] {
  const wishesOf = (trait: NameKind, part: string[]): Wish[] =>
    trait === 'prenom'
      ? part.map((word) => [{ trait, words: [word] }])
      : [[part.length > 1 ? { trait, words: [part.join('')], whole: part } : { trait, words: part }]]
  return words.slice(1).flatMap((_word, index) => {
    const [head, tail] = [words.slice(0, index + 1), words.slice(index + 1)]
    return [
      person([...wishesOf('prenom', head), ...wishesOf('nom', tail)], null, use) ?? NEVER,
      person([...wishesOf('nom', head), ...wishesOf('prenom', tail)], null, use) ?? NEVER,
    ]
  })
}

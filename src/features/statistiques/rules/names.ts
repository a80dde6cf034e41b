import type { SpellingSign } from '../../../db/schema-orthographes.ts'
import { compareText, sortKey, words } from '../../../lib/text.ts'
import { indexWord } from '../../../search/field-words.ts'

/** A spelling with its acts. */
export interface Written {
  /** Its sound. */
  cle: string
  valeur: string
  n: number
  /** Those of the last 120 years. */
  recents: number
}

/** An accepted line of the community, in the words of the index; `sons`: what both names sound like. */
export interface SpellingTie {
  signe: SpellingSign
  cle_a: string
  cle_b: string
  sons: string[]
}

/** A line of a table: one name, however it is written; the commonest spelling first. */
export interface NameGroup {
  nom: string
  n: number
  graphies: { valeur: string; n: number }[]
  /** Sounds of its spellings, and of those that a line ties to them. */
  sons: string[]
}

/** Fewer acts than these, all of living memory, would tell of somebody. */
export const LEAST = 3
const MEMORY = 120

/** The first year of the decade in which the last 120 years began. */
export const recentSince = (year: number): number => Math.floor((year - MEMORY) / 10) * 10

/** Without the acts of the last 120 years of a name that has fewer than three of them; a name that has no other is not listed. */
export const shownNames = (names: readonly Written[]): Written[] =>
  names
    .map((name) => (name.recents < LEAST ? { ...name, n: name.n - name.recents, recents: 0 } : name))
    .filter(({ n }) => n > 0)

/** As the index has a name: one word. */
const wordOf = (valeur: string): string => indexWord(words(valeur).join(''))

/** Which names stand together: each leads to another one of its group, at last to the one that stands for it. */
class Ties {
  readonly #to = new Map<string, string>()

  of(key: string): string {
    const next = this.#to.get(key)
    return next === undefined ? key : this.of(next)
  }

  tie(one: string, other: string): void {
    const [a, b] = [this.of(one), this.of(other)]
    if (a !== b) this.#to.set(a, b)
  }
}

const APART = '≠'

/** Keys of groups, by word: its sound, or the word alone where a line keeps it from another one of the same sound. */
function keysByWord(names: readonly Written[], ties: readonly SpellingTie[]): Map<string, string> {
  const sounds = new Map<string, { cle: string; n: number }>()
  for (const { valeur, cle, n } of names) {
    const word = wordOf(valeur)
    sounds.set(word, { cle, n: n + (sounds.get(word)?.n ?? 0) })
  }
  const keys = new Map([...sounds].map(([word, { cle }]) => [word, cle]))
  for (const { signe, cle_a, cle_b } of ties) {
    const [a, b] = [sounds.get(cle_a), sounds.get(cle_b)]
    // The rarer one leaves.
    if (signe === 'different' && a && b && keys.get(cle_a) === keys.get(cle_b))
      keys.set(...(a.n < b.n ? ([cle_a, `${APART}${cle_a}`] as const) : ([cle_b, `${APART}${cle_b}`] as const)))
  }
  return keys
}

/** Ties groups by the lines of the community; answers the sounds that these bring to each. */
function tiedBy(ties: readonly SpellingTie[], keys: ReadonlyMap<string, string>) {
  const tied = new Ties()
  const others = new Map<string, string[]>()
  for (const { cle_a, cle_b, sons } of ties.filter(({ signe }) => signe === 'egal')) {
    const here = [cle_a, cle_b].flatMap((word) => keys.get(word) ?? [])
    const [first, second] = here
    if (first !== undefined && second !== undefined) tied.tie(first, second)
    for (const key of here) others.set(key, [...(others.get(key) ?? []), ...sons.filter(Boolean)])
  }
  return { tied, others }
}

/** Spellings of one sound as one name, and those that the lines of the community tie or keep apart; the commonest first. */
export function nameGroups(names: readonly Written[], ties: readonly SpellingTie[]): NameGroup[] {
  const keys = keysByWord(names, ties)
  const { tied, others } = tiedBy(ties, keys)
  const groups = new Map<string, { n: number; graphies: Written[]; sons: Set<string> }>()
  for (const name of names) {
    const own = keys.get(wordOf(name.valeur)) ?? name.cle
    const group = groups.get(tied.of(own)) ?? { n: 0, graphies: [], sons: new Set<string>() }
    groups.set(tied.of(own), group)
    group.n += name.n
    group.graphies.push(name)
    for (const son of [name.cle, ...(others.get(own) ?? [])]) group.sons.add(son)
  }
  return [...groups.values()].map(groupOf).toSorted(byFrequency)
}

function groupOf({ n, graphies, sons }: { n: number; graphies: Written[]; sons: Set<string> }): NameGroup {
  const inOrder = graphies
    .map(({ valeur, n: acts }) => ({ valeur, n: acts }))
    .toSorted((a, b) => b.n - a.n || compareText(a.valeur, b.valeur))
  return { nom: inOrder[0]?.valeur ?? '', n, graphies: inOrder, sons: [...sons] }
}

const byFrequency = (a: NameGroup, b: NameGroup): number => b.n - a.n || compareText(sortKey(a.nom), sortKey(b.nom))

export const initialOf = ({ nom }: Pick<NameGroup, 'nom'>): string => sortKey(nom).charAt(0).toUpperCase()

/** The commonest name of each letter, in the order of the alphabet. */
export function firstOfLetters(groups: readonly NameGroup[]): NameGroup[] {
  const first = new Map<string, NameGroup>()
  for (const group of groups) if (!first.has(initialOf(group))) first.set(initialOf(group), group)
  return [...first].toSorted(([a], [b]) => compareText(a, b)).map(([, group]) => group)
}

// Names asked for, as expressions of the index.
import { allOf, anyOf, NEVER, type SearchExpr, type SearchLeaf } from '../db/dialect/index.ts'
import { type NameKind, nameMark, SEARCH_ROLES, type SearchRole } from './marks.ts'

/** A name asked for may be one of these words, all those of `whole` side by side, or a beginning. */
export interface NameChoice {
  kind: NameKind
  words: string[]
  whole?: string[] | undefined
  prefix?: string | undefined
}

/** A leaf whose frequency is not known yet (`measured`, measure.ts). */
export const leaf = (where: SearchLeaf['in'], words: string[]): SearchLeaf => ({ in: where, words, n: 0 })

/** The marks of a word that names somebody, in every role. */
export const marksOf = (kind: NameKind, word: string): string[] =>
  SEARCH_ROLES.map((role) => nameMark(kind, role, word))

export const prefixLeaf = (where: SearchLeaf['in'], prefix: string): SearchLeaf => ({
  ...leaf(where, [prefix]),
  prefix: { terms: undefined, marks: where === 'tout' ? undefined : marksOf(where, prefix) },
})

/** The name as borne by somebody in this role. */
function inRole({ kind, words, whole, prefix }: NameChoice, role: SearchRole): SearchExpr {
  const mark = (word: string) => nameMark(kind, role, word)
  const list: SearchExpr[] = words.map((word) => leaf('tout', [mark(word)]))
  if (whole) list.push(allOf(whole.map((word) => leaf('tout', [mark(word)]))) ?? NEVER)
  if (prefix !== undefined) list.push(prefixLeaf('tout', mark(prefix)))
  return anyOf(list)
}

/** The name, whoever bears it. */
function anywhere({ kind, words, whole, prefix }: NameChoice): SearchExpr {
  // Word by word as a surname or first name of anybody; `measured` puts their marks in place of those that are rarely that.
  const list: SearchExpr[] = words.map((word) => leaf(kind, [word]))
  if (whole) list.push(leaf(kind, whole))
  if (prefix !== undefined) list.push(prefixLeaf(kind, prefix))
  return anyOf(list)
}

/** One person who bears all these names: in this role, or in whatever role, but always the same. */
export function person(choices: readonly NameChoice[], role: SearchRole | null): SearchExpr | undefined {
  const [first] = choices
  if (!first) return undefined
  const as = (one: SearchRole) => allOf(choices.map((choice) => inRole(choice, one))) ?? NEVER
  if (role !== null) return as(role)
  return choices.length === 1 ? anywhere(first) : anyOf(SEARCH_ROLES.map(as))
}

/** A word borne by somebody in this role, as surname or first name. */
export const anyName = (role: SearchRole, choice: Omit<NameChoice, 'kind'>): SearchExpr =>
  anyOf([inRole({ ...choice, kind: 'nom' }, role), inRole({ ...choice, kind: 'prenom' }, role)])

/** Words between quotes as the full name of one person: first names then surname, or the other way round. */
export function fullNames(words: readonly string[]): SearchExpr[] {
  const choiceOf = (kind: NameKind, part: string[]): NameChoice[] =>
    kind === 'prenom'
      ? part.map((word) => ({ kind, words: [word] }))
      : [part.length > 1 ? { kind, words: [part.join('')], whole: part } : { kind, words: part }]
  return words.slice(1).flatMap((_word, index) => {
    const [head, tail] = [words.slice(0, index + 1), words.slice(index + 1)]
    return [
      person([...choiceOf('prenom', head), ...choiceOf('nom', tail)], null) ?? NEVER,
      person([...choiceOf('nom', head), ...choiceOf('prenom', tail)], null) ?? NEVER,
    ]
  })
}

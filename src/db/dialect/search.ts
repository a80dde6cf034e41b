// The search asks this of an engine. Both engines compile the same expressions, so that both find the same records.
import type { Db } from '../schema.ts'

/** First sign of a word that says what it is (`§namartin`: a surname) or where it stands: no word of a text begins with it. */
export const MARK = '§'

/** Stands between two fields of a list of words, so that no phrase runs from one into the other; nothing that is asked holds it. */
export const FIELD_GAP = `${MARK}`

/** One record puts this in the search index; every text is already folded and split by `words()`. */
export interface SearchEntry {
  releve_id: number
  source_id: number
  /** Day of `iso` (`daySinceYear1`), 0 where there is none: the order of results. */
  jour: number
  /** Decade of `jour` (`decadeOfDay`). */
  decennie: number
  /** Words of surnames and of first names, whoever bears them, then of all other fields; FIELD_GAP between fields. */
  nom: string[]
  prenom: string[]
  texte: string[]
  /** Marked words: who bears a name, which field says a word. */
  marks: string[]
  /** In place of `marks`, in an index of before persons: the role of whoever bears a name, but not which of several persons. */
  roles: () => string[]
  /** Marked words of the section and the places that its source is in; not in the dictionary. */
  within?: readonly string[] | undefined
}

/** One word, or several side by side in this order. */
export interface SearchLeaf {
  /** Any text or mark, surnames alone, first names alone. */
  in: 'tout' | 'nom' | 'prenom'
  words: string[]
  /** About how many records hold it: steers the plan, never the result. */
  n: number
  /** About how many an index of words gives to be looked at, where that is more. */
  scanned?: number
  /** About so many records hold each of several words. */
  counts?: number[]
  /** In their place the dictionary counts these: it does not have every mark of the index. */
  terms?: string[]
  /** A record holds the mark where one person bears all of `terms`, or a couple does; a beginning is that of the last of them. */
  pairOf?: 'person' | 'couple'
  /**
   * `words` is one beginning. `terms`: every word of the dictionary that begins so; undefined where they are too many. `marks`: the
   * beginnings of the marks that say the same, for an engine that reads a beginning as fast as a word.
   */
  prefix?: { terms: string[] | undefined; marks?: string[] | undefined }
}

/** A record holds one of these at least. */
export interface SearchChoice {
  any: SearchExpr[]
  /** Words that a record holds whichever it is: an engine may look these few up, then look closer at what it finds. */
  held?: SearchLeaf[] | undefined
  /** Stands with many names or pairs: the fewer names that pairs are made of, or the beginning of all. A record that is found holds each. */
  names?: SearchExpr[] | undefined
}

/** A record is found when it holds this. Typed text gets into an engine's syntax through `words` only. */
export type SearchExpr = SearchLeaf | SearchChoice | { all: SearchExpr[] }

export interface SearchKey {
  jour: number
  releve_id: number
}

/** Orders keys from the earliest day on. */
export const earlier = (a: SearchKey, b: SearchKey): number => a.jour - b.jour || a.releve_id - b.releve_id

export interface FoundKey extends SearchKey {
  /** Where the engine has it at hand. */
  source_id?: number
}

/** Words to look sources up by, in place of each source by itself. They spare work: every record found is checked. */
export interface Within {
  /** A word of each list; sources that are asked for and not sure to have one are looked up by themselves. */
  words: string[][]
  /** Records of all sources with these words, for each one of the sources asked for. */
  wide: number
}

/** The marks of these records, made anew of what they hold, by their ids; a record that is gone has none. */
export type MarksOf = (ids: readonly number[]) => Promise<ReadonlyMap<number, ReadonlySet<string>>>

/** A page of matches in the order of dates. */
export interface SearchQuery {
  /** undefined for whatever record. */
  expr: SearchExpr | undefined
  /** Its words are those of the index of before, and mean nothing to the one that takes its place. */
  isFormer?: boolean
  /** Sources to look in; undefined for all. */
  sourceIds: number[] | undefined
  /** Where the sources asked for have words in common. */
  within?: Within | undefined
  /** Bounds of `jour`, inclusive. */
  fromJour: number | undefined
  toJour: number | undefined
  /** Records before `fromJour` that hold this are found too: their dates reach that day. See src/search/reach.ts. */
  reaching?: SearchExpr | undefined
  /** For an engine that finds few records that may match, and looks closer at these. */
  marksOf?: MarksOf | undefined
  /** Only records of higher ids: those that were written later. */
  afterId?: number | undefined
  /** `desc`: latest first, all the way. `any`: whichever come first, for whoever wants all, or to know that they are too many. */
  order: 'asc' | 'desc' | 'any'
  /** Key of the last row before this page, in the same order; there is none in any order. */
  after: SearchKey | undefined
  limit: number
}

/**
 * An index of a newer form that is filled beside the one in service, and then takes its place. Whoever writes records writes both,
 * by `SearchIndex`, from the migration that makes it to that moment.
 */
export interface NextIndex {
  /** Is it being filled, and does an older index serve? */
  isAwaited(db: Db): Promise<boolean>
  /** Adds those of the entries that are not in it; they come in the order of their keys. */
  index(trx: Db, entries: readonly SearchEntry[]): Promise<void>
  /** Ids of those that are in it. */
  indexed(trx: Db, keys: readonly SearchKey[]): Promise<Set<number>>
  /** Once it is whole: what was put off while it was filled. */
  settle(db: Db): Promise<void>
  /** Puts it in service, in one short transaction; false where somebody was in the way: nothing is changed then. */
  takePlace(db: Db): Promise<boolean>
  /** Takes away the index that was in service. */
  clearFormer(db: Db): Promise<void>
  /** Bytes that it may need, at most, and the folder of the disk that they are taken from, where that is known. */
  room(db: Db): Promise<{ needed: number; folder: string | undefined }>
}

/** The index of the records: written with them, by whoever writes them. */
export interface SearchIndex {
  readonly next: NextIndex
  /** The entries come in the order of their keys, none of them in the index yet. */
  index(trx: Db, entries: readonly SearchEntry[]): Promise<void>
  /** Keys as they were indexed. */
  unindex(trx: Db, keys: readonly SearchKey[]): Promise<void>
  /** Ids of those that are in the index under these keys. */
  indexed(db: Db, keys: readonly SearchKey[]): Promise<Set<number>>
  /** After so many entries: what was put off when they were written, so that searches have not to do it. */
  settle(db: Db, written: number): Promise<void>
  /** Keys of the records of a source that lack one of these words, in the order of dates, `limit` at most after `after`. */
  lacking(
    db: Db,
    asked: { source: number; words: readonly string[]; after?: SearchKey | undefined; limit: number },
  ): Promise<SearchKey[]>
  keys(db: Db, query: SearchQuery): Promise<FoundKey[]>
  /** Number of matches, counted up to `cap`. */
  count(db: Db, query: SearchQuery, cap: number): Promise<number>
}

/** No record holds this. */
export const NEVER: SearchExpr = { any: [] }

export const isNever = (expr: SearchExpr): boolean => 'any' in expr && expr.any.length === 0

/** Asks for all of them; undefined for an empty list, which asks for nothing. */
export function allOf(list: readonly SearchExpr[]): SearchExpr | undefined {
  if (list.some(isNever)) return NEVER
  const parts = list.flatMap((expr) => ('all' in expr ? expr.all : [expr]))
  return parts.length > 1 ? { all: parts } : parts[0]
}

/** Puts in the place of each choice the words that it says are held, to be looked up by; undefined where no choice says any. */
export function heldPart(expr: SearchExpr): SearchExpr | undefined {
  const parts = 'all' in expr ? expr.all : [expr]
  if (!parts.some((part) => 'held' in part && part.held)) return undefined
  return allOf(parts.flatMap((part) => ('held' in part ? (part.held ?? [part]) : [part])))
}

/** Leaves out the choices whose held words are known, to be looked at closer; undefined where there is no such choice, or nothing else. */
export function plainPart(expr: SearchExpr): SearchExpr | undefined {
  if (!('all' in expr)) return undefined
  const parts = expr.all.filter((part) => !('held' in part && part.held))
  return parts.length < expr.all.length ? allOf(parts) : undefined
}

/** Puts in the place of each choice the fewer names that it comes down to, or what it holds; undefined where no choice has any. */
export function namesPart(expr: SearchExpr): SearchExpr | undefined {
  const parts = 'all' in expr ? expr.all : [expr]
  if (!parts.some((part) => 'names' in part && part.names)) return undefined
  return allOf(parts.flatMap((part) => ('any' in part ? (part.names ?? part.held ?? [part]) : [part])))
}

/** Asks for one of them at least. */
export function anyOf(list: readonly SearchExpr[]): SearchExpr {
  const parts = list.flatMap((expr) => ('any' in expr ? expr.any : [expr]))
  const [only] = parts
  return parts.length === 1 && only ? only : { any: parts }
}

/** About how many records an index has to look at: as many as its rarest part allows. */
export function estimate(expr: SearchExpr): number {
  if ('all' in expr) return Math.min(...expr.all.map(estimate))
  if ('any' in expr) {
    const sum = expr.any.reduce((n, part) => n + estimate(part), 0)
    return Math.min(sum, ...[...(expr.held ?? []), ...(expr.names ?? [])].map(estimate))
  }
  return expr.scanned ?? expr.n
}

/** About how many records match at the very least: as many as hold the commonest of the words that are enough by themselves. */
export function atLeast(expr: SearchExpr): number {
  if ('any' in expr) return Math.max(0, ...expr.any.map(atLeast))
  return 'words' in expr && expr.words.length === 1 && !expr.prefix ? expr.n : 0
}

const WORD = new RegExp(`^${MARK}?[\\p{L}\\p{N}]+(?:${MARK}[\\p{L}\\p{N}]+)*$`, 'u')

/** The words of a leaf, sure to mean nothing to the syntax of an engine. */
export function safeWords(leaf: SearchLeaf): string[] {
  const words = [...leaf.words, ...(leaf.prefix?.terms ?? []), ...(leaf.prefix?.marks ?? [])]
  if (leaf.words.length === 0 || !words.every((word) => WORD.test(word)))
    throw new Error(`not a word of the index: ${JSON.stringify(words.find((word) => !WORD.test(word)))}`)
  return leaf.words
}

import { champSearch, isPlaceField, KINDS, storedValue } from '../champs/index.ts'
import type { Champ, PlaceValue } from '../champs/kind.ts'
import { FIELD_GAP, type SearchEntry, type SearchKey } from '../db/dialect/index.ts'
import type { ReleveData, ReleveEtats } from '../db/schema.ts'
import { daySinceYear1, decadeOfDay } from '../lib/calendar.ts'
import { words } from '../lib/text.ts'
import { type ActShape, type Bearer, type FieldUse, isName, shapeOf } from './bearers.ts'
import {
  coupleMark,
  fieldMark,
  type MarkedField,
  type NameKind,
  nameMark,
  pairMark,
  REACH_TERM,
  relationMark,
  relationTerm,
  slotMark,
  type Trait,
  traitTerm,
  UNPAIRED_MARK,
  UNPAIRED_TERM,
  useTerm,
  WEDDING_MARK,
} from './marks.ts'
import { isParticle } from './particles.ts'
import { reachMarks } from './reach.ts'

/** Longest word of the index, in characters; the search cuts its words alike. */
const MAX_WORD = 64
/** Words of one record; a transcription in full has more, its beginning is found. */
const MAX_WORDS = 2000
/** A surname of more words than this is a sentence, not a name written in several words. */
const MAX_NAME_WORDS = 5

/** A word as long as the index has them (code points, so that no character is cut in two). */
export const indexWord = (word: string): string =>
  word.length > MAX_WORD ? [...word].slice(0, MAX_WORD).join('') : word

/** Folded words, each cut at MAX_WORD characters. */
export const indexWords = (text: string): string[] => words(text).map(indexWord)

/** « Le Normand » as one word, so that it is found whichever way it is written; undefined of one word. */
export const joinedName = (parts: readonly string[]): string | undefined =>
  parts.length > 1 && parts.length <= MAX_NAME_WORDS ? indexWord(parts.join('')) : undefined

/** The day a record is sorted by: the same path as the generated column date_evenement. */
export function isoOf(data: ReleveData): string | null {
  const date = data.date_evenement as { iso?: unknown } | null | undefined
  return typeof date === 'object' && typeof date?.iso === 'string' ? date.iso : null
}

interface Indexed {
  id: number
  source_id: number
  data: ReleveData
}

/** Where a record stands in the index. */
export function searchKey({ id, source_id, data }: Indexed): SearchKey & { source_id: number; decennie: number } {
  const jour = daySinceYear1(isoOf(data))
  return { releve_id: id, source_id, jour, decennie: decadeOfDay(jour) }
}

/** A name as it is written, from which its sound is taken. */
export interface NameText {
  kind: NameKind
  text: string
}

/** A record adds these to the search index and to the dictionaries beside it. */
export interface RecordEntry extends SearchEntry {
  names: NameText[]
  /** Words of the dictionary that are no words of the index: what it has, and which ages and places. */
  terms: string[]
}

/** More pairs than these are not made of one person: their names are a list of persons, or a sentence. */
const MAX_PAIRS = 200

/** Letters of all pairs and couples of a record: PostgreSQL refuses one whose words take a megabyte. */
const MAX_PAIR_SIGNS = 50_000

/** Gathers what one record gives. */
class Gathered {
  readonly nom: string[] = []
  readonly prenom: string[] = []
  readonly texte: string[] = []
  readonly names: NameText[] = []
  readonly marks = new Set<string>()
  readonly roles = new Set<string>()
  readonly terms = new Set<string>()
  #room = MAX_PAIR_SIGNS
  readonly #persons = new Map<Bearer, Record<NameKind, Set<string>>>()

  /** The words of one more field, apart from those of the fields before it. */
  #apart(list: string[], added: Iterable<string>): void {
    if (list.length > 0) list.push(FIELD_GAP)
    list.push(...added)
  }

  text(list: Iterable<string>): void {
    this.#apart(this.texte, list)
  }

  name(kind: NameKind, bearer: Bearer, list: string[]): void {
    const joined = kind === 'nom' ? joinedName(list) : undefined
    const all = joined === undefined ? list : [...list, joined]
    this.#apart(this[kind], all)
    const { role, slot, isMarried } = bearer
    for (const word of all) {
      this.roles.add(nameMark(kind, role, word))
      if (isMarried) this.roles.add(nameMark(kind, 'conjoint', word))
      this.marks.add(slotMark(kind, slot, word))
    }
    this.terms.add(useTerm(kind, slot))
    if (isMarried) for (const list of [this.marks, this.terms]) list.add(WEDDING_MARK)
    this.#bear(bearer, kind, all)
  }

  /** A particle alone names nobody: pairs and couples are made of the other words. */
  #bear(bearer: Bearer, kind: NameKind, list: string[]): void {
    const names = this.#persons.get(bearer) ?? { nom: new Set(), prenom: new Set() }
    this.#persons.set(bearer, names)
    for (const word of list) if (kind === 'prenom' || list.length === 1 || !isParticle(word)) names[kind].add(word)
  }

  field(field: MarkedField, list: Iterable<string>): void {
    for (const word of list) {
      this.marks.add(fieldMark(field, word))
      this.roles.add(fieldMark(field, word))
    }
  }

  trait(trait: Exclude<Trait, NameKind>, { slot }: Bearer, list: Iterable<string>): void {
    for (const word of list) {
      this.marks.add(slotMark(trait, slot, word))
      if (trait !== 'profession') this.terms.add(traitTerm(trait, word))
    }
    this.terms.add(useTerm(trait, slot))
  }

  /** Every word of one list with every word of another; with too many of them the record says that it leaves them out. */
  #products(one: Iterable<string>, other: Iterable<string>, mark: (one: string, other: string) => string): void {
    const [ones, others] = [[...one], [...other]]
    const signs = (list: readonly string[]) => list.reduce((sum, word) => sum + word.length, 0)
    this.#room -= signs(ones) * others.length + signs(others) * ones.length
    if (ones.length * others.length > MAX_PAIRS || this.#room < 0) {
      this.marks.add(UNPAIRED_MARK)
      this.terms.add(UNPAIRED_TERM)
      return
    }
    for (const first of ones) for (const second of others) this.marks.add(mark(first, second))
  }

  /** Once all names are there. */
  pairs(): void {
    for (const { nom, prenom } of this.#persons.values()) this.#products(nom, prenom, pairMark)
  }

  reach(marks: readonly string[]): void {
    for (const mark of marks) for (const list of [this.marks, this.terms]) list.add(mark)
    if (marks.length > 0) this.terms.add(REACH_TERM)
  }

  couple({ kind, one, other }: ActShape['couples'][number]): void {
    const [first, second] = [this.#persons.get(one), this.#persons.get(other)]
    if (!first || !second) return
    this.marks.add(relationMark(kind, one.slot, other.slot))
    this.terms.add(relationTerm(kind, one.slot, other.slot))
    if (first.nom.size + second.nom.size === 0) return
    const surnames = ({ nom }: { nom: Set<string> }): Iterable<string> => (nom.size === 0 ? [''] : nom)
    this.#products(surnames(first), surnames(second), (...noms) => coupleMark(kind, ...noms))
  }
}

function addName(parts: Gathered, { as, bearer }: FieldUse, text: string, list: string[]): void {
  if (!bearer) return
  if (as !== 'whole name') {
    const kind = as as NameKind
    parts.name(kind, bearer, list)
    parts.names.push({ kind, text })
    return
  }
  for (const kind of ['nom', 'prenom'] as const) {
    parts.name(kind, bearer, list)
    parts.names.push(...list.map((word) => ({ kind, text: word })))
  }
}

/** The id of the place that a field holds; none where it holds words alone. */
function placeId({ champ }: FieldUse, data: ReleveData): string[] {
  const value = isPlaceField(champ) ? storedValue(data, champ.nom) : undefined
  return KINDS.place.isValue(value) ? [String((value as PlaceValue).id)] : []
}

function addField(parts: Gathered, use: FieldUse, text: string, list: string[], data: ReleveData): void {
  const { as, bearer, lived } = use
  if (isName(use)) {
    addName(parts, use, text, list)
    return
  }
  parts.text(list)
  if (as === 'profession') parts.field('profession', list)
  // The place's own name: what contains it is found by the filter of places.
  if (as === 'lieu') parts.field('lieu', indexWords(text.split(',')[0] ?? ''))
  if (!bearer) return
  if (as === 'profession' || as === 'age') parts.trait(as, bearer, list)
  if (lived) parts.trait(lived, bearer, placeId(use, data))
}

/**
 * A record gives the search index its names first, then everything else its fields say, 2,000 words at most, and the
 * states of its fields, so that « illisible » finds what is to be read again.
 */
export function searchEntry(
  champs: readonly Champ[],
  releve: Indexed & { etats?: ReleveEtats | undefined },
): RecordEntry {
  const parts = new Gathered()
  const { fields, couples } = shapeOf(champs)
  let room = MAX_WORDS
  for (const use of fields) {
    const text = champSearch(use.champ, releve.data)
    if (text === '') continue
    const list = indexWords(text).slice(0, room)
    room -= list.length
    if (list.length > 0) addField(parts, use, text, list, releve.data)
  }
  parts.pairs()
  for (const couple of couples) parts.couple(couple)
  parts.reach(reachMarks(releve.data))
  const { nom, prenom, texte, names } = parts
  const etats = new Set(Object.values(releve.etats ?? {}))
  if (etats.size > 0) parts.text(etats)
  const marked = { marks: [...parts.marks], roles: [...parts.roles], terms: [...parts.terms] }
  return { ...searchKey(releve), nom, prenom, texte, ...marked, names }
}

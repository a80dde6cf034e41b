import { champSearch, isPlaceField, KINDS, storedValue } from '../champs/index.ts'
import type { Champ, PlaceValue } from '../champs/kind.ts'
import { lecturesOf } from '../champs/lectures.ts'
import { FIELD_GAP, type SearchEntry, type SearchKey } from '../db/dialect/index.ts'
import type { ReleveData, ReleveEtats, ReleveLectures } from '../db/schema.ts'
import { daySinceYear1, decadeOfDay } from '../lib/calendar.ts'
import { type ActShape, type Bearer, type FieldUse, shapeOf } from './bearers.ts'
import { type FieldWords, noWords, textOf } from './field-words.ts'
import {
  coupleMark,
  type Lived,
  type NameKind,
  pairMark,
  REACH_TERM,
  READING_MARK,
  READING_TERM,
  relationMark,
  relationTerm,
  slotMark,
  traitTerm,
  UNPAIRED_MARK,
  UNPAIRED_TERM,
  useTerm,
} from './marks.ts'
import { isParticle } from './particles.ts'
import { reachMarks } from './reach.ts'

/** Words of one record; a transcription in full has more, its beginning is found. */
const MAX_WORDS = 2000

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

/** A record adds these to the search index and to the dictionaries beside it. */
export interface RecordEntry extends SearchEntry {
  /** One or two a field, then one of the record as a whole. */
  parts: FieldWords[]
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
  readonly marks = new Set<string>()
  readonly parts: FieldWords[] = []
  /** Said by several fields together, or by more of one than its text. */
  readonly #whole = noWords('texte')
  #room = MAX_PAIR_SIGNS
  readonly #persons = new Map<Bearer, Record<NameKind, Set<string>>>()

  /** The words of one more field, apart from those of the fields before it. */
  #apart(list: string[], added: Iterable<string>): void {
    if (list.length > 0) list.push(FIELD_GAP)
    list.push(...added)
  }

  #mark(mark: string, ...terms: string[]): void {
    this.marks.add(mark)
    this.#whole.terms.push(...terms)
  }

  field({ bearer }: FieldUse, part: FieldWords): void {
    this.parts.push(part)
    this.#apart(this[part.column], part.words)
    for (const mark of part.marks) this.marks.add(mark)
    if (bearer && part.column !== 'texte') this.#bear(bearer, part.column, part.words)
  }

  /** A particle alone names nobody: pairs and couples are made of the other words. */
  #bear(bearer: Bearer, kind: NameKind, list: string[]): void {
    const names = this.#persons.get(bearer) ?? { nom: new Set(), prenom: new Set() }
    this.#persons.set(bearer, names)
    for (const word of list) if (kind === 'prenom' || list.length === 1 || !isParticle(word)) names[kind].add(word)
  }

  lived(lived: Lived, { slot }: Bearer, places: string[]): void {
    for (const id of places) this.#mark(slotMark(lived, slot, id), traitTerm(lived, id))
    this.#whole.terms.push(useTerm(lived, slot))
  }

  /** Some field has another reading beside its value. */
  read(): void {
    this.#mark(READING_MARK, READING_TERM)
  }

  states(etats: ReadonlySet<string>): void {
    if (etats.size === 0) return
    this.#whole.words.push(...etats)
    this.#apart(this.texte, etats)
  }

  /** Every word of one list with every word of another; with too many of them the record says that it leaves them out. */
  #products(one: Iterable<string>, other: Iterable<string>, mark: (one: string, other: string) => string): void {
    const [ones, others] = [[...one], [...other]]
    const signs = (list: readonly string[]) => list.reduce((sum, word) => sum + word.length, 0)
    this.#room -= signs(ones) * others.length + signs(others) * ones.length
    if (ones.length * others.length > MAX_PAIRS || this.#room < 0) {
      this.#mark(UNPAIRED_MARK, UNPAIRED_TERM)
      return
    }
    for (const first of ones) for (const second of others) this.marks.add(mark(first, second))
  }

  /** Once all names are there. */
  pairs(): void {
    for (const { nom, prenom } of this.#persons.values()) this.#products(nom, prenom, pairMark)
  }

  reach(marks: readonly string[]): void {
    for (const mark of marks) this.#mark(mark, mark)
    if (marks.length > 0) this.#whole.terms.push(REACH_TERM)
  }

  couple({ kind, one, other }: ActShape['couples'][number]): void {
    const [first, second] = [this.#persons.get(one), this.#persons.get(other)]
    if (!first || !second) return
    this.#mark(relationMark(kind, one.slot, other.slot), relationTerm(kind, one.slot, other.slot))
    if (first.nom.size + second.nom.size === 0) return
    const surnames = ({ nom }: { nom: Set<string> }): Iterable<string> => (nom.size === 0 ? [''] : nom)
    this.#products(surnames(first), surnames(second), (...noms) => coupleMark(kind, ...noms))
  }

  entry(key: ReturnType<typeof searchKey>): RecordEntry {
    const { nom, prenom, texte } = this
    const parts = [...this.parts, this.#whole]
    const roles = () => [...new Set(parts.flatMap((part) => part.roles))]
    return { ...key, nom, prenom, texte, marks: [...this.marks], roles, parts }
  }
}

/** The id of the place that a field holds; none where it holds words alone. */
function placeId({ champ }: FieldUse, data: ReleveData): string[] {
  const value = isPlaceField(champ) ? storedValue(data, champ.nom) : undefined
  return KINDS.place.isValue(value) ? [String((value as PlaceValue).id)] : []
}

type Read = Indexed & { etats?: ReleveEtats | undefined; lectures: ReleveLectures | null | undefined }

/** Gathers the value of a field and its other readings; returns how many of the words left they take. */
function gatherField(gathered: Gathered, use: FieldUse, { data, lectures }: Read, room: number): number {
  const own = champSearch(use.champ, data)
  let used = gatherText(gathered, use, own, room)
  if (used > 0 && use.lived && use.bearer) gathered.lived(use.lived, use.bearer, placeId(use, data))
  for (const other of lecturesOf(lectures, use.champ.nom)) {
    used += gatherText(gathered, use, other, room - used)
    gathered.read()
  }
  return used
}

function gatherText(gathered: Gathered, use: FieldUse, text: string, room: number): number {
  if (text === '') return 0
  const { size, parts } = textOf(use, text, room)
  if (size > 0) for (const part of parts) gathered.field(use, part)
  return size
}

/**
 * A record gives the search index its names first, then everything else its fields say, 2,000 words at most, and the
 * states of its fields, so that « illisible » finds what is to be read again. Another reading gives what the value would give, but for
 * the place that it is: the record is found by either.
 */
export function searchEntry(champs: readonly Champ[], releve: Read): RecordEntry {
  const gathered = new Gathered()
  const { fields, couples } = shapeOf(champs)
  let room = MAX_WORDS
  for (const use of fields) room -= gatherField(gathered, use, releve, room)
  gathered.pairs()
  for (const couple of couples) gathered.couple(couple)
  gathered.reach(reachMarks(releve.data))
  gathered.states(new Set(Object.values(releve.etats ?? {})))
  return gathered.entry(searchKey(releve))
}

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
  /** One or two a field, and those of several fields together. */
  parts: FieldWords[]
}

/** More pairs than these are not made of one person: their names are a list of persons, or a sentence. */
const MAX_PAIRS = 200

/** Letters of all pairs and couples of a record: PostgreSQL refuses one whose words take a megabyte. */
const MAX_PAIR_SIGNS = 50_000

const partsKept = new WeakMap<object, Map<string, FieldWords>>()

/** A field or a couple gives the index this with a word; made once, so that whoever writes many records knows it again. */
function keptPart(of: object, word: string, made: () => Partial<FieldWords>): FieldWords {
  const known = partsKept.get(of) ?? new Map<string, FieldWords>()
  const found = known.get(word)
  if (found) return found
  const part = { ...noWords('texte'), ...made() }
  if (known.size >= MAX_PARTS) known.clear()
  partsKept.set(of, known.set(word, part))
  return part
}

/** Parts kept for a field or a couple of a type: a register names some hundreds of places. */
const MAX_PARTS = 2000
/** Parts of no field in particular. */
const ANYWHERE = {}

/** Gathers what one record gives. */
class Gathered {
  readonly nom: string[] = []
  readonly prenom: string[] = []
  readonly texte: string[] = []
  readonly marks = new Set<string>()
  /** Those of the fields stand beside those of several together. */
  readonly parts: FieldWords[] = []
  #room = MAX_PAIR_SIGNS
  readonly #persons = new Map<Bearer, Record<NameKind, readonly string[]>>()

  /** The words of one more field, apart from those of the fields before it. */
  #apart(list: string[], added: Iterable<string>): void {
    if (list.length > 0) list.push(FIELD_GAP)
    list.push(...added)
  }

  #add(part: FieldWords): void {
    this.parts.push(part)
    for (const mark of part.marks) this.marks.add(mark)
  }

  field({ bearer }: FieldUse, part: FieldWords): void {
    this.#add(part)
    this.#apart(this[part.column], part.words)
    if (bearer && part.column !== 'texte') this.#bear(bearer, part.column, part.borne)
  }

  /** Nearly everybody has their names of one field each, whose list is taken as it is. */
  #bear(bearer: Bearer, kind: NameKind, borne: readonly string[]): void {
    const names = this.#persons.get(bearer)
    if (!names) this.#persons.set(bearer, { nom: [], prenom: [], [kind]: borne })
    else names[kind] = names[kind].length === 0 ? borne : [...new Set([...names[kind], ...borne])]
  }

  /** `id`: that of the place; '' where words alone tell it. */
  lived(use: FieldUse, lived: Lived, { slot }: Bearer, id: string): void {
    const part = keptPart(use, id, () => {
      const used = useTerm(lived, slot)
      return id === '' ? { terms: [used] } : { marks: [slotMark(lived, slot, id)], terms: [traitTerm(lived, id), used] }
    })
    this.#add(part)
  }

  /** Some field has another reading beside its value. */
  read(): void {
    this.#add(keptPart(ANYWHERE, READING_MARK, () => ({ marks: [READING_MARK], terms: [READING_TERM] })))
  }

  states(etats: ReadonlySet<string>): void {
    if (etats.size === 0) return
    const words = [...etats]
    this.#add(keptPart(ANYWHERE, words.join(' '), () => ({ words })))
    this.#apart(this.texte, words)
  }

  /** Every word of one list with every word of another; with too many of them the record says that it leaves them out. */
  #products(ones: readonly string[], others: readonly string[], mark: (one: string, other: string) => string): void {
    const signs = (list: readonly string[]) => list.reduce((sum, word) => sum + word.length, 0)
    this.#room -= signs(ones) * others.length + signs(others) * ones.length
    if (ones.length * others.length > MAX_PAIRS || this.#room < 0) {
      this.#add(keptPart(ANYWHERE, UNPAIRED_MARK, () => ({ marks: [UNPAIRED_MARK], terms: [UNPAIRED_TERM] })))
      return
    }
    for (const first of ones) for (const second of others) this.marks.add(mark(first, second))
  }

  /** Once all names are there. */
  pairs(): void {
    for (const { nom, prenom } of this.#persons.values()) this.#products(nom, prenom, pairMark)
  }

  reach(marks: readonly string[]): void {
    if (marks.length === 0) return
    const made = () => ({ marks: [...marks], terms: [...marks, REACH_TERM] })
    this.#add(keptPart(ANYWHERE, marks.join(' '), made))
  }

  couple(couple: ActShape['couples'][number]): void {
    const { kind, one, other } = couple
    const [first, second] = [this.#persons.get(one), this.#persons.get(other)]
    if (!first || !second) return
    const part = keptPart(couple, '', () => ({
      marks: [relationMark(kind, one.slot, other.slot)],
      terms: [relationTerm(kind, one.slot, other.slot)],
    }))
    this.#add(part)
    if (first.nom.length + second.nom.length === 0) return
    const surnames = ({ nom }: { nom: readonly string[] }) => (nom.length === 0 ? [''] : nom)
    this.#products(surnames(first), surnames(second), (...noms) => coupleMark(kind, ...noms))
  }

  entry(key: ReturnType<typeof searchKey>): RecordEntry {
    const { nom, prenom, texte, parts } = this
    const roles = () => [...new Set(parts.flatMap((part) => part.roles))]
    return { ...key, nom, prenom, texte, marks: [...this.marks], roles, parts }
  }
}

/** The id of the place that a field holds; '' where it holds words alone. */
function placeId({ champ }: FieldUse, data: ReleveData): string {
  const value = isPlaceField(champ) ? storedValue(data, champ.nom) : undefined
  return KINDS.place.isValue(value) ? String((value as PlaceValue).id) : ''
}

type Read = Indexed & { etats?: ReleveEtats | undefined; lectures: ReleveLectures | null | undefined }

/** Gathers the value of a field and its other readings; returns how many of the words left they take. */
function gatherField(gathered: Gathered, use: FieldUse, { data, lectures }: Read, room: number): number {
  const own = champSearch(use.champ, data)
  let used = gatherText(gathered, use, own, room)
  if (used > 0 && use.lived && use.bearer) gathered.lived(use, use.lived, use.bearer, placeId(use, data))
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

import { champSearch } from '../champs/index.ts'
import type { Champ } from '../champs/kind.ts'
import { FIELD_GAP, type SearchEntry, type SearchKey } from '../db/dialect/index.ts'
import type { ReleveData, ReleveEtats } from '../db/schema.ts'
import { daySince1500 } from '../lib/calendar.ts'
import { words } from '../lib/text.ts'
import { type FieldPart, fieldMark, type NameKind, nameMark, partOf, type SearchRole } from './marks.ts'

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
  const iso = isoOf(data)
  const decennie = iso === null ? 0 : Math.floor(Number(iso.slice(0, 4)) / 10)
  return { releve_id: id, source_id, jour: daySince1500(iso), decennie }
}

/** A name as it is written, from which its sound is taken. */
export interface NameText {
  kind: NameKind
  text: string
}

/** A record adds these to the search index and to the dictionaries beside it. */
export interface RecordEntry extends SearchEntry {
  names: NameText[]
}

type Parts = Pick<RecordEntry, 'nom' | 'prenom' | 'texte' | 'names'> & { marks: Set<string> }

/** The words of one more field, apart from those of the fields before it. */
function addApart(list: string[], added: Iterable<string>): void {
  if (list.length > 0) list.push(FIELD_GAP)
  list.push(...added)
}

function addName(parts: Parts, kind: NameKind, role: SearchRole, list: string[]): void {
  const joined = kind === 'nom' ? joinedName(list) : undefined
  const all = joined === undefined ? list : [...list, joined]
  addApart(parts[kind], all)
  for (const word of all) parts.marks.add(nameMark(kind, role, word))
}

function addField(parts: Parts, part: FieldPart, text: string, list: string[]): void {
  if ('role' in part) {
    if (part.as !== 'whole name') {
      addName(parts, part.as, part.role, list)
      parts.names.push({ kind: part.as, text })
      return
    }
    for (const kind of ['nom', 'prenom'] as const) {
      addName(parts, kind, part.role, list)
      parts.names.push(...list.map((word) => ({ kind, text: word })))
    }
    return
  }
  addApart(parts.texte, list)
  if (part.as === 'profession') for (const word of list) parts.marks.add(fieldMark('profession', word))
  // The place's own name: what contains it is found by the filter of places.
  if (part.as === 'lieu')
    for (const word of indexWords(text.split(',')[0] ?? '')) parts.marks.add(fieldMark('lieu', word))
}

interface Field {
  champ: Champ
  part: FieldPart
}

const known = new WeakMap<readonly Champ[], Field[]>()

/** The fields with what they are taken for, names first; looked at once for all records of a list. */
function fieldsOf(champs: readonly Champ[]): Field[] {
  const fields = known.get(champs)
  if (fields) return fields
  const all = champs.map((champ) => ({ champ, part: partOf(champ) }))
  const isName = ({ part }: Field) => 'role' in part
  const sorted = [...all.filter(isName), ...all.filter((field) => !isName(field))]
  known.set(champs, sorted)
  return sorted
}

/**
 * A record gives the search index its names first, then everything else its fields say, 2,000 words at most, and the
 * states of its fields, so that « illisible » finds what is to be read again.
 */
export function searchEntry(
  champs: readonly Champ[],
  releve: Indexed & { etats?: ReleveEtats | undefined },
): RecordEntry {
  const parts: Parts = { nom: [], prenom: [], texte: [], names: [], marks: new Set() }
  let room = MAX_WORDS
  for (const { champ, part } of fieldsOf(champs)) {
    const text = champSearch(champ, releve.data)
    if (text === '') continue
    const list = indexWords(text).slice(0, room)
    room -= list.length
    if (list.length > 0) addField(parts, part, text, list)
  }
  const { nom, prenom, texte, names, marks } = parts
  const etats = new Set(Object.values(releve.etats ?? {}))
  if (etats.size > 0) addApart(texte, etats)
  return { ...searchKey(releve), nom, prenom, texte, marks: [...marks], roles: [...marks], names }
}

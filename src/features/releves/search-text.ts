import { champSearch } from '../../champs/index.ts'
import type { Champ } from '../../champs/kind.ts'
import type { SearchEntry, SearchKey } from '../../db/dialect/index.ts'
import type { ReleveData, ReleveEtats } from '../../db/schema.ts'
import { jourDepuis1500 } from '../../lib/calendrier.ts'
import { words } from '../../lib/text.ts'
import { type FieldPart, fieldMark, type NameKind, nameMark, partOf, type SearchRole } from './search-marks.ts'

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
export function searchPlace({ id, source_id, data }: Indexed): SearchKey & { source_id: number; decennie: number } {
  const iso = isoOf(data)
  const decennie = iso === null ? 0 : Math.floor(Number(iso.slice(0, 4)) / 10)
  return { releve_id: id, source_id, jour: jourDepuis1500(iso), decennie }
}

type Parts = Pick<SearchEntry, 'nom' | 'prenom' | 'texte'> & { marques: Set<string> }

function addName(parts: Parts, kind: NameKind, role: SearchRole, list: string[]): void {
  const joined = kind === 'nom' ? joinedName(list) : undefined
  const all = joined === undefined ? list : [...list, joined]
  parts[kind].push(...all)
  for (const word of all) parts.marques.add(nameMark(kind, role, word))
}

function addField(parts: Parts, part: FieldPart, text: string, list: string[]): void {
  if ('role' in part) {
    const kinds: NameKind[] = part.as === 'nom complet' ? ['nom', 'prenom'] : [part.as]
    for (const kind of kinds) addName(parts, kind, part.role, list)
    return
  }
  parts.texte.push(...list)
  if (part.as === 'profession') for (const word of list) parts.marques.add(fieldMark('profession', word))
  // The place's own name: what contains it is found by the filter of places.
  if (part.as === 'lieu')
    for (const word of indexWords(text.split(',')[0] ?? '')) parts.marques.add(fieldMark('lieu', word))
}

const isName = (part: FieldPart): boolean => 'role' in part

/**
 * What a record puts in the search index: names first, then everything else its fields say, 2,000 words at most, and the
 * states of its fields, so that « illisible » finds what is to be read again.
 */
export function searchEntry(
  champs: readonly Champ[],
  releve: Indexed & { etats?: ReleveEtats | undefined },
): SearchEntry {
  const fields = champs.map((champ) => ({ champ, part: partOf(champ) }))
  const parts: Parts = { nom: [], prenom: [], texte: [], marques: new Set() }
  let room = MAX_WORDS
  for (const { champ, part } of [...fields.filter((f) => isName(f.part)), ...fields.filter((f) => !isName(f.part))]) {
    const text = champSearch(champ, releve.data)
    const list = indexWords(text).slice(0, room)
    room -= list.length
    if (list.length > 0) addField(parts, part, text, list)
  }
  const { nom, prenom, texte, marques } = parts
  const etats = new Set(Object.values(releve.etats ?? {}))
  return { ...searchPlace(releve), nom, prenom, texte: [...texte, ...etats], marques: [...marques] }
}

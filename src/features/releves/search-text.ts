import { champSearch } from '../../champs/index.ts'
import type { Champ } from '../../champs/kind.ts'
import type { SearchEntry } from '../../db/dialect/index.ts'
import type { ReleveData, ReleveEtats } from '../../db/schema.ts'
import { jourDepuis1500 } from '../../lib/calendrier.ts'
import { words } from '../../lib/text.ts'

/** Longest word of the index, in characters; the search cuts its words alike. */
export const MAX_WORD = 64
/** Words of one record; a transcription in full has more, its beginning is found. */
const MAX_WORDS = 2000

/** Folded words, each cut at MAX_WORD characters (code points, so that no character is cut in two). */
export const indexWords = (text: string): string[] =>
  words(text).map((word) => (word.length > MAX_WORD ? [...word].slice(0, MAX_WORD).join('') : word))

/** The day a record is sorted by: the same path as the generated column date_evenement. */
function isoOf(data: ReleveData): string | null {
  const date = data.date_evenement as { iso?: unknown } | null | undefined
  return typeof date === 'object' && typeof date?.iso === 'string' ? date.iso : null
}

/**
 * What a record puts in the search index: names first, then everything else its fields say, 2,000 words at most, and the
 * states of its fields, so that « illisible » finds what is to be read again.
 */
export function searchEntry(
  champs: readonly Champ[],
  releve: { id: number; source_id: number; data: ReleveData; etats?: ReleveEtats | undefined },
): SearchEntry {
  const { id, source_id, data } = releve
  const of = (nom: string) => champs.filter((champ) => champ.nom === nom)
  const rest = champs.filter((champ) => champ.nom !== 'nom' && champ.nom !== 'prenom')
  let room = MAX_WORDS
  const take = (list: readonly Champ[]): string[] => {
    const taken = list.flatMap((champ) => indexWords(champSearch(champ, data))).slice(0, room)
    room -= taken.length
    return taken
  }
  const iso = isoOf(data)
  return {
    releve_id: id,
    source_id,
    jour: jourDepuis1500(iso),
    decennie: iso === null ? 0 : Math.floor(Number(iso.slice(0, 4)) / 10),
    nom: take(of('nom')),
    prenom: take(of('prenom')),
    texte: [...take(rest), ...new Set(Object.values(releve.etats ?? {}))],
  }
}

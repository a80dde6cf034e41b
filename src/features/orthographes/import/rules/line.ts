import type { SpellingSign, SpellingState } from '../../../../db/schema-orthographes.ts'
import { SPELLING_STATES } from '../../../../db/schema-orthographes.ts'
import { fold } from '../../../../lib/text.ts'
import { quotedStart } from '../../../../lib/typo.ts'
import type { NameKind } from '../../../../search/marks.ts'
import type { ImportLine, ParsedLine } from '../../../imports/kind.ts'
import { KINDS, keyOf, MAX_NAME, MAX_SOURCE, pairOf, SAME_KEY } from '../../rules/line.ts'

/** A line of the file. */
export interface SpellingCells {
  genre: NameKind
  signe: SpellingSign
  nom_a: string
  cle_a: string
  nom_b: string
  cle_b: string
  /** Long name of the place; '' for everywhere. */
  lieu: string
  source: string | null
  /** null: the file says nothing of it. */
  etat: SpellingState | null
}

export type SpellingLineOfFile = ImportLine<SpellingCells>

/** « ≠ » is no letter of Windows-1252: files of older programs write it otherwise. Not folded: it is « = » with a stroke. */
const SIGNS_WRITTEN = new Map<string, SpellingSign>([
  ...['=', 'egal', 'égal'].map((sign) => [sign, 'egal'] as const),
  ...['≠', '<>', '!=', '/=', 'different', 'différent'].map((sign) => [sign, 'different'] as const),
])

const refused = (message: string): ParsedLine<SpellingCells> => ({ ok: false, message, cle: null })

const oneOf = <T extends string>(values: readonly T[], text: string): T | undefined =>
  values.find((value) => value === fold(text))

const TOO_LONG = `Un nom a ${MAX_NAME} caractères au plus, ce qui dit d’où la ligne est connue ${MAX_SOURCE}.`

/** Reads a line, before anything is asked of the site. */
export function parseSpellingLine(cell: (nom: string) => string): ParsedLine<SpellingCells> {
  const [nom1, nom2, source] = [cell('nom1'), cell('nom2'), cell('source')]
  const signe = SIGNS_WRITTEN.get(cell('signe').toLowerCase())
  const genre = cell('genre') === '' ? 'nom' : oneOf(KINDS, cell('genre'))
  const etat = cell('etat') === '' ? null : oneOf(SPELLING_STATES, cell('etat'))
  if (signe === undefined) return refused(`Le signe ${quotedStart(cell('signe'))} n’existe pas\u00a0: écrivez = ou ≠.`)
  if (genre === undefined)
    return refused(`Le genre ${quotedStart(cell('genre'))} n’existe pas\u00a0: écrivez nom ou prenom.`)
  if (etat === undefined)
    return refused(`L’état ${quotedStart(cell('etat'))} n’existe pas\u00a0: écrivez proposee, acceptee ou refusee.`)
  if (nom1.length > MAX_NAME || nom2.length > MAX_NAME || source.length > MAX_SOURCE) return refused(TOO_LONG)
  const [one, other] = [keyOf(genre, nom1), keyOf(genre, nom2)]
  if ('message' in one) return refused(`nom1\u00a0: ${one.message}`)
  if ('message' in other) return refused(`nom2\u00a0: ${other.message}`)
  if (one.key === other.key) return refused(SAME_KEY)
  const pair = pairOf({ nom: nom1, cle: one.key }, { nom: nom2, cle: other.key })
  const row = { genre, signe, ...pair, lieu: cell('lieu'), source: source || null, etat }
  return { ok: true, row, cle: null, renvoi: null }
}

/** Two lines of a file with one of these speak of the same pair at the same place. */
export const pairKey = ({ genre, cle_a, cle_b }: Pick<SpellingCells, 'genre' | 'cle_a' | 'cle_b'>, place: string) =>
  JSON.stringify([genre, cle_a, cle_b, place])

import type { Db } from '../../../db/schema.ts'
import type { SpellingSign, SpellingState } from '../../../db/schema-orthographes.ts'
import { AppError } from '../../../lib/errors.ts'
import { formatDay } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import type { NameKind } from '../../../search/marks.ts'
import { respell } from '../../../search/spellings.ts'
import { SIGNS, written } from '../rules/line.ts'
import { type SpellingRow, withNames } from './listing.ts'

/** A line with the names of its place and of its people. AppError `introuvable` where there is none of this id. */
export async function findSpelling(db: Db, id: number): Promise<SpellingRow> {
  const line = await withNames(db).where('orthographes.id', '=', id).executeTakeFirst()
  if (!line) throw new AppError('introuvable', 'Cette ligne n’existe pas, ou elle a été supprimée.')
  return line
}

/** Two names of one kind, at one place. */
export interface Pair {
  genre: NameKind
  cle_a: string
  cle_b: string
  lieu_id: number | null
}

/** Every line of a pair at exactly this place, those that were refused last. */
export const linesOfPair = (db: Db, { genre, cle_a, cle_b, lieu_id }: Pair) =>
  withNames(db)
    .where('genre', '=', genre)
    .where('cle_a', '=', cle_a)
    .where('cle_b', '=', cle_b)
    .where('lieu_id', lieu_id === null ? 'is' : '=', lieu_id)
    .orderBy((eb) => eb.case().when('etat', '=', 'refusee').then(1).else(0).end())
    .orderBy('orthographes.id', 'desc')
    .execute()

const STANDS: Record<SpellingState, string> = {
  proposee: 'proposée, et attend une décision',
  acceptee: 'acceptée',
  refusee: 'refusée',
}

/** « LE GOAFF = LE GOFF » (Finistère). */
const named = (line: Pick<SpellingRow, 'nom_a' | 'signe' | 'nom_b' | 'lieu'>): string =>
  `${quoted(written(line))} (${line.lieu ?? 'partout'})`

const reasonOf = ({ motif, decidee_at }: SpellingRow): string =>
  `${decidee_at === null ? '' : ` le ${formatDay(decidee_at)}`}${motif === null ? '' : `${NBSP}: ${quoted(motif)}`}`

/** Why a line of this sign cannot stand beside what is there; undefined where it can. */
export function objectionTo(signe: SpellingSign, lines: readonly SpellingRow[], exceptId?: number): string | undefined {
  const others = lines.filter(({ id }) => id !== exceptId)
  const standing = others.find(({ etat }) => etat !== 'refusee')
  if (standing && standing.signe !== signe)
    return `La ligne contraire ${named(standing)} est ${STANDS[standing.etat]}${NBSP}: elles ne peuvent pas valoir toutes les deux. Un gestionnaire doit d’abord la refuser ou la supprimer.`
  if (standing) return `La ligne ${named(standing)} est déjà ${STANDS[standing.etat]}.`
  const refused = exceptId === undefined ? others.find((line) => line.signe === signe) : undefined
  if (!refused) return undefined
  return `La ligne ${named(refused)} a été refusée${reasonOf(refused)}. Un gestionnaire peut revenir sur cette décision.`
}

/** Names that are sought together with those of a line, were it accepted; in words of the search. */
export async function togetherWith(db: Db, { genre, cle_a, cle_b, lieu_id, signe }: SpellingRow): Promise<string[]> {
  if (SIGNS[signe].sign !== '=') return []
  const of = (typed: string) => respell(db, { kind: genre, typed, words: [typed], lieuId: lieu_id ?? undefined })
  const [a, b] = [await of(cle_a), await of(cle_b)]
  return [...new Set([...a.words, ...b.words])].sort()
}

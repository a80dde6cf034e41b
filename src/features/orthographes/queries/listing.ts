import type { SelectQueryBuilder } from 'kysely'
import type { Db, Schema } from '../../../db/schema.ts'
import type { SpellingSign, SpellingState } from '../../../db/schema-orthographes.ts'
import { indexWords } from '../../../search/field-words.ts'
import type { NameKind } from '../../../search/marks.ts'
import type { Paging } from '../../../web/pagination.ts'
import { descendantIds } from '../../lieux/queries/places.ts'

export const SPELLING_SORTS = ['nom', 'date', 'usages'] as const
export type SpellingSort = (typeof SPELLING_SORTS)[number]

/** null and '' leave a criterion out. */
export interface SpellingFilter {
  q: string
  etat: SpellingState | null
  signe: SpellingSign | null
  genre: NameKind | null
  /** This place and everything below it. */
  lieu: number | null
  tri: SpellingSort
  ordre: 'asc' | 'desc'
}

const COLUMNS = [
  'orthographes.id',
  'genre',
  'signe',
  'nom_a',
  'nom_b',
  'cle_a',
  'cle_b',
  'lieu_id',
  'orthographes.source',
  'etat',
  'auteur_id',
  'decidee_at',
  'motif',
  'usages',
  'utilisee_at',
  'orthographes.version',
  'orthographes.created_at',
] as const

/** Lines with the names of their place and of their people; null of an account that is gone. */
export const withNames = (db: Db) =>
  db
    .selectFrom('orthographes')
    .leftJoin('lieux', 'lieux.id', 'orthographes.lieu_id')
    .leftJoin('users as auteur', 'auteur.id', 'orthographes.auteur_id')
    .leftJoin('users as decideur', 'decideur.id', 'orthographes.decideur_id')
    .select(COLUMNS)
    .select(['lieux.nom_long as lieu', 'auteur.name as auteur', 'decideur.name as decideur'])

type Lines = SelectQueryBuilder<Schema, 'orthographes', unknown>

function filtered(db: Db, { q, etat, signe, genre, lieu }: SpellingFilter) {
  let query = db.selectFrom('orthographes') as Lines
  if (etat !== null) query = query.where('etat', '=', etat)
  if (signe !== null) query = query.where('signe', '=', signe)
  if (genre !== null) query = query.where('genre', '=', genre)
  if (lieu !== null) query = query.where('lieu_id', 'in', descendantIds(db, lieu))
  if (q === '') return query
  // As the search has names: « le goff » is in « legoffic », whatever its accents and blanks.
  const typed = indexWords(q).join('')
  if (typed === '') return query.where((eb) => eb.lit(false))
  const pattern = `%${typed}%`
  return query.where((eb) => eb.or([eb('cle_a', 'like', pattern), eb('cle_b', 'like', pattern)]))
}

/** One page of the lines that fit, and how many fit. */
export async function listSpellings(
  db: Db,
  filter: SpellingFilter,
  { parPage, offset }: Pick<Paging, 'parPage' | 'offset'>,
) {
  const { total } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const fitting = withNames(db).where('orthographes.id', 'in', filtered(db, filter).select('orthographes.id'))
  const lines = await sorted(fitting, filter).limit(parPage).offset(offset).execute()
  return { lines, total }
}

export type SpellingRow = Awaited<ReturnType<typeof listSpellings>>['lines'][number]

function sorted(query: ReturnType<typeof withNames>, { tri, ordre }: SpellingFilter) {
  const by = tri === 'nom' ? query : query.orderBy(tri === 'date' ? 'orthographes.created_at' : 'usages', ordre)
  const way = tri === 'nom' ? ordre : 'asc'
  return by.orderBy('cle_a', way).orderBy('cle_b', way).orderBy('orthographes.id', way)
}

/** How many lines wait for a decision. */
export async function countProposed(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('orthographes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('etat', '=', 'proposee')
    .executeTakeFirstOrThrow()
  return n
}

import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { PlaceTerm } from '../../../db/dialect/dialect.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Schema } from '../../../db/schema.ts'
import { endOfRange } from '../../../lib/place-path.ts'
import { nameTerms } from '../rules/search-words.ts'

/** Where the places that a text finds must be: these, and what lies below these paths. */
export interface Narrowing {
  ids: number[]
  chemins: string[]
}

/** Beyond these it is as fast to read the search words of every place. */
const MAX_NAMED = 1000
const MAX_CHEMINS = 30
const MAX_BELOW = 4000
/** Shorter beginnings of words are everywhere. */
const MIN_LETTERS = 3

const inRanges = (chemins: readonly string[]): Expression<SqlBool> => {
  const eb = expressionBuilder<Schema, 'lieux'>()
  return eb.or(
    chemins.map((chemin) => eb.and([eb('lieux.chemin', '>=', chemin), eb('lieux.chemin', '<', endOfRange(chemin))])),
  )
}

/** Condition for a query that has `lieux` in scope. */
export function within(db: Db, { ids, chemins }: Narrowing): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'lieux'>()
  const named = dialectOf(db).sql.inList(eb.ref('lieux.id'), ids)
  return chemins.length === 0 ? named : eb.or([named, inRanges(chemins)])
}

/** Ids of the places in whose own name one of these words is; at most `limit`. */
async function named(db: Db, terms: readonly PlaceTerm[], limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${dialectOf(db).places.named(terms)} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The paths of those of these places that have something below them. */
async function branches(db: Db, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('lieux')
    .select('chemin')
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .where((eb) => eb.exists(eb.selectFrom('lieux as e').select('e.id').whereRef('e.lieu_parent_id', '=', 'lieux.id')))
    .limit(MAX_CHEMINS + 1)
    .execute()
  return rows.map(({ chemin }) => chemin)
}

async function isSmall(db: Db, chemins: readonly string[]): Promise<boolean> {
  if (chemins.length === 0) return true
  const below = db.selectFrom('lieux').select('lieux.id').where(inRanges(chemins)).limit(MAX_BELOW)
  const { n } = await db
    .selectFrom(below.as('below'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n < MAX_BELOW
}

/** Places named by the rarest of these words; none where one word is nowhere, undefined where all are everywhere. */
async function rarestNamed(db: Db, words: PlaceTerm[][]): Promise<number[] | undefined> {
  let rarest: number[] | undefined
  for (const terms of words) {
    const limit = rarest?.length ?? MAX_NAMED
    const ids = await named(db, terms, limit)
    if (ids.length < limit) rarest = ids
    if (rarest?.length === 0) break
  }
  return rarest
}

/**
 * Every word of a text is in a place's own name or in one of those above it: the rarest word says where to look.
 * Undefined where no word is rare enough, or where too much lies below.
 */
export async function narrowing(db: Db, text: string): Promise<Narrowing | undefined> {
  const long = nameTerms(text).filter(([typed]) => (typed?.word.length ?? 0) >= MIN_LETTERS)
  const ids = await rarestNamed(db, long)
  if (!ids) return undefined
  const chemins = await branches(db, ids)
  if (chemins.length > MAX_CHEMINS || !(await isSmall(db, chemins))) return undefined
  return { ids, chemins }
}

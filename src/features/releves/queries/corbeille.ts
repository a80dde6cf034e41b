import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Schema } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Paging } from '../../../web/pagination.ts'
import type { VersionRow } from '../rules/history.ts'

const COLUMNS = [
  'releve_versions.version',
  'operation',
  'data',
  'etats',
  'lectures',
  'releve_versions.created_at',
] as const

const versions = (db: Db) =>
  db
    .selectFrom('releve_versions')
    .leftJoin('users', 'users.id', 'releve_versions.user_id')
    .select(COLUMNS)
    .select('users.name as author')

/** Gives a record as it was at a version; undefined where it never was at that one. */
export const versionOf = (db: Db, releveId: number, version: number): Promise<VersionRow | undefined> =>
  versions(db)
    .where('releve_id', '=', releveId)
    .where('releve_versions.version', '=', version)
    .orderBy('releve_versions.id', 'desc')
    .executeTakeFirst()

/** Gives a record as it last was, deleted or not, and who made it so. AppError « introuvable ». */
export async function lastVersionOf(db: Db, releveId: number): Promise<VersionRow> {
  const last = await versions(db)
    .where('releve_id', '=', releveId)
    .orderBy('releve_versions.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) throw new AppError('introuvable', 'Ce relevé n’existe pas, ou il ne vous est pas accessible.')
  return last
}

export interface DeletedReleve {
  id: number
  version: number
  data: VersionRow['data']
  etats: VersionRow['etats']
  /** Deleted by this account, null once that is gone itself. */
  author: string | null
  created_at: string
}

/** Nothing came after: a record that was brought back is not deleted. */
const isLast = (eb: ExpressionBuilder<Schema, 'releve_versions'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('releve_versions as later')
        .select('later.id')
        .whereRef('later.releve_id', '=', 'releve_versions.releve_id')
        .whereRef('later.id', '>', 'releve_versions.id'),
    ),
  )

// A literal, no parameter: the index of suppressions (migration 0013) serves only then.
const SUPPRESSION = sql.lit('suppression' as const)

/** The deleted records of a source, last deleted first. No right is asked: the caller has done it. */
export const listDeleted = (db: Db, sourceId: number, paging: Paging): Promise<DeletedReleve[]> =>
  versions(db)
    .select('releve_versions.releve_id as id')
    .where('source_id', '=', sourceId)
    .where('operation', '=', SUPPRESSION)
    .where((eb) => isLast(eb as never))
    .orderBy('releve_versions.id', 'desc')
    .limit(paging.parPage)
    .offset(paging.offset)
    .execute()

export async function countDeleted(db: Db, sourceId: number): Promise<number> {
  const { n } = await db
    .selectFrom('releve_versions')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('source_id', '=', sourceId)
    .where('operation', '=', SUPPRESSION)
    .where(isLast)
    .executeTakeFirstOrThrow()
  return n
}

import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import type { CurrentUser } from '../../web/env.ts'
import type { Paging } from '../../web/pagination.ts'
import { managedSectionIds } from '../droits/policy.ts'
import type { KeptLine } from './kept-file.ts'

const READ_AT_ONCE = 500

/** Deleted sources that this person managed: all for administrators. */
async function mine(db: Db, user: CurrentUser) {
  const managed = await managedSectionIds(db, user)
  const all = db.selectFrom('sources_supprimees').leftJoin('users', 'users.id', 'sources_supprimees.user_id')
  return managed === undefined ? all : all.where('section_id', 'in', [...managed, 0])
}

/** A page of them, the last deleted first, and how many there are. */
export async function listSuppressions(db: Db, user: CurrentUser, { parPage, offset }: Paging) {
  const all = await mine(db, user)
  const rows = await all
    .select(['sources_supprimees.id', 'source_id', 'titre', 'nb_releves', 'etat', 'avance', 'lignes'])
    .select(['sources_supprimees.created_at', 'users.name as auteur'])
    .orderBy('sources_supprimees.id', 'desc')
    .limit(parPage)
    .offset(offset)
    .execute()
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

export type SuppressionRow = Awaited<ReturnType<typeof listSuppressions>>['rows'][number]

/** A deleted source that this person managed; 404 otherwise. */
export async function findSuppression(db: Db, user: CurrentUser, id: number) {
  const found = await (await mine(db, user))
    .selectAll('sources_supprimees')
    .where('sources_supprimees.id', '=', id)
    .executeTakeFirst()
  if (!found)
    throw new AppError('introuvable', 'Cette source supprimée n’existe pas, ou elle ne vous est pas accessible.')
  return found
}

/** The rows of a table that belong to a source, in slices, by what orders them. */
async function* slicesOf<T extends { key: number }>(read: (after: number) => Promise<T[]>): AsyncGenerator<T[], void> {
  for (let after = 0; ; ) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.key
  }
}

/** Everything large that a source holds: records, versions, places in the register; `alive` is called between two slices. */
export async function* linesOf(db: Db, sourceId: number, alive: () => Promise<void>): AsyncGenerator<KeptLine, void> {
  const releves = (after: number) =>
    db
      .selectFrom('releves')
      .select(['id as key', 'id', 'source_id', 'version', 'data', 'etats', 'lectures', 'repere', 'import_id'])
      .select(['created_by', 'updated_by', 'created_at', 'updated_at'])
      .where('source_id', '=', sourceId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(READ_AT_ONCE)
      .execute()
  const versions = (after: number) =>
    db
      .selectFrom('releve_versions')
      .selectAll()
      .select('id as key')
      .where('source_id', '=', sourceId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(READ_AT_ONCE)
      .execute()
  const rangs = (after: number) =>
    db
      .selectFrom('rangs')
      .selectAll()
      .select('releve_id as key')
      .where('source_id', '=', sourceId)
      .where('releve_id', '>', after)
      .orderBy('releve_id')
      .limit(READ_AT_ONCE)
      .execute()
  for (const [table, read] of [
    ['releves', releves],
    ['releve_versions', versions],
    ['rangs', rangs],
  ] as const)
    for await (const rows of slicesOf<{ key: number }>(read)) {
      for (const { key: _, ...row } of rows) yield [table, row]
      await alive()
    }
}

import type { Champ } from '../../../champs/kind.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import { insertRows } from '../../../db/rows.ts'
import type { Db, ReleveData, ReleveEtats } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { sameJson } from '../../../lib/same-json.ts'
import { compareText } from '../../../lib/text.ts'
import { isoOf, type RecordEntry, searchEntry, searchKey } from '../../../search/entry.ts'
import { addToIndex, type KnownWords, removeFromIndex } from '../../../search/index-writer.ts'
import { updateValues } from '../../completion/actions.ts'
import { touchStatusAfterEntry } from '../../sources/actions/sources.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { countMonths } from './activity.ts'
import { fitting, type Repairs } from './misfits.ts'
import { type Author, findForWrite, holdSource, inTransaction, versionRow } from './write.ts'

const RESTORED = 'Ce relevé a déjà été rétabli.'
export const CHANGED_MEANWHILE =
  'Ce relevé a été modifié entre-temps par quelqu’un d’autre. Votre saisie est toujours là\u00a0: comparez, puis enregistrez de nouveau.'
export interface NewReleve {
  data: ReleveData
  etats?: ReleveEtats | undefined
}

/** `import_id` tells the import that many records come from, which may be undone. */
export interface BulkAuthor extends Author {
  import_id?: number
  /** Words that the dictionary holds: see `addToIndex`. */
  knownWords?: KnownWords
}

export interface CreateReleve extends NewReleve, Author {
  source_id: number
  /** Refuse (403) when the source is closed to entry at the moment of writing; not asked for demo data. */
  mustBeOpen?: boolean
}

/** Inserts rows with their versions; returns what they are to be found by, in the order of the rows. */
async function insertReleves(
  trx: Db,
  sourceId: number,
  champs: readonly Champ[],
  rows: readonly NewReleve[],
  author: BulkAuthor,
): Promise<RecordEntry[]> {
  const { user_id, now, import_id = null } = author
  // Known beforehand: no engine promises that inserted rows come back in the order they went in.
  const ids = await dialectOf(trx).reserveIds(trx, 'releves', rows.length)
  const releves = rows.map(({ data, etats = {} }, n) => {
    const releve = { id: ids[n] ?? 0, source_id: sourceId, version: 1, data, etats }
    return { releve, version: versionRow(releve, 'creation', author) }
  })
  await insertRows(
    trx,
    'releves',
    releves.map(({ releve: { id, source_id }, version: { data, etats } }) => ({
      ...{ id, source_id, data, etats, import_id },
      ...{ created_by: user_id, updated_by: user_id, created_at: now, updated_at: now },
    })),
  )
  await insertRows(
    trx,
    'releve_versions',
    releves.map(({ version }) => version),
  )
  await countMonths(
    trx,
    sourceId,
    releves.map(() => now),
  )
  return releves.map(({ releve }) => searchEntry(champs, releve))
}

/** Many records of one source, for demo data and imports: call it in a transaction, with the fields of the source's type. Returns their ids. */
export async function createReleves(
  trx: Db,
  sourceId: number,
  champs: readonly Champ[],
  rows: readonly NewReleve[],
  author: BulkAuthor,
): Promise<number[]> {
  if (rows.length === 0) return []
  const source = await holdSource(trx, sourceId, rows.length)
  // Ids in the order of days: neighbours in the search index are neighbours in the table.
  const sorted = rows.toSorted((a, b) => compareText(isoOf(a.data) ?? '', isoOf(b.data) ?? ''))
  const entries = await insertReleves(trx, sourceId, champs, sorted, author)
  // Once a transaction: its words are written in their order, so that two of them never wait for each other.
  await addToIndex(trx, entries, author.knownWords)
  await updateValues(trx, champs, { source_id: sourceId, before: [], after: rows.map((row) => row.data) })
  await touchStatusAfterEntry(trx, source, author.user_id, author.now)
  return entries.map((entry) => entry.releve_id)
}

/** A new record with its first version, its search entry and the counter of its source; returns its id. */
export function createReleve(db: Db, input: CreateReleve): Promise<number> {
  return inTransaction(db, async (trx) => {
    const source = await holdSource(trx, input.source_id, 1, input.mustBeOpen)
    const champs = await champsOf(trx, source.type_source_id)
    const entries = await insertReleves(trx, source.id, champs, [input], input)
    await addToIndex(trx, entries)
    await updateValues(trx, champs, { source_id: source.id, before: [], after: [input.data] })
    await touchStatusAfterEntry(trx, source, input.user_id, input.now)
    return entries[0]?.releve_id ?? 0
  })
}

export interface UpdateReleve extends Author {
  id: number
  /** The version the form was made from; AppError « conflit » when the record has moved on since. */
  version: number
  data: ReleveData
  etats: ReleveEtats
  mustBeOpen?: boolean
}

/** Rewrites a record; what was there stays in its history. A save that changes nothing writes nothing. */
export function updateReleve(db: Db, input: UpdateReleve): Promise<void> {
  return inTransaction(db, async (trx) => {
    const before = await findForWrite(trx, input.id)
    const source = await holdSource(trx, before.source_id, 0, input.mustBeOpen)
    if (before.version !== input.version) throw new AppError('conflit', CHANGED_MEANWHILE)
    if (sameJson(before.data, input.data) && sameJson(before.etats, input.etats)) return
    const after = { ...before, version: input.version + 1, data: input.data, etats: input.etats }
    const { numUpdatedRows } = await trx
      .updateTable('releves')
      .set({
        data: JSON.stringify(input.data),
        etats: JSON.stringify(input.etats),
        version: after.version,
        updated_by: input.user_id,
        updated_at: input.now,
      })
      .where('id', '=', input.id)
      .where('version', '=', input.version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('conflit', CHANGED_MEANWHILE)
    await trx
      .insertInto('releve_versions')
      .values(versionRow(after, 'modification', input))
      .execute()
    const champs = await champsOf(trx, source.type_source_id)
    await removeFromIndex(trx, [searchKey(before)])
    await addToIndex(trx, [searchEntry(champs, after)])
    await updateValues(trx, champs, { source_id: source.id, before: [before.data], after: [after.data] })
    await touchStatusAfterEntry(trx, source, input.user_id, input.now)
  })
}

export interface DeleteReleve extends Author {
  id: number
  version?: number
  mustBeOpen?: boolean
}

/** Takes a record away; its history keeps what it held, `restoreReleve` brings it back. */
export function deleteReleve(db: Db, input: DeleteReleve): Promise<void> {
  return inTransaction(db, async (trx) => {
    const before = await findForWrite(trx, input.id)
    const source = await holdSource(trx, before.source_id, -1, input.mustBeOpen)
    if (input.version !== undefined && input.version !== before.version)
      throw new AppError('conflit', CHANGED_MEANWHILE)
    const { numDeletedRows } = await trx
      .deleteFrom('releves')
      .where('id', '=', input.id)
      .where('version', '=', before.version)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('conflit', CHANGED_MEANWHILE)
    await countMonths(trx, source.id, [before.created_at], -1)
    const removed = { ...before, version: before.version + 1 }
    await trx
      .insertInto('releve_versions')
      .values(versionRow(removed, 'suppression', input))
      .execute()
    await removeFromIndex(trx, [searchKey(before)])
    const champs = await champsOf(trx, source.type_source_id)
    await updateValues(trx, champs, { source_id: source.id, before: [before.data], after: [] })
    await touchStatusAfterEntry(trx, source, input.user_id, input.now)
  })
}

export interface RestoreReleve extends Author {
  id: number
  /** See `fitting`. */
  repairs?: Repairs
  mustBeOpen?: boolean
}

/**
 * Brings a deleted record back under its old id, as it was when it was deleted, less what its fields cannot take today (see
 * `fitting`). AppError « introuvable » when it was not deleted.
 */
export function restoreReleve(db: Db, input: RestoreReleve): Promise<void> {
  return inTransaction(db, async (trx) => {
    const removed = await lastVersion(trx, input.id)
    if (removed?.operation !== 'suppression') throw new AppError('introuvable', 'Ce relevé n’a pas été supprimé.')
    // Before the source, as whoever merges places does.
    await dialectOf(trx).locks.share(trx, 'lieux')
    const source = await holdSource(trx, removed.source_id, 1, input.mustBeOpen)
    // The second of two restorations at once waited for the source: it looks again.
    if ((await lastVersion(trx, input.id))?.operation !== 'suppression') throw new AppError('conflit', RESTORED)
    const champs = await champsOf(trx, source.type_source_id)
    const { data, etats } = await fitting(trx, champs, removed, input.repairs)
    const { source_id } = removed
    const releve = { id: input.id, source_id, data, etats, version: removed.version + 1 }
    const first = await firstVersion(trx, input.id)
    await trx
      .insertInto('releves')
      .values({
        ...releve,
        data: JSON.stringify(data),
        etats: JSON.stringify(etats),
        created_by: first.user_id,
        created_at: first.created_at,
        updated_by: input.user_id,
        updated_at: input.now,
      })
      .execute()
    await trx
      .insertInto('releve_versions')
      .values(versionRow(releve, 'restauration', input))
      .execute()
    await countMonths(trx, source.id, [first.created_at])
    await addToIndex(trx, [searchEntry(champs, releve)])
    await updateValues(trx, champs, { source_id: source.id, before: [], after: [data] })
    await touchStatusAfterEntry(trx, source, input.user_id, input.now)
  })
}

const versionsOf = (trx: Db, id: number) => trx.selectFrom('releve_versions').selectAll().where('releve_id', '=', id)

const lastVersion = (trx: Db, id: number) => versionsOf(trx, id).orderBy('id', 'desc').limit(1).executeTakeFirst()

const firstVersion = (trx: Db, id: number) => versionsOf(trx, id).orderBy('id').limit(1).executeTakeFirstOrThrow()

import type { Champ } from '../../../champs/kind.ts'
import { settledLectures } from '../../../champs/lectures.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, ReleveData, ReleveEtats, ReleveLectures, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { sameJson } from '../../../lib/same-json.ts'
import { type CorrectionWords, recordCorrections } from '../../corrections/actions.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { applyChange } from './apply-change.ts'
import { type BulkAuthor, CHANGED_MEANWHILE, moveRuler, type NewReleve } from './change-rows.ts'
import { insertAfter } from './insert.ts'
import { fitting, type Repairs } from './misfits.ts'
import { type Author, findForWrite, holdSource, inTransaction } from './write.ts'

const RESTORED = 'Ce relevé a déjà été rétabli.'

export interface CreateReleve extends NewReleve, Author {
  source_id: number
  /** Refuse (403) when the source is closed to entry at the moment of writing; not asked for demo data. */
  mustBeOpen?: boolean
  /** Inserts it in the register: see `insertAfter`; undefined for one at its end. */
  apres?: number | undefined
}

/** Many records of one source, for demo data and imports: call it in a transaction, with the fields of the source's type. Returns their ids. */
export async function createReleves(
  trx: Trx,
  sourceId: number,
  champs: readonly Champ[],
  rows: readonly NewReleve[],
  author: BulkAuthor,
): Promise<number[]> {
  if (rows.length === 0) return []
  // As they come: ids are the order of the register, and a file or what is pasted has that order. The index sorts for itself.
  const changes = rows.map((after) => ({ after }))
  const { written } = await applyChange(trx, { as: 'creation', source: { id: sourceId }, champs, changes, author })
  return written
}

/** A new record with its first version; returns its id. */
export function createReleve(db: Db, input: CreateReleve): Promise<number> {
  return inTransaction(db, async (trx) => {
    const source = { id: input.source_id, mustBeOpen: input.mustBeOpen }
    const { written } = await applyChange(trx, { as: 'creation', source, changes: [{ after: input }], author: input })
    if (input.apres !== undefined) await insertAfter(trx, source.id, written, input.apres)
    return written[0] ?? 0
  })
}

export interface UpdateReleve extends Author {
  id: number
  /** The version the form was made from; AppError « conflit » when the record has moved on since. */
  version: number
  data: ReleveData
  etats: ReleveEtats
  /** Other readings; undefined leaves them as they are, but for those that the fields say by now. */
  lectures?: ReleveLectures | null | undefined
  /** Where the ruler stood; undefined leaves it where it is. */
  repere?: number | null | undefined
  mustBeOpen?: boolean
  /** Reason and weights, where the source was handed in and the author of the act learns of the change. */
  correction?: CorrectionWords
}

/**
 * Rewrites a record; what was there stays in its history. A save that changes nothing writes nothing, and a ruler that was moved alone
 * makes no version: a history tells what an act says.
 */
export function updateReleve(db: Db, input: UpdateReleve): Promise<void> {
  return inTransaction(db, async (trx) => {
    const before = await findForWrite(trx, input.id)
    const source = await holdSource(trx, { id: before.source_id, mustBeOpen: input.mustBeOpen })
    if (before.version !== input.version) throw new AppError('conflit', CHANGED_MEANWHILE)
    const { data, etats, repere = before.repere } = input
    const asked = input.lectures === undefined ? before.lectures : input.lectures
    const lectures = asked && settledLectures(await champsOf(trx, source.type_source_id), data, asked)
    if (sameJson([before.data, before.etats, before.lectures], [data, etats, lectures])) {
      if (repere !== before.repere) await moveRuler(trx, before, repere)
      return
    }
    const after = { ...before, version: before.version + 1, data, etats, lectures, repere }
    const champs = await champsOf(trx, source.type_source_id)
    await applyChange(trx, { as: 'modification', source, champs, changes: [{ before, after }], author: input })
    const { user_id: by, now, correction = { motif: null } } = input
    await recordCorrections(trx, { source, before, after, champs, by, now, ...correction })
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
    const source = await holdSource(trx, { id: before.source_id, mustBeOpen: input.mustBeOpen })
    if (input.version !== undefined && input.version !== before.version)
      throw new AppError('conflit', CHANGED_MEANWHILE)
    await applyChange(trx, { as: 'suppression', source, changes: [{ before }], author: input })
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
    const source = await holdSource(trx, { id: removed.source_id, mustBeOpen: input.mustBeOpen })
    // The second of two restorations at once waited for the source: it looks again.
    if ((await lastVersion(trx, input.id))?.operation !== 'suppression') throw new AppError('conflit', RESTORED)
    const champs = await champsOf(trx, source.type_source_id)
    const { data, etats } = await fitting(trx, champs, removed, input.repairs)
    const { user_id: created_by, created_at } = await firstVersion(trx, input.id)
    const after = {
      ...{ id: input.id, source_id: source.id, version: removed.version + 1, data, etats },
      ...{ lectures: removed.lectures, repere: removed.repere, created_by, created_at, import_id: null },
    }
    await applyChange(trx, { as: 'restauration', source, champs, changes: [{ after }], author: input })
  })
}

const versionsOf = (trx: Db, id: number) => trx.selectFrom('releve_versions').selectAll().where('releve_id', '=', id)

const lastVersion = (trx: Db, id: number) => versionsOf(trx, id).orderBy('id', 'desc').limit(1).executeTakeFirst()

const firstVersion = (trx: Db, id: number) => versionsOf(trx, id).orderBy('id').limit(1).executeTakeFirstOrThrow()

import { type Held, sameField } from '../../../champs/held.ts'
import type { Champ } from '../../../champs/kind.ts'
import { foreignValues } from '../../../champs/read.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { versionOf } from '../queries/corbeille.ts'
import { mergeOf } from '../rules/conflict.ts'
import { CHANGED_MEANWHILE } from './change-rows.ts'
import { fitting, type Repairs } from './misfits.ts'
import { restoreReleve, updateReleve } from './records.ts'
import { type Author, findForWrite, holdSource, inTransaction } from './write.ts'

interface Wanted extends Author, Held {
  id: number
}

/** Brings a deleted record back, with other values than it had; both steps stand in its history. AppErrors of `restoreReleve`. */
export function restoreWith(db: Db, champs: readonly Champ[], input: Wanted): Promise<void> {
  return inTransaction(db, async (trx) => {
    await restoreReleve(trx, { ...input, mustBeOpen: true })
    const restored = await findForWrite(trx, input.id)
    const data = { ...foreignValues(champs, restored.data), ...input.data }
    const etats = { ...foreignValues(champs, restored.etats), ...input.etats }
    await updateReleve(trx, { ...input, data, etats, version: restored.version, mustBeOpen: true })
  })
}

interface VersionWanted extends Wanted {
  /** The version that the record has now. */
  version: number
  isDeleted: boolean
  repairs: Repairs
}

/** The record becomes what it was, less what its fields cannot take today. Errors of `fitting`, `updateReleve`, `restoreReleve`. */
export function restoreVersion(db: Db, champs: readonly Champ[], input: VersionWanted): Promise<void> {
  return inTransaction(db, async (trx) => {
    // Before the source, as whoever merges places does.
    await dialectOf(trx).locks.share(trx, 'lieux')
    const { isDeleted, repairs, data, etats, ...rest } = input
    const wanted = { ...rest, ...(await fitting(trx, champs, { data, etats }, repairs)) }
    return isDeleted ? restoreWith(trx, champs, wanted) : updateReleve(trx, { ...wanted, mustBeOpen: true })
  })
}

interface FieldSave extends Wanted {
  champ: Champ
  /** The version that the form was made from. */
  version: number
}

/**
 * Writes one field and leaves the others as they are now. False where somebody else has changed this very field since the
 * version the form was made from, and nothing is written; changes of other fields are no conflict.
 */
export function saveField(db: Db, { champ, version, data, etats, ...author }: FieldSave): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { source_id } = await findForWrite(trx, author.id)
    await holdSource(trx, { id: source_id, mustBeOpen: true })
    // Read again under the lock of the source: nothing moves from here on.
    const stored = await findForWrite(trx, author.id)
    if (stored.source_id !== source_id) throw new AppError('conflit', CHANGED_MEANWHILE)
    const mine = { data, etats }
    if (sameField(champ, mine, stored)) return true
    const base = await versionOf(trx, author.id, version)
    if (stored.version !== version && !(base && sameField(champ, base, stored))) return false
    const merged = mergeOf([champ], mine, stored, () => true)
    const others = Object.entries(stored.etats).filter(([nom]) => nom !== champ.nom)
    const next = { data: merged.data, etats: { ...Object.fromEntries(others), ...merged.etats } }
    await updateReleve(trx, { ...author, ...next, version: stored.version, mustBeOpen: true })
    return true
  })
}

import { dialectOf } from '../../db/dialect/index.ts'
import { once } from '../../db/once.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { unlessTaken } from '../../db/unique.ts'
import { AppError } from '../../lib/errors.ts'
import type { Saved, Sending } from '../../lib/saved.ts'
import { plural, sortKey } from '../../lib/text.ts'
import { enqueueRefresh } from '../lieux/refresh-queue.ts'
import { recomputeAll } from '../lieux/rules/cascade.ts'
import { findTypeLieu } from './queries.ts'

interface TypeLieuInput {
  nom: string
  ordre: number
  dans_nom_long: boolean
}

const CHANGED =
  'Ce type de lieu a été modifié entre-temps par quelqu’un d’autre. Vérifiez, puis enregistrez de nouveau.'
const CHANGED_SINCE =
  'Ce type de lieu a été modifié entre-temps par quelqu’un d’autre. Revoyez-le avant de le supprimer.'

const typeRow = (input: TypeLieuInput) => ({ ...input, nom_key: sortKey(input.nom) })

/** Creates a type of place, once for each form shown. */
export function createTypeLieu(db: Db, input: TypeLieuInput, { userId, jeton, now }: Sending): Promise<Saved> {
  return saving(db, async (trx) => {
    const id = await once(trx, jeton, userId, now, async () => {
      const row = await trx.insertInto('types_lieux').values(typeRow(input)).returning('id').executeTakeFirstOrThrow()
      return row.id
    })
    return { ok: true, id }
  })
}

/** Saves a type; where its flag « paraît dans le nom long » changes, every long name follows in the same transaction. */
export function updateTypeLieu(
  db: Db,
  id: number,
  input: TypeLieuInput & { version: number },
  now: Date,
): Promise<Saved> {
  return saving(db, async (trx) => {
    // Before anything is read: whoever names a place meanwhile would use the old flag.
    await dialectOf(trx).locks.lock(trx, 'lieux')
    const before = await findTypeLieu(trx, id)
    const { version, ...fields } = input
    const { numUpdatedRows } = await trx
      .updateTable('types_lieux')
      .set((eb) => ({ ...typeRow(fields), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      const { version: newer } = await findTypeLieu(trx, id)
      return { ok: false, errors: { '': CHANGED }, version: newer }
    }
    if (before.dans_nom_long !== fields.dans_nom_long && (await recomputeAll(trx)) > 0)
      await enqueueRefresh(trx, null, now)
    return { ok: true, id }
  })
}

/** Deletes a type that no place bears. AppError `conflit` where some do, or it was changed since `version` (0: not asked). */
export async function deleteTypeLieu(db: Db, id: number, version: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await dialectOf(trx).locks.lock(trx, 'lieux')
    const type = await findTypeLieu(trx, id)
    if (type.lieux > 0) throw new AppError('conflit', usedBy(type.lieux))
    if (version > 0 && type.version !== version) throw new AppError('conflit', CHANGED_SINCE)
    await trx.deleteFrom('types_lieux').where('id', '=', id).execute()
  })
}

/** Why a type with places stays, and what to do. */
export const usedBy = (lieux: number): string =>
  lieux === 1
    ? 'Un lieu est de ce type\u00a0: donnez-lui d’abord un autre type.'
    : `${plural(lieux, 'lieu', 'lieux')} sont de ce type\u00a0: donnez-leur d’abord un autre type.`

/** A transaction in which a name already taken is an error beside its field. */
const saving = (db: Db, work: (trx: Trx) => Promise<Saved>): Promise<Saved> =>
  unlessTaken<Saved>(db, work, () => ({ ok: false, errors: { nom: 'Un type de lieu de ce nom existe déjà.' } }))

import { dialectOf } from '../../db/dialect/index.ts'
import { once, type Sending } from '../../db/once.ts'
import { refuse, type Saved, saving } from '../../db/saving.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
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
const TAKEN = { nom: 'Un type de lieu de ce nom existe déjà.' }

const typeRow = (input: TypeLieuInput) => ({ ...input, nom_key: sortKey(input.nom) })

/** Creates a type of place, once for each form shown. */
export function createTypeLieu(db: Db, input: TypeLieuInput, sending: Sending): Promise<Saved<number>> {
  return saving(db, { taken: TAKEN }, (trx) =>
    once(trx, sending, async () => {
      const row = await trx.insertInto('types_lieux').values(typeRow(input)).returning('id').executeTakeFirstOrThrow()
      return row.id
    }),
  )
}

/** Saves a type; where its flag « paraît dans le nom long » changes, every long name follows in the same transaction. */
export function updateTypeLieu(
  db: Db,
  id: number,
  input: TypeLieuInput & { version: number },
  now: Date,
): Promise<Saved> {
  return saving(db, { taken: TAKEN }, async (trx) => {
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
    if (numUpdatedRows === 0n) refuse({ '': CHANGED }, (await findTypeLieu(trx, id)).version)
    if (before.dans_nom_long !== fields.dans_nom_long && (await recomputeAll(trx)) > 0)
      await enqueueRefresh(trx, null, now)
    return null
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

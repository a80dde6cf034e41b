import { refuseIf, type Saved, saving } from '../../../db/saving.ts'
import type { Db } from '../../../db/schema.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { type ColumnUse, champsById } from '../rules/columns.ts'

const GONE = 'Un champ coché n’est pas de ce type de source, ou n’en est plus. Vérifiez, puis enregistrez de nouveau.'

interface Whose {
  userId: number
  typeId: number
}

/** Keeps the columns that a person chose for a type; a second sending of the form says the same once more. */
export function saveColumns(
  db: Db,
  { userId, typeId }: Whose,
  ids: readonly number[],
  use: ColumnUse = 'colonnes',
): Promise<Saved> {
  return saving(db, { gone: { champs: GONE } }, async (trx) => {
    const known = champsById(await champsOf(trx, typeId), ids)
    refuseIf(known.length < ids.length ? { champs: GONE } : {})
    const chosen = JSON.stringify(ids)
    await trx
      .insertInto('colonnes_choisies')
      .values({ user_id: userId, type_source_id: typeId, colonnes: '[]', tableau: '[]', [use]: chosen })
      .onConflict((conflict) => conflict.columns(['user_id', 'type_source_id']).doUpdateSet({ [use]: chosen }))
      .execute()
    return null
  })
}

/** Takes the choice back: the lists, or the table, show the columns by default. */
export function forgetColumns(db: Db, { userId, typeId }: Whose, use: ColumnUse = 'colonnes'): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const kept = await trx
      .updateTable('colonnes_choisies')
      .set({ [use]: '[]' })
      .where('user_id', '=', userId)
      .where('type_source_id', '=', typeId)
      .returning(['colonnes', 'tableau'])
      .executeTakeFirst()
    if (kept === undefined || kept.colonnes.length + kept.tableau.length > 0) return
    const own = trx.deleteFrom('colonnes_choisies').where('user_id', '=', userId)
    await own.where('type_source_id', '=', typeId).execute()
  })
}

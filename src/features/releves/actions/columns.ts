import { refuseIf, type Saved, saving } from '../../../db/saving.ts'
import type { Db } from '../../../db/schema.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { champsById } from '../rules/columns.ts'

const GONE = 'Un champ coché n’est pas de ce type de source, ou n’en est plus. Vérifiez, puis enregistrez de nouveau.'

interface Whose {
  userId: number
  typeId: number
}

/** Keeps the columns that a person chose for a type; a second sending of the form says the same once more. */
export function saveColumns(db: Db, { userId, typeId }: Whose, ids: readonly number[]): Promise<Saved> {
  return saving(db, { gone: { champs: GONE } }, async (trx) => {
    const known = champsById(await champsOf(trx, typeId), ids)
    refuseIf(known.length < ids.length ? { champs: GONE } : {})
    const colonnes = JSON.stringify(ids)
    await trx
      .insertInto('colonnes_choisies')
      .values({ user_id: userId, type_source_id: typeId, colonnes })
      .onConflict((conflict) => conflict.columns(['user_id', 'type_source_id']).doUpdateSet({ colonnes }))
      .execute()
    return null
  })
}

/** Takes the choice back: the lists show the columns by default. */
export async function forgetColumns(db: Db, { userId, typeId }: Whose): Promise<void> {
  await db.deleteFrom('colonnes_choisies').where('user_id', '=', userId).where('type_source_id', '=', typeId).execute()
}

import { refuseIf, type Saved, saving } from '../../../db/saving.ts'
import type { Db } from '../../../db/schema.ts'
import { champsOf } from '../../types-sources/queries.ts'

const GONE = 'Un champ coché n’est pas de ce type de source, ou n’en est plus. Vérifiez, puis enregistrez de nouveau.'

interface Whose {
  userId: number
  source: { id: number; type_source_id: number }
}

/** Keeps the fields that a person always passes in a source, all of them; the same list sent again says the same once more. */
export function savePassed(db: Db, { userId, source }: Whose, noms: readonly string[]): Promise<Saved> {
  return saving(db, { gone: { champs: GONE } }, async (trx) => {
    const champs = await champsOf(trx, source.type_source_id)
    const passed = champs.filter(({ nom }) => noms.includes(nom))
    refuseIf(passed.length < new Set(noms).size ? { champs: GONE } : {})
    await trx.deleteFrom('champs_passes').where('user_id', '=', userId).where('source_id', '=', source.id).execute()
    const rows = passed.map(({ id }) => ({ user_id: userId, source_id: source.id, champ_id: id }))
    if (rows.length > 0)
      await trx
        .insertInto('champs_passes')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    return null
  })
}

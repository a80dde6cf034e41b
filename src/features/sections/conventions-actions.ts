import { refuse, type Saved, saving } from '../../db/saving.ts'
import type { Db } from '../../db/schema.ts'

const CHANGED =
  'Ces conventions ont été modifiées entre-temps par quelqu’un d’autre. Vérifiez, puis enregistrez de nouveau.'

/** Saves how a section writes; refused where `version` is no longer that of the section. */
export function updateConventions(
  db: Db,
  id: number,
  { conventions, version }: { conventions: string | null; version: number },
): Promise<Saved> {
  return saving(db, {}, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('sections')
      .set((eb) => ({ conventions, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return null
    const now = await trx.selectFrom('sections').select('version').where('id', '=', id).executeTakeFirst()
    return refuse({ '': CHANGED }, now?.version ?? 0)
  })
}

import { refuse, type Saved, saving } from '../../db/saving.ts'
import type { Db } from '../../db/schema.ts'
import { type SectionText, TEXT_WORDS } from './texts-rules.ts'

/** Saves a text of a section; refused where `version` is no longer that of the section. */
export function updateText(
  db: Db,
  name: SectionText,
  id: number,
  { texte, version }: { texte: string | null; version: number },
): Promise<Saved> {
  return saving(db, {}, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('sections')
      .set((eb) => ({ [name]: texte, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return null
    const now = await trx.selectFrom('sections').select('version').where('id', '=', id).executeTakeFirst()
    return refuse({ '': TEXT_WORDS[name].changed }, now?.version ?? 0)
  })
}

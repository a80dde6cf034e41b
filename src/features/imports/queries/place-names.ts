import { dialectOf } from '../../../db/dialect/index.ts'
import { insertRows } from '../../../db/rows.ts'
import type { Db } from '../../../db/schema.ts'

/** A name is a place's from now on, or goes to the notes of its lines. */
export type PlaceDecision = { lieu_id: number } | 'notes'

/** Decisions on names that no place bears, by name. */
export async function placeDecisions(db: Db, importId: number): Promise<Map<string, PlaceDecision>> {
  const rows = await db
    .selectFrom('import_lieux')
    .select(['nom', 'choix', 'lieu_id'])
    .where('import_id', '=', importId)
    .where('choix', 'is not', null)
    .execute()
  const decisions = new Map<string, PlaceDecision>()
  for (const { nom, choix, lieu_id } of rows) {
    if (choix === 'notes') decisions.set(nom, 'notes')
    else if (lieu_id !== null) decisions.set(nom, { lieu_id })
  }
  return decisions
}

/** Keeps the names that the dry run met in vain, with their lines; what was decided of others stays. */
export async function keepUnknownPlaces(db: Db, importId: number, names: ReadonlyMap<string, number>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('import_lieux').set({ lignes: 0 }).where('import_id', '=', importId).execute()
    await trx
      .deleteFrom('import_lieux')
      .where('import_id', '=', importId)
      .where((eb) => eb.or([eb('choix', 'is', null), dialectOf(trx).sql.inList(eb.ref('nom'), [...names.keys()])]))
      .execute()
    const rows = [...names].map(([nom, lignes]) => ({ import_id: importId, nom, lignes, choix: null, lieu_id: null }))
    await insertRows(trx, 'import_lieux', rows)
  })
}

const inVain = (db: Db, importId: number) =>
  db.selectFrom('import_lieux').where('import_id', '=', importId).where('lignes', '>', 0).where('choix', 'is', null)

/** How many names no place bears, and in how many lines they stand. */
export const countUnknownPlaces = (db: Db, importId: number) =>
  inVain(db, importId)
    .select((eb) => [eb.fn.countAll<number>().as('noms'), eb.fn.sum<number | null>('lignes').as('lignes')])
    .executeTakeFirstOrThrow()

/** Those that stand in most lines first. */
export const unknownPlaces = (db: Db, importId: number, limit: number) =>
  inVain(db, importId).select(['nom', 'lignes']).orderBy('lignes', 'desc').orderBy('nom').limit(limit).execute()

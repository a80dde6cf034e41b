import type { Db } from '../../db/schema.ts'

/** Records of a source that are looked through, the newest, and those of one first name that are enough. */
const MAX_LOOKED_AT = 500
const ENOUGH = 20

/** Values of a field in the newest records of these first names. */
export async function heldBeside(
  db: Db,
  { source_id, prenom, champ }: { source_id: number; prenom: string; champ: string },
): Promise<unknown[]> {
  const newest = db
    .selectFrom('releves')
    .select(['data', 'prenom'])
    .where('source_id', '=', source_id)
    .orderBy('id', 'desc')
    .limit(MAX_LOOKED_AT)
  const rows = await db
    .selectFrom(newest.as('r'))
    .select('r.data')
    .where('r.prenom', '=', prenom)
    .limit(ENOUGH)
    .execute()
  return rows.map(({ data }) => (Object.hasOwn(data, champ) ? data[champ] : undefined))
}

import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'

/** Photos take so much room. */
export interface PhotoRoom {
  photos: number
  octets: number
}

const roomOf = (row: { photos: unknown; octets: unknown } | undefined): PhotoRoom => ({
  photos: Number(row?.photos ?? 0),
  octets: Number(row?.octets ?? 0),
})

/** All photos of the site are counted, those of deleted sources included. */
export async function roomOfSite(db: Db): Promise<PhotoRoom> {
  const row = await db
    .selectFrom('images')
    .select(({ fn }) => [fn.countAll().as('photos'), fn.sum('octets').as('octets')])
    .executeTakeFirst()
  return roomOf(row)
}

/** The photos of a source are counted; one that several views show counts once. */
export async function roomOfSource(db: Db, sourceId: number): Promise<PhotoRoom> {
  const shown = db.selectFrom('source_vues').select('image_id').where('source_id', '=', sourceId)
  const row = await db
    .selectFrom('images')
    .select(({ fn }) => [fn.countAll().as('photos'), fn.sum('octets').as('octets')])
    .where('images.id', 'in', shown.where('image_id', 'is not', null))
    .executeTakeFirst()
  return roomOf(row)
}

/** So many signs of a hash tell two photos of a source apart. */
const PREFIX = 16

/** The photos of a source by the hash that they were sent under, cut: what a browser need not send again. */
export async function sentBefore(db: Db, sourceId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('source_vues')
    .innerJoin('images', 'images.id', 'source_vues.image_id')
    .select(sql<string>`substr(images.sha256_recu, 1, ${sql.lit(PREFIX)})`.as('debut'))
    .where('source_vues.source_id', '=', sourceId)
    .orderBy('source_vues.numero')
    .execute()
  return rows.map(({ debut }) => debut)
}

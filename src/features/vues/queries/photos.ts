import type { Db } from '../../../db/schema.ts'
import { quoted } from '../../../lib/typo.ts'

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

/** The photos of a source, each with the hash that it was sent under. */
export const sentBefore = (db: Db, sourceId: number) =>
  db
    .selectFrom('source_vues')
    .innerJoin('images', 'images.id', 'source_vues.image_id')
    .select(['sha256', 'sha256_recu', 'format'])
    .where('source_vues.source_id', '=', sourceId)
    .orderBy('source_vues.numero')
    .execute()

/** The views that show these photos, by the hash of the photo: whoever is told of a bad file wants to know which page of which register it is. */
export async function viewsShowing(db: Db, hashes: readonly string[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('source_vues')
    .innerJoin('images', 'images.id', 'source_vues.image_id')
    .innerJoin('sources', 'sources.id', 'source_vues.source_id')
    .select(['sha256', 'titre', 'numero'])
    .where('sha256', 'in', hashes)
    .orderBy('source_vues.source_id')
    .orderBy('numero')
    .execute()
  return new Map(rows.toReversed().map(({ sha256, titre, numero }) => [sha256, `${quoted(titre)}, vue ${numero}`]))
}

/** When photos were last copied into an archive whole; undefined where the journal knows of no such day. */
export async function lastArchived(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('journal')
    .select('at')
    .where('action', '=', 'images.archive')
    .where('resultat', '=', 'ok')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { imagesFolder, namesOf, type StoredImage, toBin } from '../rules/photo-files.ts'

/** Those who add photos, and those who take files away, come one after the other: a file is never taken from a row that has just come. */
export const lockPhotos = (trx: Trx): Promise<void> => dialectOf(trx).locks.lock(trx, 'images')

const STORED = ['images.id', 'images.sha256', 'images.format', 'images.copie_2000', 'images.copie_320'] as const

/** Takes rows of photos out that no view shows and no deleted source keeps; of these, or of all. Their files stay. */
async function takeOutUnused(trx: Trx, ids?: readonly number[]): Promise<(StoredImage & { id: number })[]> {
  const unused = await trx
    .selectFrom('images')
    .select(STORED)
    .$if(ids !== undefined, (query) => query.where('images.id', 'in', ids ?? []))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('source_vues').select('image_id').whereRef('image_id', '=', 'images.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('images_gardees').select('image_id').whereRef('image_id', '=', 'images.id'))),
    )
    .limit(BATCH)
    .execute()
  const gone = unused.map(({ id }) => id)
  if (gone.length > 0) await trx.deleteFrom('images').where('id', 'in', gone).execute()
  return unused
}

const BATCH = 200

/** Puts the files of photos into the bin whose rows have gone, unless one came anew meanwhile. */
async function binFiles(db: Db, storage: string, images: readonly StoredImage[], now: Date): Promise<void> {
  for (const image of images)
    await db.transaction().execute(async (trx) => {
      await lockPhotos(trx)
      const again = await trx.selectFrom('images').select('id').where('sha256', '=', image.sha256).executeTakeFirst()
      if (!again) await toBin(trx, imagesFolder(storage), namesOf(image), now)
    })
}

/** Photos of these, or of all, that nobody needs any more leave: their rows first, so that no row is without its file. */
export async function dropUnused(db: Db, storage: string, now: Date, ids?: readonly number[]): Promise<number> {
  let count = 0
  const slices = ids === undefined ? undefined : [...ids]
  for (;;) {
    const some = slices?.splice(0, BATCH)
    if (some?.length === 0) return count
    const gone = await db.transaction().execute(async (trx) => {
      await lockPhotos(trx)
      return takeOutUnused(trx, some)
    })
    await binFiles(db, storage, gone, now)
    count += gone.length
    if (some === undefined && gone.length < BATCH) return count
  }
}

/** Takes views out of a source, with the photos that nobody else has. */
export async function dropPhotos(
  { db, storage, clock }: { db: Db; storage: string; clock: () => Date },
  sourceId: number,
  numeros: readonly number[],
): Promise<void> {
  const gone = await db
    .transaction()
    .execute((trx) =>
      trx
        .deleteFrom('source_vues')
        .where('source_id', '=', sourceId)
        .where('numero', 'in', numeros)
        .returning('image_id')
        .execute(),
    )
  const ids = gone.flatMap(({ image_id }) => (image_id === null ? [] : [image_id]))
  await dropUnused(db, storage, clock(), ids)
}

/** Takes the views out of a source that show its photos. */
export async function takeOutPhotos(trx: Trx, sourceId: number): Promise<void> {
  await trx.deleteFrom('source_vues').where('source_id', '=', sourceId).where('image_id', 'is not', null).execute()
}

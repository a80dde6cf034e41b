import type { Selectable } from 'kysely'
import { deleteUnheld } from '../../db/constraints.ts'
import { dialectOf } from '../../db/dialect/index.ts'
import { once, type Sending } from '../../db/once.ts'
import { refuse, type Saved, saving } from '../../db/saving.ts'
import type { Db, Schema, Trx } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import { idsOf, MAX_DEPTH } from '../../lib/place-path.ts'
import { sortKey } from '../../lib/text.ts'
import { findLieu, heightBelow, type Lieu, lieuPath, placesOnPath, usesOf } from './queries/places.ts'
import { enqueueRefresh } from './refresh-queue.ts'
import { recompute } from './rules/cascade.ts'
import { nomLong } from './rules/long-name.ts'
import { inUse } from './rules/uses.ts'

export interface LieuInput {
  nom: string
  code: string | null
  type_id: number | null
  lieu_parent_id: number | null
  latitude: number | null
  longitude: number | null
  note: string | null
}

const CHANGED =
  'Ce lieu a été modifié entre-temps par quelqu’un d’autre. Vérifiez ce que vous aviez saisi, puis enregistrez de nouveau.'
const CHANGED_SINCE = 'Ce lieu a été modifié entre-temps par quelqu’un d’autre. Revoyez-le avant de le supprimer.'

const ATTACHED =
  'Une source, ou une ligne d’orthographe ou de l’inventaire, vient d’être rattachée à ce lieu\u00a0: il n’a pas été supprimé.'

const lieuRow = (input: LieuInput) => ({ ...input, nom_tri: sortKey(input.nom) })

/**
 * Creates a place with its long name and path, once for each form shown. Refusals are errors beside fields. `importId`: it is made for an
 * import, which takes it along when it is taken back.
 */
export function createLieu(
  db: Db,
  input: LieuInput,
  sending: Sending,
  importId: number | null = null,
): Promise<Saved<number>> {
  const { now } = sending
  return saving(db, {}, async (trx) => {
    await lockLieux(trx)
    const place = await checkedPosition(trx, input)
    return once(trx, sending, async () => {
      const { id } = await trx
        .insertInto('lieux')
        .values({
          ...lieuRow(input),
          nom_long: nomLong(input.nom, place.ancestors),
          chemin: '',
          import_id: importId,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recompute(trx, { id, ...place })
      return id
    })
  })
}

/** Saves a place and, below it, every long name and path that follows; a task then corrects the records. Refused where `version` is no longer the row's. */
export function updateLieu(db: Db, id: number, input: LieuInput & { version: number }, now: string): Promise<Saved> {
  return saving(db, {}, async (trx) => {
    await lockLieux(trx)
    const before = await findLieu(trx, id)
    const { version, ...fields } = input
    if (before.version !== version) refuse({ '': CHANGED }, before.version)
    const place = await checkedPosition(trx, fields, before)
    await trx
      .updateTable('lieux')
      .set((eb) => ({ ...lieuRow(fields), updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    if ((await recompute(trx, { id, ...place })) > 0) await enqueueRefresh(trx, id, new Date(now))
    return null
  })
}

/**
 * Deletes a place that has nothing below it, no source, and is in no record. AppError `introuvable`; `conflit` with the counts where it is in
 * use, or where it was changed since `version` (0: not asked).
 */
export async function deleteLieu(db: Db, id: number, version: number): Promise<void> {
  await changingLieux(db, (trx) => takeOutLieu(trx, id, version))
}

/** `deleteLieu` in the transaction at hand; gives the row as it was. */
export async function takeOutLieu(trx: Trx, id: number, version: number): Promise<Selectable<Schema['lieux']>> {
  await lockLieux(trx)
  const lieu = await findLieu(trx, id)
  if (version > 0 && lieu.version !== version) throw new AppError('conflit', CHANGED_SINCE)
  const refusal = inUse(await usesOf(trx, id))
  if (refusal !== undefined) throw new AppError('conflit', refusal)
  const row = await trx.selectFrom('lieux').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  // Sources and lines of spelling do not wait for the lock of the places.
  await deleteUnheld(trx, ATTACHED, () => trx.deleteFrom('lieux').where('id', '=', id).execute())
  return row
}

const NO_PARENT = 'Le lieu où il était situé n’existe plus\u00a0: créez-le de nouveau à la main.'

/** Puts a deleted place back under its id, where it was. AppError « conflit » where what it was situated in is gone. */
export async function putBackLieu(trx: Trx, row: Selectable<Schema['lieux']>, now: string): Promise<void> {
  await lockLieux(trx)
  const above = row.lieu_parent_id === null ? undefined : await lieuPath(trx, row.lieu_parent_id)
  if (row.lieu_parent_id !== null && !above) throw new AppError('conflit', NO_PARENT)
  const type_id = (await typeExists(trx, row.type_id)) ? row.type_id : null
  await trx
    .insertInto('lieux')
    .values({ ...row, type_id, import_id: null, chemin: '', updated_at: now, version: row.version + 1 })
    .execute()
  const parentPath = above?.chemin ?? '/'
  const ancestors = above ? await placesOnPath(trx, idsOf(above.chemin)) : []
  await recompute(trx, { id: row.id, ancestors: ancestors.reverse(), parentPath })
}

/** From here on the transaction has the hierarchy for itself: two moves that cross each other never make a cycle (T41). */
const lockLieux = (trx: Trx): Promise<void> => dialectOf(trx).locks.lock(trx, 'lieux')

/** A transaction that has the hierarchy for itself from its beginning. */
export function changingLieux<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockLieux(trx)
    return work(trx)
  })
}

interface Position {
  ancestors: Awaited<ReturnType<typeof placesOnPath>>
  parentPath: string
}

const refuseParent = (message: string): never => refuse({ lieu_parent_id: message })

/** May the place (undefined: a new one) hang under this parent, and is its type there? Its ancestors, nearest first. */
async function checkedPosition(trx: Trx, input: LieuInput, lieu?: Pick<Lieu, 'id' | 'chemin'>): Promise<Position> {
  if (!(await typeExists(trx, input.type_id))) refuse({ type_id: 'Ce type de lieu n’existe plus.' })
  if (input.lieu_parent_id === null) return { ancestors: [], parentPath: '/' }
  if (input.lieu_parent_id === lieu?.id) return refuseParent('Un lieu ne peut pas être situé dans lui-même.')
  const parent = await trx
    .selectFrom('lieux')
    .select(['nom', 'chemin'])
    .where('id', '=', input.lieu_parent_id)
    .executeTakeFirst()
  if (!parent) return refuseParent('Ce lieu n’existe pas.')
  if (lieu && parent.chemin.startsWith(lieu.chemin))
    return refuseParent(`Ce lieu est situé au-dessus de « ${parent.nom} »\u00a0: il ne peut pas être aussi en dessous.`)
  const height = lieu ? await heightBelow(trx, lieu.chemin) : 0
  if (idsOf(parent.chemin).length + 1 + height > MAX_DEPTH)
    return refuseParent(`Une hiérarchie de lieux compte au plus ${MAX_DEPTH} niveaux.`)
  const ancestors = await placesOnPath(trx, idsOf(parent.chemin))
  return { ancestors: ancestors.reverse(), parentPath: parent.chemin }
}

async function typeExists(trx: Trx, id: number | null): Promise<boolean> {
  if (id === null) return true
  return (await trx.selectFrom('types_lieux').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

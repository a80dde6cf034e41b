import type { Insertable } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import { refuse } from '../../../db/saving.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import type { VuesSchema } from '../../../db/schema-vues.ts'
import { AppError } from '../../../lib/errors.ts'
import { plural } from '../../../lib/text.ts'
import type { Mode } from '../form.ts'
import { extentOf } from '../queries/views.ts'
import { HIGHEST_VIEW } from '../rules/address.ts'

const LEAVING = 'Cette source est en cours de suppression, ou de rétablissement : rien ne peut y être écrit.'
const ROWS = 500
export const TOO_MANY = `Cette source aurait trop de vues\u00a0: leurs numéros vont jusqu’à ${HIGHEST_VIEW.toLocaleString('fr')}.`

export type ViewRow = Insertable<VuesSchema['source_vues']>

/** From here on nobody else changes the views of the source, or takes it away. */
export async function lockViews(trx: Trx, sourceId: number): Promise<void> {
  await dialectOf(trx).locks.lock(trx, `vues-${sourceId}`)
  const source = await trx
    .updateTable('sources')
    .set((eb) => ({ retrait_at: eb.ref('retrait_at') }))
    .where('id', '=', sourceId)
    .returning('retrait_at')
    .executeTakeFirst()
  if (source?.retrait_at !== null) throw new AppError('conflit', LEAVING)
}

/** Inside `saving`: takes away what new views replace, refused where there are some and nobody has said what becomes of them. */
export async function makeRoom(trx: Trx, sourceId: number, mode: Mode): Promise<void> {
  const known = await extentOf(trx, sourceId)
  if (known && mode === '')
    refuse({
      mode: `Cette source a déjà ${plural(known.vues, 'vue', 'vues')}\u00a0: dites si les nouvelles s’y ajoutent ou les remplacent.`,
    })
  // Photos of one's own stay: they are taken away by name only.
  if (mode === 'remplacer')
    await trx.deleteFrom('source_vues').where('source_id', '=', sourceId).where('image_id', 'is', null).execute()
}

/** New views keep the numbers that they have at the archive (0) where these are free, else they follow the last one: so much is added to them. */
export async function shiftOf(trx: Trx, sourceId: number, de: number, a: number): Promise<number> {
  const taken = await trx
    .selectFrom('source_vues')
    .select('numero')
    .where('source_id', '=', sourceId)
    .where('numero', '>=', de)
    .where('numero', '<=', a)
    .limit(1)
    .executeTakeFirst()
  const shift = taken ? ((await extentOf(trx, sourceId))?.derniere ?? 0) + 1 - de : 0
  if (a + shift > HIGHEST_VIEW) refuse({ '': TOO_MANY })
  return shift
}

export async function insertViews(trx: Trx, rows: readonly ViewRow[]): Promise<void> {
  for (let i = 0; i < rows.length; i += ROWS)
    await trx
      .insertInto('source_vues')
      .values(rows.slice(i, i + ROWS))
      .execute()
}

/** Names a view, or takes its name away; false where the source has no view of this number. */
export async function nameView(db: Db, sourceId: number, numero: number, libelle: string | null): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockViews(trx, sourceId)
    const { numUpdatedRows } = await trx
      .updateTable('source_vues')
      .set({ libelle })
      .where('source_id', '=', sourceId)
      .where('numero', '=', numero)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}

/** Sets what the register counts more than the file. */
export async function setOffset(db: Db, sourceId: number, decalage: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockViews(trx, sourceId)
    await trx
      .insertInto('source_registres')
      .values({ source_id: sourceId, decalage, manifeste: null, manifeste_lu_le: null })
      .onConflict((conflict) => conflict.column('source_id').doUpdateSet({ decalage }))
      .execute()
  })
}

/** Takes views away, by their numbers; gives how many. */
export async function removeViews(db: Db, sourceId: number, { de, a }: { de: number; a: number }): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockViews(trx, sourceId)
    const { numDeletedRows } = await trx
      .deleteFrom('source_vues')
      .where('source_id', '=', sourceId)
      .where('numero', '>=', de)
      .where('numero', '<=', a)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}

import type { Insertable } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import { once, type Sending } from '../../../db/once.ts'
import { refuse, type Saved, saving } from '../../../db/saving.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import type { VuesSchema } from '../../../db/schema-vues.ts'
import { AppError } from '../../../lib/errors.ts'
import { plural } from '../../../lib/text.ts'
import type { LinksInput } from '../form.ts'
import { extentOf } from '../queries/views.ts'
import { addressOf, HIGHEST_VIEW } from '../rules/address.ts'

const LEAVING = 'Cette source est en cours de suppression, ou de rétablissement : rien ne peut y être écrit.'
const ROWS = 500

type ViewRow = Insertable<VuesSchema['source_vues']>

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

/** Adds the views that a pattern makes, once for each form shown; gives how many. */
export function addLinks(db: Db, source: { id: number }, input: LinksInput, sending: Sending): Promise<Saved<number>> {
  const { modele, de, a, mode } = input
  return saving(db, {}, async (trx) => {
    await lockViews(trx, source.id)
    return once(trx, sending, async () => {
      const known = await extentOf(trx, source.id)
      if (known && mode === '') refuse({ mode: askMode(known.vues) })
      if (mode === 'remplacer') await removeLinks(trx, source.id)
      const shift = await shiftOf(trx, source.id, de, a)
      const rows = Array.from({ length: a - de + 1 }, (_, i): ViewRow => {
        const vue = de + i
        const parts = { ark: null, ark_vue: shift === 0 ? null : String(vue), numero: vue + shift }
        return { source_id: source.id, ...parts, lien_id: null, adresse: addressOf(modele, parts), ...NO_PICTURE }
      })
      await insertViews(trx, rows)
      return rows.length
    })
  })
}

const NO_PICTURE = { libelle: null, iiif_base: null, image_id: null, largeur: null, hauteur: null }

export const askMode = (vues: number): string =>
  `Cette source a déjà ${plural(vues, 'vue', 'vues')}\u00a0: dites si les nouvelles s’y ajoutent ou les remplacent.`

/** New views keep the numbers that they have at the archive (0) where these are free, else they follow the last one: so much is added to them. */
async function shiftOf(trx: Trx, sourceId: number, de: number, a: number): Promise<number> {
  const taken = await trx
    .selectFrom('source_vues')
    .select('numero')
    .where('source_id', '=', sourceId)
    .where('numero', '>=', de)
    .where('numero', '<=', a)
    .limit(1)
    .executeTakeFirst()
  const shift = taken ? ((await extentOf(trx, sourceId))?.derniere ?? 0) + 1 - de : 0
  if (a + shift > HIGHEST_VIEW) refuse({ a: 'Cette source aurait trop de vues.' })
  return shift
}

async function insertViews(trx: Trx, rows: readonly ViewRow[]): Promise<void> {
  for (let i = 0; i < rows.length; i += ROWS)
    await trx
      .insertInto('source_vues')
      .values(rows.slice(i, i + ROWS))
      .execute()
}

/** Takes away views that are links or pictures of others; photos of one's own stay. */
async function removeLinks(trx: Trx, sourceId: number): Promise<void> {
  await trx.deleteFrom('source_vues').where('source_id', '=', sourceId).where('image_id', 'is', null).execute()
}

import { once, type Sending } from '../../../db/once.ts'
import { type Saved, saving } from '../../../db/saving.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import type { LinksInput } from '../form.ts'
import { addressOf } from '../rules/address.ts'
import { isNumbered } from '../rules/links.ts'
import { insertViews, lockViews, makeRoom, shiftOf, type ViewRow } from './views.ts'

const NO_PICTURE = { libelle: null, iiif_base: null, image_id: null, largeur: null, hauteur: null }

/**
 * Adds the views that links make, once for each form shown; gives how many. Where the source is kept in a repository and the links name
 * the register by itself, their address is made by a pattern of the repository; else it stands with each view.
 */
export function addLinks(
  db: Db,
  source: { id: number; depot_id: number | null },
  input: LinksInput,
  sending: Sending,
): Promise<Saved<number>> {
  const { modele, de, a, mode } = input
  return saving(db, {}, async (trx) => {
    await lockViews(trx, source.id)
    return once(trx, sending, async () => {
      await makeRoom(trx, source.id, mode)
      const shift = await shiftOf(trx, source.id, de, a)
      const isOfDepot = source.depot_id !== null && modele.includes('{ark}')
      const lien_id = isOfDepot ? await patternId(trx, source.depot_id ?? 0, modele) : null
      const rows = Array.from({ length: a - de + 1 }, (_, i): ViewRow => {
        const vue = de + i
        const counted = isNumbered(input) && shift !== 0 ? String(vue) : null
        const parts = { ark: input.ark, ark_vue: input.ark_vue ?? counted, numero: vue + shift }
        const adresse = isOfDepot ? null : addressOf(modele, parts)
        return { source_id: source.id, ...parts, lien_id, adresse, ...NO_PICTURE }
      })
      await insertViews(trx, rows)
      return rows.length
    })
  })
}

/** The pattern of a repository, as it answers today; made where the repository has none like it. */
async function patternId(trx: Trx, depot_id: number, modele: string): Promise<number> {
  // Two sources of one repository may be given their first links at the same time.
  await trx
    .updateTable('depots')
    .set((eb) => ({ diffusion: eb.ref('diffusion') }))
    .where('id', '=', depot_id)
    .execute()
  const known = await trx
    .selectFrom('depot_liens')
    .select('id')
    .where('depot_id', '=', depot_id)
    .where('modele', '=', modele)
    .where('a', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (known) return known.id
  const made = trx.insertInto('depot_liens').values({ depot_id, modele, de: null, a: null })
  return (await made.returning('id').executeTakeFirstOrThrow()).id
}

import { dialectOf } from '../../../db/dialect/index.ts'
import { refuse, type Saved, saving } from '../../../db/saving.ts'
import type { Db } from '../../../db/schema.ts'
import type { Mark } from '../../../db/schema-alertes.ts'
import { AppError } from '../../../lib/errors.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { searchParams } from '../../recherche/rules/urls.ts'
import type { NewSavedInput, SavedInput } from '../form.ts'
import { markNow } from '../queries/marks.ts'
import { readAddress } from '../queries/saved.ts'
import { MAX_ADDRESS, MAX_SEARCHES } from '../rules/words.ts'

const FULL = `Vous gardez déjà ${MAX_SEARCHES} recherches, le plus qu’une personne puisse garder\u00a0: supprimez-en une d’abord.`
const KEPT = 'Vous gardez déjà cette recherche.'
const NO_SEARCH = 'Cette recherche ne peut pas être faite telle quelle\u00a0: revoyez ses critères.'
const TOO_LONG = `Cette recherche est trop longue pour être gardée\u00a0: ${MAX_ADDRESS} signes au plus.`
const GONE = 'Cette recherche n’est pas parmi les vôtres.'

/** An address as searches are kept: what the page reads of it, without cursor and order. */
async function addressOf(db: Db, typed: string): Promise<string | undefined> {
  const { criteria } = await readAddress(db, typed)
  return criteria && new URLSearchParams(searchParams({ ...criteria, tri: 'date' })).toString()
}

/** Keeps a search of a person; what is there already is not new to it. Gives its id. */
export async function keepSearch(db: Db, user: CurrentUser, input: NewSavedInput, now: Date): Promise<Saved<number>> {
  const adresse = await addressOf(db, input.adresse)
  if (adresse === undefined) return { ok: false, errors: { adresse: NO_SEARCH } }
  if (adresse.length > MAX_ADDRESS) return { ok: false, errors: { adresse: TOO_LONG } }
  const marque = JSON.stringify(await markNow(db, now))
  const at = now.toISOString()
  return saving(db, { taken: { adresse: KEPT } }, async (trx) => {
    await dialectOf(trx).locks.lock(trx, `recherches ${user.id}`)
    const kept = await trx
      .selectFrom('recherches_gardees')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    if (kept.n >= MAX_SEARCHES) refuse({ '': FULL })
    const { titre, frequence } = input
    const marks = { vu_marque: marque, vu_at: at, dit_marque: marque, dit_at: at, visite_at: at }
    const { id } = await trx
      .insertInto('recherches_gardees')
      .values({
        user_id: user.id,
        titre,
        adresse,
        frequence,
        ...marks,
        demande_at: null,
        arretee_at: null,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

const own = (db: Db, userId: number, id: number) =>
  db.updateTable('recherches_gardees').where('user_id', '=', userId).where('id', '=', id)

const ensureChanged = ({ numUpdatedRows }: { numUpdatedRows: bigint }): void => {
  if (numUpdatedRows === 0n) throw new AppError('introuvable', GONE)
}

/** Another title, or another moment to be told. */
export const changeSearch = async (
  db: Db,
  userId: number,
  id: number,
  { titre, frequence }: SavedInput,
): Promise<void> => ensureChanged(await own(db, userId, id).set({ titre, frequence }).executeTakeFirst())

/** The person has seen all that is new up to there. */
export const markSeen = async (
  db: Db,
  userId: number,
  id: number,
  { upTo, now }: { upTo: Mark; now: Date },
): Promise<void> =>
  ensureChanged(
    await own(db, userId, id)
      .set({ vu_marque: JSON.stringify(upTo), vu_at: now.toISOString() })
      .executeTakeFirst(),
  )

/** A search that stopped goes on from here: what came meanwhile stands on the site, and no mail tells of it. */
export async function resumeSearch(db: Db, userId: number, id: number, now: Date): Promise<void> {
  const dit_marque = JSON.stringify(await markNow(db, now))
  const at = now.toISOString()
  const again = { dit_marque, dit_at: at, visite_at: at, demande_at: null, arretee_at: null }
  ensureChanged(await own(db, userId, id).set(again).executeTakeFirst())
}

export async function deleteSearch(db: Db, userId: number, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('recherches_gardees')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('introuvable', GONE)
}

/** Keeps that the person looks at the searches, at most once a day: they are of use. */
export async function noteVisit(db: Db, userId: number, { now, before }: { now: Date; before: Date }): Promise<void> {
  await db
    .updateTable('recherches_gardees')
    .set({ visite_at: now.toISOString(), demande_at: null })
    .where('user_id', '=', userId)
    .where('visite_at', '<', before.toISOString())
    .execute()
}

import { dialectOf } from '../../../db/dialect/index.ts'
import { refuse, type Saved, saving } from '../../../db/saving.ts'
import type { Db } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { findLieu } from '../../lieux/queries/places.ts'
import type { AwaitedInput } from '../form.ts'
import { areDone } from '../queries/awaited.ts'
import { MAX_AWAITED } from '../rules/words.ts'

const FULL = `Vous attendez déjà ${MAX_AWAITED} registres, le plus qu’une personne puisse attendre\u00a0: retirez-en d’abord.`
const DONE = 'Ces années sont déjà toutes validées.'

/** Keeps that a person waits for these years of a place, once whatever is pressed twice. */
export async function awaitYears(
  db: Db,
  user: CurrentUser,
  { lieu, ...years }: AwaitedInput,
  now: string,
): Promise<Saved> {
  const { id: lieu_id, nom_long: lieu_nom } = await findLieu(db, lieu)
  if (await areDone(db, user, { lieu_id, ...years })) return { ok: false, errors: { fin: DONE } }
  return saving(db, {}, async (trx) => {
    await dialectOf(trx).locks.lock(trx, `recherches ${user.id}`)
    const own = trx.selectFrom('couverture_attentes').where('user_id', '=', user.id)
    const known = await own
      .select(['id', 'faite_at'])
      .where('lieu_id', '=', lieu_id)
      .where('acte', '=', years.acte)
      .where('debut', '=', years.debut)
      .where('fin', '=', years.fin)
      .executeTakeFirst()
    if (known) {
      // They were done once, and are not any more.
      await trx.updateTable('couverture_attentes').set({ faite_at: null }).where('id', '=', known.id).execute()
      return null
    }
    const { n } = await own.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    if (n >= MAX_AWAITED) refuse({ fin: FULL })
    await trx
      .insertInto('couverture_attentes')
      .values({ user_id: user.id, lieu_id, lieu_nom, ...years, faite_at: null, created_at: now })
      .execute()
    return null
  })
}

export async function forgetAwaited(db: Db, userId: number, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('couverture_attentes')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('introuvable', 'Ces années ne sont pas parmi celles que vous attendez.')
}

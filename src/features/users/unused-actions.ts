// Accounts that nobody uses any more: their people are told, and much later the account is closed. The records stay, with the name.
import { DAY_MS } from '../../lib/durations.ts'
import { nightOf } from '../../lib/text.ts'
import type { Deps } from '../../web/env.ts'
import { enqueueAccountMail } from '../auth/account-news.ts'
import { revokeSessionsOf } from '../auth/sessions.ts'
import { actorWithout, record } from '../journal/actions.ts'
import { takeTurn } from '../taches/due.ts'
import { userObject } from './actions/write.ts'
import { isUnusedSince, unusedSince } from './unused-queries.ts'

/** Nobody is closed sooner after the mail, whatever the settings say. */
const GRACE_DAYS = 30

type UnusedDeps = Pick<Deps, 'db' | 'settings'>

/** The day so many months before, ISO; the last of its month where that has no such day. */
export function monthsBefore(now: Date, months: number): string {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 0))
  day.setUTCDate(Math.min(day.getUTCDate(), now.getUTCDate()))
  return day.toISOString().slice(0, 10)
}

/** Tells people who have not come for `inutilise_avis_mois`; without mail nobody is told, and nobody closed. */
async function tellUnused({ db, settings }: UnusedDeps, now: Date): Promise<void> {
  const { inutilise_avis_mois, inutilise_fermeture_mois, smtp } = settings.read()
  if (inutilise_avis_mois === 0 || smtp === null) return
  const [day, today] = [monthsBefore(now, inutilise_avis_mois), now.toISOString().slice(0, 10)]
  const left = Math.max(1, inutilise_fermeture_mois - inutilise_avis_mois)
  for (const user_id of await unusedSince(db, day, { today, toldBefore: null }))
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ inutilise_avis_at: now.toISOString() }).where('id', '=', user_id).execute()
      const mois = inutilise_fermeture_mois === 0 ? null : left
      await enqueueAccountMail(trx, { sorte: 'inutilise', user_id, depuis: inutilise_avis_mois, mois }, now)
    })
}

/** Closes the accounts of those who were told and did not come within `inutilise_fermeture_mois` of their last visit. */
async function closeUnused({ db, settings }: UnusedDeps, now: Date): Promise<void> {
  const { inutilise_avis_mois, inutilise_fermeture_mois } = settings.read()
  if (inutilise_avis_mois === 0 || inutilise_fermeture_mois === 0) return
  const [day, today] = [monthsBefore(now, inutilise_fermeture_mois), now.toISOString().slice(0, 10)]
  const toldBefore = new Date(now.getTime() - GRACE_DAYS * DAY_MS).toISOString()
  for (const id of await unusedSince(db, day, { today, toldBefore }))
    await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('users')
        .set((eb) => ({ is_active: false, updated_at: now.toISOString(), version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .where(isUnusedSince(day, today))
        .executeTakeFirst()
      // They came in just now.
      if (numUpdatedRows === 0n) return
      await revokeSessionsOf(trx, id)
      const entry = { action: 'compte.desactivation' as const, detail: { cause: 'inutilise' }, ...userObject(id) }
      await record(trx, actorWithout(null), entry, now.toISOString())
    })
}

/** Once a night. */
export async function lookAtUnused(deps: UnusedDeps, now: Date): Promise<void> {
  if (!(await takeTurn(deps.db, 'comptes_inutilises', nightOf(now), now))) return
  await tellUnused(deps, now)
  await closeUnused(deps, now)
}

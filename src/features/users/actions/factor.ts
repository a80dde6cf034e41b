import type { Db, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { enqueueAccountMail } from '../../auth/account-news.ts'
import { dropFactor, readableSecret } from '../../auth/factor-actions.ts'
import { dropKeys } from '../../auth/key-actions.ts'
import { accountByLogin } from '../../auth/queries.ts'
import { endSessions, revokeSessionsOf } from '../../auth/sessions.ts'
import { type Actor, actorWithout, record } from '../../journal/actions.ts'
import { userObject } from './write.ts'

interface Taking {
  id: number
  now: Date
  /** The site sends mail: the person is told. */
  hasMail: boolean
}

/** Both, or the application alone where its secret cannot be read any more. */
type What = 'tout' | 'application'

/** Takes what there is, and gives a word of the journal for each. */
async function drop(trx: Trx, id: number, what: What): Promise<('facteur.retrait' | 'cle.retrait')[]> {
  const taken: ('facteur.retrait' | 'cle.retrait')[] = []
  if (await dropFactor(trx, id)) taken.push('facteur.retrait')
  if (what === 'tout' && (await dropKeys(trx, id)) > 0) taken.push('cle.retrait')
  return taken
}

/**
 * Takes the application and all keys off somebody who lost them, with the recovery codes once nothing is left; the person is told by
 * mail. False: there is none.
 */
export const takeFactor = (db: Db, by: Actor, { id, now, hasMail }: Taking, what: What = 'tout'): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const taken = await drop(trx, id, what)
    const isCommand = by.id === null
    const told = { ...userObject(id), ...(isCommand && { detail: { cause: 'commande' } }) }
    for (const action of taken) await record(trx, by, { action, ...told }, now.toISOString())
    const par = isCommand ? 'commande' : 'administrateur'
    const quoi = taken.includes('cle.retrait') ? ({ quoi: 'tout' } as const) : {}
    if (hasMail && taken.length > 0)
      await enqueueAccountMail(trx, { sorte: 'facteur_retire', user_id: id, par, ...quoi }, now)
    return taken.length > 0
  })

/** `takeFactor` for who runs commands on the server; gives the name of the account. AppError where there is none, or it has no factor. */
export async function rescueFactor(db: Db, login: string, about: Omit<Taking, 'id'>): Promise<string> {
  const account = await accountByLogin(db, login.trim())
  if (!account) throw new AppError('introuvable', `Aucun compte ne s’appelle « ${login} ».`)
  if (!(await takeFactor(db, actorWithout(null), { ...about, id: account.id })))
    throw new AppError(
      'introuvable',
      `Le compte « ${account.name} » n’a ni application d’authentification ni clé d’accès.`,
    )
  return account.name
}

/** Takes off all applications whose secrets the key of this site does not open: the site came here without the key of before. */
export async function dropUnreadable(db: Db, key: string, about: Omit<Taking, 'id'>): Promise<string[]> {
  const holders = await db
    .selectFrom('users')
    .select(['id', 'name', 'totp_secret'])
    .where('totp_at', 'is not', null)
    .orderBy('id')
    .execute()
  const names: string[] = []
  for (const { id, name, totp_secret } of holders) {
    if (readableSecret(key, id, totp_secret) !== undefined) continue
    if (await takeFactor(db, actorWithout(null), { ...about, id }, 'application')) names.push(name)
  }
  return names
}

/** Ends all sessions of a person, and the log-ins under way. Returns how many sessions there were. */
export const closeSessions = (db: Db, by: Actor, id: number, now: string): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const sessions = await endSessions(trx, id, { allBut: undefined })
    await revokeSessionsOf(trx, id)
    if (sessions > 0) await record(trx, by, { action: 'session.fin', ...userObject(id), detail: { sessions } }, now)
    return sessions
  })

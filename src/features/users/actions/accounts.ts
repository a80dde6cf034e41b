import { unlessTaken } from '../../../db/constraints.ts'
import { once, type Sending } from '../../../db/once.ts'
import { refuse, type Saved, saving } from '../../../db/saving.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { enqueueAccountMail } from '../../auth/account-news.ts'
import { forgetTriesOf } from '../../auth/limits.ts'
import { hashPassword } from '../../auth/rules/password.ts'
import { revokeSessionsOf } from '../../auth/sessions.ts'
import { type Actor, record } from '../../journal/actions.ts'
import { findUser } from '../queries.ts'
import { changeableAccount, lockAccounts } from '../rules/account-lock.ts'
import { emailProblem, nameProblem } from '../rules/identity.ts'
import { temporaryUntil } from '../rules/temporary-password.ts'
import { invite } from './invitations.ts'
import {
  CHANGED,
  changedKeys,
  checkSections,
  insertAccount,
  type NewUser,
  recordChanges,
  setSections,
  takenErrors,
  type UserInput,
  userObject,
} from './write.ts'

/**
 * Creates an active account, in a transaction or outside, and returns its id. The caller has checked the password
 * (`passwordProblem`). AppError `invalide` for a bad name or address, `conflit` where one of them is taken.
 */
export async function createUser(db: Db, input: NewUser): Promise<number> {
  const [name, email] = [input.name.normalize('NFC').trim(), input.email.normalize('NFC').trim()]
  const problem = nameProblem(name) ?? emailProblem(email)
  if (problem) throw new AppError('invalide', problem)
  const password_hash = await hashPassword(input.password)
  const taken = () => {
    throw new AppError('conflit', 'Ce nom d’utilisateur ou cette adresse électronique sert déjà à un autre compte.')
  }
  return unlessTaken(db, () => insertAccount(db, { ...input, name, email }, password_hash), taken)
}

/**
 * Creates an account with a temporary password and its sections, once for each form shown. `isNew` false: this very form was
 * received before, and its password was shown then.
 */
export async function addUser(
  db: Db,
  by: Actor,
  input: UserInput & { password: string; isInvited: boolean },
  sending: Sending,
): Promise<Saved<{ isNew: boolean }>> {
  // Before the transaction: a hash takes long enough to keep every other writer of SQLite waiting.
  const password_hash = await hashPassword(input.password)
  let isNew = false
  return saving(db, { taken: () => takenErrors(db, input) }, async (trx) => {
    await lockAccounts(trx)
    await checkSections(trx, input.sections)
    await once(trx, sending, async () => {
      isNew = true
      const account = { ...input, must_change_password: true, now: sending.now }
      const created = await insertAccount(trx, account, password_hash)
      await setSections(trx, created, input.sections)
      const detail = { vers: input.role }
      await record(trx, by, { action: 'compte.creation', ...userObject(created), detail }, sending.now)
      if (input.isInvited) await invite(trx, [created], new Date(sending.now))
      return created
    })
    return { isNew }
  })
}

/**
 * Saves name, address, role and sections; refused by the role rules, and where `version` is no longer that of the row.
 * `sessionsEnded`: role or address changed, the person must log in again.
 */
export function updateUser(
  db: Db,
  by: Actor,
  id: number,
  input: UserInput & { version: number; now: string },
): Promise<Saved<{ sessionsEnded: boolean }>> {
  return saving(db, { taken: () => takenErrors(db, input, id) }, async (trx) => {
    const { name, email, role, note, version, now } = input
    const { target, refusal } = await changeableAccount(trx, by.id, id, { role })
    if (target.version !== version) refuse({ '': CHANGED }, target.version)
    if (refusal) refuse({ [refusal.field]: refusal.message })
    await checkSections(trx, input.sections)
    await trx
      .updateTable('users')
      .set((eb) => ({ ...changedKeys(target, name, email), role, updated_at: now, version: eb('version', '+', 1) }))
      .$if(note !== undefined, (query) => query.set({ note: note ?? null }))
      .$if(email !== target.email, (query) => query.set({ email_verified_at: null }))
      .where('id', '=', id)
      .execute()
    const moved = await setSections(trx, id, input.sections)
    await recordChanges(trx, by, target, { ...input, moved })
    const sessionsEnded = email !== target.email || role !== target.role
    if (sessionsEnded) await revokeSessionsOf(trx, id)
    if (email !== target.email) await forgetLinks(trx, id, now)
    return { sessionsEnded }
  })
}

/** A link that was sent to another address must not bring that one back; a person who was invited there is invited anew. */
async function forgetLinks(trx: Trx, id: number, now: string): Promise<void> {
  const gone = await trx.deleteFrom('jetons').where('user_id', '=', id).returning('usage').execute()
  if (gone.some(({ usage }) => usage === 'invitation')) await invite(trx, [id], new Date(now))
}

/**
 * An account that is opened does not bring back the sessions from before it was closed, which told whoever was in them why; its person
 * hears of it.
 */
async function welcomeBack(trx: Trx, { id, demande_at }: { id: number; demande_at: string | null }, now: Date) {
  await revokeSessionsOf(trx, id)
  await invite(trx, [id], now)
  if (demande_at !== null) await enqueueAccountMail(trx, { sorte: 'inscription_acceptee', user_id: id }, now)
}

const openingOf = ({ demande_at }: { demande_at: string | null }) =>
  demande_at === null ? 'compte.activation' : 'inscription.accord'

/**
 * Opens or closes an account; a closed one is signed out everywhere, an opened one invited where its person has chosen no password.
 * False: it was so before. AppError `interdit` by the role rules.
 */
export async function changeActive(trx: Trx, by: Actor, id: number, is_active: boolean, now: string): Promise<boolean> {
  const { target, refusal } = await changeableAccount(trx, by.id, id, { is_active })
  if (refusal) throw new AppError('interdit', refusal.message)
  if (target.is_active === is_active) return false
  await trx
    .updateTable('users')
    .set((eb) => ({
      ...{ is_active, demande_at: null, depart: null, updated_at: now, version: eb('version', '+', 1) },
      // An account that is opened again is used from this day on.
      ...(is_active && { vu_le: now.slice(0, 10), inutilise_avis_at: null }),
    }))
    .where('id', '=', id)
    .execute()
  if (is_active) await welcomeBack(trx, target, new Date(now))
  const action = is_active ? openingOf(target) : 'compte.desactivation'
  await record(trx, by, { action, ...userObject(id) }, now)
  return true
}

/** `changeActive` in a transaction of its own. */
export const setActive = (db: Db, by: Actor, id: number, is_active: boolean, now: string): Promise<boolean> =>
  db.transaction().execute((trx) => changeActive(trx, by, id, is_active, now))

/** The columns of an account whose password must be changed at the next log-in. */
export const temporary = (password_hash: string, now: string) => ({
  password_hash,
  must_change_password: true,
  temporaire_jusque: temporaryUntil(now),
})

/** Gives a new temporary password, once for each form shown (false: this form was received before), ends all sessions and forgets all tries. */
export async function resetPassword(
  db: Db,
  by: Actor,
  { id, password }: { id: number; password: string },
  sending: Sending,
): Promise<boolean> {
  const password_hash = await hashPassword(password)
  let isNew = false
  await db.transaction().execute((trx) =>
    once(trx, sending, async () => {
      await findUser(trx, id)
      isNew = true
      await trx
        .updateTable('users')
        .set({ ...temporary(password_hash, sending.now), updated_at: sending.now })
        .where('id', '=', id)
        .execute()
      await revokeSessionsOf(trx, id)
      await forgetTriesOf(trx, id)
      await record(trx, by, { action: 'mot_de_passe.temporaire', ...userObject(id) }, sending.now)
      return id
    }),
  )
  return isNew
}

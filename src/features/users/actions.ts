import type { Transaction } from 'kysely'
import { dialectOf } from '../../db/dialect/index.ts'
import { once } from '../../db/once.ts'
import type { Db, Schema, UserRole } from '../../db/schema.ts'
import type { FormErrors } from '../../lib/body.ts'
import { AppError } from '../../lib/errors.ts'
import type { Refused, Sending } from '../../lib/saved.ts'
import { caseKey } from '../../lib/text.ts'
import { hashPassword } from '../auth/password.ts'
import { revokeSessionsOf } from '../auth/sessions.ts'
import { emailProblem, nameProblem } from './identity.ts'
import { countActiveAdmins, findUser, sectionChoices, sectionsOfUser } from './queries.ts'
import { type AccountState, roleRefusal } from './role-rules.ts'

export interface NewUser {
  name: string
  email: string
  password: string
  role: UserRole
  must_change_password: boolean
  /** ISO instant. */
  now: string
}

/**
 * Creates an active account, in a transaction or outside, and returns its id. The caller has checked the password
 * (`passwordProblem`). AppError `invalide` for a bad name or address, `conflit` where one of them is taken.
 */
export async function createUser(db: Db, input: NewUser): Promise<number> {
  const [name, email] = [input.name.normalize('NFC').trim(), input.email.normalize('NFC').trim()]
  const problem = nameProblem(name) ?? emailProblem(email)
  if (problem) throw new AppError('invalide', problem)
  const password_hash = await hashPassword(input.password)
  try {
    return await insertAccount(db, { ...input, name, email }, password_hash)
  } catch (error) {
    if (!dialectOf(db).isUniqueViolation(error)) throw error
    throw new AppError('conflit', 'Ce nom d’utilisateur ou cette adresse électronique sert déjà à un autre compte.')
  }
}

interface UserInput {
  name: string
  email: string
  role: UserRole
  sections: number[]
}

/** `isNew` false: this very form was received before, and its password was shown then. */
export type Added = { ok: true; id: number; isNew: boolean } | Refused

/** Creates an account with a temporary password and its sections, once for each form shown. */
export async function addUser(db: Db, input: UserInput & { password: string }, sending: Sending): Promise<Added> {
  // Before the transaction: a hash takes long enough to keep every other writer of SQLite waiting.
  const password_hash = await hashPassword(input.password)
  let isNew = false
  return saving<Added>(db, input, undefined, async (trx) => {
    const errors = await sectionErrors(trx, input.sections)
    if (errors) return { ok: false, errors }
    const id = await once(trx, sending.jeton, sending.userId, sending.now, async () => {
      isNew = true
      const account = { ...input, must_change_password: true, now: sending.now }
      const created = await insertAccount(trx, account, password_hash)
      await setSections(trx, created, input.sections)
      return created
    })
    return { ok: true, id, isNew }
  })
}

/** `sessionsEnded`: role or address changed, the person must log in again. */
export type Updated = { ok: true; id: number; sessionsEnded: boolean } | Refused

/** Saves name, address, role and sections; refused by the role rules, and where `version` is no longer that of the row. */
export function updateUser(
  db: Db,
  actorId: number,
  id: number,
  input: UserInput & { version: number; now: string },
): Promise<Updated> {
  return saving<Updated>(db, input, id, async (trx) => {
    const { name, email, role, version, now } = input
    const { target, refusal } = await changeableAccount(trx, actorId, id, { role })
    if (target.version !== version) return { ok: false, errors: { '': CHANGED }, version: target.version }
    if (refusal) return { ok: false, errors: { [refusal.field]: refusal.message } }
    const errors = await sectionErrors(trx, input.sections)
    if (errors) return { ok: false, errors }
    await trx
      .updateTable('users')
      .set((eb) => ({ ...keysOf(name, email), role, updated_at: now, version: eb('version', '+', 1) }))
      .$if(email !== target.email, (query) => query.set({ email_verified_at: null }))
      .where('id', '=', id)
      .execute()
    await setSections(trx, id, input.sections)
    const sessionsEnded = email !== target.email || role !== target.role
    if (sessionsEnded) await revokeSessionsOf(trx, id)
    return { ok: true, id, sessionsEnded }
  })
}

/** Opens or closes an account; a closed one is signed out everywhere. AppError `interdit` by the role rules. */
export function setActive(db: Db, actorId: number | null, id: number, is_active: boolean, now: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { target, refusal } = await changeableAccount(trx, actorId, id, { is_active })
    if (refusal) throw new AppError('interdit', refusal.message)
    if (target.is_active === is_active) return
    await trx
      .updateTable('users')
      .set((eb) => ({ is_active, updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    if (!is_active) await revokeSessionsOf(trx, id)
  })
}

/** Gives a new temporary password, once for each form shown (false: this form was received before), and ends all sessions. */
export async function resetPassword(db: Db, id: number, password: string, sending: Sending): Promise<boolean> {
  const password_hash = await hashPassword(password)
  let isNew = false
  await db.transaction().execute((trx) =>
    once(trx, sending.jeton, sending.userId, sending.now, async () => {
      await findUser(trx, id)
      isNew = true
      await trx
        .updateTable('users')
        .set({ password_hash, must_change_password: true, updated_at: sending.now })
        .where('id', '=', id)
        .execute()
      await revokeSessionsOf(trx, id)
      return id
    }),
  )
  return isNew
}

/** Roles, activity and memberships change one transaction at a time, in every process, until this one ends. */
export const lockAccounts = (trx: Transaction<Schema>): Promise<void> => dialectOf(trx).lock(trx, 'comptes')

/**
 * The account as it stands under the lock, and why it may not become `to`. Every path that changes a role or closes or
 * deletes an account passes here (reliability.md T21). `actorId` null: the command line, or somebody leaving of free will.
 */
export async function changeableAccount(
  trx: Transaction<Schema>,
  actorId: number | null,
  id: number,
  to: Partial<AccountState>,
) {
  await lockAccounts(trx)
  const target = await findUser(trx, id)
  const refusal = roleRefusal(actorId, target, { ...target, ...to }, await countActiveAdmins(trx, id))
  return { target, refusal }
}

const CHANGED = 'Ce compte a été modifié entre-temps par quelqu’un d’autre. Vérifiez, puis enregistrez de nouveau.'

const keysOf = (name: string, email: string) => ({ name, name_key: caseKey(name), email, email_key: caseKey(email) })

type Account = Pick<NewUser, 'name' | 'email' | 'role' | 'must_change_password' | 'now'>

async function insertAccount(db: Db, account: Account, password_hash: string): Promise<number> {
  const { name, email, role, must_change_password, now } = account
  const dates = { created_at: now, updated_at: now }
  const row = await db
    .insertInto('users')
    .values({ ...keysOf(name, email), ...dates, password_hash, role, must_change_password, is_active: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A transaction under the lock; names and addresses already taken are errors beside their fields. */
async function saving<T>(
  db: Db,
  identity: { name: string; email: string },
  id: number | undefined,
  work: (trx: Transaction<Schema>) => Promise<T | Refused>,
): Promise<T | Refused> {
  try {
    return await db.transaction().execute(async (trx) => {
      await lockAccounts(trx)
      return work(trx)
    })
  } catch (error) {
    if (!dialectOf(db).isUniqueViolation(error)) throw error
    return { ok: false, errors: await takenErrors(db, identity, id) }
  }
}

async function takenErrors(db: Db, identity: { name: string; email: string }, id = 0): Promise<FormErrors> {
  const { name_key, email_key } = keysOf(identity.name, identity.email)
  const others = await db
    .selectFrom('users')
    .select(['name_key', 'email_key'])
    .where('id', '!=', id)
    .where((eb) => eb.or([eb('name_key', '=', name_key), eb('email_key', '=', email_key)]))
    .execute()
  const errors: FormErrors = {}
  if (others.some((user) => user.name_key === name_key)) errors.name = 'Un compte de ce nom existe déjà.'
  if (others.some((user) => user.email_key === email_key)) errors.email = 'Un compte avec cette adresse existe déjà.'
  // Whoever held the name or the address gave it up in this very moment.
  if (others.length === 0) errors[''] = 'Ce compte n’a pas pu être enregistré\u00a0: essayez de nouveau.'
  return errors
}

async function sectionErrors(db: Db, sections: number[]): Promise<FormErrors | undefined> {
  const known = new Set((await sectionChoices(db)).map((section) => section.id))
  return sections.every((id) => known.has(id)) ? undefined : { sections: 'Une section cochée n’existe plus.' }
}

/** Sections already held keep their right to manage; the others begin as plain memberships. */
async function setSections(trx: Db, userId: number, sections: number[]): Promise<void> {
  const before = (await sectionsOfUser(trx, userId)).map((section) => section.id)
  const added = sections.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !sections.includes(id))
  const { inList } = dialectOf(trx)
  await trx
    .deleteFrom('section_membres')
    .where('user_id', '=', userId)
    .where((eb) => inList(eb.ref('section_id'), removed))
    .execute()
  const rows = added.map((section_id) => ({ section_id, user_id: userId, is_manager: false }))
  if (rows.length > 0) await trx.insertInto('section_membres').values(rows).execute()
  // A form of one of these sections that is open elsewhere shows members it no longer has.
  await trx
    .updateTable('sections')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where((eb) => inList(eb.ref('id'), [...added, ...removed]))
    .execute()
}

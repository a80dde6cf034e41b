import { dialectOf } from '../../../db/dialect/index.ts'
import { refuse } from '../../../db/saving.ts'
import type { Db, UserRole } from '../../../db/schema.ts'
import type { FormErrors } from '../../../lib/body.ts'
import { loginKey } from '../../../lib/login-key.ts'
import { caseKey } from '../../../lib/text.ts'
import { kindsWanted, type Membership, marksOf } from '../../droits/rules/memberships.ts'
import { type Actor, record } from '../../journal/actions.ts'
import { sectionChoices, sectionsOfUser } from '../queries.ts'
import { temporaryUntil } from '../rules/temporary-password.ts'

export interface NewUser {
  name: string
  email: string
  password: string
  role: UserRole
  must_change_password: boolean
  /** ISO instant. */
  now: string
}

export interface UserInput {
  name: string
  email: string
  role: UserRole
  sections: Membership[]
  /** For administrators; left alone where it is absent. */
  note?: string | null
}

/** The account as the object of a line of the journal. */
export const userObject = (id: number) => ({ objet: 'user', objet_id: id }) as const

interface Changed extends Omit<UserInput, 'sections'> {
  /** Other sections than before. */
  moved: boolean
  now: string
}

/** A line for the role, one for whatever else is not as before. */
export async function recordChanges(
  trx: Db,
  by: Actor,
  target: Omit<UserInput, 'sections'> & { id: number },
  to: Changed,
): Promise<void> {
  const { id, role } = target
  const champs = [
    ...(['name', 'email'] as const).filter((field) => target[field] !== to[field]),
    ...(to.note !== undefined && to.note !== (target.note ?? null) ? ['note'] : []),
    ...(to.moved ? ['sections'] : []),
  ]
  if (role !== to.role) {
    const detail = { de: role, vers: to.role }
    await record(trx, by, { action: 'compte.role', ...userObject(id), detail }, to.now)
  }
  if (champs.length > 0)
    await record(trx, by, { action: 'compte.modification', ...userObject(id), detail: { champs } }, to.now)
}

/** Refusal of a form made from an older version. */
export const CHANGED =
  'Ce compte a été modifié entre-temps par quelqu’un d’autre. Vérifiez, puis enregistrez de nouveau.'

/** The name with its key. */
const namedBy = (name: string) => ({ name: name.normalize('NFKC'), name_key: loginKey(name) })

export const keysOf = (name: string, email: string) => ({
  ...namedBy(name),
  email,
  email_key: caseKey(email),
})

/** A name that stays keeps its key, though it looks like somebody else's from before. */
export const changedKeys = (before: { name: string }, name: string, email: string) => ({
  ...(before.name === name ? {} : namedBy(name)),
  email,
  email_key: caseKey(email),
})

type Account = Pick<NewUser, 'name' | 'email' | 'role' | 'must_change_password' | 'now'>

export async function insertAccount(db: Db, account: Account, password_hash: string): Promise<number> {
  const { name, email, role, must_change_password, now } = account
  const dates = { created_at: now, updated_at: now }
  const temporaire_jusque = must_change_password ? temporaryUntil(now) : null
  const row = await db
    .insertInto('users')
    .values({
      ...keysOf(name, email),
      ...dates,
      password_hash,
      role,
      must_change_password,
      temporaire_jusque,
      is_active: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Which of name and address is another account's. `id`: the account that is being changed. */
export async function takenErrors(db: Db, identity: { name: string; email: string }, id = 0): Promise<FormErrors> {
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

/** Refuses the form of an account that is to belong to a section deleted meanwhile. */
export async function checkSections(trx: Db, sections: readonly Membership[]): Promise<void> {
  const known = new Set((await sectionChoices(trx)).map((section) => section.id))
  if (!sections.every(({ id }) => known.has(id))) refuse({ sections: 'Une section choisie n’existe plus.' })
}

/** Writes the memberships wanted in the place of those held. Returns whether any changed. */
export async function setSections(trx: Db, userId: number, wanted: readonly Membership[]): Promise<boolean> {
  const before = new Map((await sectionsOfUser(trx, userId)).map(({ id, kind }) => [id, kind]))
  const after = kindsWanted(wanted, before)
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id))
  if (changed.length === 0) return false
  const { inList } = dialectOf(trx).sql
  await trx
    .deleteFrom('section_membres')
    .where('user_id', '=', userId)
    .where((eb) => inList(eb.ref('section_id'), changed))
    .execute()
  const rows = changed.flatMap((section_id) => {
    const kind = after.get(section_id)
    return kind ? [{ section_id, user_id: userId, ...marksOf(kind) }] : []
  })
  if (rows.length > 0) await trx.insertInto('section_membres').values(rows).execute()
  // A form of one of these sections that is open elsewhere shows members it no longer has.
  await trx
    .updateTable('sections')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where((eb) => inList(eb.ref('id'), changed))
    .execute()
  return true
}

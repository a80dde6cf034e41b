import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { dialectOf } from '../../db/dialect/index.ts'
import { containing } from '../../db/like.ts'
import type { Db, Schema, UserRole } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import { loginKey } from '../../lib/login-key.ts'
import { caseKey, compareText, sortKey } from '../../lib/text.ts'
import type { Paging } from '../../web/pagination.ts'
import { factorOf } from '../auth/factor-queries.ts'
import { listSessions } from '../auth/sessions.ts'
import { kindOf, sectionInWords } from '../droits/rules/memberships.ts'

export const USER_SORTS = ['name', 'email', 'role'] as const
export type UserSort = (typeof USER_SORTS)[number]

/** `demande`: an administrator has still to accept it. `attente`: open, and its person has not chosen a password yet. */
export const USER_STATUSES = ['active', 'demande', 'attente', 'inactive'] as const

export interface UserFilter {
  q: string
  role: UserRole | null
  status: (typeof USER_STATUSES)[number] | null
  tri: UserSort
  ordre: 'asc' | 'desc'
}

/** The filter as SQL, for the list, its count and its export. */
function filterUsers<O>(query: SelectQueryBuilder<Schema, 'users', O>, { q, role, status }: UserFilter) {
  // Deleted accounts are nobody's colleagues any more.
  let filtered = query.where('users.supprime_at', 'is', null)
  if (q !== '') {
    const [named, typed] = [containing(loginKey(q)), containing(caseKey(q))]
    filtered = filtered.where(
      sql<boolean>`(users.name_key like ${named} escape '\\' or users.name_key like ${typed} escape '\\' or users.email_key like ${typed} escape '\\')`,
    )
  }
  if (role) filtered = filtered.where('users.role', '=', role)
  if (status === 'demande') filtered = filtered.where('users.demande_at', 'is not', null)
  else if (status === 'attente') filtered = filtered.where(awaitsPassword)
  else if (status) filtered = filtered.where('users.is_active', '=', status === 'active')
  return filtered
}

/** The person of an open account has not chosen its password yet; `query.where(awaitsPassword)`. */
export const awaitsPassword = (eb: ExpressionBuilder<Schema, 'users'>) =>
  eb.and([eb('users.is_active', '=', true), eb('users.must_change_password', '=', true)])

/** Active administrators, one of them left out where asked. Decides only inside the transaction that holds the lock. */
export async function countActiveAdmins(db: Db, exceptId = 0): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .where('id', '!=', exceptId)
    .executeTakeFirstOrThrow()
  return row.n
}

/** One page of the accounts that pass the filter, with their sections in words, and how many pass it in all. */
export async function listUsers(db: Db, filter: UserFilter, { parPage, offset }: Pick<Paging, 'parPage' | 'offset'>) {
  const ids = await userIds(db, filter)
  return { users: await usersOf(db, ids.slice(offset, offset + parPage)), total: ids.length }
}

/** These accounts in this order, those that are gone left out. */
async function usersOf(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'is_active', 'must_change_password', 'demande_at'])
    .select(['depart', 'pause_jusque'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), [...ids]))
    .execute()
  const users = new Map((await withSections(db, rows)).map((user) => [user.id, user]))
  return ids.flatMap((id) => users.get(id) ?? [])
}

/**
 * Ids of all accounts that pass the filter, in its order. They are sorted here: the key of a name keeps its accents, so that the
 * database would put « Étienne » after « Zoé »; and an association has hundreds of people, not millions.
 */
export async function userIds(db: Db, { tri, ordre, ...filter }: UserFilter): Promise<number[]> {
  const rows = await filterUsers(db.selectFrom('users'), { tri, ordre, ...filter })
    .select(['id', 'name', 'email_key', 'role'])
    .execute()
  const keyed = rows.map(({ id, name, email_key, role }) => {
    const named = sortKey(name)
    return { id, named, by: { name: named, email: email_key, role }[tri] }
  })
  const way = ordre === 'desc' ? -1 : 1
  keyed.sort((a, b) => way * compareText(a.by, b.by) || compareText(a.named, b.named) || a.id - b.id)
  return keyed.map(({ id }) => id)
}

/** Names of those of these accounts that are there. */
export async function userNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), [...ids]))
    .where('supprime_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function withSections<U extends { id: number }>(db: Db, users: U[]) {
  const names = await sectionNames(
    db,
    users.map((user) => user.id),
  )
  return users.map((user) => ({ ...user, sections: names.get(user.id) ?? [] }))
}

const EXPORTED_AT_ONCE = 500

/** All accounts that pass the filter, in its order, with their sections in words, in batches. */
export async function* streamUsers(db: Db, filter: UserFilter) {
  // The order first: an account renamed meanwhile is neither left out nor told twice.
  const ids = await userIds(db, filter)
  for (let at = 0; at < ids.length; at += EXPORTED_AT_ONCE) yield usersOf(db, ids.slice(at, at + EXPORTED_AT_ONCE))
}

async function sectionNames(db: Db, userIds: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('section_membres')
    .innerJoin('sections', 'sections.id', 'section_membres.section_id')
    .select(['user_id', 'sections.nom', 'is_manager', 'is_reader'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('user_id'), userIds))
    .orderBy('sections.nom_key')
    .execute()
  const names = new Map<number, string[]>()
  for (const { user_id, nom, ...marks } of rows)
    names.set(user_id, [...(names.get(user_id) ?? []), sectionInWords(nom, kindOf(marks))])
  return names
}

/** An account as its page edits it. AppError `introuvable` where there is none of this id. */
export async function findUser(db: Db, id: number) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'is_active', 'must_change_password', 'demande_at', 'note', 'version'])
    .select(['depart', 'pause_jusque'])
    .where('id', '=', id)
    .where('supprime_at', 'is', null)
    .executeTakeFirst()
  if (!user) throw new AppError('introuvable', 'Ce compte n’existe pas, ou il a été supprimé.')
  return user
}

/** How the person of an account comes in, and how many sessions of it are open. */
export async function comingsOf(db: Db, userId: number) {
  const sessions = (await listSessions(db, userId, undefined)).length
  return { ...(await factorOf(db, userId)), sessions }
}

/** Until when the link of an invitation works; undefined where none is on its way to be followed. */
export async function invitedUntil(db: Db, userId: number, now: Date): Promise<string | undefined> {
  const link = await db
    .selectFrom('jetons')
    .select('expire_at')
    .where('user_id', '=', userId)
    .where('usage', '=', 'invitation')
    .where('expire_at', '>', now.toISOString())
    .executeTakeFirst()
  return link?.expire_at
}

/** The sections of a person by name, and how he or she belongs to each. */
export async function sectionsOfUser(db: Db, userId: number) {
  const rows = await db
    .selectFrom('section_membres')
    .innerJoin('sections', 'sections.id', 'section_membres.section_id')
    .select(['sections.id', 'sections.nom', 'is_manager', 'is_reader'])
    .where('user_id', '=', userId)
    .orderBy('sections.nom_key')
    .execute()
  return rows.map(({ id, nom, ...marks }) => ({ id, nom, kind: kindOf(marks) }))
}

/** Every section by name, to be chosen in the form of an account, and whether anybody manages it. */
export async function sectionChoices(db: Db) {
  const rows = await db
    .selectFrom('sections')
    .select(['id', 'nom'])
    .select((eb) => managersOf(eb).as('managers'))
    .orderBy('nom_key')
    .execute()
  return rows.map(({ id, nom, managers }) => ({ id, nom, isManaged: (managers ?? 0) > 0 }))
}

/** Counts the sections in which nobody decides but administrators. */
export const unmanaged = (db: Pick<Db, 'selectFrom'>) =>
  db
    .selectFrom('sections')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where((e) => e(managersOf(e), '=', 0))

/** How many people decide in a section: its managers whose accounts are open and have the role, the mark alone giving nothing. */
export const managersOf = (eb: ExpressionBuilder<Schema, 'sections'>) =>
  eb
    .selectFrom('section_membres')
    .innerJoin('users', 'users.id', 'section_membres.user_id')
    .select((e) => e.fn.countAll<number>().as('n'))
    .whereRef('section_membres.section_id', '=', 'sections.id')
    .where('section_membres.is_manager', '=', true)
    .where('users.is_active', '=', true)
    .where('users.role', '!=', 'membre')
    .$asScalar()

export type UserRow = Awaited<ReturnType<typeof listUsers>>['users'][number]

import type { Db, Trx, UserRole } from '../../../../db/schema.ts'
import { type MembershipKind, marksOf } from '../../../droits/rules/memberships.ts'
import type { Import, Removable, Removed } from '../../../imports/kind.ts'
import { actorWithout, record } from '../../../journal/actions.ts'
import { invite } from '../../actions/invitations.ts'
import { keysOf, userObject } from '../../actions/write.ts'
import { countActiveAdmins } from '../../queries.ts'
import { lockAccounts } from '../../rules/account-lock.ts'

/** Stands where an account has no password yet: no hash begins so, and none matches it. */
export const NO_PASSWORD = '!'

interface Imported {
  name: string
  email: string
  role: UserRole
  is_active?: boolean
  note?: string
  /** How the person belongs to each, by id. */
  sections: ReadonlyMap<number, MembershipKind>
}

/** Creates one account of an import with its sections; it opens nothing until it gets a password. */
export async function insertImported(
  trx: Trx,
  { name, email, role, is_active = true, note = '', sections }: Imported,
  imported: { id: number; user_id: number | null },
  at: Date,
): Promise<void> {
  const now = at.toISOString()
  const { id } = await trx
    .insertInto('users')
    .values({
      ...keysOf(name, email),
      role,
      password_hash: NO_PASSWORD,
      must_change_password: true,
      is_active,
      note: note === '' ? null : note,
      import_id: imported.id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = [...sections].map(([section_id, kind]) => ({ section_id, user_id: id, ...marksOf(kind) }))
  if (rows.length > 0) await trx.insertInto('section_membres').values(rows).execute()
  const entry = { action: 'compte.creation', ...userObject(id), detail: { vers: role } } as const
  await record(trx, actorWithout(imported.user_id), entry, now)
  if (is_active) await invite(trx, [id], at)
}

/** Accounts of an import, newest first, with what would be lost if they went. */
const importedAccounts = (trx: Db, importId: number, cursor: number | null, limit: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'name', 'role', 'is_active', 'version'])
    .select((eb) => [
      eb.selectFrom('journal').select('journal.id').whereRef('journal.user_id', '=', 'users.id').limit(1).as('acte'),
      eb
        .selectFrom('source_membres')
        .select('source_id')
        .whereRef('source_membres.user_id', '=', 'users.id')
        .limit(1)
        .as('source'),
    ])
    .where('import_id', '=', importId)
    .where('import_id', 'is not', null)
    .where('supprime_at', 'is', null)
    .$if(cursor !== null, (query) => query.where('id', '<', cursor ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

type Account = Awaited<ReturnType<typeof importedAccounts>>[number]

/** Why an account stays, or nothing. */
async function whyStays(trx: Db, { id, role, is_active, version, acte, source }: Account): Promise<string | undefined> {
  if (acte !== null) return 'la personne s’est déjà connectée'
  if (source !== null) return 'des sources lui sont attribuées'
  if (version > 1) return 'il a été modifié depuis l’import'
  const isLast = role === 'admin' && is_active && (await countActiveAdmins(trx, id)) === 0
  return isLast ? 'c’est le dernier administrateur actif' : undefined
}

const COUNTED_AT_ONCE = 1000

/** Says what `removeImportedUsers` would do now. */
export async function removableUsers(db: Db, { id: importId }: Import): Promise<Removable> {
  const count = { retirees: 0, conservees: 0 }
  for (let cursor: number | null = null; ; ) {
    const accounts: Account[] = await importedAccounts(db, importId, cursor, COUNTED_AT_ONCE)
    for (const account of accounts) count[(await whyStays(db, account)) === undefined ? 'retirees' : 'conservees'] += 1
    const last = accounts.at(-1)
    if (!last) return count
    cursor = last.id
  }
}

/** Takes back accounts that an import created and that nobody has used, newest first. */
export async function removeImportedUsers(
  trx: Trx,
  { id: importId }: Import,
  cursor: number | null,
  limit: number,
): Promise<Removed> {
  await lockAccounts(trx)
  const accounts = await importedAccounts(trx, importId, cursor, limit)
  const last = accounts.at(-1)
  if (!last) return { retirees: 0, messages: [], next: null }
  const messages: string[] = []
  let retirees = 0
  for (const account of accounts) {
    const reason = await whyStays(trx, account)
    if (reason !== undefined) messages.push(`Le compte «\u00a0${account.name}\u00a0» reste\u00a0: ${reason}.`)
    else {
      await trx.deleteFrom('users').where('id', '=', account.id).execute()
      retirees += 1
    }
  }
  return { retirees, messages, next: last.id }
}

import type { Db, Schema } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { visibleSources } from '../droits/policy.ts'

type SourceKey = Pick<Schema['sources'], 'section_id'> & { id: number }

const activeUsers = (db: Db) => db.selectFrom('users').where('is_active', '=', true)

/** By id. */
export async function activeAdmins(db: Db): Promise<number[]> {
  const rows = await activeUsers(db).select('id').where('role', '=', 'admin').orderBy('id').execute()
  return rows.map((row) => row.id)
}

/** The active admins decide on a source, and the active managers of its section (decisions.md, section 3). By id. */
export async function reviewersOf(db: Db, source: SourceKey): Promise<number[]> {
  const rows = await activeUsers(db)
    .select('id')
    .where((eb) =>
      eb.or([
        eb('role', '=', 'admin'),
        eb.and([
          eb('role', '=', 'gestionnaire'),
          eb(
            'id',
            'in',
            eb
              .selectFrom('section_membres')
              .select('user_id')
              .where('section_id', '=', source.section_id)
              .where('is_manager', '=', true),
          ),
        ]),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The active admins decide on a line of spelling, and whoever is active and manages a section. By id. */
export async function spellingDecidersOf(db: Db): Promise<number[]> {
  const managers = db.selectFrom('section_membres').select('user_id').where('is_manager', '=', true)
  const rows = await activeUsers(db)
    .select('id')
    .where((eb) =>
      eb.or([eb('role', '=', 'admin'), eb.and([eb('role', '=', 'gestionnaire'), eb('id', 'in', managers)])]),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Whoever is active and assigned to the source. By id. */
async function activeMembresOf(db: Db, sourceId: number): Promise<number[]> {
  const rows = await activeUsers(db)
    .innerJoin('source_membres', 'source_membres.user_id', 'users.id')
    .select('users.id')
    .where('source_id', '=', sourceId)
    .orderBy('users.id')
    .execute()
  return rows.map((row) => row.id)
}

/** This person as the rule of visibility wants it; undefined where the account is closed or gone. */
export async function activeReader(db: Db, userId: number): Promise<CurrentUser | undefined> {
  return activeUsers(db)
    .select(['id', 'name', 'email', 'role', 'must_change_password'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** Does this person see the source today? */
export async function sees(db: Db, user: CurrentUser, sourceId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sources')
    .select('id')
    .where('id', '=', sourceId)
    .where(visibleSources(user))
    .executeTakeFirst()
  return row !== undefined
}

/** A rejection is told to the active assigned members, and to the submitter while he or she is active and sees the source. */
export async function writersOf(db: Db, source: SourceKey, submitterId: number | undefined): Promise<number[]> {
  const ids = await activeMembresOf(db, source.id)
  if (submitterId === undefined || ids.includes(submitterId)) return ids
  const submitter = await activeReader(db, submitterId)
  return submitter && (await sees(db, submitter, source.id)) ? [...ids, submitterId] : ids
}

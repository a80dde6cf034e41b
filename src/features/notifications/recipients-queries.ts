import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
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

/**
 * Those who decide whether this person gets a register: the active managers of the section of its source or, for a line of the
 * inventory, of the sections in which the person enters acts; the active admins where there are none. By id, the person apart.
 */
export async function decidersOf(db: Db, source: SourceKey | null, userId: number): Promise<number[]> {
  const sections = db.selectFrom('section_membres').select('section_id')
  const theirs =
    source === null
      ? sections.where('user_id', '=', userId).where('is_reader', '=', false)
      : sections.where('section_id', '=', source.section_id)
  const rows = await activeUsers(db)
    .select('id')
    .where('role', '=', 'gestionnaire')
    .where('id', '!=', userId)
    .where((eb) =>
      eb(
        'id',
        'in',
        eb
          .selectFrom('section_membres')
          .select('user_id')
          .where('is_manager', '=', true)
          .where('section_id', 'in', theirs),
      ),
    )
    .orderBy('id')
    .execute()
  if (rows.length > 0) return rows.map((row) => row.id)
  return (await activeAdmins(db)).filter((id) => id !== userId)
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

/**
 * This person, where the site may write to him or her by itself today: the account is open, and no pause lasts. Links that somebody asks
 * for (a forgotten password) leave all the same.
 */
export async function mailable(db: Db, userId: number, now: Date): Promise<CurrentUser | undefined> {
  return activeUsers(db)
    .select(['id', 'name', 'email', 'role', 'must_change_password'])
    .where('id', '=', userId)
    .where(notAway(now))
    .executeTakeFirst()
}

/** Somebody in a pause gets no mail until its last day is over; `query.where(notAway(now))` with `users` in scope. */
export const notAway =
  (now: Date) =>
  (eb: ExpressionBuilder<Schema, 'users'>): ExpressionWrapper<Schema, 'users', SqlBool> =>
    eb.or([eb('users.pause_jusque', 'is', null), eb('users.pause_jusque', '<', now.toISOString().slice(0, 10))])

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

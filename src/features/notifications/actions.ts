import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import type { CurrentUser, Deps, SettingsStore } from '../../web/env.ts'
import { enqueue } from '../taches/actions.ts'
import { type AboutOf, kindNamed, kindsOf, NOTIFICATION_KINDS, type NotificationKind } from './kinds/index.ts'
import { isInSight } from './queries.ts'

/** The kind of the tasks that send the mail of a notification; payload `{ notification_id }`. */
export const MAIL_TASK = 'courriel'

export interface NotifyOptions {
  now: Date
  /** Mail is set up: whoever did not refuse it gets one too. */
  mails: boolean
}

interface Notifier extends Pick<Deps, 'clock'> {
  settings: Pick<SettingsStore, 'read'>
}

/** The options of this moment, for a request as for a background task. */
export const notifyOptions = ({ clock, settings }: Notifier): NotifyOptions => ({
  now: clock(),
  mails: settings.read().smtp !== null,
})

/**
 * Tells those whom this kind tells of it, in the transaction that makes it so. One notice for each person and thing, whatever
 * is called twice; the mails leave later, each by a task of its own.
 */
export async function notify<K extends NotificationKind>(
  trx: Db,
  name: K,
  about: AboutOf<K>,
  { now, mails }: NotifyOptions,
): Promise<void> {
  const kind = kindNamed(name)
  const userIds = await kind.recipients(trx, about)
  if (userIds.length === 0) return
  const { data, ...row } = kind.row(about)
  const notice = { ...row, kind: name, data: JSON.stringify(data), created_at: now.toISOString() }
  const made = await trx
    .insertInto('notifications')
    .values(userIds.map((user_id) => ({ ...notice, user_id, lue_at: null, courriel_at: null })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'user_id'])
    .execute()
  if (!mails || kind.isDaily || kind.hasOwnMails) return
  const refused = new Set(await refusersOf(trx, name, userIds))
  for (const { id, user_id } of made) {
    if (!refused.has(user_id)) await enqueue(trx, { kind: MAIL_TASK, payload: { notification_id: id } }, now)
  }
}

async function refusersOf(trx: Db, kind: NotificationKind, userIds: number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('courriels_refuses')
    .select('user_id')
    .where('kind', '=', kind)
    .where((eb) => dialectOf(trx).sql.inList(eb.ref('user_id'), userIds))
    .execute()
  return rows.map((row) => row.user_id)
}

/** Marks one as read. AppError `introuvable` where it is not this user's, or tells of a source no longer seen. */
export async function markRead(db: Db, user: CurrentUser, id: number, now: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set((eb) => ({ lue_at: eb.fn.coalesce('lue_at', eb.val(now)) }))
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .where(isInSight(db, user))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('introuvable', 'Cette notification n’existe pas.')
}

/** Whoever looks at what these notices tell of has read them: their keys begin with `prefix`. */
export async function markReadOf(
  db: Db,
  userId: number,
  { kind, prefix }: { kind: NotificationKind; prefix: string },
  now: string,
): Promise<void> {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'cle'])
    .where('user_id', '=', userId)
    .where('lue_at', 'is', null)
    .where('kind', '=', kind)
    .execute()
  const ids = rows.filter(({ cle }) => cle?.startsWith(prefix)).map(({ id }) => id)
  if (ids.length === 0) return
  await db
    .updateTable('notifications')
    .set({ lue_at: now })
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .execute()
}

/** Marks all of them as read. */
export async function markAllRead(db: Db, userId: number, now: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ lue_at: now })
    .where('user_id', '=', userId)
    .where('lue_at', 'is', null)
    .execute()
}

/** Keeps which mails a person wants, among those the role may get; others stay as they were. */
export async function chooseMails(db: Db, user: CurrentUser, wanted: readonly NotificationKind[]): Promise<void> {
  const kinds = kindsOf(user.role)
  const refused = NOTIFICATION_KINDS.filter((kind) => kinds.includes(kind) && !wanted.includes(kind))
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('courriels_refuses').where('user_id', '=', user.id).where('kind', 'in', kinds).execute()
    if (refused.length === 0) return
    await trx
      .insertInto('courriels_refuses')
      .values(refused.map((kind) => ({ user_id: user.id, kind })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

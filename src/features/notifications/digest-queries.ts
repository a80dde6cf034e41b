import type { Db } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { KINDS, NOTIFICATION_KINDS, type NotificationKind } from './kinds/index.ts'
import { isInSight, type MailSwitch } from './queries.ts'

/** The kinds whose mails leave together, once a day. */
const DAILY = NOTIFICATION_KINDS.filter((kind) => KINDS[kind].isDaily)

/** A mail tells no more of them by themselves; the rest is counted. */
export const MAX_TOLD = 20

/** Notices of daily kinds that nobody has read and no mail has told, later than `since`. */
const waiting = (db: Db, since: string) =>
  db
    .selectFrom('notifications')
    .where('notifications.kind', 'in', DAILY)
    .where('notifications.lue_at', 'is', null)
    .where('notifications.courriel_at', 'is', null)
    .where('notifications.created_at', '>', since)

/** Ids of the people who have such notices. */
export async function peopleToTell(db: Db, since: string): Promise<number[]> {
  const rows = await waiting(db, since).select('user_id').distinct().orderBy('user_id').execute()
  return rows.map((row) => row.user_id)
}

/** The notices of a person that a digest tells: those wanted, of sources that are still seen. */
export async function noticesToTell(db: Db, user: CurrentUser, switches: readonly MailSwitch[], since: string) {
  const wanted = switches.filter((one) => one.wanted && DAILY.includes(one.kind)).map(({ kind }) => kind)
  if (wanted.length === 0) return []
  const rows = await waiting(db, since)
    .leftJoin('sources', 'sources.id', 'notifications.source_id')
    .leftJoin('users', 'users.id', 'notifications.auteur_id')
    .select(['notifications.id', 'notifications.kind', 'notifications.source_id', 'cle', 'data'])
    .select(['sources.titre', 'users.name as auteur'])
    .$narrowType<{ kind: NotificationKind }>()
    .where('notifications.user_id', '=', user.id)
    .where('notifications.kind', 'in', wanted)
    .where(isInSight(db, user))
    .orderBy('notifications.id')
    .execute()
  return rows.map((row) => ({ ...row, titre: row.titre ?? row.data.titre ?? '' }))
}

export type ToldNotice = Awaited<ReturnType<typeof noticesToTell>>[number]

import type { ExpressionBuilder } from 'kysely'
import { dialectOf } from '../../db/dialect/index.ts'
import { prepared } from '../../db/prepared.ts'
import { type Db, type Schema, USER_ROLES } from '../../db/schema.ts'
import type { NoticeData } from '../../db/schema-notifications.ts'
import type { Badges, CurrentUser } from '../../web/env.ts'
import type { Paging } from '../../web/pagination.ts'
import { unreadCorrections } from '../corrections/queries.ts'
import { visibleSources } from '../droits/policy.ts'
import { AWAITED } from '../droits/status.ts'
import { kindsOf, NOTIFICATION_KINDS, type NotificationKind } from './kinds/index.ts'

/** A statement about persons. */
type UserExpression = ExpressionBuilder<Schema, 'users'>

/** The badge says « 99+ » beyond; counting further would cost for nothing. */
const COUNTED = 100

/** Tells of no source, or of one that this user sees; `notifications` is in scope. */
export const isInSight = (db: Db, user: CurrentUser) => (eb: ExpressionBuilder<Schema, 'notifications'>) =>
  eb.or([
    eb('notifications.source_id', 'is', null),
    eb('notifications.source_id', 'in', db.selectFrom('sources').select('sources.id').where(visibleSources(user))),
  ])

/** With the title of its source, else the one that it holds itself. */
const titled = <T extends { titre: string | null; data: NoticeData }>(row: T) => ({
  ...row,
  titre: row.titre ?? row.data.titre ?? '',
})

/** Those of this user that he or she may still see: what is hidden meanwhile is neither shown nor counted. */
const ownOf = (db: Db, user: CurrentUser) =>
  db
    .selectFrom('notifications')
    .where('notifications.user_id', '=', user.id)
    // A newer version may have left kinds that this one does not know.
    .where('notifications.kind', 'in', NOTIFICATION_KINDS)
    .where(isInSight(db, user))

/** Sources that wait for a decision, among those this user decides on (`canManageSource`, as a query). */
export function reviewable(db: Db, user: CurrentUser) {
  const waiting = db.selectFrom('sources').where('sources.status', 'in', AWAITED)
  return user.role === 'admin' ? waiting : waiting.where('sources.section_id', 'in', managedBy(db, user))
}

/** The sections in which this user decides; admins need none. The mark alone gives a member nothing. */
const managedBy = (db: Db, user: CurrentUser) =>
  db
    .selectFrom('section_membres')
    .innerJoin('users', 'users.id', 'section_membres.user_id')
    .select('section_id')
    .where('user_id', '=', user.id)
    .where('is_manager', '=', true)
    .where('users.role', '=', 'gestionnaire')

/** Unread ones of the person in scope that he or she may see (`ownOf`), counted so far and no further. */
function unreadOf(db: Db, { ref }: UserExpression) {
  const id = ref('users.id')
  const unread = db
    .selectFrom('notifications')
    .select('notifications.id')
    .where('notifications.user_id', '=', id)
    .where('lue_at', 'is', null)
    // The index of unread ones tells more than the kinds, which leave out hardly any.
    .where((eb) => eb(dialectOf(db).sql.metByMost(eb.ref('notifications.kind')), 'in', NOTIFICATION_KINDS))
    .where((eb) =>
      eb.or([
        eb('notifications.source_id', 'is', null),
        eb.exists(
          eb
            .selectFrom('sources')
            .select('sources.id')
            .whereRef('sources.id', '=', 'notifications.source_id')
            .where((e) =>
              e.or(USER_ROLES.map((role) => e.and([e(ref('users.role'), '=', role), visibleSources({ id, role })(e)]))),
            ),
        ),
      ]),
    )
    .limit(COUNTED)
    .as('unread')
  return db.selectFrom(unread).select((e) => e.fn.countAll<number>().as('n'))
}

/** Counts what waits for a decision of the person in scope (`reviewable`); null where he or she decides on none. */
function awaiting(db: Db, eb: UserExpression) {
  const waiting = db
    .selectFrom('sources')
    .where('sources.status', 'in', AWAITED)
    .select((e) => e.fn.countAll<number>().as('n'))
  const managed = db
    .selectFrom('section_membres')
    .select('section_id')
    .where('user_id', '=', eb.ref('users.id'))
    .where('is_manager', '=', true)
  return eb
    .case()
    .when('users.role', '=', 'admin')
    .then(waiting)
    .when(eb.and([eb('users.role', '=', 'gestionnaire'), eb.exists(managed)]))
    .then(waiting.where('sources.section_id', 'in', managed))
    .end()
}

/** The head of every page shows these; any statement about persons can ask for them as well. */
export const badgeColumns = (db: Db) => (eb: UserExpression) =>
  [
    unreadOf(db, eb).as('notifications'),
    unreadCorrections(db, eb).as('corrections'),
    awaiting(db, eb).as('a_valider'),
  ] as const

/** Reads what `badgeColumns` gave. */
export const readBadges = (row: { [name in keyof Badges]?: number | null | undefined }): Badges => ({
  notifications: row.notifications ?? 0,
  corrections: row.corrections ?? 0,
  a_valider: row.a_valider ?? undefined,
})

const badgesById = prepared((db, { id }: { id: number }) =>
  db.selectFrom('users').select(badgeColumns(db)).where('users.id', '=', id),
)

/** For the pages whose session was asked for without. */
export async function badgesOf(db: Db, user: Pick<CurrentUser, 'id'>): Promise<Badges> {
  const [row] = await badgesById(db, user, '')
  return readBadges(row ?? {})
}

/** A page of notifications, the unread ones first, then the newest. `auteur`: null where the account is gone. */
export async function listNotifications(
  db: Db,
  user: CurrentUser,
  { parPage, offset }: Pick<Paging, 'parPage' | 'offset'>,
) {
  const rows = await ownOf(db, user)
    .leftJoin('sources', 'sources.id', 'notifications.source_id')
    .leftJoin('users', 'users.id', 'notifications.auteur_id')
    .select([
      'notifications.id',
      'kind',
      'notifications.source_id',
      'cle',
      'data',
      'notifications.created_at',
      'lue_at',
    ])
    .select(['sources.titre', 'users.name as auteur'])
    .$narrowType<{ kind: NotificationKind }>()
    .orderBy((eb) => eb.case().when('lue_at', 'is', null).then(0).else(1).end())
    .orderBy('notifications.id', 'desc')
    .limit(parPage)
    .offset(offset)
    .execute()
  return rows.map(titled)
}

export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number]

/** How many there are, and how many of them are unread. */
export async function countNotifications(db: Db, user: CurrentUser): Promise<{ total: number; unread: number }> {
  return ownOf(db, user)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.count<number>(eb.case().when('lue_at', 'is', null).then(1).end()).as('unread'),
    ])
    .executeTakeFirstOrThrow()
}

export interface MailSwitch {
  kind: NotificationKind
  wanted: boolean
}

/** The mails this person may get, and whether he or she wants them. */
export async function mailSwitches(db: Db, user: Pick<CurrentUser, 'id' | 'role'>): Promise<MailSwitch[]> {
  const rows = await db.selectFrom('courriels_refuses').select('kind').where('user_id', '=', user.id).execute()
  const refused = new Set(rows.map((row) => row.kind))
  return kindsOf(user.role).map((kind) => ({ kind, wanted: !refused.has(kind) }))
}

/** Does this person want the mails of this kind, and may the role have them? */
export const wantsMail = async (
  db: Db,
  user: Pick<CurrentUser, 'id' | 'role'>,
  kind: NotificationKind,
): Promise<boolean> => (await mailSwitches(db, user)).some((one) => one.kind === kind && one.wanted)

/** A notification as its mail needs it; undefined where it is gone. */
export async function notificationToMail(db: Db, id: number) {
  const row = await db
    .selectFrom('notifications')
    .leftJoin('sources', 'sources.id', 'notifications.source_id')
    .leftJoin('sections', 'sections.id', 'sources.section_id')
    .leftJoin('users', 'users.id', 'notifications.auteur_id')
    .select([
      'notifications.id',
      'notifications.kind',
      'notifications.user_id',
      'notifications.source_id',
      'cle',
      'data',
    ])
    .select(['notifications.created_at', 'courriel_at', 'sources.titre', 'sources.nb_releves'])
    .select(['sections.nom as section', 'users.name as auteur'])
    .where('notifications.id', '=', id)
    .where('notifications.kind', 'in', NOTIFICATION_KINDS)
    .$narrowType<{ kind: NotificationKind }>()
    .executeTakeFirst()
  return row && titled(row)
}

export type NotificationToMail = NonNullable<Awaited<ReturnType<typeof notificationToMail>>>

/** To whom and about what these notifications are, by id; for the administrators' list of tasks. */
export async function describeNotifications(
  db: Db,
  ids: number[],
): Promise<Map<number, { to: string; titre: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .leftJoin('sources', 'sources.id', 'notifications.source_id')
    .select(['notifications.id', 'users.name as to', 'sources.titre', 'data'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('notifications.id'), ids))
    .execute()
  return new Map(rows.map(titled).map(({ id, to, titre }) => [id, { to, titre }]))
}

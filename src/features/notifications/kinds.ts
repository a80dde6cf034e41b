import type { UserRole } from '../../db/schema.ts'
import type { NotificationKind } from '../../db/schema-notifications.ts'

interface KindRow {
  /** The switch in the profile says this. */
  label: string
  /** Tells what happened, after the name of who did it. */
  verb: string
  /** Roles that may be told of it. */
  roles: readonly UserRole[]
  /** Where its link leads. */
  path(sourceId: number): string
}

/** Everything that differs between the kinds of notification, mails apart (mails.tsx). */
export const KINDS: Record<NotificationKind, KindRow> = {
  SourceAValider: {
    label: 'Une source est soumise à validation',
    verb: 'a soumis à validation la source',
    roles: ['admin', 'gestionnaire'],
    path: (id) => `/revue/${id}`,
  },
  SourceRejetee: {
    label: 'Une source que je relève est rejetée',
    verb: 'a rejeté la source',
    roles: ['admin', 'gestionnaire', 'membre'],
    path: (id) => `/sources/${id}`,
  },
}

/** The kinds that a role may be told of. */
export const kindsOf = (role: UserRole): NotificationKind[] =>
  (Object.keys(KINDS) as NotificationKind[]).filter((kind) => KINDS[kind].roles.includes(role))

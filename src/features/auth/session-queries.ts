import { dialectOf } from '../../db/dialect/index.ts'
import { prepared } from '../../db/prepared.ts'
import type { Badges } from '../../web/env.ts'
import { badgeColumns } from '../notifications/queries.ts'

/** The statement that looks a session up tells this beside it: nothing, the moment of the database, or the badges of a head as well. */
export type Beside = 'rien' | 'moment' | 'entete'

/** Both where they were asked. */
export interface Told {
  moment?: string
  badges?: Badges
}

const USER_COLUMNS = [
  ...(['users.id as user_id', 'name', 'email', 'role', 'is_active'] as const),
  ...(['must_change_password', 'totp_at', 'cle_at'] as const),
] as const

/** A session by its stored id, with its person. */
export const sessionBeside = prepared((db, { id }: { id: string }, beside: Beside) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...USER_COLUMNS, 'expires_at', 'user_agent', 'vue_at', 'prouve_at', 'sessions.created_at'])
    .$if(beside !== 'rien', (query) => query.select(dialectOf(db).sql.moment().as('moment')))
    .$if(beside === 'entete', (query) => query.select(badgeColumns(db)))
    .where('sessions.id', '=', id),
)

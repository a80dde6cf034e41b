import { type SelectQueryBuilder, sql } from 'kysely'
import { type Schema, USER_ROLES, type UserRole } from '../../db/schema.ts'
import { type Body, oneOf, shown } from '../../lib/body.ts'
import { loginKey } from '../../lib/login-key.ts'
import { caseKey } from '../../lib/text.ts'

export const USER_SORTS = ['name', 'email', 'role'] as const
export type UserSort = (typeof USER_SORTS)[number]

const STATUSES = ['active', 'inactive'] as const

export interface UserFilter {
  q: string
  role: UserRole | undefined
  status: (typeof STATUSES)[number] | undefined
  tri: UserSort
  ordre: 'asc' | 'desc'
}

const MAX_QUERY = 100

/** Reads the query of the list; what makes no sense filters nothing. */
export function readUserFilter(query: Body): UserFilter {
  return {
    q: shown(query, 'q')
      .normalize('NFC')
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, MAX_QUERY),
    role: USER_ROLES.find((role) => role === shown(query, 'role')),
    status: STATUSES.find((status) => status === shown(query, 'status')),
    tri: oneOf(USER_SORTS, shown(query, 'tri')),
    ordre: shown(query, 'ordre') === 'desc' ? 'desc' : 'asc',
  }
}

/** Signs that LIKE takes for wildcards stand for themselves. */
export const containing = (key: string): string => `%${key.replace(/[\\%_]/g, '\\$&')}%`

/** The filter as SQL, for the list, its count and its export. */
export function filterUsers<O>(query: SelectQueryBuilder<Schema, 'users', O>, { q, role, status }: UserFilter) {
  // Deleted accounts are nobody's colleagues any more.
  let filtered = query.where('users.supprime_at', 'is', null)
  if (q !== '') {
    const [named, typed] = [containing(loginKey(q)), containing(caseKey(q))]
    filtered = filtered.where(
      sql<boolean>`(users.name_key like ${named} escape '\\' or users.name_key like ${typed} escape '\\' or users.email_key like ${typed} escape '\\')`,
    )
  }
  if (role) filtered = filtered.where('users.role', '=', role)
  if (status) filtered = filtered.where('users.is_active', '=', status === 'active')
  return filtered
}

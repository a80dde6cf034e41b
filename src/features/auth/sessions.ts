import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia'
import type { Db, UserRole } from '../../db/schema.ts'
import { sha256Hex } from '../../lib/crypto.ts'

// The only module that knows lucia; its four functions are all that the rest sees (the exit is to write them by hand).
declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>
    UserId: number
    DatabaseSessionAttributes: SessionAttributes
    DatabaseUserAttributes: UserAttributes
  }
}

interface SessionAttributes {
  user_agent: string | null
}

interface UserAttributes {
  name: string
  email: string
  role: UserRole
  is_active: boolean
  must_change_password: boolean
}

export const SESSION_DAYS = 30

/** Only a hash of the session's secret is stored: a stolen copy of the database opens nothing. */
const stored = (secret: string): string => sha256Hex(secret)

const USER_COLUMNS = ['users.id as user_id', 'name', 'email', 'role', 'is_active', 'must_change_password'] as const

function opened() {
  const now = new Date(Date.now()).toISOString()
  return { created_at: now, vue_at: now, prouve_at: now }
}

function adapter(db: Db): Adapter {
  return {
    async getSessionAndUser(secret) {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select([...USER_COLUMNS, 'expires_at', 'user_agent'])
        .where('sessions.id', '=', stored(secret))
        .executeTakeFirst()
      if (!row) return [null, null]
      const { user_id, expires_at, user_agent, ...attributes } = row
      const session: DatabaseSession = {
        id: secret,
        userId: user_id,
        expiresAt: new Date(expires_at),
        attributes: { user_agent },
      }
      const user: DatabaseUser = { id: user_id, attributes }
      return [session, user]
    },
    async setSession({ id, userId, expiresAt, attributes }) {
      await db
        .insertInto('sessions')
        .values({
          id: stored(id),
          user_id: userId,
          expires_at: expiresAt.toISOString(),
          ...opened(),
          user_agent: attributes.user_agent,
        })
        .execute()
    },
    async updateSessionExpiration(secret, expiresAt) {
      await db
        .updateTable('sessions')
        .set({ expires_at: expiresAt.toISOString() })
        .where('id', '=', stored(secret))
        .execute()
    },
    async deleteSession(secret) {
      await db.deleteFrom('sessions').where('id', '=', stored(secret)).execute()
    },
    async deleteUserSessions(userId) {
      await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
    },
    async deleteExpiredSessions() {
      await db.deleteFrom('sessions').where('expires_at', '<', new Date(Date.now()).toISOString()).execute()
    },
    // Stored ids are hashes, which must never be handed back to invalidateSession: nobody calls this.
    getUserSessions: () => Promise.reject(new Error('sessions are listed by a query of their own')),
  }
}

const makers = new WeakMap<Db, Lucia<SessionAttributes, UserAttributes>>()

function luciaOf(db: Db): Lucia<SessionAttributes, UserAttributes> {
  let lucia = makers.get(db)
  if (!lucia) {
    lucia = new Lucia<SessionAttributes, UserAttributes>(adapter(db), {
      sessionExpiresIn: new TimeSpan(SESSION_DAYS, 'd'),
      getUserAttributes: (attributes) => attributes,
      getSessionAttributes: (attributes) => attributes,
    })
    makers.set(db, lucia)
  }
  return lucia
}

/** Opens a session; the secret goes into the cookie and is kept nowhere else. */
export async function createSession(db: Db, userId: number, userAgent: string | null): Promise<string> {
  const session = await luciaOf(db).createSession(userId, { user_agent: userAgent?.slice(0, 300) ?? null })
  return session.id
}

/** Who holds this secret, read anew from the database; undefined where it is unknown or over. `renewed`: send the cookie again. */
export async function validateSession(db: Db, secret: string) {
  const { user, session } = await luciaOf(db).validateSession(secret)
  return user && session ? { user, renewed: session.fresh } : undefined
}

export const revokeSession = (db: Db, secret: string): Promise<void> => luciaOf(db).invalidateSession(secret)

/** Ends every session of a person, every log-in that still awaits its PIN, every link that replaces the password. */
export async function revokeSessionsOf(db: Db, userId: number): Promise<void> {
  await luciaOf(db).invalidateUserSessions(userId)
  await db.deleteFrom('connexions').where('user_id', '=', userId).execute()
  await db.deleteFrom('jetons').where('user_id', '=', userId).where('usage', '=', 'mot_de_passe').execute()
}

export const purgeSessions = (db: Db): Promise<void> => luciaOf(db).deleteExpiredSessions()

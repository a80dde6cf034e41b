import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia'
import type { Db, UserRole } from '../../db/schema.ts'
import { sha256Hex } from '../../lib/crypto.ts'
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts'
import { readBadges } from '../notifications/queries.ts'
import { type Beside, sessionBeside, type Told } from './session-queries.ts'

// The only module that knows lucia; its four functions are all that the rest sees (the exit is to write them by hand).
declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes & Told, UserAttributes>
    UserId: number
    DatabaseSessionAttributes: SessionAttributes & Told
    DatabaseUserAttributes: UserAttributes
  }
}

interface SessionAttributes {
  user_agent: string | null
  /** ISO instant of the log-in. */
  created_at: string
  /** ISO instants: last request seen, password last shown. */
  vue_at: string | null
  prouve_at: string | null
}

interface UserAttributes {
  name: string
  email: string
  role: UserRole
  is_active: boolean
  must_change_password: boolean
  totp_at: string | null
  cle_at: string | null
}

/** A session ends when it was not used for so long, and after the second whatever happens. */
export const SESSION_DAYS = 30
/** A log-in further ahead was written by a wrong clock: its session opens nothing, nor is it deleted, for today’s may be the wrong one. */
const [LAST_DAYS, AHEAD_DAYS] = [90, 1]

/** Only a hash of the session's secret is stored: a stolen copy of the database opens nothing. */
const stored = (secret: string): string => sha256Hex(secret)

const isoNow = (days = 0): string => new Date(Date.now() + days * DAY_MS).toISOString()

/** Log-ins before this instant (ISO) have no session any more, however often it was used. */
const oldestLogIn = (): string => isoNow(-LAST_DAYS)

/**
 * The end of a session as lucia is told it. One that can be prolonged no more would be prolonged at each request of its last
 * fortnight: it looks new until it is over.
 */
function endOf({ expires_at, created_at }: { expires_at: string; created_at: string }): Date {
  const [end, last] = [Date.parse(expires_at), Date.parse(created_at) + LAST_DAYS * DAY_MS]
  if (end < last) return new Date(end)
  return new Date(last > Date.now() ? Date.now() + SESSION_DAYS * DAY_MS : last)
}

function adapter(db: Db, beside: Beside): Adapter {
  return {
    async getSessionAndUser(secret) {
      const [row] = await sessionBeside(db, { id: stored(secret) }, beside)
      if (!row || row.created_at > isoNow(AHEAD_DAYS)) return [null, null]
      const { user_id, expires_at, user_agent, created_at, vue_at, prouve_at, moment, ...rest } = row
      const { notifications, corrections, a_valider, ...attributes } = rest
      const badges = beside === 'entete' && { badges: readBadges({ notifications, corrections, a_valider }) }
      const session: DatabaseSession = {
        id: secret,
        userId: user_id,
        expiresAt: endOf({ expires_at, created_at }),
        attributes: { user_agent, created_at, vue_at, prouve_at, ...(moment !== undefined && { moment }), ...badges },
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
          ...attributes,
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
    deleteExpiredSessions: () => purgeSessions(db),
    // Stored ids are hashes, which must never be handed back to invalidateSession: nobody calls this.
    getUserSessions: () => Promise.reject(new Error('sessions are listed by a query of their own')),
  }
}

type Sessions = Lucia<SessionAttributes & Told, UserAttributes>

const makers = new WeakMap<Db, Map<Beside, Sessions>>()

function luciaOf(db: Db, beside: Beside = 'rien'): Sessions {
  const made = makers.get(db) ?? new Map<Beside, Sessions>()
  makers.set(db, made)
  let lucia = made.get(beside)
  if (!lucia) {
    lucia = new Lucia<SessionAttributes & Told, UserAttributes>(adapter(db, beside), {
      sessionExpiresIn: new TimeSpan(SESSION_DAYS, 'd'),
      getUserAttributes: (attributes) => attributes,
      getSessionAttributes: (attributes) => attributes,
    })
    made.set(beside, lucia)
  }
  return lucia
}

/** A session that goes on from another: the instant of its log-in (ISO), and whether the password was shown lately. */
export interface Continued {
  since: string
  isFresh: boolean
}

/** Opens a session; the secret goes into the cookie and is kept nowhere else. */
export async function createSession(
  db: Db,
  userId: number,
  userAgent: string | null,
  from?: Continued,
): Promise<string> {
  const now = isoNow()
  const attributes = {
    user_agent: userAgent?.slice(0, 300) ?? null,
    created_at: from?.since ?? now,
    vue_at: now,
    prouve_at: from && !from.isFresh ? null : now,
  }
  const session = await luciaOf(db).createSession(userId, attributes)
  return session.id
}

const PROOF_MS = HOUR_MS / 2

const isOlder = (instant: string | null, ms: number): boolean =>
  instant === null || Math.abs(Date.now() - Date.parse(instant)) > ms

/**
 * Reads the holder of this secret anew from the database; undefined where it is unknown or over. `renewed`: send the cookie again.
 * `isFresh`: the password was shown in it within the last half hour.
 */
export async function validateSession(db: Db, secret: string, beside: Beside = 'rien') {
  const { user, session } = await luciaOf(db, beside).validateSession(secret)
  if (!user || !session) return undefined
  return {
    user,
    since: session.created_at,
    renewed: session.fresh,
    isFresh: !isOlder(session.prouve_at, PROOF_MS),
    isSeenLongAgo: isOlder(session.vue_at, HOUR_MS),
    moment: session.moment,
    badges: session.badges,
  }
}

/** Whose session it is, with what tells the present password from others. */
export const holderOf = (db: Db, secret: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.password_hash'])
    .where('sessions.id', '=', stored(secret))
    .executeTakeFirst()

/** Notes that the session serves still, and that its person is there; called once an hour at most. */
export async function touchSession(db: Db, secret: string): Promise<void> {
  await db.updateTable('sessions').set({ vue_at: isoNow() }).where('id', '=', stored(secret)).execute()
  const today = isoNow().slice(0, 10)
  await db
    .updateTable('users')
    .set({ vu_le: today, inutilise_avis_at: null })
    .where('id', '=', (eb) => eb.selectFrom('sessions').select('user_id').where('id', '=', stored(secret)))
    .where((eb) => eb.or([eb('vu_le', 'is', null), eb('vu_le', '<', today)]))
    .execute()
}

/** Notes that the password was shown in the session just now. */
export const markProved = (db: Db, secret: string) =>
  db.updateTable('sessions').set({ prouve_at: isoNow() }).where('id', '=', stored(secret)).execute()

/** The page that lists sessions names them by so much of their hash: enough to tell one from the person's others. */
const REF_LENGTH = 16

/** The name of this secret's session: it tells nothing of the secret. */
export const sessionRef = (secret: string): string => stored(secret).slice(0, REF_LENGTH)

/** Is the session of this name (`sessionRef`) still open? */
export const isSessionOpen = async (db: Db, userId: number, ref: string): Promise<boolean> =>
  (await listSessions(db, userId, undefined)).some((session) => session.ref === ref)

/** The open sessions of a person, the last one seen first; `isCurrent`: the one of this secret. */
export async function listSessions(db: Db, userId: number, secret: string | undefined) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'vue_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', isoNow())
    .where((eb) => eb.between('created_at', oldestLogIn(), isoNow(AHEAD_DAYS)))
    .orderBy('vue_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  const current = secret === undefined ? '' : stored(secret)
  return rows.map(({ id, ...row }) => ({ ...row, ref: id.slice(0, REF_LENGTH), isCurrent: id === current }))
}

export type OpenSession = Awaited<ReturnType<typeof listSessions>>[number]

/** Ends one session of a person by its name in the list, or all but the one of `secret`. Returns how many ended. */
export async function endSessions(
  db: Db,
  userId: number,
  which: { ref: string } | { allBut: string | undefined },
): Promise<number> {
  const own = db.deleteFrom('sessions').where('user_id', '=', userId)
  const chosen =
    'ref' in which
      ? own.where((eb) => eb(eb.fn<string>('substr', ['id', eb.val(1), eb.val(REF_LENGTH)]), '=', which.ref))
      : own.where('id', '!=', which.allBut === undefined ? '' : stored(which.allBut))
  const { numDeletedRows } = await chosen.executeTakeFirst()
  return Number(numDeletedRows)
}

export const revokeSession = (db: Db, secret: string): Promise<void> => luciaOf(db).invalidateSession(secret)

/** Ends every session of a person, every log-in under way, what a key was to sign in them, every link that replaces the password. */
export async function revokeSessionsOf(db: Db, userId: number): Promise<void> {
  await luciaOf(db).invalidateUserSessions(userId)
  for (const table of ['connexions', 'defis_cles'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
  await db.deleteFrom('jetons').where('user_id', '=', userId).where('usage', '=', 'mot_de_passe').execute()
}

/** Removes sessions that are over. Hourly. */
export async function purgeSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<', isoNow()), eb('created_at', '<', oldestLogIn())]))
    .execute()
}

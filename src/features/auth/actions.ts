import type { Db } from '../../db/schema.ts'
import { accountLimit, addressLimit, countFailure, forgetTries, type Limit, waitOf } from './limits.ts'
import { inTurn, matchesHash } from './password.ts'
import { type Account, accountByLogin } from './queries.ts'
import { createSession } from './sessions.ts'

export const WRONG_CREDENTIALS = 'Ce nom d’utilisateur ou ce mot de passe n’est pas reconnu.'
export const INACTIVE_ACCOUNT = 'Ce compte est désactivé. Adressez-vous à un administrateur de votre association.'

/** What the log-in needs of the site. */
export interface LogInDeps {
  db: Db
  clock: () => Date
  secret: string
}

export interface Credentials {
  login: string
  password: string
  /** Address of the client, '' where it is not known; its browser. */
  address: string
  userAgent: string | null
}

/** `waitMs`: too many failures, and how long until the next try counts. */
export type LogIn = { ok: true; secret: string } | { ok: false; message: string } | { ok: false; waitMs: number }

type Checked = { matches: boolean } | { waitMs: number }

/** The limits are asked again when the turn has come: many tries at once must not all be hashed. */
async function check({ db, clock }: LogInDeps, account: Account | undefined, password: string, limits: Limit[]) {
  const refused = await waitOf(db, limits, clock())
  if (refused > 0) return { waitMs: refused }
  return inTurn(async (): Promise<Checked> => {
    const waitMs = await waitOf(db, limits, clock())
    if (waitMs > 0) return { waitMs }
    const matches = await matchesHash(account?.password_hash, password)
    if (!matches) for (const limit of limits) await countFailure(db, limit, clock())
    return { matches }
  })
}

/** Unknown account and wrong password cost the same time and get the same answer; only who knows the password learns more. */
export async function logIn(deps: LogInDeps, { login, password, address, userAgent }: Credentials): Promise<LogIn> {
  const { db, secret } = deps
  const account = await accountByLogin(db, login)
  const ownLimit = accountLimit(secret, account?.id, login)
  const checked = await check(deps, account, password, [ownLimit, ...addressLimit(address)])
  if ('waitMs' in checked) return { ok: false, waitMs: checked.waitMs }
  if (!account || !checked.matches) return { ok: false, message: WRONG_CREDENTIALS }
  await forgetTries(db, ownLimit)
  if (!account.is_active) return { ok: false, message: INACTIVE_ACCOUNT }
  return { ok: true, secret: await createSession(db, account.id, userAgent) }
}

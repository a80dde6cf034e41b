import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../../lib/errors.ts'
import { isCommonPassword, isMadeOfNames } from './common-passwords.ts'

/** OWASP's argon2id for small servers: 19 MiB, 2 passes, 1 lane. */
const ARGON2ID = 2
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 200

/**
 * By this process, of which PostgreSQL has two: a processor is left for other people's pages, and two of the four threads that
 * Node.js has for such work are left for their files and their compression.
 */
export const MAX_AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
const MAX_WAITING = 64
let running = 0
const waiting: (() => void)[] = []

const RETRY_SECONDS = 5

/** Tells whoever finds the queue full to come back (AppError `sature`). */
export function refuseWhenFull(): void {
  if (waiting.length >= MAX_WAITING)
    throw new AppError('sature', 'Trop de connexions à la fois. Réessayez dans quelques secondes.', {
      retryAfter: RETRY_SECONDS,
    })
}

/**
 * Few hashes at once: two hundred log-ins together must not take all the memory nor all the threads.
 * Throws as refuseWhenFull.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) {
    refuseWhenFull()
    await new Promise<void>((go) => waiting.push(go))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** PHC string of an argon2id hash. Some 50 ms of a thread. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST))

/** A hash of nothing known: an unknown account costs as long to refuse as a wrong password. */
const DUMMY = '$argon2id$v=19$m=19456,t=2,p=1$YR0LzHy99lbkk2lQG5E/dg$TFwxx2IvKRmDqe2bLKedKbeTVzgomED1dHYQVelb8JY'

/** Is it the password of this hash? False for an account without one. For a caller that has its turn (`inTurn`). */
export async function matchesHash(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isHash = passwordHash?.startsWith('$argon2') === true
  const matches = await verify(isHash ? passwordHash : DUMMY, password)
  return matches && isHash
}

export const verifyPassword = (passwordHash: string | undefined, password: string): Promise<boolean> =>
  inTurn(() => matchesHash(passwordHash, password))

/** Why a new password is refused, in French; undefined where it is good. `context`: login, e-mail, site name. */
export function passwordProblem(password: string, context: string[] = []): string | undefined {
  const length = [...password].length
  if (length < PASSWORD_MIN) return `Choisissez un mot de passe d’au moins ${PASSWORD_MIN} caractères.`
  if (length > PASSWORD_MAX) return `Ce mot de passe est trop long : ${PASSWORD_MAX} caractères au plus.`
  if (isCommonPassword(password)) return 'Ce mot de passe est trop courant : choisissez-en un autre.'
  if (isMadeOfNames(password, context))
    return 'Le mot de passe ne doit être ni le nom d’utilisateur, ni l’adresse, ni le nom du site, même suivis de chiffres.'
  return undefined
}

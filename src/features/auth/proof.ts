import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../web/env.ts'
import { countFailure, forgetTries, type Limit, proofLimit, waitInWords, waitOf } from './limits.ts'
import { inTurn, matchesHash } from './rules/password.ts'

type Checked = { matches: boolean } | { waitMs: number }

/**
 * Is it the password of this hash? Wrong ones count for `limits`, which are asked again when the turn has come: many tries at
 * once must not all be hashed.
 */
export async function checkPassword(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  hash: string | undefined,
  password: string,
  limits: Limit[],
): Promise<Checked> {
  const refused = await waitOf(db, limits, clock())
  if (refused > 0) return { waitMs: refused }
  return inTurn(async (): Promise<Checked> => {
    const waitMs = await waitOf(db, limits, clock())
    if (waitMs > 0) return { waitMs }
    const matches = await matchesHash(hash, password)
    if (!matches) for (const limit of limits) await countFailure(db, limit, clock())
    return { matches }
  })
}

/** `hash`: what the password was compared with. `message`: for the field it was typed in. */
export type Proof = { ok: true; hash: string } | { ok: false; message: string }

const hashOf = async (db: Db, userId: number): Promise<string | undefined> =>
  (await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst())?.password_hash

/**
 * The person of an open session shows the password once more, before what an unattended screen must not allow. Wrong ones wait
 * like those of the log-in, and count by themselves: what strangers try at the door is nothing to whoever is in.
 */
export async function provePassword(
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: number,
  password: string,
): Promise<Proof> {
  const { db } = deps
  const limit = proofLimit(userId)
  const hash = await hashOf(db, userId)
  const checked = await checkPassword(deps, hash, password, [limit])
  if ('waitMs' in checked) {
    const wait = waitInWords(checked.waitMs)
    return { ok: false, message: `Trop d’essais sans succès\u00a0: attendez ${wait} avant de recommencer.` }
  }
  if (!checked.matches || hash === undefined) return { ok: false, message: 'Ce n’est pas votre mot de passe actuel.' }
  await forgetTries(db, limit)
  return { ok: true, hash }
}

import type { Db } from '../../db/schema.ts'
import { vagueAddress } from '../../lib/network.ts'
import { browserInWords } from '../../lib/user-agent.ts'
import type { Deps } from '../../web/env.ts'
import type { Actor } from '../journal/actions.ts'
import { enqueueAccountMail } from './account-news.ts'
import { isKnownBrowser } from './rules/device.ts'

/** Where a log-in comes from. */
export interface From {
  by: Actor
  userAgent: string | null
  /** The cookie that tells in which accounts this browser was (device.ts). */
  appareil: string | undefined
}

/**
 * Writes the mail about a log-in from a browser in which the account never was. The first log-in of all is nobody else's: none is
 * written about it. Part of the transaction that opens the session.
 */
export async function tellOfBrowser(
  trx: Db,
  { secret, settings }: Pick<Deps, 'secret' | 'settings'>,
  userId: number,
  { by, userAgent, appareil }: From,
  now: Date,
): Promise<void> {
  const { smtp, avis_appareils } = settings.read()
  if (smtp === null || !avis_appareils) return
  const account = await trx
    .selectFrom('users')
    .select(['id', 'password_hash', 'entree_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (account.entree_at === null || isKnownBrowser(secret, appareil, account, now)) return
  const about = {
    navigateur: browserInWords(userAgent),
    adresse: vagueAddress(by.adresse ?? ''),
    le: now.toISOString(),
  }
  await enqueueAccountMail(trx, { sorte: 'appareil_nouveau', user_id: userId, ...about }, now)
}

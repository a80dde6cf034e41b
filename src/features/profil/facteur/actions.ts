import type { Saved } from '../../../db/saving.ts'
import { refuse, saving } from '../../../db/saving.ts'
import type { Db } from '../../../db/schema.ts'
import type { Deps } from '../../../web/env.ts'
import { enqueueAccountMail } from '../../auth/account-news.ts'
import { addFactor, dropFactor, firstRecoveryCodes, renewRecoveryCodes } from '../../auth/factor-actions.ts'
import { factorOf } from '../../auth/factor-queries.ts'
import { provePassword } from '../../auth/proof.ts'
import { hasOwnFactor } from '../../auth/rules/own-factor.ts'
import { storedCode } from '../../auth/rules/recovery-codes.ts'
import { acceptedStep } from '../../auth/rules/totp.ts'
import { record } from '../../journal/actions.ts'
import { userObject } from '../../users/actions/write.ts'
import type { Self } from '../actions.ts'
import { PROOFS } from './form.ts'

export type FactorDeps = Pick<Deps, 'db' | 'clock' | 'secret' | 'settings'>

const WRONG =
  'Ce code n’est pas le bon. Attendez le suivant, et vérifiez que votre téléphone règle son heure tout seul.'

/** The account has an application already: this form was sent twice, or from two windows. */
export const ALREADY =
  'Une application est déjà en place. Si vous n’avez pas gardé ses codes de secours, faites-en d’autres ci-dessous.'

/**
 * Gives the person the application whose secret this is, once a code of it shows that it works; that code is used up. Gives the recovery
 * codes, to be shown once, where these are the first; undefined where those of before stay good. The caller has seen the password.
 */
export async function setUpFactor(
  { db, clock, secret: key, settings }: FactorDeps,
  by: Self,
  { secret, code }: { secret: string; code: string },
): Promise<Saved<string[] | undefined>> {
  const now = clock()
  const step = acceptedStep(secret, code, now, null)
  if (step === undefined) return { ok: false, errors: { code: WRONG } }
  return saving(db, {}, async (trx) => {
    if (!(await addFactor(trx, key, { userId: by.id, secret, step }, now))) refuse({ '': ALREADY })
    const codes = await firstRecoveryCodes(trx, by.id, now)
    await record(trx, by, { action: 'facteur.ajout', ...userObject(by.id) }, now.toISOString())
    if (settings.read().smtp !== null) await enqueueAccountMail(trx, { sorte: 'facteur_ajoute', user_id: by.id }, now)
    return codes
  })
}

/** There is no application to make codes for, or to take off. */
export const NONE = 'Vous n’avez pas d’application d’authentification.'

/** New recovery codes in the place of all others, for who shows the password. */
export async function renewCodes(deps: FactorDeps, by: Self, password: string): Promise<Saved<string[]>> {
  const proof = await provePassword(deps, by.id, password)
  if (!proof.ok) return { ok: false, errors: { [PROOFS.codes]: proof.message } }
  const now = deps.clock()
  return saving(deps.db, {}, async (trx) => {
    if (!hasOwnFactor(await factorOf(trx, by.id))) refuse({ '': NONE })
    const codes = await renewRecoveryCodes(trx, by.id, now)
    await record(trx, by, { action: 'facteur.codes', ...userObject(by.id) }, now.toISOString())
    return codes
  })
}

/** Takes the application off, for who shows the password. */
export async function removeFactor(deps: FactorDeps, by: Self, password: string): Promise<Saved> {
  const { db, clock, settings } = deps
  const proof = await provePassword(deps, by.id, password)
  if (!proof.ok) return { ok: false, errors: { [PROOFS.retrait]: proof.message } }
  const now = clock()
  return saving(db, {}, async (trx) => {
    if (!(await dropFactor(trx, by.id))) refuse({ '': NONE })
    await record(trx, by, { action: 'facteur.retrait', ...userObject(by.id) }, now.toISOString())
    if (settings.read().smtp !== null)
      await enqueueAccountMail(trx, { sorte: 'facteur_retire', user_id: by.id, par: 'soi' }, now)
    return null
  })
}

/** Those of these recovery codes that are the person's and still good: no others are put into a file. */
export async function ownCodes(db: Db, userId: number, codes: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('codes_secours').select('id').where('user_id', '=', userId).execute()
  const known = new Set(rows.map(({ id }) => id))
  return codes.filter((code) => known.has(storedCode(userId, code)))
}

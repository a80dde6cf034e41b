import { refuse, type Saved, saving } from '../../../db/saving.ts'
import type { Db } from '../../../db/schema.ts'
import { enqueueAccountMail } from '../../auth/account-news.ts'
import { firstRecoveryCodes } from '../../auth/factor-actions.ts'
import { addKey, dropKeys, linkOfSession, MOST_KEYS, makeKey } from '../../auth/key-actions.ts'
import { provePassword } from '../../auth/proof.ts'
import type { NewKeyAnswer } from '../../auth/rules/key-answers.ts'
import type { KeySite } from '../../auth/rules/key-site.ts'
import { record } from '../../journal/actions.ts'
import { userObject } from '../../users/actions/write.ts'
import type { Self } from '../actions.ts'
import type { FactorDeps } from './actions.ts'
import { PROOFS } from './form.ts'

const REFUSED = {
  perime: 'Cette page était trop ancienne, ou a déjà servi\u00a0: ajoutez la clé de nouveau.',
  refusee: 'Cette clé d’accès n’a pas pu être vérifiée. Recommencez, ou prenez un autre appareil.',
  prise: 'Cette clé d’accès est déjà enregistrée.',
  assez: `Vous avez déjà ${MOST_KEYS} clés d’accès\u00a0: retirez-en une d’abord.`,
} as const

/**
 * Gives the person a key that its browser made on a page of this session. Gives the recovery codes, to be shown once, where these are the
 * first; undefined where those of before stay good. The caller has seen the password.
 */
export async function saveNewKey(
  deps: FactorDeps,
  by: Self,
  { answer, nom, site, session }: { answer: NewKeyAnswer; nom: string; site: KeySite; session: string },
): Promise<Saved<string[] | undefined>> {
  const { db, clock, settings } = deps
  const now = clock()
  // The challenge is used up whatever becomes of the rest.
  const made = await db
    .transaction()
    .execute((trx) => makeKey(trx, answer, site, { userId: by.id, lien: linkOfSession(session) }, now))
  if (typeof made === 'string') return { ok: false, errors: { '': REFUSED[made] } }
  return saving(db, {}, async (trx) => {
    const added = await addKey(trx, by.id, { ...made, nom }, now)
    if (added !== 'ajoutee') refuse({ '': REFUSED[added] })
    const codes = await firstRecoveryCodes(trx, by.id, now)
    await record(trx, by, { action: 'cle.ajout', ...userObject(by.id) }, now.toISOString())
    if (settings.read().smtp !== null)
      await enqueueAccountMail(trx, { sorte: 'facteur_ajoute', user_id: by.id, quoi: 'cle' }, now)
    return codes
  })
}

/** There is no such key, or none any more. */
export const NO_KEY = 'Cette clé d’accès n’est plus là.'

/** Calls a key of the person otherwise. False: there is none. */
export async function renameKey(db: Db, userId: number, id: number, nom: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cles_acces')
    .set({ nom })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes a key off, for who shows the password. */
export async function removeKey(deps: FactorDeps, by: Self, id: number, password: string): Promise<Saved> {
  const { db, clock, settings } = deps
  const proof = await provePassword(deps, by.id, password)
  if (!proof.ok) return { ok: false, errors: { [PROOFS.retrait]: proof.message } }
  const now = clock()
  return saving(db, {}, async (trx) => {
    if ((await dropKeys(trx, by.id, id)) === 0) refuse({ '': NO_KEY })
    await record(trx, by, { action: 'cle.retrait', ...userObject(by.id) }, now.toISOString())
    if (settings.read().smtp !== null)
      await enqueueAccountMail(trx, { sorte: 'facteur_retire', user_id: by.id, par: 'soi', quoi: 'cle' }, now)
    return null
  })
}

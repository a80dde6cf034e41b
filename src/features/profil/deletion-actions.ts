import { refuse, type Saved, saving } from '../../db/saving.ts'
import { provePassword } from '../auth/proof.ts'
import { eraseAccount } from '../users/actions/erase.ts'
import { changeableAccount } from '../users/rules/account-lock.ts'
import type { ProfilDeps, Self } from './actions.ts'

const LAST_ADMIN =
  'Vous êtes le dernier administrateur actif\u00a0: donnez d’abord ce rôle à quelqu’un d’autre, puis supprimez votre compte.'

/**
 * Erases the account of whoever shows its password (reliability.md T39, `eraseAccount`). The last active administrator is refused.
 */
export async function deleteAccount(deps: ProfilDeps, by: Self, password: string): Promise<Saved> {
  const { db, clock } = deps
  const { id } = by
  const proof = await provePassword(deps, id, password)
  if (!proof.ok) return { ok: false, errors: { actuel: proof.message } }
  const now = clock().toISOString()
  return saving(db, {}, async (trx) => {
    // People go of their own free will: nobody closes anybody's account here, but the rule of the last administrator holds.
    const { refusal } = await changeableAccount(trx, null, id, { is_active: false })
    if (refusal) refuse({ actuel: LAST_ADMIN })
    await eraseAccount(trx, { ...by, adresse: null }, id, now)
    return null
  })
}

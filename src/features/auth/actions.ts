import { record } from '../journal/actions.ts'
import { accountLimit, addressLimit, forgetTries } from './limits.ts'
import { checkPassword } from './proof.ts'
import { type Account, accountByLogin } from './queries.ts'
import { expiredTemporary, inactiveAccount, waitingAccount } from './rules/contact.ts'
import { knownDevice } from './rules/device.ts'
import { type RefusedFor, tellRefused } from './rules/refused.ts'
import { type Entering, type LogIn, type LogInDeps, secondStep } from './second-step.ts'

export const WRONG_CREDENTIALS = 'Ce nom d’utilisateur ou ce mot de passe n’est pas reconnu.'

export interface Credentials extends Entering {
  login: string
  password: string
}

const isExpired = ({ must_change_password, temporaire_jusque }: Account, now: string): boolean =>
  must_change_password && temporaire_jusque !== null && temporaire_jusque <= now

const accountObject = (account: Account | undefined) =>
  account ? ({ objet: 'user', objet_id: account.id } as const) : {}

/**
 * Unknown account and wrong password cost the same time and get the same answer; only who knows the password learns more.
 * The journal keeps each try that was hashed: those that have to wait are as many as an attacker likes.
 */
export async function logIn(deps: LogInDeps, { login, password, ...entering }: Credentials): Promise<LogIn> {
  const { db, secret, clock } = deps
  const { by } = entering
  const account = await accountByLogin(db, login)
  const device = account && knownDevice(secret, entering.appareil, account, clock())
  const ownLimit = accountLimit(secret, account?.id, login, device)
  const checked = await checkPassword(deps, account?.password_hash, password, [
    ownLimit,
    ...addressLimit(by.adresse ?? ''),
  ])
  const waits = (waitMs: number): LogIn => {
    tellRefused(deps.log, by.adresse, 'essais')
    return { step: 'attente', waitMs }
  }
  if ('waitMs' in checked) return waits(checked.waitMs)
  const now = clock().toISOString()
  const refuseLogIn = async (cause: RefusedFor, message: string) => {
    tellRefused(deps.log, by.adresse, cause)
    const entry = { action: 'connexion', resultat: 'refus', ...accountObject(account), detail: { cause } } as const
    await record(db, by, entry, now)
    return { step: 'refusee', message } as const
  }
  if (!account || !checked.matches) return refuseLogIn(account ? 'mot_de_passe' : 'inconnu', WRONG_CREDENTIALS)
  await forgetTries(db, ownLimit)
  const contact = deps.settings.read()
  if (account.demande_at !== null) return refuseLogIn('attente', waitingAccount(contact))
  if (!account.is_active) return refuseLogIn('inactif', inactiveAccount(contact))
  if (isExpired(account, now)) return refuseLogIn('temporaire', expiredTemporary(contact))
  const next = await secondStep(deps, { ...account, device }, entering)
  return next.step === 'attente' ? waits(next.waitMs) : next
}

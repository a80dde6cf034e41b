import type { IdentityProvider } from '../../../lib/identity-provider.ts'
import type { Deps } from '../../../web/env.ts'
import { record } from '../../journal/actions.ts'
import { identityText } from '../identity-actions.ts'
import { addressLimit, countFailure, waitOf } from '../limits.ts'
import { inactiveAccount, waitingAccount } from '../rules/contact.ts'
import { knownDevice } from '../rules/device.ts'
import { type RefusedFor, tellRefused } from '../rules/refused.ts'
import { type Entering, type LogIn, providerStep } from '../second-step.ts'
import type { Identity } from './provider-actions.ts'
import { accountByEmail, accountByIdentity } from './queries.ts'
import { REFUSALS } from './rules/refusals.ts'

type ProviderDeps = Pick<Deps, 'db' | 'clock' | 'secret' | 'settings' | 'log'>
type Account = NonNullable<Awaited<ReturnType<typeof accountByIdentity>>>

/** `cause`: for the log and the journal. */
interface Denial {
  cause: RefusedFor
  message: string
  account?: Account | undefined
}

/**
 * The account of an identity: the one that came in by it before, else the one whose address the provider has shown to be the person's. No
 * account is made. Where the site sends mail, the address has to be shown here too: nobody is led into an account that somebody else opened
 * in the name of that address.
 */
async function accountOf(
  { db, settings }: ProviderDeps,
  { emetteur, libelle }: IdentityProvider,
  { sujet, email }: Identity,
): Promise<Account | Denial> {
  const known = await accountByIdentity(db, emetteur, sujet)
  if (known) return known
  if (email === undefined) return { cause: 'fournisseur', message: REFUSALS.unverified(libelle) }
  const found = await accountByEmail(db, emetteur, email)
  if (!found) return { cause: 'fournisseur', message: REFUSALS.unknown(libelle, settings.read()) }
  if (found.other !== null) return { cause: 'fournisseur', message: REFUSALS.otherName(libelle), account: found }
  const isShown = found.email_verified_at !== null || settings.read().smtp === null
  return isShown ? found : { cause: 'fournisseur', message: REFUSALS.unshown(libelle), account: found }
}

function closedFor(account: Account, { settings }: ProviderDeps): Denial | undefined {
  const contact = settings.read()
  if (account.demande_at !== null) return { cause: 'attente', message: waitingAccount(contact), account }
  if (!account.is_active) return { cause: 'inactif', message: inactiveAccount(contact), account }
  return undefined
}

async function refuseLogIn(deps: ProviderDeps, { by }: Entering, { cause, message, account }: Denial): Promise<LogIn> {
  const { db, clock, log } = deps
  tellRefused(log, by.adresse, cause)
  for (const limit of addressLimit(by.adresse ?? '')) await countFailure(db, limit, clock())
  const object = account ? ({ objet: 'user', objet_id: account.id } as const) : {}
  const entry = { action: 'connexion', resultat: 'refus', ...object, detail: { cause } } as const
  await record(db, by, entry, clock().toISOString())
  return { step: 'refusee', message }
}

/** Comes in by what a provider says, as far as the second step of the account. */
export async function logInByProvider(
  deps: ProviderDeps,
  provider: IdentityProvider,
  identity: Identity,
  entering: Entering,
): Promise<LogIn> {
  const { db, clock, secret } = deps
  const waitMs = await waitOf(db, addressLimit(entering.by.adresse ?? ''), clock())
  if (waitMs > 0) return { step: 'attente', waitMs }
  const found = await accountOf(deps, provider, identity)
  if ('cause' in found) return refuseLogIn(deps, entering, found)
  const closed = closedFor(found, deps)
  if (closed) return refuseLogIn(deps, entering, closed)
  const device = knownDevice(secret, entering.appareil, found, clock())
  const identite = identityText(provider.emetteur, identity.sujet)
  return providerStep(deps, { ...found, device }, { ...entering, identite })
}

/** An answer of the provider that could not be believed, of whoever brought it: a try like a wrong password. */
export const refuseAnswer = (deps: ProviderDeps, entering: Entering, message: string): Promise<LogIn> =>
  refuseLogIn(deps, entering, { cause: 'fournisseur', message })

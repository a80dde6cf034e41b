import type { Context } from 'hono'
import { keyedDigest } from '../../lib/crypto.ts'
import type { IdentityProvider } from '../../lib/identity-provider.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, type FormErrors, rawOf, readBody, shown } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { page, seeOther } from '../../web/render.tsx'
import { tryProvider } from '../auth/fournisseur/provider-actions.ts'
import { backAddress } from '../auth/fournisseur/routes.tsx'
import { type Fault, faultOf } from '../auth/fournisseur/rules/faults.ts'
import { proofProblem } from '../auth/fresh.tsx'
import { providerTrialLimit, takeTurn, waitInWords } from '../auth/limits.ts'
import { role } from '../auth/session-guard.tsx'
import { record } from '../journal/actions.ts'
import { actorOf } from '../journal/actor.tsx'
import { parseProvider } from './provider-form.ts'
import {
  PROVIDER_SETTINGS_PATH,
  PROVIDER_TITLE,
  ProviderPage,
  REMOVE_PROVIDER_TITLE,
  RemoveProviderPage,
} from './views/provider.tsx'

/** Sets what people may come in by instead of a password; administrators only. */
export const providerSettingsRoutes = router()

providerSettingsRoutes.use(PROVIDER_SETTINGS_PATH, role('admin'))
providerSettingsRoutes.use(`${PROVIDER_SETTINGS_PATH}/*`, role('admin'))

const stateOf = (secret: string, provider: IdentityProvider | null): string =>
  keyedDigest(secret, 'fournisseur', JSON.stringify(provider))

/** The settings in force as their form would send them, without the secret. */
const rawOfProvider = (provider: IdentityProvider | null): Body => {
  const { secret: _, ...told } = provider ?? { secret: '', libelle: 'Nextcloud' }
  return rawOf(told)
}

interface RefusedForm {
  raw: Body
  errors: FormErrors
  status?: 409 | 422
}

function providerPage(c: Context<AppEnv>, refused?: RefusedForm) {
  const { settings, secret } = c.var.deps
  const { fournisseur, smtp } = settings.read()
  const props = {
    ...{ raw: refused?.raw ?? rawOfProvider(fournisseur), errors: refused?.errors ?? {} },
    ...{ etat: stateOf(secret, fournisseur), isSet: fournisseur !== null, hasMail: smtp !== null },
    ...{ isFresh: c.var.isFresh === true, back: backAddress(c) },
  }
  const status = refused ? (refused.status ?? 422) : 200
  const breadcrumb = [ADMINISTRATION, { href: '/parametres', label: 'Paramètres' }]
  return page(c, PROVIDER_TITLE, <ProviderPage {...props} />, { status, breadcrumb })
}

providerSettingsRoutes.get(PROVIDER_SETTINGS_PATH, (c) => providerPage(c))

const NOT_FOUND = 'Aucun fournisseur « OpenID Connect » n’a été trouvé à cette adresse.'

/** Each says what to look at, to who sets it up. */
const TRIAL: Partial<Record<Fault, string>> = {
  injoignable: 'Cette adresse ne répond pas, ou son certificat n’est pas valable. Vérifiez-la, puis recommencez.',
  interdite: 'Cette adresse est réservée\u00a0: aucun fournisseur ne s’y trouve.',
  panne: 'Le fournisseur a répondu par une erreur. Réessayez dans quelques minutes.',
  autre_emetteur:
    'Le fournisseur se donne une autre adresse que celle-ci\u00a0: recopiez celle que montrent ses réglages (« issuer »).',
}

/** Whether a provider answers there; the sentence for the field of its address otherwise. */
async function trialProblem(c: Context<AppEnv>, provider: IdentityProvider): Promise<string | undefined> {
  const waitMs = await takeTurn(c.var.deps.db, [providerTrialLimit], c.var.deps.clock())
  if (waitMs > 0) return `Dix essais par minute au plus\u00a0: attendez ${waitInWords(waitMs)}.`
  try {
    await tryProvider(provider)
    return undefined
  } catch (error) {
    return TRIAL[faultOf(error)] ?? NOT_FOUND
  }
}

const OVERTAKEN =
  'Un autre administrateur a changé ces réglages entre-temps. Enregistrez de nouveau pour y mettre ce que vous avez tapé.'

const recordChange = (c: Context<AppEnv>) =>
  record(
    c.var.deps.db,
    actorOf(c),
    { action: 'reglages', detail: { cles: ['fournisseur'] } },
    c.var.deps.clock().toISOString(),
  )

providerSettingsRoutes.post(PROVIDER_SETTINGS_PATH, async (c) => {
  const { settings, secret } = c.var.deps
  const raw = await readBody(c)
  const { fournisseur } = settings.read()
  const form = parseProvider(raw, fournisseur)
  if (!form.ok) return providerPage(c, { raw, errors: form.errors })
  const proof = await proofProblem(c, raw)
  if (proof !== undefined) return providerPage(c, { raw, errors: { preuve: proof } })
  const etat = shown(raw, 'etat')
  if (etat !== '' && etat !== stateOf(secret, fournisseur))
    return providerPage(c, { raw, errors: { '': OVERTAKEN }, status: 409 })
  const problem = await trialProblem(c, form.value)
  if (problem !== undefined) return providerPage(c, { raw, errors: { emetteur: problem } })
  await settings.save({ fournisseur: form.value })
  await recordChange(c)
  const done = 'Fournisseur enregistré\u00a0: il répond. Essayez la connexion dans une autre fenêtre.'
  return seeOther(c, PROVIDER_SETTINGS_PATH, done)
})

function removalPage(c: Context<AppEnv>, errors: FormErrors = {}) {
  const { fournisseur } = c.var.deps.settings.read()
  if (fournisseur === null) return seeOther(c, PROVIDER_SETTINGS_PATH, 'Aucun fournisseur n’est réglé.')
  const view = <RemoveProviderPage name={fournisseur.libelle} isFresh={c.var.isFresh === true} errors={errors} />
  const breadcrumb = [{ href: PROVIDER_SETTINGS_PATH, label: PROVIDER_TITLE }]
  return page(c, REMOVE_PROVIDER_TITLE, view, { status: errors.preuve === undefined ? 200 : 422, breadcrumb })
}

providerSettingsRoutes.get(`${PROVIDER_SETTINGS_PATH}/retrait`, (c) => removalPage(c))

providerSettingsRoutes.post(`${PROVIDER_SETTINGS_PATH}/retrait`, async (c) => {
  const { settings } = c.var.deps
  if (settings.read().fournisseur === null) return removalPage(c)
  const problem = await proofProblem(c, await readBody(c))
  if (problem !== undefined) return removalPage(c, { preuve: problem })
  await settings.save({ fournisseur: null })
  await recordChange(c)
  return seeOther(c, '/parametres', 'Fournisseur retiré\u00a0: la connexion se fait par mot de passe.')
})

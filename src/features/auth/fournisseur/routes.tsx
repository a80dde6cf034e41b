import type { Context } from 'hono'
import type { IdentityProvider } from '../../../lib/identity-provider.ts'
import { publicOrigin, safePath } from '../../../web/address.ts'
import { dropCookie, readCookie, writeCookie } from '../../../web/cookies.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { readQuery, shown } from '../../../web/form.ts'
import { seeOther } from '../../../web/render.tsx'
import { actorOf } from '../../journal/actor.tsx'
import { askForCode } from '../code-routes.tsx'
import { onceLimit, providerLimit, takeTurn, waitInWords } from '../limits.ts'
import type { Entering, LogIn } from '../second-step.ts'
import { deviceCookie } from '../session-guard.tsx'
import { enter } from '../welcome.tsx'
import { logInByProvider, refuseAnswer } from './actions.ts'
import { authorizationAddress, identityAt } from './provider-actions.ts'
import { faultInWords, faultOf } from './rules/faults.ts'
import { FLOW_MS, type Flow, newFlow, readFlow, sealFlow, spentKey } from './rules/flow.ts'
import { BACK_PATH, PROVIDER_PATH } from './rules/paths.ts'

const COOKIE = 'fournisseur'

/** Coming in by what a provider of the association says (OpenID Connect): there, and back. Both are links: a form may not lead away. */
export const providerRoutes = router()

/** The address that the provider has to know, to the letter. */
export const backAddress = (c: Context<AppEnv>): string => publicOrigin(c) + BACK_PATH

const refuse = (c: Context<AppEnv>, message: string) => seeOther(c, '/login', message, 'err')

const NONE = 'Ce site ne connaît pas d’autre connexion que le mot de passe.'
const PAUSED = 'Le site est en maintenance\u00a0: réessayez dans quelques minutes.'
const LOST = 'Cette connexion est terminée, ou a été commencée ailleurs\u00a0: recommencez.'
const tooMany = (waitMs: number) => `Trop d’essais\u00a0: attendez ${waitInWords(waitMs)} avant de recommencer.`

/** An administrator has to see what the person is not told. */
function told(c: Context<AppEnv>, { libelle }: IdentityProvider, error: unknown): string {
  const fault = faultOf(error)
  const reason = error instanceof Error ? error.message : String(error)
  const word = (error as { error?: unknown; code?: unknown }).error ?? (error as { code?: unknown }).code
  const log = fault === 'refus' ? 'info' : 'warn'
  c.var.deps.log[log]('the provider of identities let nobody in', { fault, reason, word: String(word ?? '') })
  return faultInWords(fault, libelle)
}

/** A log-in by the provider begins: not on a site that is being moved, and only so often from one address. */
async function obstacle(c: Context<AppEnv>, address: string): Promise<string | undefined> {
  if (c.var.isReadOnly) return PAUSED
  const { db, clock } = c.var.deps
  const waitMs = await takeTurn(db, providerLimit(address), clock())
  return waitMs > 0 ? tooMany(waitMs) : undefined
}

providerRoutes.get(PROVIDER_PATH, async (c) => {
  const { settings, secret, clock } = c.var.deps
  if (c.var.maybeUser) return seeOther(c, '/')
  const { fournisseur } = settings.read()
  if (fournisseur === null) return refuse(c, NONE)
  const stopped = await obstacle(c, actorOf(c).adresse ?? '')
  if (stopped !== undefined) return refuse(c, stopped)
  const flow = newFlow(fournisseur.emetteur, safePath(shown(readQuery(c), 'suite')), clock())
  try {
    const address = await authorizationAddress(fournisseur, flow, backAddress(c))
    writeCookie(c, COOKIE, sealFlow(secret, flow), FLOW_MS / 1000)
    return c.redirect(address, 303)
  } catch (error) {
    return refuse(c, told(c, fournisseur, error))
  }
})

/** The log-in that this browser began, once; undefined where there is none, or it came back before. */
async function flowOf(c: Context<AppEnv>, { emetteur }: IdentityProvider): Promise<Flow | undefined> {
  const { db, secret, clock } = c.var.deps
  const flow = readFlow(secret, readCookie(c, COOKIE), clock())
  dropCookie(c, COOKIE)
  if (!flow || flow.emetteur !== emetteur) return undefined
  const again = await takeTurn(db, [onceLimit(spentKey(flow), FLOW_MS)], clock())
  return again > 0 ? undefined : flow
}

async function logIn(c: Context<AppEnv>, provider: IdentityProvider, flow: Flow): Promise<LogIn> {
  const entering: Entering = {
    ...{ suite: flow.suite, by: actorOf(c), appareil: deviceCookie(c) },
    userAgent: c.req.header('user-agent') ?? null,
  }
  try {
    const { search } = new URL(c.req.url)
    const identity = await identityAt(provider, flow, backAddress(c) + search)
    return await logInByProvider(c.var.deps, provider, identity, entering)
  } catch (error) {
    const message = told(c, provider, error)
    return faultOf(error) === 'reponse' ? refuseAnswer(c.var.deps, entering, message) : { step: 'refusee', message }
  }
}

providerRoutes.get(BACK_PATH, async (c) => {
  const { fournisseur } = c.var.deps.settings.read()
  if (c.var.maybeUser) return seeOther(c, '/')
  if (fournisseur === null) return refuse(c, NONE)
  if (c.var.isReadOnly) return refuse(c, PAUSED)
  const flow = await flowOf(c, fournisseur)
  if (!flow) return refuse(c, LOST)
  const result = await logIn(c, fournisseur, flow)
  if (result.step === 'code') return askForCode(c, result.secret)
  if (result.step === 'ouverte') return enter(c, result.secret, flow.suite)
  return refuse(c, result.step === 'attente' ? tooMany(result.waitMs) : result.message)
})

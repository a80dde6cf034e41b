import type { Context } from 'hono'
import { safePath } from '../../../web/address.ts'
import { download } from '../../../web/download.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, type FormErrors, readBody, readQuery, shown } from '../../../web/form.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { type Refusal, shownForm } from '../../../web/saving.ts'
import { factorOf } from '../../auth/factor-queries.ts'
import { PROOF_FIELD, proofProblem } from '../../auth/fresh.tsx'
import { totpAddress } from '../../auth/rules/totp.ts'
import { actorOf } from '../../journal/actor.tsx'
import type { Self } from '../actions.ts'
import { NONE, ownCodes, removeFactor, renewCodes, setUpFactor } from './actions.ts'
import { PROOFS, parseConfirmation, parseProof } from './form.ts'
import { FACTOR_PATH } from './must-have.tsx'
import { FACTOR_TITLE } from './part-views.tsx'
import { needsFactor } from './policy.ts'
import { codesFile, codesIn } from './rules/codes-file.ts'
import { newOffer, type Offer, readOffer } from './rules/offer.ts'
import { CODES_TITLE, CodesPage, FactorPage, SetUpPage } from './views.tsx'

/** The application that makes the codes of one's log-ins, and the codes for when it is lost. */
export const factorRoutes = router()

const breadcrumb = [{ href: '/profil', label: 'Mon profil' }]

const selfOf = (c: Context<AppEnv>): Self => ({ ...actorOf(c), id: c.var.user.id })

const isNeeded = (c: Context<AppEnv>): boolean => needsFactor(c.var.user.role, c.var.deps.settings.read())

/** Where the person goes on afterwards: nobody is led back to this page. */
const suiteOf = (raw: Body): string => (shown(raw, 'suite') === '' ? '' : safePath(shown(raw, 'suite')))

/** A secret is on it: no cache keeps the page. */
function setUpPage(c: Context<AppEnv>, { secret, cle }: Offer, raw: Body, errors: FormErrors = {}) {
  const { user, deps, isFresh } = c.var
  c.header('Cache-Control', 'no-store')
  const address = totpAddress(secret, deps.settings.read().site_name, user.name)
  const form = { raw, errors, isFresh: isFresh === true, isNeeded: isNeeded(c), suite: suiteOf(raw) }
  const status = Object.keys(errors).length === 0 ? 200 : 422
  return page(c, FACTOR_TITLE, <SetUpPage {...{ secret, address, cle }} {...form} />, { status, breadcrumb })
}

async function factorPage(c: Context<AppEnv>, raw: Body, refusal?: Refusal) {
  const { db, secret: key, clock } = c.var.deps
  const { totp_at, codes } = await factorOf(db, c.var.user.id)
  if (totp_at === null && refusal) return seeOther(c, FACTOR_PATH, NONE, 'err')
  if (totp_at === null) return setUpPage(c, newOffer(key, c.var.user.id, clock()), raw)
  const { errors, status } = shownForm({}, refusal)
  const view = <FactorPage factor={{ totp_at, codes }} errors={errors} isNeeded={isNeeded(c)} />
  return page(c, FACTOR_TITLE, view, { status, breadcrumb })
}

function codesPage(c: Context<AppEnv>, codes: string[], isNew: boolean, suite: string) {
  c.header('Cache-Control', 'no-store')
  const props = { siteName: c.var.deps.settings.read().site_name, name: c.var.user.name, codes, isNew }
  return page(c, CODES_TITLE, <CodesPage {...props} suite={suite} />, { breadcrumb })
}

factorRoutes.get(FACTOR_PATH, (c) => factorPage(c, readQuery(c)))

factorRoutes.post(FACTOR_PATH, async (c) => {
  const { deps, user } = c.var
  const raw = await readBody(c)
  const offer = readOffer(deps.secret, user.id, shown(raw, 'cle'), deps.clock())
  if (!offer) return seeOther(c, FACTOR_PATH, 'Cette page était trop ancienne\u00a0: visez le nouveau dessin.', 'err')
  const form = parseConfirmation(raw)
  if (!form.ok) return setUpPage(c, offer, raw, form.errors)
  const problem = await proofProblem(c, raw)
  if (problem !== undefined) return setUpPage(c, offer, raw, { [PROOF_FIELD]: problem })
  const saved = await setUpFactor(deps, selfOf(c), { secret: offer.secret, code: form.value.code })
  if (saved.ok) return codesPage(c, saved.value, true, suiteOf(raw) || '/')
  const already = saved.errors['']
  return already === undefined ? setUpPage(c, offer, raw, saved.errors) : seeOther(c, FACTOR_PATH, already, 'err')
})

factorRoutes.post(`${FACTOR_PATH}/codes`, async (c) => {
  const raw = await readBody(c)
  const form = parseProof(raw, PROOFS.codes)
  if (!form.ok) return factorPage(c, {}, form)
  const renewed = await renewCodes(c.var.deps, selfOf(c), form.value)
  return renewed.ok ? codesPage(c, renewed.value, false, FACTOR_PATH) : refusedPage(c, renewed)
})

factorRoutes.post(`${FACTOR_PATH}/retrait`, async (c) => {
  const raw = await readBody(c)
  const form = parseProof(raw, PROOFS.retrait)
  if (!form.ok) return factorPage(c, {}, form)
  const removed = await removeFactor(c.var.deps, selfOf(c), form.value)
  if (!removed.ok) return refusedPage(c, removed)
  return seeOther(c, isNeeded(c) ? FACTOR_PATH : '/profil', 'L’application est retirée, ses codes ne servent plus.')
})

/** There is nothing to show errors beside where the application is gone. */
const refusedPage = (c: Context<AppEnv>, refusal: Refusal) => {
  const whole = refusal.errors['']
  return whole === undefined ? factorPage(c, {}, refusal) : seeOther(c, FACTOR_PATH, whole, 'err')
}

const TEXT_FILE = { extension: 'txt', mediaType: 'text/plain; charset=utf-8' }

async function* only(text: string): AsyncGenerator<string, void> {
  yield text
}

factorRoutes.post(`${FACTOR_PATH}/codes/fichier`, async (c) => {
  const { deps, user } = c.var
  const codes = await ownCodes(deps.db, user.id, codesIn(shown(await readBody(c), 'codes')))
  if (codes.length === 0) return seeOther(c, FACTOR_PATH, 'Ces codes ne servent plus\u00a0: faites-en d’autres.', 'err')
  const { site_name } = deps.settings.read()
  return download(c, `codes de secours ${site_name}`, TEXT_FILE, only(codesFile(site_name, user.name, codes)))
})

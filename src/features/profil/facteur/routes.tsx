import type { Context } from 'hono'
import { download } from '../../../web/download.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, type FormErrors, readBody, readQuery, shown } from '../../../web/form.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { type Refusal, shownForm } from '../../../web/saving.ts'
import { factorOf } from '../../auth/factor-queries.ts'
import { PROOF_FIELD, proofProblem } from '../../auth/fresh.tsx'
import { totpAddress } from '../../auth/rules/totp.ts'
import { NONE, ownCodes, removeFactor, renewCodes, setUpFactor } from './actions.ts'
import { codesPage, isNeeded, selfOf, suiteOf } from './answers.tsx'
import { PROOFS, parseConfirmation, parseProof } from './form.ts'
import { keysPage } from './keys-routes.tsx'
import { FACTOR_PATH } from './must-have.tsx'
import { FACTOR_TITLE } from './part-views.tsx'
import { codesFile, codesIn } from './rules/codes-file.ts'
import { newOffer, type Offer, readOffer } from './rules/offer.ts'
import { FactorPage, SetUpPage } from './views.tsx'

/** The application that makes the codes of one's log-ins, and the codes for when it is lost. */
export const factorRoutes = router()

const breadcrumb = [{ href: '/profil', label: 'Mon profil' }]

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
  const factor = await factorOf(db, c.var.user.id)
  const { totp_at } = factor
  if (totp_at === null && refusal)
    return factor.cle_at === null ? seeOther(c, FACTOR_PATH, NONE, 'err') : keysPage(c, refusal.errors)
  if (totp_at === null) return setUpPage(c, newOffer(key, c.var.user.id, clock()), raw)
  const { errors, status } = shownForm({}, refusal)
  const view = <FactorPage factor={{ ...factor, totp_at }} errors={errors} isNeeded={isNeeded(c)} />
  return page(c, FACTOR_TITLE, view, { status, breadcrumb })
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
  if (saved.ok) return inPlace(c, saved.value, suiteOf(raw) || '/')
  const already = saved.errors['']
  return already === undefined ? setUpPage(c, offer, raw, saved.errors) : seeOther(c, FACTOR_PATH, already, 'err')
})

/** Whoever had a key has its codes already. */
const inPlace = (c: Context<AppEnv>, codes: string[] | undefined, suite: string) =>
  codes
    ? codesPage(c, codes, 'L’application est en place.', suite)
    : seeOther(c, suite, 'L’application est en place. Vos codes de secours restent les mêmes.')

factorRoutes.post(`${FACTOR_PATH}/codes`, async (c) => {
  const raw = await readBody(c)
  const form = parseProof(raw, PROOFS.codes)
  if (!form.ok) return factorPage(c, {}, form)
  const renewed = await renewCodes(c.var.deps, selfOf(c), form.value)
  return renewed.ok ? codesPage(c, renewed.value, '', '/profil') : refusedPage(c, renewed)
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

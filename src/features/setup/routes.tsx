import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError } from '../../lib/errors.ts'
import { type ReadImage, readImage } from '../../lib/images/image.ts'
import { networkOf } from '../../lib/network.ts'
import { clientAddress } from '../../web/address.ts'
import { type AppEnv, type Deps, router } from '../../web/env.ts'
import { refusal } from '../../web/errors.tsx'
import { type Body, readBody, readQuery, shown } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Received, takesFile } from '../../web/upload.ts'
import { hashPassword } from '../auth/rules/password.ts'
import { MAX_LOGO_BYTES } from '../parametres/rules/logo.ts'
import { hasMarker } from '../presence/installation.ts'
import { BUSY, type Finished, finish, isFinishing } from './actions/finish.ts'
import { CLOSED } from './closed-routes.tsx'
import { parseAdmin, parseDatabase, parseSite } from './form.ts'
import { codeGuard } from './guard.tsx'
import { type Again, stepBody } from './pages.tsx'
import { dropLogo, keepLogo } from './rules/kept-logo.ts'
import { checkPrerequisites } from './rules/prerequisites.ts'
import type { DatabaseChoice, Progress } from './rules/progress.ts'
import { afterStep, furthest, LAST_STEP, stepToShow, titleOf } from './rules/steps.ts'
import { tryChoice, type Wizard } from './rules/wizard.ts'
import { INSTALLED_TITLE, InstalledPage } from './views/result.tsx'

const tooSoon = (c: Context<AppEnv>, wizard: Wizard) =>
  seeOther(c, `/setup?etape=${furthest(wizard.progress.read())}`, 'Terminez d’abord cette étape.', 'err')

function show(c: Context<AppEnv>, wizard: Wizard, step: number, again: Again = {}, status: ContentfulStatusCode = 200) {
  if (status === 429) c.header('Retry-After', '60')
  return page(c, titleOf(step), stepBody(wizard, step, again), status)
}

/** Stores the answer of a step and goes to the next. */
function next(c: Context<AppEnv>, wizard: Wizard, step: number, answer: Partial<Progress>) {
  wizard.progress.write({ ...answer, etape: afterStep(step, wizard.progress.read()) })
  return seeOther(c, `/setup?etape=${step + 1}`)
}

/** The database that the form names, or what is wrong with the form. DATABASE_URL leaves nothing to read. */
function chosen(wizard: Wizard, raw: Body): { choice: DatabaseChoice } | Again {
  if (wizard.databaseUrl) return { choice: { moteur: 'donnee' } }
  const form = parseDatabase(raw, wizard.progress.read())
  return form.ok ? { choice: form.value } : { raw, errors: form.errors }
}

async function postDatabase(c: Context<AppEnv>, wizard: Wizard) {
  const raw = await readBody(c)
  const form = chosen(wizard, raw)
  if (!('choice' in form)) return show(c, wizard, 2, form, 422)
  const outcome = await tryChoice(wizard, form.choice, networkOf(clientAddress(c)))
  if (outcome.ok) return next(c, wizard, 2, { database: form.choice })
  return show(c, wizard, 2, { raw, errors: { [outcome.field]: outcome.message } }, outcome.isTooOften ? 429 : 422)
}

/** Tries without going on: a page, or for htmx the part of it that says what happened. */
async function postTrial(c: Context<AppEnv>, wizard: Wizard) {
  const raw = await readBody(c)
  const form = chosen(wizard, raw)
  if (!('choice' in form)) {
    const text = Object.values(form.errors ?? {}).join(' ')
    return show(c, wizard, 2, { ...form, trial: { ok: false, text } }, 422)
  }
  const outcome = await tryChoice(wizard, form.choice, networkOf(clientAddress(c)))
  if (!outcome.ok) {
    const errors = wizard.databaseUrl ? {} : { [outcome.field]: outcome.message }
    return show(
      c,
      wizard,
      2,
      { raw, errors, trial: { ok: false, text: outcome.message } },
      outcome.isTooOften ? 429 : 422,
    )
  }
  if (form.choice.moteur === 'postgresql') wizard.progress.write({ essai: form.choice })
  return show(c, wizard, 2, { raw, trial: { ok: true, text: `La connexion fonctionne (version ${outcome.version}).` } })
}

/** The image that came with the form, written anew; what is wrong with it; or nothing, where none was chosen. */
async function imageOf(c: Context<AppEnv>, received: Received): Promise<ReadImage | undefined> {
  if (!received.ok) return { ok: false, message: received.message }
  const { file } = received
  if (!file) return undefined
  const path = join(uploadsOf(c.var.deps), file.fichier)
  const bytes = await readFile(path).finally(() => rm(path, { force: true }))
  return readImage(bytes)
}

/** Step 3. An image that is taken stays, even where something else of the form is refused: it need not be chosen again. */
async function takeSite(c: Context<AppEnv>, wizard: Wizard, received: Received) {
  const read = await imageOf(c, received)
  if (read?.ok) {
    keepLogo(wizard.storage, read.image)
    wizard.progress.write({ logo: read.image.kind })
  }
  const form = parseSite(received.fields, wizard.progress.read())
  const errors = { ...(form.ok ? {} : form.errors), ...(read?.ok === false ? { logo: read.message } : {}) }
  if (!form.ok || Object.keys(errors).length > 0)
    return show(c, wizard, 3, { raw: received.fields, errors }, received.ok ? 422 : received.status)
  const { site, courriel, dropsLogo } = form.value
  if (dropsLogo && !read) {
    wizard.progress.clear('logo')
    dropLogo(wizard.storage)
  }
  if (courriel === undefined) wizard.progress.clear('courriel')
  return next(c, wizard, 3, courriel === undefined ? { site } : { site, courriel })
}

const uploadsOf = ({ storage }: Pick<Deps, 'storage'>): string => join(storage, 'app', 'tmp')

const LOGO_LIMIT = { maxBytes: MAX_LOGO_BYTES, tooLarge: 'Cette image dépasse la taille permise (2 Mo).' }

const postSite = (wizard: Wizard) =>
  takesFile({
    before: () => stepToShow('3', wizard.progress.read()) === 3,
    folder: uploadsOf,
    limit: LOGO_LIMIT,
    async received(c, received, isItsTurn) {
      if (isItsTurn) return takeSite(c, wizard, received)
      if (received.ok && received.file) await rm(join(uploadsOf(c.var.deps), received.file.fichier), { force: true })
      return tooSoon(c, wizard)
    },
  })

async function postAdmin(c: Context<AppEnv>, wizard: Wizard) {
  const { admin, site } = wizard.progress.read()
  const form = parseAdmin(await readBody(c), site?.site_name ?? '', admin !== undefined)
  if (!form.ok) return show(c, wizard, 4, form, 422)
  const { name, email, password } = form.value
  const password_hash = password === undefined ? (admin?.password_hash ?? '') : await hashPassword(password)
  return next(c, wizard, 4, { admin: { name, email, password_hash } })
}

/** Why nothing was installed, in words, with the status that goes with it; anything unexpected goes on up. */
function refusedFinish(c: Context<AppEnv>, wizard: Wizard, error: unknown) {
  if (error instanceof AppError && error.code === 'interdit') throw error
  if (error instanceof AppError) return show(c, wizard, LAST_STEP, { error: error.message }, 409)
  wizard.log.error('installation failed', { error, requestId: c.var.requestId })
  // The database or the disk that step 2 saw is gone since, or full.
  const message = `L’installation n’a pas abouti : la base ou le dossier des données a répondu par une erreur. Vérifiez qu’il reste de la place, essayez de nouveau la base à l’étape 2, ou donnez cette référence à qui administre le serveur : ${c.var.requestId}.`
  return show(c, wizard, LAST_STEP, { error: message }, 503)
}

async function postFinish(c: Context<AppEnv>, wizard: Wizard) {
  const demo = shown(await readBody(c), 'demo') === '1'
  let finished: Finished
  try {
    finished = await finish(wizard, { demo })
  } catch (error) {
    return refusedFinish(c, wizard, error)
  }
  await wizard.onInstalled()
  const home = `${wizard.appUrl ?? finished.appUrl ?? ''}/login`
  return page(c, INSTALLED_TITLE, <InstalledPage finished={finished} version={wizard.version} home={home} />)
}

/** While the site is being installed the answers stand: the same button again waits for the same result, all else is told to. */
const whileFinishing =
  (wizard: Wizard): MiddlewareHandler<AppEnv> =>
  (c, go) => {
    if (!isFinishing(wizard.storage)) return go()
    if (c.req.method === 'POST' && c.req.path === '/setup/5') return postFinish(c, wizard)
    c.header('Retry-After', '5')
    return Promise.resolve(refusal(c, 503, BUSY))
  }

type Handler = (c: Context<AppEnv>, wizard: Wizard) => Response | Promise<Response>

function postPrerequisites(c: Context<AppEnv>, wizard: Wizard) {
  if (!checkPrerequisites(wizard.storage).every((check) => check.ok)) return show(c, wizard, 1, {}, 422)
  return next(c, wizard, 1, {})
}

/** A step whose predecessors are not done, or whose answer already stands, is sent to the one to be done. */
const inOrder = (wizard: Wizard, step: number, handler: Handler) => (c: Context<AppEnv>) => {
  const progress = wizard.progress.read()
  if (stepToShow(String(step), progress) === step) return handler(c, wizard)
  return tooSoon(c, wizard)
}

/** The five steps. Everything here needs the code, and nothing here answers once the site is installed. */
export function setupRoutes(wizard: Wizard) {
  const routes = router()
  const isOver = () => hasMarker(wizard.storage) && !isFinishing(wizard.storage)
  routes.use('/setup/*', (c, go) => (isOver() ? Promise.resolve(refusal(c, 403, CLOSED)) : go()))
  routes.use('/setup/*', codeGuard(wizard.code, wizard.codeTries), whileFinishing(wizard))
  routes.get('/setup', (c) => {
    const asked = shown(readQuery(c), 'etape')
    const step = stepToShow(asked, wizard.progress.read())
    return asked === String(step) || asked === '' ? show(c, wizard, step) : seeOther(c, `/setup?etape=${step}`)
  })
  routes.post('/setup/1', inOrder(wizard, 1, postPrerequisites))
  routes.post('/setup/2', inOrder(wizard, 2, postDatabase))
  routes.post('/setup/base/test', inOrder(wizard, 2, postTrial))
  routes.post('/setup/3', postSite(wizard))
  routes.post('/setup/4', inOrder(wizard, 4, postAdmin))
  routes.post('/setup/5', inOrder(wizard, LAST_STEP, postFinish))
  return routes
}

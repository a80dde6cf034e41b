import type { Context } from 'hono'
import { AppError } from '../../../lib/errors.ts'
import { browserInWords } from '../../../lib/user-agent.ts'
import { safePath } from '../../../web/address.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, type FormErrors, rawOf, readBody, readQuery, shown } from '../../../web/form.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { KEY_FIELD, NO_ANSWER } from '../../auth/code-form.ts'
import { factorOf } from '../../auth/factor-queries.ts'
import { proofAddress, provedLately } from '../../auth/fresh.tsx'
import { giveChallenge, linkOfSession } from '../../auth/key-actions.ts'
import { keysOf } from '../../auth/key-queries.ts'
import { keySiteOf } from '../../auth/key-site.tsx'
import { readNewKey } from '../../auth/rules/key-answers.ts'
import { creationOptions, handleOf } from '../../auth/rules/key-options.ts'
import { codesPage, isNeeded, selfOf, suiteOf } from './answers.tsx'
import { PROOFS, parseKeyName, parseProof } from './form.ts'
import { NO_KEY, removeKey, renameKey, saveNewKey } from './keys-actions.ts'
import { KEYS_TITLE, KeysPage, NEW_KEY_TITLE, NewKeyPage, OneKeyPage } from './keys-views.tsx'
import { FACTOR_PATH, KEYS_PATH, NEW_KEY_PATH } from './must-have.tsx'

/** The keys (passkeys) of a person. */
export const keysRoutes = router()

const breadcrumb = [{ href: '/profil', label: 'Mon profil' }]
const deeper = [...breadcrumb, { href: KEYS_PATH, label: KEYS_TITLE }]

const statusOf = (errors: FormErrors) => (Object.keys(errors).length === 0 ? 200 : 422)

export async function keysPage(c: Context<AppEnv>, errors: FormErrors = {}) {
  const { db } = c.var.deps
  const { id } = c.var.user
  const props = { keys: await keysOf(db, id), factor: await factorOf(db, id), site: keySiteOf(c), errors }
  return page(c, KEYS_TITLE, <KeysPage {...props} />, { status: statusOf(errors), breadcrumb })
}

keysRoutes.get(KEYS_PATH, (c) => keysPage(c))

const sessionOf = (c: Context<AppEnv>): string => {
  if (c.var.sessionId === undefined) throw new Error('a page of the profile without a session')
  return c.var.sessionId
}

/** Gives what the browser makes a key of, for one answer of this session, or why it cannot. */
async function newOffer(c: Context<AppEnv>) {
  const { db, clock, secret, settings } = c.var.deps
  const { id, name } = c.var.user
  const site = c.var.isReadOnly ? 'maintenance' : keySiteOf(c)
  if (typeof site !== 'object') return { obstacle: site }
  const challenge = await giveChallenge(db, { userId: id, lien: linkOfSession(sessionOf(c)) }, clock())
  const known = (await keysOf(db, id)).filter((key) => key.domaine === site.name)
  const person = { handle: handleOf(secret, id), name }
  return creationOptions({ site, siteName: settings.read().site_name, person, challenge, known })
}

/** Its challenge is good once: no cache keeps the page. */
async function newKeyPage(c: Context<AppEnv>, raw: Body, errors: FormErrors = {}) {
  c.header('Cache-Control', 'no-store')
  const offer = await newOffer(c)
  const suite = suiteOf(raw)
  const cancel = isNeeded(c) && c.var.hasFactor !== true ? FACTOR_PATH : KEYS_PATH
  const view = <NewKeyPage {...{ offer, raw, errors, suite, cancel }} />
  const scripts = typeof offer === 'string' ? { scripts: 'cle' as const } : {}
  return page(c, NEW_KEY_TITLE, view, { status: statusOf(errors), breadcrumb: deeper, ...scripts })
}

keysRoutes.get(NEW_KEY_PATH, provedLately, (c) =>
  newKeyPage(c, { ...rawOf({ nom: browserInWords(c.req.header('user-agent') ?? null) }), ...readQuery(c) }),
)

keysRoutes.post(NEW_KEY_PATH, async (c) => {
  const raw = await readBody(c)
  // The page stood open for longer than half an hour: its challenge is over as well.
  if (!c.var.isFresh) return seeOther(c, proofAddress(NEW_KEY_PATH))
  const form = parseKeyName(raw)
  if (!form.ok) return newKeyPage(c, raw, form.errors)
  const answer = readNewKey(shown(raw, KEY_FIELD))
  const site = keySiteOf(c)
  if (!answer || typeof site !== 'object') return newKeyPage(c, raw, { '': NO_ANSWER })
  const sent = { answer, nom: form.value.nom, site, session: sessionOf(c) }
  const saved = await saveNewKey(c.var.deps, selfOf(c), sent)
  if (!saved.ok) return newKeyPage(c, raw, saved.errors)
  const suite = suiteOf(raw)
  if (saved.value) return codesPage(c, saved.value, 'La clé d’accès est en place.', suite || KEYS_PATH)
  return seeOther(
    c,
    suite === '' ? KEYS_PATH : safePath(suite),
    'La clé d’accès est en place. Vos codes de secours restent les mêmes.',
  )
})

async function keyAt(c: Context<AppEnv>) {
  const found = (await keysOf(c.var.deps.db, c.var.user.id)).find(({ id }) => String(id) === c.req.param('id'))
  if (!found) throw new AppError('introuvable', NO_KEY)
  return found
}

async function oneKeyPage(c: Context<AppEnv>, raw?: Body, errors: FormErrors = {}) {
  const key = await keyAt(c)
  const { totp_at, cles } = await factorOf(c.var.deps.db, c.var.user.id)
  const props = { keyed: key, raw: raw ?? rawOf({ nom: key.nom }), errors, isLast: totp_at === null && cles === 1 }
  return page(c, key.nom, <OneKeyPage {...props} />, { status: statusOf(errors), breadcrumb: deeper })
}

keysRoutes.get(`${KEYS_PATH}/:id`, (c) => oneKeyPage(c))

keysRoutes.post(`${KEYS_PATH}/:id`, async (c) => {
  const { id } = await keyAt(c)
  const raw = await readBody(c)
  const form = parseKeyName(raw)
  if (!form.ok) return oneKeyPage(c, raw, form.errors)
  const isDone = await renameKey(c.var.deps.db, c.var.user.id, id, form.value.nom)
  return isDone ? seeOther(c, KEYS_PATH, 'Clé renommée.') : seeOther(c, KEYS_PATH, NO_KEY, 'err')
})

keysRoutes.post(`${KEYS_PATH}/:id/retrait`, async (c) => {
  const { id } = await keyAt(c)
  const form = parseProof(await readBody(c), PROOFS.retrait)
  if (!form.ok) return oneKeyPage(c, undefined, form.errors)
  const removed = await removeKey(c.var.deps, selfOf(c), id, form.value)
  if (removed.ok) return seeOther(c, KEYS_PATH, 'La clé d’accès est retirée.')
  const whole = removed.errors['']
  return whole === undefined ? oneKeyPage(c, undefined, removed.errors) : seeOther(c, KEYS_PATH, whole, 'err')
})

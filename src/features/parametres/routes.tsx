import type { Context } from 'hono'
import { type AppEnv, router, type Settings } from '../../web/env.ts'
import { type Body, type FormErrors, type Parsed, readBody, readQuery, refused, shown } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { proofProblem } from '../auth/fresh.tsx'
import { retryAfter, takeTurn, trialMailLimit, waitInWords } from '../auth/limits.ts'
import { role } from '../auth/session-guard.tsx'
import { record } from '../journal/actions.ts'
import { actorOf } from '../journal/actor.tsx'
import {
  parseAccueil,
  parseCarte,
  parseConnexion,
  parseDonnees,
  parseGeneral,
  parsePhotos,
  parseSmtp,
  parseUpdates,
} from './form.ts'
import { PATH, parametresPage, partPath } from './page.tsx'
import type { Block } from './rules/blocks.ts'
import { saveBlock } from './rules/blocks.ts'
import { messagerieOf } from './rules/messageries.ts'
import { tryMail } from './trial-routes.tsx'
import { TITLE } from './views/page.tsx'
import { REMOVE_SMTP_TITLE, RemoveSmtpPage } from './views/smtp.tsx'

/** The settings of the site; administrators only. */
export const parametresRoutes = router()

parametresRoutes.use(PATH, role('admin'))
parametresRoutes.use(`${PATH}/*`, role('admin'))

parametresRoutes.get(PATH, (c) => parametresPage(c, { messagerie: messagerieOf(shown(readQuery(c), 'messagerie')) }))

/** A line in the journal for the settings that changed: their names, never their values. */
export async function recordSettings(c: Context<AppEnv>, cles: string[]): Promise<void> {
  const { db, clock } = c.var.deps
  if (cles.length > 0) await record(db, actorOf(c), { action: 'reglages', detail: { cles } }, clock().toISOString())
}

interface Saving {
  block: Block
  raw: Body
  form: Parsed<Partial<Settings>>
  message: string
  /** The page shows this part first afterwards; without one its top. */
  part?: string
}

async function save(c: Context<AppEnv>, { block, raw, form, message, part }: Saving) {
  const { settings, secret } = c.var.deps
  if (!form.ok) return parametresPage(c, { refused: { block, raw, refusal: form } })
  const saved = await saveBlock(settings, secret, { block, etat: shown(raw, 'etat'), change: form.value })
  if (!saved.ok) return parametresPage(c, { refused: { block, raw, refusal: saved } })
  await recordSettings(c, saved.value)
  return seeOther(c, part === undefined ? PATH : partPath(part), message)
}

parametresRoutes.post(`${PATH}/general`, async (c) => {
  const raw = await readBody(c)
  return save(c, { block: 'general', raw, form: parseGeneral(raw), message: 'Réglages du site enregistrés.' })
})

parametresRoutes.post(`${PATH}/carte`, async (c) => {
  const raw = await readBody(c)
  return save(c, {
    block: 'carte',
    part: 'fond-de-carte',
    raw,
    form: parseCarte(raw),
    message: 'Fond de carte enregistré.',
  })
})

parametresRoutes.post(`${PATH}/accueil`, async (c) => {
  const raw = await readBody(c)
  return save(c, {
    block: 'accueil',
    part: 'accueil',
    raw,
    form: parseAccueil(raw),
    message: 'Page d’accueil enregistrée.',
  })
})

parametresRoutes.post(`${PATH}/donnees`, async (c) => {
  const raw = await readBody(c)
  const message = 'Données personnelles enregistrées.'
  return save(c, { block: 'donnees', part: 'donnees', raw, form: parseDonnees(raw), message })
})

parametresRoutes.post(`${PATH}/photos`, async (c) => {
  const raw = await readBody(c)
  const message = 'Place des photos enregistrée.'
  return save(c, { block: 'photos', part: 'photos', raw, form: parsePhotos(raw), message })
})

parametresRoutes.post(`${PATH}/smtp`, async (c) => {
  const raw = await readBody(c)
  const form = parseSmtp(raw, c.var.deps.settings.read().smtp)
  const problem = form.ok ? await proofProblem(c, raw) : undefined
  return save(c, {
    block: 'smtp',
    part: 'courriel',
    raw,
    form: problem === undefined ? form : refused(raw, { preuve: problem }),
    message: 'Serveur de courriel enregistré. Envoyez-vous un courriel d’essai.',
  })
})

/** An administrator without an application who switches the demand on is told so on the page where he or she is led next. */
const ASKED =
  'Réglages de connexion enregistrés. Un second facteur est maintenant exigé de vous aussi\u00a0: mettez le vôtre en place.'

parametresRoutes.post(`${PATH}/connexion`, async (c) => {
  const raw = await readBody(c)
  const form = parseConnexion(raw)
  const problem = form.ok ? await proofProblem(c, raw) : undefined
  const isCaught = form.ok && form.value.facteur_exige && c.var.hasFactor !== true
  return save(c, {
    block: 'connexion',
    part: 'connexion',
    raw,
    form: problem === undefined ? form : refused(raw, { preuve: problem }),
    message: isCaught ? ASKED : 'Réglages de connexion enregistrés.',
  })
})

function removalPage(c: Context<AppEnv>, errors: FormErrors = {}) {
  const { smtp } = c.var.deps.settings.read()
  if (smtp === null) return seeOther(c, PATH, 'Aucun serveur de courriel n’est configuré.')
  const view = <RemoveSmtpPage host={smtp.host} isFresh={c.var.isFresh === true} errors={errors} />
  const status = errors.preuve === undefined ? 200 : 422
  return page(c, REMOVE_SMTP_TITLE, view, { status, breadcrumb: [{ href: PATH, label: TITLE }] })
}

parametresRoutes.get(`${PATH}/smtp/supprimer`, (c) => removalPage(c))

parametresRoutes.post(`${PATH}/smtp/supprimer`, async (c) => {
  const { settings } = c.var.deps
  if (settings.read().smtp === null) return removalPage(c)
  const problem = await proofProblem(c, await readBody(c))
  if (problem !== undefined) return removalPage(c, { preuve: problem })
  await settings.save({ smtp: null })
  await recordSettings(c, ['smtp'])
  return seeOther(c, partPath('courriel'), 'Serveur de courriel retiré. La connexion ne demande plus de code.')
})

parametresRoutes.post(`${PATH}/smtp/test`, async (c) => {
  const { settings, db, clock, mailLimits } = c.var.deps
  const { smtp, site_name } = settings.read()
  if (smtp === null) {
    const text = 'Aucun serveur de courriel n’est configuré.'
    return parametresPage(c, { trial: { ok: false, text }, status: 422 })
  }
  const waitMs = await takeTurn(db, [trialMailLimit], clock())
  if (waitMs > 0) {
    c.header('Retry-After', retryAfter(waitMs))
    const text = `Cinq essais par minute au plus : attendez ${waitInWords(waitMs)}.`
    return parametresPage(c, { trial: { ok: false, text }, status: 429 })
  }
  const trial = await tryMail({ server: smtp, siteName: site_name, to: c.var.user, now: clock(), limits: mailLimits })
  return parametresPage(c, { trial, status: trial.ok ? 200 : 422 })
})

parametresRoutes.post(`${PATH}/updates`, async (c) => {
  const { settings } = c.var.deps
  const form = parseUpdates(await readBody(c))
  const update_check_enabled = form.ok && form.value.update_check_enabled
  const isNew = settings.read().update_check_enabled !== update_check_enabled
  await settings.save({ update_check_enabled })
  await recordSettings(c, isNew ? ['update_check_enabled'] : [])
  const message = update_check_enabled
    ? 'Le site cherchera chaque jour s’il existe une nouvelle version.'
    : 'Le site ne cherchera plus de nouvelle version.'
  return seeOther(c, PATH, message)
})

parametresRoutes.post(`${PATH}/fichier`, async (c) => {
  await c.var.deps.settings.save({ fichier_abime: '', fichier_repris: '' })
  return seeOther(c, PATH, 'C’est noté. Le fichier illisible reste sur le serveur.')
})

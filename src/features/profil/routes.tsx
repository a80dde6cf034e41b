import type { Context } from 'hono'
import { AppError } from '../../lib/errors.ts'
import { dayOf } from '../../lib/text.ts'
import { safePath } from '../../web/address.ts'
import { download } from '../../web/download.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, rawOf, readBody, readQuery, shown } from '../../web/form.ts'
import { roleLabel } from '../../web/navigation.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, shownForm } from '../../web/saving.ts'
import { factorOf } from '../auth/factor-queries.ts'
import { identitiesOf } from '../auth/fournisseur/queries.ts'
import { provedLately } from '../auth/fresh.tsx'
import { continueSession, endSession } from '../auth/session-guard.tsx'
import { endSessions, listSessions } from '../auth/sessions.ts'
import { welcome } from '../auth/welcome.tsx'
import { record } from '../journal/actions.ts'
import { actorOf } from '../journal/actor.tsx'
import { mailSwitches } from '../notifications/queries.ts'
import { setPause } from '../users/actions/state.ts'
import { sectionsOfUser } from '../users/queries.ts'
import { parsePause } from '../users/state-form.ts'
import { askForVerification, changePassword, type Self, saveNamed, saveProfil, unlinkIdentities } from './actions.ts'
import { deleteAccount } from './deletion-actions.ts'
import { parseDeletion, parseNamed, parsePasswordChange, parseProfil } from './form.ts'
import { UNLINK_PATH } from './identity-views.tsx'
import { PASSWORD_PATH } from './must-change.tsx'
import { ownData } from './own-data-queries.ts'
import { countOwn, ownAccount } from './queries.ts'
import { DELETION_PATH, DELETION_TITLE, DeletionPage } from './views/deletion.tsx'
import { PASSWORD_TITLE, PasswordPage } from './views/password.tsx'
import { ProfilPage, TITLE } from './views/profil.tsx'

export const profilRoutes = router()

const selfOf = (c: Context<AppEnv>): Self => ({ ...actorOf(c), id: c.var.user.id })

/** The whole profile; with the form as it was typed where it was refused. */
async function profilPage(
  c: Context<AppEnv>,
  typed?: Body,
  refusal?: Refusal,
  pause?: { raw: Body; refusal: Refusal },
) {
  const { db, settings } = c.var.deps
  const { user, sessionId } = c.var
  const { id: _, version, ...account } = await ownAccount(db, user.id)
  const { raw, errors, status } = shownForm(typed ?? rawOf({ name: account.name, email: account.email }), refusal)
  const held = shownForm(pause?.raw ?? rawOf({ jusque: account.pause_jusque }), pause?.refusal)
  const props = {
    account: { ...account, roleLabel: roleLabel(account.role) },
    raw: { ...raw, version: String(version) },
    errors,
    pause: { raw: held.raw, errors: held.errors },
    sections: await sectionsOfUser(db, user.id),
    mails: { switches: await mailSwitches(db, user), hasMail: settings.read().smtp !== null },
    factor: await factorOf(db, user.id),
    identity: { provider: settings.read().fournisseur?.libelle, identities: await identitiesOf(db, user.id) },
    sessions: await listSessions(db, user.id, sessionId),
    counts: await countOwn(db, user.id),
  }
  return page(c, TITLE, <ProfilPage {...props} />, pause ? held.status : status)
}

profilRoutes.get('/profil', (c) => profilPage(c))

const SAVED = {
  inchangee: 'Profil enregistré.',
  changee: 'Profil enregistré, avec votre nouvelle adresse.',
  courriel:
    'Un courriel vient de partir vers cette adresse\u00a0: elle sera la vôtre quand vous suivrez son lien, dans les deux jours.',
} as const

profilRoutes.post('/profil', async (c) => {
  const raw = await readBody(c)
  const form = parseProfil(raw)
  if (!form.ok) return profilPage(c, raw, form)
  const hasMail = c.var.deps.settings.read().smtp !== null
  const saved = await saveProfil(c.var.deps, selfOf(c), form.value, hasMail)
  if (!saved.ok) return profilPage(c, raw, saved)
  if (saved.value === 'changee') await continueSession(c, true)
  return seeOther(c, '/profil', SAVED[saved.value])
})

profilRoutes.post('/profil/pause', async (c) => {
  const { db, clock } = c.var.deps
  const now = clock().toISOString()
  const raw = await readBody(c)
  const form = parsePause(raw, dayOf(now))
  if (!form.ok) return profilPage(c, undefined, undefined, { raw, refusal: form })
  await setPause(db, actorOf(c), c.var.user.id, form.value.jusque, now)
  const done =
    form.value.jusque === null ? 'Vous n’êtes plus en pause.' : 'Bonne pause\u00a0: le site ne vous écrira pas.'
  return seeOther(c, '/profil', done)
})

profilRoutes.post('/profil/contributeur', async (c) => {
  const isNamed = parseNamed(await readBody(c))
  await saveNamed(c.var.deps, selfOf(c), isNamed)
  const done = isNamed
    ? 'Vous serez nommé parmi les contributeurs.'
    : 'Vous ne serez pas nommé parmi les contributeurs.'
  return seeOther(c, '/profil', done)
})

profilRoutes.post('/profil/verification', async (c) => {
  if (c.var.deps.settings.read().smtp === null)
    throw new AppError('conflit', 'Ce site n’envoie pas de courriels\u00a0: votre adresse ne peut pas être vérifiée.')
  const sent = await askForVerification(c.var.deps, selfOf(c))
  if (sent) return seeOther(c, '/profil', 'Un lien de vérification vient de partir vers votre adresse.')
  return seeOther(c, '/profil', 'Trop de liens ont été demandés\u00a0: réessayez dans une heure.', 'err')
})

profilRoutes.post(UNLINK_PATH, async (c) => {
  const n = await unlinkIdentities(c.var.deps, selfOf(c))
  return n === 0
    ? seeOther(c, '/profil', 'Votre compte n’est relié à aucun autre.', 'err')
    : seeOther(c, '/profil', 'Votre compte est délié\u00a0: votre mot de passe l’ouvre comme avant.')
})

profilRoutes.get(PASSWORD_PATH, (c) => passwordPage(c, readQuery(c)))

profilRoutes.post(PASSWORD_PATH, async (c) => {
  const { name, email, must_change_password } = c.var.user
  const raw = await readBody(c)
  const form = parsePasswordChange(raw, [name, email, c.var.deps.settings.read().site_name])
  if (!form.ok) return passwordPage(c, raw, form)
  const changed = await changePassword(c.var.deps, selfOf(c), form.value)
  if (!changed.ok) return passwordPage(c, raw, changed)
  await continueSession(c, true)
  if (!must_change_password) return seeOther(c, '/profil', 'Mot de passe changé.')
  const suite = safePath(shown(raw, 'suite'))
  return seeOther(c, suite, suite === '/' ? `Mot de passe changé. ${welcome(c, name)}` : 'Mot de passe changé.')
})

function passwordPage(c: Context<AppEnv>, raw: Body, refusal?: Refusal) {
  const { errors, status } = shownForm({}, refusal)
  const { name, must_change_password } = c.var.user
  const suite = shown(raw, 'suite')
  const view = <PasswordPage name={name} errors={errors} mustChange={must_change_password} suite={suite} />
  return page(c, PASSWORD_TITLE, view, status)
}

profilRoutes.post('/profil/sessions/fermer', async (c) => {
  const { db, clock } = c.var.deps
  const ref = shown(await readBody(c), 'session')
  const n = await endSessions(db, c.var.user.id, ref === '' ? { allBut: c.var.sessionId } : { ref })
  if (n > 0) await record(db, actorOf(c), { action: 'session.fin', detail: { sessions: n } }, clock().toISOString())
  if (n === 0) return seeOther(c, '/profil', 'Il n’y avait pas d’autre session à fermer.')
  return seeOther(c, '/profil', n === 1 ? 'Session fermée.' : 'Les autres sessions sont fermées.')
})

const JSON_FILE = { extension: 'json', mediaType: 'application/json; charset=utf-8' }

profilRoutes.get('/profil/donnees', provedLately, (c) => {
  const { db, clock, settings } = c.var.deps
  const about = { siteName: settings.read().site_name, now: clock(), secret: c.var.sessionId }
  return download(c, 'mes donnees', JSON_FILE, ownData(db, c.var.user, about))
})

async function deletionPage(c: Context<AppEnv>, refusal?: Refusal) {
  const { errors, status } = shownForm({}, refusal)
  const view = <DeletionPage counts={await countOwn(c.var.deps.db, c.var.user.id)} errors={errors} />
  return page(c, DELETION_TITLE, view, status)
}

profilRoutes.get(DELETION_PATH, (c) => deletionPage(c))

profilRoutes.post(DELETION_PATH, async (c) => {
  const form = parseDeletion(await readBody(c))
  if (!form.ok) return deletionPage(c, form)
  const deleted = await deleteAccount(c.var.deps, selfOf(c), form.value.actuel)
  if (!deleted.ok) return deletionPage(c, deleted)
  await endSession(c)
  c.header('Clear-Site-Data', '"cache"')
  return seeOther(c, '/login', 'Votre compte est supprimé. Merci pour tout ce que vous avez relevé.')
})

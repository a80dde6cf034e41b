import type { Context } from 'hono'
import { type AppEnv, router } from '../../web/env.ts'
import { type FormErrors, readBody } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { findLink } from '../auth/links.ts'
import { invitedAccount } from '../auth/queries.ts'
import { startSession } from '../auth/session-guard.tsx'
import { welcome } from '../auth/welcome.tsx'
import { actorOf } from '../journal/actor.tsx'
import { acceptInvitation } from './actions.ts'
import { parseNewPassword } from './form.ts'
import * as views from './views.tsx'

/** The link by which a new person chooses the password of the account that was made for it. Nobody needs a session here. */
export const invitationRoutes = router()

/** The address is a secret. */
const keepNowhere = (c: Context<AppEnv>) => c.header('Cache-Control', 'no-store')

/** The account of the link; undefined where the link is over, the password chosen already, or the account closed. */
async function invitedBy(c: Context<AppEnv>) {
  const { db, clock } = c.var.deps
  const link = await findLink(db, c.req.param('jeton') ?? '', clock())
  if (link?.usage !== 'invitation' || link.user_id === null) return undefined
  const account = await invitedAccount(db, link.user_id)
  return account && { link, account }
}

function invitationPage(c: Context<AppEnv>, name: string, errors?: FormErrors) {
  const siteName = c.var.deps.settings.read().site_name
  const view = <views.InvitationPage path={c.req.path} name={name} siteName={siteName} errors={errors ?? {}} />
  return page(c, views.INVITATION_TITLE, view, errors ? 422 : 200)
}

/** The account has an application, whose code comes after the password. */
const CHOSEN = 'Votre mot de passe est choisi. Connectez-vous\u00a0: le code de votre application vous sera demandé.'

function invitationOver(c: Context<AppEnv>) {
  const again =
    'Si vous avez déjà choisi votre mot de passe, connectez-vous. Sinon, demandez une autre invitation à la personne qui vous a ouvert ce compte.'
  return page(c, views.OVER_TITLE, <views.OverPage again={again} />, 404)
}

invitationRoutes.get('/invitation/:jeton', async (c) => {
  keepNowhere(c)
  const found = await invitedBy(c)
  return found ? invitationPage(c, found.account.name) : invitationOver(c)
})

invitationRoutes.post('/invitation/:jeton', async (c) => {
  keepNowhere(c)
  const found = await invitedBy(c)
  if (!found) return invitationOver(c)
  const { name, email } = found.account
  const form = parseNewPassword(await readBody(c), [name, email, c.var.deps.settings.read().site_name])
  if (!form.ok) return invitationPage(c, name, form.errors)
  const entering = { by: actorOf(c), userAgent: c.req.header('user-agent') ?? null }
  const accepted = await acceptInvitation(c.var.deps, entering, found.link, form.value.password)
  if (accepted === undefined) return invitationOver(c)
  if (accepted.step === 'connexion') return seeOther(c, '/login', CHOSEN)
  await startSession(c, accepted.secret)
  return seeOther(c, '/', welcome(c, name))
})

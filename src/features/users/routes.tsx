import type { Context } from 'hono'
import { randomToken } from '../../lib/crypto.ts'
import { ensure } from '../../lib/errors.ts'
import { dayOf } from '../../lib/text.ts'
import { safePath } from '../../web/address.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { asFields } from '../../web/filter.ts'
import { type Body, rawOf, readBody, readQuery, refused, shown } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { proofProblem } from '../auth/fresh.tsx'
import { continueSession, role } from '../auth/session-guard.tsx'
import { membershipValue } from '../droits/rules/memberships.ts'
import { actorOf } from '../journal/actor.tsx'
import { lotRoutes } from '../lots/list-routes.tsx'
import {
  PASSWORD_TITLE,
  REFUSE_TITLE,
  RefuseRequestPage,
  ResetPasswordPage,
  TemporaryPasswordPage,
} from './access-views.tsx'
import { addUser, resetPassword, setActive, updateUser } from './actions/accounts.ts'
import { inviteAgain } from './actions/invitations.ts'
import { refuseRequest } from './actions/requests.ts'
import { setMemberState } from './actions/state.ts'
import { eraseRoutes } from './erase-routes.tsx'
import { userFilter } from './filter-form.ts'
import { parseNewUser, parseUser } from './form.ts'
import { PATH, UsersPage } from './list-views.tsx'
import { usersLot } from './lots/kind.ts'
import { MembershipChoice } from './lots/views.tsx'
import {
  comingsOf,
  findUser,
  invitedUntil,
  listUsers,
  sectionChoices,
  sectionsOfUser,
  userIds,
  userNames,
} from './queries.ts'
import { isAway } from './rules/member-state.ts'
import { temporaryPassword } from './rules/temporary-password.ts'
import { parseState } from './state-form.ts'
import { STATE_TITLE, StatePage } from './state-views.tsx'
import { EditUserPage, NewUserPage } from './views.tsx'

const breadcrumb = [ADMINISTRATION, { href: PATH, label: 'Utilisateurs' }]

/** Mounted at /admin/utilisateurs; administrators only. */
export const usersRoutes = router()

usersRoutes.use(role('admin'))
usersRoutes.route('/', eraseRoutes)

usersRoutes.get('/', async (c) => {
  const query = readQuery(c)
  const [{ filter }, paging] = [userFilter.read(query), readPaging(query)]
  const list = await listUsers(c.var.deps.db, filter, paging)
  const exportUrl = (extension: string) => userFilter.address(`${PATH}/export/${extension}`, filter)({})
  const url = userFilter.address(PATH, filter, query)
  const many = { gestures: usersLot.actions, asked: asFields(userFilter.params(filter)) }
  const props = { ...list, ...many, filter, paging, url, exportUrl, selfId: c.var.user.id, today: today(c) }
  const view = <UsersPage {...props} />
  return page(c, 'Utilisateurs', view, { breadcrumb: [ADMINISTRATION] })
})

usersRoutes.route(
  '/lot',
  lotRoutes({
    kind: usersLot,
    async list(c, raw) {
      const { db } = c.var.deps
      const { filter } = userFilter.read(raw)
      return {
        back: userFilter.address(PATH, filter, raw)({}),
        breadcrumb,
        found: () => userIds(db, filter),
        names: (ids) => userNames(db, ids),
      }
    },
    fields: {
      section: async ({ db, raw }, errors) => (
        <MembershipChoice sections={await sectionChoices(db)} raw={raw} errors={errors} />
      ),
    },
  }),
)

usersRoutes.get('/nouveau', (c) => newPage(c, { _envoi: randomToken(), role: 'membre' }))

usersRoutes.post('/', async (c) => {
  const { db, settings } = c.var.deps
  const raw = await readBody(c)
  const form = parseNewUser(raw, settings.read().site_name)
  if (!form.ok) return newPage(c, raw, form)
  const problem = form.value.role === 'membre' ? undefined : await proofProblem(c, raw)
  if (problem !== undefined) return newPage(c, raw, refused(raw, { preuve: problem }))
  const password = form.value.password || temporaryPassword()
  const isInvited = form.value.password === '' && settings.read().smtp !== null
  const added = await addUser(db, actorOf(c), { ...form.value, password, isInvited }, sendingOf(c, raw))
  if (!added.ok) return newPage(c, raw, added)
  if (!added.value.isNew) return seeOther(c, PATH, ALREADY_SHOWN, 'err')
  return passwordPage(c, { ...form.value, isInvited }, password)
})

usersRoutes.get('/:id/modifier', async (c) => {
  const { db } = c.var.deps
  const { id, name, email, role: held, note, version } = await findUser(db, idParam(c))
  const sections = (await sectionsOfUser(db, id)).map((section) => membershipValue(section.id, section.kind))
  return editPage(c, id, { ...rawOf({ name, email, role: held, note, version }), sections })
})

usersRoutes.post('/:id', async (c) => {
  const { db, clock } = c.var.deps
  const id = idParam(c)
  const before = await findUser(db, id)
  const raw = await readBody(c)
  const form = parseUser(raw)
  if (!form.ok) return editPage(c, id, raw, form)
  // By the address a forgotten password is replaced.
  const isSafe = form.value.role === before.role && form.value.email === before.email
  const problem = isSafe ? undefined : await proofProblem(c, raw)
  if (problem !== undefined) return editPage(c, id, raw, refused(raw, { preuve: problem }))
  const updated = await updateUser(db, actorOf(c), id, { ...form.value, now: clock().toISOString() })
  if (!updated.ok) return editPage(c, id, raw, updated)
  // A change of the own address must not shut its author out.
  if (updated.value.sessionsEnded && id === c.var.user.id) await continueSession(c, true)
  return seeOther(c, PATH, 'Compte enregistré.')
})

usersRoutes.post('/:id/activer', async (c) => {
  const { db, clock } = c.var.deps
  await setActive(db, actorOf(c), idParam(c), true, clock().toISOString())
  return seeOther(c, await comeFrom(c), 'Compte activé.')
})

const today = (c: Context<AppEnv>): string => dayOf(c.var.deps.clock().toISOString())

function statePage(c: Context<AppEnv>, user: { id: number; name: string }, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  return page(c, STATE_TITLE, <StatePage user={user} {...form} />, { status, breadcrumb })
}

usersRoutes.get('/:id/presence', async (c) => {
  const user = await findUser(c.var.deps.db, idParam(c))
  const etat = user.is_active ? (isAway(user, today(c)) ? 'pause' : 'present') : (user.depart ?? 'parti')
  return statePage(c, user, rawOf({ etat, jusque: user.pause_jusque }))
})

usersRoutes.post('/:id/presence', async (c) => {
  const { db, clock } = c.var.deps
  const user = await findUser(db, idParam(c))
  const raw = await readBody(c)
  const form = parseState(raw, today(c))
  if (!form.ok) return statePage(c, user, raw, form)
  await setMemberState(db, actorOf(c), user.id, form.value, clock().toISOString())
  return seeOther(c, `${PATH}/${user.id}/modifier`, 'Présence enregistrée.')
})

usersRoutes.get('/:id/refuser', async (c) => {
  const user = await findUser(c.var.deps.db, idParam(c))
  if (user.demande_at === null) return seeOther(c, `${PATH}/${user.id}/modifier`)
  return page(c, REFUSE_TITLE, <RefuseRequestPage user={user} hasMail={c.var.deps.settings.read().smtp !== null} />, {
    breadcrumb,
  })
})

usersRoutes.post('/:id/refuser', async (c) => {
  const { db, clock, settings } = c.var.deps
  await refuseRequest(db, actorOf(c), idParam(c), clock(), settings.read().smtp !== null)
  return seeOther(c, PATH, 'Demande refusée.')
})

usersRoutes.post('/:id/desactiver', async (c) => {
  const { db, clock } = c.var.deps
  await setActive(db, actorOf(c), idParam(c), false, clock().toISOString())
  return seeOther(c, await comeFrom(c), 'Compte désactivé.')
})

usersRoutes.post('/:id/invitation', async (c) => {
  const { db, clock, settings } = c.var.deps
  const { id, name } = await findUser(db, idParam(c))
  const path = `${PATH}/${id}/modifier`
  if (settings.read().smtp === null) return seeOther(c, path, NO_MAIL, 'err')
  const n = await inviteAgain(db, actorOf(c), [id], clock())
  if (n === 0) return seeOther(c, path, `${name} a déjà choisi son mot de passe, ou son compte est désactivé.`, 'err')
  return seeOther(c, path, 'Une invitation part par courriel\u00a0; celle d’avant ne sert plus.')
})

usersRoutes.post('/:id/mot-de-passe', async (c) => {
  const { db } = c.var.deps
  const user = await findUser(db, idParam(c))
  ensure(user.id !== c.var.user.id, 'Votre propre mot de passe se change dans votre profil.')
  const raw = await readBody(c)
  const problem = await proofProblem(c, raw)
  if (problem !== undefined) return resetPage(c, user, raw, problem)
  const password = temporaryPassword()
  const isNew = await resetPassword(db, actorOf(c), { id: user.id, password }, sendingOf(c, raw))
  return isNew ? passwordPage(c, { ...user, isInvited: false }, password) : seeOther(c, PATH, ALREADY_SHOWN, 'err')
})

export const NO_MAIL =
  'Ce site n’envoie pas de courriels\u00a0: donnez plutôt un mot de passe temporaire, ou réglez l’envoi dans les paramètres.'

const ALREADY_SHOWN =
  'Ce mot de passe temporaire a déjà été montré une fois. S’il est perdu, donnez-en un autre depuis la page du compte.'

/** The list or the page of the account, whichever the button stood on. */
async function comeFrom(c: Context<AppEnv>): Promise<string> {
  const path = safePath(shown(await readBody(c), 'retour'))
  return path.startsWith(PATH) ? path : PATH
}

function passwordPage(c: Context<AppEnv>, user: { name: string; email: string; isInvited: boolean }, password: string) {
  c.header('Cache-Control', 'no-store')
  return page(c, PASSWORD_TITLE, <TemporaryPasswordPage user={user} password={password} />, { breadcrumb })
}

/** In a session of long ago the button asks for the password of who pressed it first. */
function resetPage(c: Context<AppEnv>, user: { id: number; name: string }, raw: Body, problem: string) {
  const view = <ResetPasswordPage user={user} jeton={shown(raw, '_envoi')} error={problem} />
  return page(c, PASSWORD_TITLE, view, { status: 422, breadcrumb })
}

/** The view never shows the password that was typed. */
async function newPage(c: Context<AppEnv>, raw: Body, refusal?: Refusal) {
  const { status, ...typed } = shownForm(raw, refusal)
  const form = { ...typed, sections: await sectionChoices(c.var.deps.db), isFresh: c.var.isFresh === true }
  const hasMail = c.var.deps.settings.read().smtp !== null
  const view = <NewUserPage {...form} hasMail={hasMail} jeton={shown(raw, '_envoi')} />
  return page(c, 'Nouvel utilisateur', view, { status, breadcrumb })
}

async function editPage(c: Context<AppEnv>, id: number, raw: Body, refusal?: Refusal) {
  const { db, clock, settings } = c.var.deps
  const { status, ...typed } = shownForm(raw, refusal)
  const user = await findUser(db, id)
  const until = user.must_change_password ? await invitedUntil(db, id, clock()) : undefined
  const invitation = { hasMail: settings.read().smtp !== null, until }
  const form = { ...typed, sections: await sectionChoices(db), isFresh: c.var.isFresh === true }
  const comings = await comingsOf(db, id)
  const access = { user, invitation, comings, isSelf: id === c.var.user.id, jeton: randomToken() }
  const view = <EditUserPage {...form} {...access} />
  return page(c, 'Modifier le compte', view, { status, breadcrumb })
}

import type { Context } from 'hono'
import { randomToken } from '../../lib/crypto.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, optionalId, readBody, readQuery, shown } from '../../web/form.ts'
import { listUrl, readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { actorOf } from '../journal/actor.tsx'
import { PASSWORD_TITLE, TemporaryPasswordPage } from '../users/access-views.tsx'
import { addUser } from '../users/actions/accounts.ts'
import { temporaryPassword } from '../users/rules/temporary-password.ts'
import { addPerson, type Manager, removePerson } from './people-actions.ts'
import { parseAdded, parseInvited } from './people-form.ts'
import { PeoplePage, peoplePath, peopleTitle } from './people-views.tsx'
import { findManagedSection } from './policy.ts'
import { peopleOf } from './section-queries.ts'

/** Mounted at /sections: the people of a section, for who manages it. */
export const peopleRoutes = router()

const breadcrumb = [{ href: '/', label: 'Tableau de bord' }]

const managerOf = (c: Context<AppEnv>): Manager => ({
  user: c.var.user,
  by: actorOf(c),
  now: c.var.deps.clock().toISOString(),
})

const sectionOf = (c: Context<AppEnv>) => findManagedSection(c.var.deps.db, c.var.user, idParam(c))

/** One of the two forms as it was typed, where it was refused. */
interface Typed {
  form: 'add' | 'invite'
  raw: Body
  refusal: Refusal
}

async function peoplePage(c: Context<AppEnv>, section: { id: number; nom: string }, typed?: Typed) {
  const { db, settings, clock } = c.var.deps
  const mois = clock().toISOString().slice(0, 7)
  const [query, all] = [readQuery(c), await peopleOf(db, section.id, mois)]
  const paging = readPaging(query)
  const { status, raw, errors } = shownForm(typed?.raw ?? {}, typed?.refusal)
  const stateOf = (form: Typed['form']) => (typed?.form === form ? { raw, errors } : { raw: {}, errors: {} })
  const props = {
    people: all.slice(paging.offset, paging.offset + paging.parPage),
    total: all.length,
    href: (n: number) => listUrl(peoplePath(section.id), query, { page: n }),
    hasMail: settings.read().smtp !== null,
    add: stateOf('add'),
    invite: { ...stateOf('invite'), jeton: shown(raw, '_envoi') || randomToken() },
  }
  return page(c, peopleTitle(section.nom), <PeoplePage {...{ section, paging, ...props }} />, { status, breadcrumb })
}

peopleRoutes.get('/:id/personnes', async (c) => peoplePage(c, await sectionOf(c)))

peopleRoutes.post('/:id/personnes', async (c) => {
  const section = await sectionOf(c)
  const raw = await readBody(c)
  const form = parseAdded(raw)
  if (!form.ok) return peoplePage(c, section, { form: 'add', raw, refusal: form })
  const added = await addPerson(c.var.deps.db, managerOf(c), section.id, form.value)
  if (!added.ok) return peoplePage(c, section, { form: 'add', raw, refusal: added })
  return seeOther(c, peoplePath(section.id), `${added.value} est dans la section, en ${form.value.droit}.`)
})

peopleRoutes.post('/:id/personnes/retirer', async (c) => {
  const section = await sectionOf(c)
  const userId = optionalId.safeParse(shown(await readBody(c), 'membre')).data ?? 0
  const removed = await removePerson(c.var.deps.db, managerOf(c), { userId, sectionId: section.id })
  if (!removed.ok) return seeOther(c, peoplePath(section.id), removed.errors.personne, 'err')
  if (!removed.value) return seeOther(c, peoplePath(section.id), 'Cette personne n’est plus dans la section.', 'err')
  return seeOther(c, peoplePath(section.id), 'Personne retirée de la section. Son compte reste.')
})

peopleRoutes.post('/:id/invitations', async (c) => {
  const { db, settings } = c.var.deps
  const section = await sectionOf(c)
  const raw = await readBody(c)
  const form = parseInvited(raw)
  if (!form.ok) return peoplePage(c, section, { form: 'invite', raw, refusal: form })
  const { name, email, droit } = form.value
  const isInvited = settings.read().smtp !== null
  const password = temporaryPassword()
  const sections = [{ id: section.id, kind: droit }]
  const account = { name, email, role: 'membre' as const, sections, password, isInvited }
  const made = await addUser(db, actorOf(c), account, sendingOf(c, raw))
  if (!made.ok) return peoplePage(c, section, { form: 'invite', raw, refusal: made })
  // Whoever is invited chooses the password alone.
  if (isInvited)
    return seeOther(c, peoplePath(section.id), `${name} est dans la section\u00a0: une invitation part par courriel.`)
  if (!made.value.isNew) return seeOther(c, peoplePath(section.id), SHOWN, 'err')
  c.header('Cache-Control', 'no-store')
  const view = (
    <TemporaryPasswordPage user={{ name, email, isInvited }} password={password} back={peoplePath(section.id)} />
  )
  return page(c, PASSWORD_TITLE, view, { breadcrumb })
})

const SHOWN =
  'Ce mot de passe temporaire a déjà été montré une fois. S’il est perdu, un administrateur peut en donner un autre.'

import type { Context } from 'hono'
import { randomToken } from '../../lib/crypto.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, rawOf, readBody, readQuery, shown, shownVersion } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { listUrl, readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { role } from '../auth/session-guard.tsx'
import { membershipValue } from '../droits/rules/memberships.ts'
import { createSection, deleteSection, updateSection, usedBy } from './actions.ts'
import { parseSection } from './form.ts'
import { eligibleMembers, findSection, listSections, membershipsOf } from './queries.ts'
import { monthsOf, movedLast, peopleOf, sourcesOf } from './section-queries.ts'
import { SectionPage } from './section-views.tsx'
import { DELETE_TITLE, DeleteSectionPage, EditSectionPage, NewSectionPage, SectionsPage } from './views.tsx'

const PATH = '/admin/sections'
const MONTHS = 6
const breadcrumb = [ADMINISTRATION, { href: PATH, label: 'Sections' }]

/** Mounted at /admin/sections; administrators only. */
export const sectionsRoutes = router()

sectionsRoutes.use(role('admin'))

sectionsRoutes.get('/', async (c) => {
  const query = readQuery(c)
  const paging = readPaging(query)
  const list = await listSections(c.var.deps.db, paging)
  const href = (n: number) => listUrl(PATH, query, { page: n })
  return page(c, 'Sections', <SectionsPage {...list} paging={paging} href={href} />, { breadcrumb: [ADMINISTRATION] })
})

sectionsRoutes.get('/nouvelle', (c) => newPage(c, { _envoi: randomToken() }))

sectionsRoutes.post('/', async (c) => {
  const raw = await readBody(c)
  const form = parseSection(raw)
  if (!form.ok) return newPage(c, raw, form)
  const saved = await createSection(c.var.deps.db, form.value, sendingOf(c, raw))
  return saved.ok ? seeOther(c, PATH, 'Section créée.') : newPage(c, raw, saved)
})

sectionsRoutes.get('/:id', async (c) => {
  const { db, clock } = c.var.deps
  const section = await findSection(db, idParam(c))
  const now = clock()
  const [people, sources, moved, months] = await Promise.all([
    peopleOf(db, section.id, now.toISOString().slice(0, 7)),
    sourcesOf(db, section.id),
    movedLast(db, section.id),
    monthsOf(db, section.id, now, MONTHS),
  ])
  return page(c, section.nom, <SectionPage {...{ section, people, sources, moved, months, now }} />, { breadcrumb })
})

sectionsRoutes.get('/:id/modifier', async (c) => {
  const { db } = c.var.deps
  const id = idParam(c)
  const { nom, description, ouverte, version } = await findSection(db, id)
  const membres = (await membershipsOf(db, id)).map(({ user_id, kind }) => membershipValue(user_id, kind))
  return editPage(c, id, { ...rawOf({ nom, description, ouverte, version }), membres })
})

sectionsRoutes.post('/:id', async (c) => {
  const { db } = c.var.deps
  const id = idParam(c)
  await findSection(db, id)
  const raw = await readBody(c)
  const form = parseSection(raw)
  if (!form.ok) return editPage(c, id, raw, form)
  const saved = await updateSection(db, id, form.value)
  return saved.ok ? seeOther(c, PATH, 'Section enregistrée.') : editPage(c, id, raw, saved)
})

sectionsRoutes.get('/:id/supprimer', async (c) => {
  const section = await findSection(c.var.deps.db, idParam(c))
  const blocked = section.sources > 0 ? usedBy(section.sources) : undefined
  return page(c, DELETE_TITLE, <DeleteSectionPage section={section} blocked={blocked} />, { breadcrumb })
})

sectionsRoutes.post('/:id/supprimer', async (c) => {
  await deleteSection(c.var.deps.db, idParam(c), shownVersion(await readBody(c)))
  return seeOther(c, PATH, 'Section supprimée.')
})

async function newPage(c: Context<AppEnv>, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const people = await eligibleMembers(c.var.deps.db, undefined)
  const view = <NewSectionPage {...form} people={people} jeton={shown(raw, '_envoi')} />
  return page(c, 'Nouvelle section', view, { status, breadcrumb })
}

async function editPage(c: Context<AppEnv>, id: number, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const people = await eligibleMembers(c.var.deps.db, id)
  const view = <EditSectionPage id={id} {...form} people={people} />
  return page(c, 'Modifier la section', view, { status, breadcrumb })
}

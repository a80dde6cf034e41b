import type { Context } from 'hono'
import { AppError } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, rawOf, readBody } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, shownForm } from '../../web/saving.ts'
import { managedSectionIds } from '../droits/policy.ts'
import { updateConventions } from './conventions-actions.ts'
import { findConventions, type SectionConventions } from './conventions-queries.ts'
import {
  ConventionsPage,
  ConventionsText,
  conventionsPath,
  conventionsTitle,
  EditConventionsPage,
} from './conventions-views.tsx'
import { parseConventions } from './form.ts'

/** Mounted at /sections: how each section writes, for whoever reads or types its sources. */
export const conventionsRoutes = router()

/** Administrators, and the managers of the section. */
async function mayEdit(c: Context<AppEnv>, { id }: SectionConventions): Promise<boolean> {
  const managed = await managedSectionIds(c.var.deps.db, c.var.user)
  return managed === undefined || managed.includes(id)
}

/** The section, where this user may change its conventions: 404 where it is not to be seen, 403 where it is only to be read. */
async function editable(c: Context<AppEnv>): Promise<SectionConventions> {
  const section = await findConventions(c.var.deps.db, c.var.user, idParam(c))
  if (await mayEdit(c, section)) return section
  throw new AppError('interdit', 'Les gestionnaires de la section et les administrateurs modifient ses conventions.')
}

conventionsRoutes.get('/:id/conventions', async (c) => {
  const section = await findConventions(c.var.deps.db, c.var.user, idParam(c))
  const view = <ConventionsPage section={section} mayEdit={await mayEdit(c, section)} />
  return page(c, conventionsTitle(section.nom), view, { fragment: <ConventionsText {...section} /> })
})

conventionsRoutes.get('/:id/conventions/modifier', async (c) => {
  const section = await editable(c)
  return editPage(c, section, rawOf({ conventions: section.conventions, version: section.version }))
})

conventionsRoutes.post('/:id/conventions', async (c) => {
  const section = await editable(c)
  const raw = await readBody(c)
  const form = parseConventions(raw)
  if (!form.ok) return editPage(c, section, raw, form)
  const saved = await updateConventions(c.var.deps.db, section.id, form.value)
  return saved.ok
    ? seeOther(c, conventionsPath(section.id), 'Conventions enregistrées.')
    : editPage(c, section, raw, saved)
})

function editPage(c: Context<AppEnv>, section: SectionConventions, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const title = conventionsTitle(section.nom)
  const breadcrumb = [{ href: conventionsPath(section.id), label: 'Conventions' }]
  return page(c, title, <EditConventionsPage section={section} {...form} />, { status, breadcrumb })
}

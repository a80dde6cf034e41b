import type { Context } from 'hono'
import { AppError } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, rawOf, readBody } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, shownForm } from '../../web/saving.ts'
import { managedSectionIds } from '../droits/policy.ts'
import { parseSectionText } from './form.ts'
import { updateText } from './texts-actions.ts'
import { findText, type TextOfSection } from './texts-queries.ts'
import { SECTION_TEXTS, type SectionText, TEXT_WORDS, textPath, textTitle } from './texts-rules.ts'
import { EditTextPage, TextAlone, TextPage } from './texts-views.tsx'

/** Mounted at /sections: how each section writes, and what it teaches, for whoever reads or types its sources. */
export const sectionTextRoutes = router()

/** Administrators, and the managers of the section. */
async function mayEdit(c: Context<AppEnv>, { id }: TextOfSection): Promise<boolean> {
  const managed = await managedSectionIds(c.var.deps.db, c.var.user)
  return managed === undefined || managed.includes(id)
}

const asked = (c: Context<AppEnv>, name: SectionText) => findText(c.var.deps.db, c.var.user, name, idParam(c))

/** The section, where this user may change its text: 404 where it is not to be seen, 403 where it is only to be read. */
async function editable(c: Context<AppEnv>, name: SectionText): Promise<TextOfSection> {
  const section = await asked(c, name)
  if (await mayEdit(c, section)) return section
  throw new AppError('interdit', TEXT_WORDS[name].refusal)
}

function editPage(c: Context<AppEnv>, name: SectionText, section: TextOfSection, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const breadcrumb = [{ href: textPath(name, section.id), label: TEXT_WORDS[name].title }]
  const view = <EditTextPage name={name} section={section} {...form} />
  return page(c, textTitle(name, section.nom), view, { status, breadcrumb })
}

for (const name of SECTION_TEXTS) {
  sectionTextRoutes.get(`/:id/${name}`, async (c) => {
    const section = await asked(c, name)
    const view = <TextPage name={name} section={section} mayEdit={await mayEdit(c, section)} />
    return page(c, textTitle(name, section.nom), view, { fragment: <TextAlone name={name} {...section} /> })
  })

  sectionTextRoutes.get(`/:id/${name}/modifier`, async (c) => {
    const section = await editable(c, name)
    return editPage(c, name, section, rawOf({ [name]: section.texte, version: section.version }))
  })

  sectionTextRoutes.post(`/:id/${name}`, async (c) => {
    const section = await editable(c, name)
    const raw = await readBody(c)
    const form = parseSectionText(name, raw)
    if (!form.ok) return editPage(c, name, section, raw, form)
    const saved = await updateText(c.var.deps.db, name, section.id, form.value)
    return saved.ok
      ? seeOther(c, textPath(name, section.id), TEXT_WORDS[name].saved)
      : editPage(c, name, section, raw, saved)
  })
}

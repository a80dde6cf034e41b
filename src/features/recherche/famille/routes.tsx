import { router } from '../../../web/env.ts'
import { readQuery } from '../../../web/form.ts'
import { readsOf } from '../../../web/reads.ts'
import { page } from '../../../web/render.tsx'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { readFamilyForm } from './form.ts'
import { readFamily } from './queries/family.ts'
import { titleOf } from './rules/words.ts'
import { FamilyPage, TITLE } from './views/page.tsx'

export const familleRoutes = router()

familleRoutes.get('/recherche/famille', async (c) => {
  const db = readsOf(c)
  const form = await readFamilyForm(readQuery(c), lookupOf(db))
  const found = form.question && (await readFamily(db, c.var.user, form.question))
  const title = form.question ? titleOf(form.question) : TITLE
  const status = Object.keys(form.errors).length > 0 ? 422 : 200
  const breadcrumb = [{ href: '/recherche', label: 'Recherche' }]
  return page(c, title, <FamilyPage form={form} found={found} />, { status, breadcrumb })
})

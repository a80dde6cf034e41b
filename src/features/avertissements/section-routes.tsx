import { router } from '../../web/env.ts'
import { readQuery } from '../../web/form.ts'
import { listUrl, readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page } from '../../web/render.tsx'
import { findManagedSection } from '../sections/policy.ts'
import { countsInSection } from './queries/warnings.ts'
import { SectionWarningsPage, sectionTitle } from './views/section.tsx'

/** Mounted at /sections: the warnings of all sources of a section, for who manages it. */
export const sectionWarningsRoutes = router()

sectionWarningsRoutes.get('/:id/avertissements', async (c) => {
  const { db } = c.var.deps
  const section = await findManagedSection(db, c.var.user, idParam(c))
  const [query, all] = [readQuery(c), await countsInSection(db, section.id)]
  const paging = readPaging(query)
  const props = {
    ...{ section, paging, total: all.length },
    sources: all.slice(paging.offset, paging.offset + paging.parPage),
    href: (n: number) => listUrl(`/sections/${section.id}/avertissements`, query, { page: n }),
  }
  const breadcrumb = [{ href: '/', label: 'Tableau de bord' }]
  return page(c, sectionTitle(section), <SectionWarningsPage {...props} />, { breadcrumb })
})

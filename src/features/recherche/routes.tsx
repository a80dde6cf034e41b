import type { Context } from 'hono'
import { csvDownload } from '../../web/download.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readQuery } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { lookupOf } from '../lieux/lookup.ts'
import { indexProgress } from '../releves/reindex.ts'
import { sectionsSeen } from '../sources/queries.ts'
import { typeChoices } from '../types-sources/queries.ts'
import type { Criteria } from './criteres.ts'
import { searchCsv } from './export.ts'
import { readCursor, readSearch } from './form.ts'
import { COUNT_CAP, prepareSearch, searchReleves, sourceTitle } from './queries.ts'
import { SearchPage } from './views/page.tsx'
import type { Shown } from './views/results.tsx'

export const rechercheRoutes = router()

async function found(c: Context<AppEnv>, criteria: Criteria): Promise<Shown> {
  const { deps, user } = c.var
  const cursor = readCursor(readQuery(c))
  const prepared = await prepareSearch(deps.db, user, criteria)
  const result = await searchReleves(deps.db, prepared, criteria, cursor)
  return { result, highlights: prepared.highlights, cut: prepared.cut, cursor, cap: COUNT_CAP }
}

rechercheRoutes.get('/recherche', async (c) => {
  const { deps, user } = c.var
  const form = await readSearch(readQuery(c), lookupOf(deps.db))
  const choices = { types: await typeChoices(deps.db), sections: await sectionsSeen(deps.db, user) }
  const status = Object.keys(form.errors).length > 0 ? 422 : 200
  const { criteria } = form
  const body = (
    <SearchPage
      form={form}
      choices={choices}
      sourceTitre={criteria && (await sourceTitle(deps.db, user, criteria.source))}
      progress={await indexProgress(deps.db)}
      result={criteria && (await found(c, criteria))}
    />
  )
  return page(c, 'Recherche', body, status)
})

/** What cannot be searched is said by the page of the search. */
rechercheRoutes.get('/recherche/export/csv', async (c) => {
  const { deps, user } = c.var
  const { criteria } = await readSearch(readQuery(c), lookupOf(deps.db))
  if (!criteria) return seeOther(c, `/recherche${new URL(c.req.url).search}`)
  return csvDownload(c, 'relevés trouvés', searchCsv(deps.db, user, criteria))
})

import type { Context } from 'hono'
import { readsBeside } from '../../db/open.ts'
import { csvDownload } from '../../web/download.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readQuery } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { lookupOf } from '../lieux/queries/lookup.ts'
import { indexProgress } from '../releves/tasks/reindex.ts'
import { sectionsSeen } from '../sources/queries/sources.ts'
import { typeChoices } from '../types-sources/queries.ts'
import { readCursor, readSearch } from './form.ts'
import { searchCsv } from './queries/export.ts'
import { facetsOf } from './queries/facets.ts'
import { prepareSearch, searchReleves, sourceTitle } from './queries/search.ts'
import { chosenGraphies, graphiesOf } from './queries/spellings.ts'
import { type Bilan, bilanAtOnce, bilanOf } from './queries/tally.ts'
import type { Criteria } from './rules/criteria.ts'
import { searchUrl } from './rules/urls.ts'
import { SearchPage } from './views/page.tsx'
import type { Shown } from './views/results.tsx'
import { GraphiesList, GraphiesPage } from './views/spellings.tsx'
import { type ShownBilan, SPREAD_TITLE, SpreadPage, SpreadPart } from './views/tally.tsx'

export const rechercheRoutes = router()

/** The facets of a tally, for the page. */
async function shownBilan(c: Context<AppEnv>, criteria: Criteria, { count, tally }: Bilan): Promise<ShownBilan> {
  return { count, facets: tally && (await facetsOf(c.var.deps.db, tally, criteria)) }
}

async function found(c: Context<AppEnv>, criteria: Criteria): Promise<Shown> {
  const { user } = c.var
  const { db } = c.var.deps
  const cursor = readCursor(readQuery(c))
  const prepared = await prepareSearch(db, user, criteria)
  const result = await searchReleves(db, prepared, criteria, cursor)
  const bilan = await bilanAtOnce(db, prepared, result)
  const { highlights, cut, sounding } = prepared
  return { result, highlights, cut, sounding, cursor, bilan: bilan && (await shownBilan(c, criteria, bilan)) }
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

/** What is asked, read again; undefined where the page of the search must say what is wrong with it. */
const criteriaAsked = async (c: Context<AppEnv>): Promise<Criteria | undefined> =>
  (await readSearch(readQuery(c), lookupOf(c.var.deps.db))).criteria

const backToForm = (c: Context<AppEnv>) => seeOther(c, `/recherche${new URL(c.req.url).search}`)

rechercheRoutes.get('/recherche/repartition', async (c) => {
  const { deps, user } = c.var
  const criteria = await criteriaAsked(c)
  if (!criteria) return backToForm(c)
  const { db } = deps
  const bilan = await shownBilan(c, criteria, await bilanOf(db, await prepareSearch(db, user, criteria)))
  const fragment = <SpreadPart criteria={criteria} bilan={bilan} />
  const breadcrumb = [{ href: searchUrl(criteria), label: 'Recherche' }]
  return page(c, SPREAD_TITLE, <SpreadPage criteria={criteria} bilan={bilan} />, { breadcrumb, fragment })
})

rechercheRoutes.get('/recherche/export/csv', async (c) => {
  const { deps, user } = c.var
  const criteria = await criteriaAsked(c)
  if (!criteria) return backToForm(c)
  return csvDownload(c, 'relevés trouvés', searchCsv(readsBeside(deps.db), user, criteria))
})

rechercheRoutes.get('/recherche/graphies', async (c) => {
  const { deps, user } = c.var
  const criteria = await criteriaAsked(c)
  if (!criteria) return backToForm(c)
  const props = { criteria, groups: await graphiesOf(deps.db, user, criteria) }
  return page(c, 'Graphies trouvées', <GraphiesPage {...props} />, { fragment: <GraphiesList {...props} /> })
})

rechercheRoutes.get('/recherche/graphies/choix', async (c) => {
  const criteria = await criteriaAsked(c)
  if (!criteria) return backToForm(c)
  return seeOther(c, searchUrl(criteria, { sauf: chosenGraphies(readQuery(c), criteria) }))
})

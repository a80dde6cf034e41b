import type { Context } from 'hono'
import { type AppEnv, router } from '../../web/env.ts'
import { exportRoutes, takesReserved } from '../../web/export.ts'
import { readQuery } from '../../web/form.ts'
import { longReadsOf, readsOf } from '../../web/reads.ts'
import { remembered } from '../../web/remembered.ts'
import { page, seeOther, wantsFragment } from '../../web/render.tsx'
import { lookupOf } from '../lieux/queries/lookup.ts'
import { countUses } from '../orthographes/uses-actions.ts'
import { indexProgress } from '../releves/tasks/reindex.ts'
import { nextIndexProgress } from '../releves/tasks/reindex-next.ts'
import { sectionsSeen } from '../sources/queries/sources.ts'
import { typeChoices } from '../types-sources/queries.ts'
import { allowAllPictures } from '../vues/allowed-images.tsx'
import { familleRoutes } from './famille/routes.tsx'
import { readCursor, readSearchForm } from './form.ts'
import { criteriaAsked } from './queries/asked.ts'
import { searchRows } from './queries/export.ts'
import { facetsOf } from './queries/facets.ts'
import { insteadAtOnce, insteadOf } from './queries/instead.ts'
import { foundPage, type Search, searchFor, sourceTitle } from './queries/search.ts'
import { spellingGroups, spellingsLeftOut } from './queries/spellings.ts'
import { type Tally, tallyAtOnce, tallyOf } from './queries/tally.ts'
import type { Criteria } from './rules/criteria.ts'
import { searchUrl } from './rules/urls.ts'
import { INSTEAD_TITLE, InsteadFound, InsteadPage } from './views/instead.tsx'
import { SearchPage } from './views/page.tsx'
import type { Found } from './views/results.tsx'
import { SpellingsPage, SpellingsPart } from './views/spellings.tsx'
import { type ShownTally, SPREAD_TITLE, SpreadPage, SpreadPart } from './views/tally.tsx'

export const rechercheRoutes = router()

rechercheRoutes.route('/', familleRoutes)

/** The facets of a tally, for the page. */
async function shownTally(
  c: Context<AppEnv>,
  criteria: Criteria,
  search: Search,
  { count, spread }: Tally,
): Promise<ShownTally> {
  return { count, facets: spread && (await facetsOf(readsOf(c), search, spread, criteria, remembered(c))) }
}

async function found(c: Context<AppEnv>, criteria: Criteria): Promise<Found> {
  const { user } = c.var
  const db = readsOf(c)
  const cursor = readCursor(readQuery(c))
  const search = await searchFor(db, user, criteria, remembered(c))
  const list = await foundPage(db, search, criteria, cursor, remembered(c))
  if (!cursor) countUses(c.var.deps, search.plan.lines)
  const tally = await tallyAtOnce(db, search, list)
  const isNothing = list.hits.length === 0 && list.isAll
  const instead = isNothing ? await insteadAtOnce(db, user, criteria, search.plan) : undefined
  return { list, plan: search.plan, cursor, tally: tally && (await shownTally(c, criteria, search, tally)), instead }
}

rechercheRoutes.get('/recherche', async (c) => {
  const { user } = c.var
  const db = readsOf(c)
  const form = await readSearchForm(readQuery(c), lookupOf(db))
  const remember = remembered(c)
  const choices = {
    types: await remember('types', () => typeChoices(db)),
    sections: await remember(`sections ${user.id}`, () => sectionsSeen(db, user)),
  }
  const status = Object.keys(form.errors).length > 0 ? 422 : 200
  const { criteria } = form
  const isPart = wantsFragment(c)
  // The address that links give, without all that the form sends empty.
  if (isPart && status === 200) c.header('HX-Push-Url', criteria ? searchUrl(criteria) : '/recherche')
  const shown = criteria && (await found(c, criteria))
  const body = (
    <SearchPage
      form={form}
      isPart={isPart}
      isSwapped={c.req.header('HX-Request') === 'true'}
      choices={choices}
      sourceTitre={criteria && (await sourceTitle(db, user, criteria.source))}
      progress={await remember('indexProgress', () => indexProgress(db))}
      nextProgress={await remember('nextIndexProgress', () => nextIndexProgress(db))}
      found={shown}
    />
  )
  await allowAllPictures(c)
  // Searches that a line of spelling changed are counted each time, so each is made.
  const isSteady = (shown?.plan.lines ?? []).length === 0
  return page(c, 'Recherche', body, { status, scripts: 'recherche', isSteady })
})

const backToForm = (c: Context<AppEnv>) => seeOther(c, `/recherche${new URL(c.req.url).search}`)

rechercheRoutes.get('/recherche/repartition', async (c) => {
  const { user } = c.var
  const db = readsOf(c)
  const criteria = await criteriaAsked(db, readQuery(c))
  if (!criteria) return backToForm(c)
  const search = await searchFor(db, user, criteria, remembered(c))
  const tally = await shownTally(c, criteria, search, await tallyOf(db, search))
  const fragment = <SpreadPart criteria={criteria} tally={tally} />
  const breadcrumb = [{ href: searchUrl(criteria), label: 'Recherche' }]
  return page(c, SPREAD_TITLE, <SpreadPage criteria={criteria} tally={tally} />, {
    breadcrumb,
    fragment,
    isSteady: true,
  })
})

rechercheRoutes.get('/recherche/proches', async (c) => {
  const { user } = c.var
  const db = readsOf(c)
  const criteria = await criteriaAsked(db, readQuery(c))
  if (!criteria) return backToForm(c)
  const props = { criteria, instead: await insteadOf(db, user, criteria) }
  const breadcrumb = [{ href: searchUrl(criteria), label: 'Recherche' }]
  const fragment = <InsteadFound {...props} />
  return page(c, INSTEAD_TITLE, <InsteadPage {...props} />, { breadcrumb, fragment, isSteady: true })
})

rechercheRoutes.route(
  '/',
  exportRoutes('/recherche/export', async (c, format) => {
    const db = longReadsOf(c)
    const criteria = await criteriaAsked(db, readQuery(c))
    if (!criteria) return backToForm(c)
    return {
      title: 'relevés trouvés',
      rows: await searchRows(db, c.var.user, criteria, takesReserved(c, format)),
    }
  }),
)

rechercheRoutes.get('/recherche/graphies', async (c) => {
  const { user } = c.var
  const db = readsOf(c)
  const criteria = await criteriaAsked(db, readQuery(c))
  if (!criteria) return backToForm(c)
  const props = { criteria, groups: await spellingGroups(db, user, criteria) }
  return page(c, 'Graphies trouvées', <SpellingsPage {...props} />, { fragment: <SpellingsPart {...props} /> })
})

rechercheRoutes.get('/recherche/graphies/choix', async (c) => {
  const criteria = await criteriaAsked(readsOf(c), readQuery(c))
  if (!criteria) return backToForm(c)
  return seeOther(c, searchUrl(criteria, { sauf: spellingsLeftOut(readQuery(c), criteria) }))
})

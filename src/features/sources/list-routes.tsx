import type { Context } from 'hono'
import { readPlaceFilter } from '../../champs/place-choice.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { exportRoutes } from '../../web/export.ts'
import { asFields } from '../../web/filter.ts'
import { type Body, readQuery } from '../../web/form.ts'
import { readPaging } from '../../web/pagination.ts'
import { page } from '../../web/render.tsx'
import { lookupOf } from '../lieux/queries/lookup.ts'
import { lieuPath } from '../lieux/queries/places.ts'
import type { Asked, LotKind, LotList } from '../lots/kind.ts'
import { type Choosable, lotRoutes } from '../lots/list-routes.tsx'
import { typeChoices } from '../types-sources/queries.ts'
import { sourceFilter } from './filter-form.ts'
import { MembersChoice, SectionChoice } from './lots/views.tsx'
import type { SourceFilter } from './queries/filter.ts'
import { countByStatus, listSources, sourceIds, sourceNames, yearsBySource } from './queries/listing.ts'
import { canCreateSource, sectionsSeen, sourceChoices } from './queries/sources.ts'
import { sourceRows } from './rows.ts'
import { PATH, SourcesPage } from './views/list.tsx'

const SOURCES = { href: PATH, label: 'Sources' }

/** The list of sources, mounted at /sources. `lot`: what may be done to many of them, some of it by features above this one. */
export function sourcesListRoutes(lot: LotKind) {
  const routes = router()
  routes.get('/', (c) => listPage(c, lot))
  routes.route('/lot', lotRoutes({ kind: lot, list: lotList, fields: FIELDS }))
  routes.route(
    '/',
    exportRoutes('/export', async (c) => ({
      title: 'sources',
      rows: sourceRows(c.var.deps.db, c.var.user, await filterOf(c)),
    })),
  )
  return routes
}

async function listPage(c: Context<AppEnv>, lot: LotKind) {
  const { db } = c.var.deps
  const { user } = c.var
  const query = readQuery(c)
  const paging = readPaging(query)
  const lieu = await readPlaceFilter(query, 'lieu', lookupOf(db))
  const place = lieu.place && (await lieuPath(db, lieu.place.id))
  const { filter, errors } = sourceFilter.read(query, { lieu: place ?? null })
  // At once: on PostgreSQL each would wait for the journey of the one before.
  const [counts, sources, types, sections, canCreate] = await Promise.all([
    countByStatus(db, user, filter),
    listSources(db, user, filter, paging),
    typeChoices(db),
    sectionsSeen(db, user),
    canCreateSource(db, user),
  ])
  const years = await yearsBySource(
    db,
    sources.filter(({ nb_releves }) => nb_releves > 0).map(({ id }) => id),
  )
  const total = filter.statut ? counts[filter.statut] : Object.values(counts).reduce((sum, n) => sum + n, 0)
  const url = sourceFilter.address(PATH, filter, query)
  const exportUrl = (extension: string) => sourceFilter.address(`${PATH}/export/${extension}`, filter)({})
  const found = { sources, years, counts, total, filter, raw: query, errors, lieu, types, sections }
  const gestures = lot.actions.filter(({ isFor }) => isFor?.(user) ?? true)
  const props = { ...found, paging, url, exportUrl, canCreate, gestures, asked: asFields(sourceFilter.params(filter)) }
  const status = Object.keys(errors).length > 0 ? 422 : 200
  return page(c, 'Sources', <SourcesPage {...props} />, { status, isSteady: true })
}

/** The list of sources under the filter that its form, or its address, has. */
async function lotList(c: Context<AppEnv>, raw: Body): Promise<LotList> {
  const { db } = c.var.deps
  const { user } = c.var
  const filter = await filterOf(c, raw)
  return {
    back: sourceFilter.address(PATH, filter, raw)({}),
    breadcrumb: [SOURCES],
    found: () => sourceIds(db, user, filter),
    names: (ids) => sourceNames(db, user, ids),
  }
}

const choicesOf = ({ db, user }: Asked) => sourceChoices(db, user)

const FIELDS: Choosable['fields'] = {
  assigner: async (asked, errors) => (
    <MembersChoice users={(await choicesOf(asked)).users} raw={asked.raw} errors={errors} />
  ),
  section: async (asked, errors) => (
    <SectionChoice choices={await choicesOf(asked)} raw={asked.raw} errors={errors} label="Nouvelle section" />
  ),
}

/** The filter of an address; what cannot be read of it filters nothing. */
async function filterOf(c: Context<AppEnv>, query = readQuery(c)): Promise<SourceFilter> {
  const { db } = c.var.deps
  const { place } = await readPlaceFilter(query, 'lieu', lookupOf(db))
  return sourceFilter.read(query, { lieu: (place && (await lieuPath(db, place.id))) ?? null }).filter
}

import type { Context } from 'hono'
import { type PlaceBox, placeBox, readPlaceFilter, resolvePlace, searchPlace } from '../../champs/place-choice.ts'
import { randomToken } from '../../lib/crypto.ts'
import { ensure } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { exportRoutes } from '../../web/export.ts'
import { asFields } from '../../web/filter.ts'
import { type Body, readBody, readQuery, shown } from '../../web/form.ts'
import { readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { canManageSource, canWriteReleves } from '../droits/policy.ts'
import { lookupOf } from '../lieux/queries/lookup.ts'
import { lieuPath } from '../lieux/queries/places.ts'
import type { Asked, LotList } from '../lots/kind.ts'
import { lotRoutes } from '../lots/list-routes.tsx'
import { typeChoices } from '../types-sources/queries.ts'
import { createSource, deleteSource, holdsReleves, updateSource } from './actions/sources.ts'
import { submitterOf } from './actions/transitions.ts'
import { defaultsRoutes } from './defaults-routes.tsx'
import { sourceFilter } from './filter-form.ts'
import { LIEU, parseSource, rawOfSource } from './form.ts'
import { sourcesLot } from './lots/kind.ts'
import { MembersChoice, SectionChoice } from './lots/views.tsx'
import type { SourceFilter } from './queries/filter.ts'
import { countByStatus, listSources, sourceIds, sourceNames } from './queries/listing.ts'
import { findManagedSource } from './queries/managed-source.ts'
import { authorsOf, countDeleted, datesOf, lastWorkOn, latestReleves, transitionsOf, yearsOf } from './queries/show.ts'
import {
  canCreateSource,
  findVisibleSource,
  membersOf,
  sectionsSeen,
  sourceChoices,
  type VisibleSource,
} from './queries/sources.ts'
import { sourceRows } from './rows.ts'
import { allowedMoves } from './rules/moves.ts'
import { EditSourcePage, editTitle, NEW_TITLE, NewSourcePage } from './views/edit.tsx'
import { PATH, SourcesPage } from './views/list.tsx'
import { DeleteSourcePage, deleteTitle, SourcePage } from './views/show.tsx'

/** Sources, their list and their pages; mounted at /sources. */
export const sourcesRoutes = router()

const SOURCES = { href: PATH, label: 'Sources' }
const here = (source: { id: number; titre: string }) => [SOURCES, { href: `${PATH}/${source.id}`, label: source.titre }]

sourcesRoutes.get('/', async (c) => {
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
  const total = filter.statut ? counts[filter.statut] : Object.values(counts).reduce((sum, n) => sum + n, 0)
  const url = sourceFilter.address(PATH, filter, query)
  const exportUrl = (extension: string) => sourceFilter.address(`${PATH}/export/${extension}`, filter)({})
  const found = { sources, counts, total, filter, raw: query, errors, lieu, types, sections }
  const gestures = sourcesLot.actions.filter(({ isFor }) => isFor?.(user) ?? true)
  const props = { ...found, paging, url, exportUrl, canCreate, gestures, asked: asFields(sourceFilter.params(filter)) }
  const status = Object.keys(errors).length > 0 ? 422 : 200
  return page(c, 'Sources', <SourcesPage {...props} />, { status, isSteady: true })
})

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

sourcesRoutes.route(
  '/lot',
  lotRoutes({
    kind: sourcesLot,
    list: lotList,
    fields: {
      assigner: async (asked, errors) => (
        <MembersChoice users={(await choicesOf(asked)).users} raw={asked.raw} errors={errors} />
      ),
      section: async (asked, errors) => (
        <SectionChoice choices={await choicesOf(asked)} raw={asked.raw} errors={errors} />
      ),
    },
  }),
)

/** The filter of an address; what cannot be read of it filters nothing. */
async function filterOf(c: Context<AppEnv>, query = readQuery(c)): Promise<SourceFilter> {
  const { db } = c.var.deps
  const { place } = await readPlaceFilter(query, 'lieu', lookupOf(db))
  return sourceFilter.read(query, { lieu: (place && (await lieuPath(db, place.id))) ?? null }).filter
}

sourcesRoutes.route(
  '/',
  exportRoutes('/export', async (c) => ({
    title: 'sources',
    rows: sourceRows(c.var.deps.db, c.var.user, await filterOf(c)),
  })),
)

async function newPage(c: Context<AppEnv>, raw: Body, { place, candidates }: PlaceBox, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const choices = await sourceChoices(c.var.deps.db, c.var.user)
  const envoi = shown(raw, '_envoi') || randomToken()
  const body = <NewSourcePage {...form} {...{ choices, envoi, place, candidates }} />
  return page(c, NEW_TITLE, body, { status, breadcrumb: [SOURCES] })
}

const ensureMayCreate = async (c: Context<AppEnv>): Promise<void> =>
  ensure(await canCreateSource(c.var.deps.db, c.var.user), 'Les sources sont créées par les gestionnaires de section.')

sourcesRoutes.get('/nouvelle', async (c) => {
  await ensureMayCreate(c)
  const query = readQuery(c)
  const raw = { lieu_id: shown(query, 'lieu_id'), type_source_id: shown(query, 'type_source_id') }
  const { place } = placeBox(await resolvePlace({ lieu_id: raw.lieu_id }, LIEU, lookupOf(c.var.deps.db)))
  return newPage(c, raw, { place, candidates: undefined })
})

sourcesRoutes.post('/', async (c) => {
  await ensureMayCreate(c)
  const { db } = c.var.deps
  const raw = await readBody(c)
  if (shown(raw, 'chercher') !== '') return newPage(c, raw, await searchPlace(raw, LIEU, lookupOf(db)))
  const form = await parseSource(raw, lookupOf(db))
  if (!form.ok) return newPage(c, raw, form.box, form)
  const { version: _, ...input } = form.value
  const saved = await createSource(db, c.var.user, input, sendingOf(c, raw))
  return saved.ok ? seeOther(c, `${PATH}/${saved.value}`, 'Source créée.') : newPage(c, raw, form.box, saved)
})

sourcesRoutes.get('/:id', async (c) => {
  const { db } = c.var.deps
  const source = await findVisibleSource(db, c.var.user, idParam(c))
  const props = {
    source,
    membres: await membersOf(db, source.id),
    transitions: await transitionsOf(db, source.id),
    authors: await authorsOf(db, source.id),
    dates: await datesOf(db, source.id),
    years: await yearsOf(db, source.id),
    lastWork: await lastWorkOn(db, source.id),
    latest: await latestReleves(db, source.id),
    canWrite: canWriteReleves(c.var.user, source),
    canManage: canManageSource(c.var.user, source),
    allowed: allowedMoves(c.var.user, source, await submitterOf(db, source.id)),
  }
  return page(c, source.titre, <SourcePage {...props} />, { breadcrumb: [SOURCES], isSteady: true })
})

const managedSource = (c: Context<AppEnv>): Promise<VisibleSource> =>
  findManagedSource(c.var.deps.db, c.var.user, idParam(c))

async function editPage(c: Context<AppEnv>, raw: Body, { place, candidates }: PlaceBox, refusal?: Refusal) {
  const { db } = c.var.deps
  const { status, ...form } = shownForm(raw, refusal)
  const source = await managedSource(c)
  const [choices, membres] = [await sourceChoices(db, c.var.user), await membersOf(db, source.id)]
  const view = <EditSourcePage {...form} {...{ source, choices, membres, place, candidates }} />
  return page(c, editTitle(source), view, { status, breadcrumb: here(source) })
}

sourcesRoutes.get('/:id/modifier', async (c) => {
  const source = await managedSource(c)
  const { lieu_id, lieu_nom_long } = source
  const place = lieu_id === null ? null : { id: lieu_id, nom_long: lieu_nom_long ?? '' }
  const raw = rawOfSource(source, await membersOf(c.var.deps.db, source.id))
  return editPage(c, raw, { place, candidates: undefined })
})

sourcesRoutes.post('/:id', async (c) => {
  const { db, clock } = c.var.deps
  const source = await managedSource(c)
  const raw = await readBody(c)
  if (shown(raw, 'chercher') !== '') return editPage(c, raw, await searchPlace(raw, LIEU, lookupOf(db)))
  const form = await parseSource(raw, lookupOf(db))
  if (!form.ok) return editPage(c, raw, form.box, form)
  const saved = await updateSource(db, c.var.user, source, form.value, clock().toISOString())
  if (!saved.ok) return editPage(c, raw, form.box, saved)
  return seeOther(c, `${PATH}/${source.id}`, 'Source enregistrée.')
})

sourcesRoutes.get('/:id/supprimer', async (c) => {
  const source = await managedSource(c)
  const nbDeleted = await countDeleted(c.var.deps.db, source.id)
  const body = <DeleteSourcePage source={source} refusal={holdsReleves(source.nb_releves)} nbDeleted={nbDeleted} />
  return page(c, deleteTitle(source), body, { breadcrumb: here(source) })
})

sourcesRoutes.post('/:id/supprimer', async (c) => {
  const source = await managedSource(c)
  await deleteSource(c.var.deps.db, source)
  return seeOther(c, PATH, 'Source supprimée.')
})

sourcesRoutes.route('/:id/defauts', defaultsRoutes)

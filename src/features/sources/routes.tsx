import type { Context } from 'hono'
import { type PlaceBox, placeBox, readPlaceFilter, resolvePlace, searchPlace } from '../../champs/place-choice.ts'
import { randomToken } from '../../lib/crypto.ts'
import { ensure } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, type FormErrors, readBody, readQuery, sendingKey, shown } from '../../web/form.ts'
import { readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { canManageSource, canWriteReleves } from '../droits/policy.ts'
import { lookupOf } from '../lieux/queries/lookup.ts'
import { lieuPath } from '../lieux/queries/places.ts'
import { typeChoices } from '../types-sources/queries.ts'
import { createSource, deleteSource, holdsReleves, updateSource } from './actions/sources.ts'
import { submitterOf } from './actions/transitions.ts'
import { defautsRoutes } from './defaults-routes.tsx'
import { filterUrl, parseFilter } from './filter.ts'
import { LIEU, parseSource, rawOfSource } from './form.ts'
import { countByStatus, listSources } from './queries/listing.ts'
import { findManagedSource } from './queries/managed-source.ts'
import { authorsOf, countDeleted, datesOf, lastWorkOn, latestReleves, transitionsOf, yearsOf } from './queries/show.ts'
import {
  canCreateSource,
  findVisibleSource,
  membresOf,
  sectionsSeen,
  sourceChoices,
  type VisibleSource,
} from './queries/sources.ts'
import { allowedMoves } from './rules/moves.ts'
import { EditSourcePage, editTitle, NEW_TITLE, NewSourcePage } from './views/edit.tsx'
import { PATH, SourcesPage } from './views/list.tsx'
import { DeleteSourcePage, deleteTitle, SourcePage } from './views/show.tsx'

/** Sources, their list and their pages; mounted at /sources. */
export const sourcesRoutes = router()

const SOURCES = { href: PATH, label: 'Sources' }
const here = (source: { id: number; titre: string }) => [SOURCES, { href: `${PATH}/${source.id}`, label: source.titre }]
const nowOf = (c: Context<AppEnv>): string => c.var.deps.clock().toISOString()

sourcesRoutes.get('/', async (c) => {
  const { db } = c.var.deps
  const { user } = c.var
  const query = readQuery(c)
  const paging = readPaging(query)
  const lieu = await readPlaceFilter(query, 'lieu', lookupOf(db))
  const place = lieu.place && (await lieuPath(db, lieu.place.id))
  const { filter, errors } = parseFilter(query, place ?? null)
  // At once: on PostgreSQL each would wait for the journey of the one before.
  const [counts, sources, types, sections, canCreate] = await Promise.all([
    countByStatus(db, user, filter),
    listSources(db, user, filter, paging),
    typeChoices(db),
    sectionsSeen(db, user),
    canCreateSource(db, user),
  ])
  const total = filter.statut ? counts[filter.statut] : Object.values(counts).reduce((sum, n) => sum + n, 0)
  const par_page = shown(query, 'par_page')
  const url = (change: Record<string, string | number | null>) => filterUrl(PATH, filter, { par_page, ...change })
  const props = { sources, counts, total, filter, raw: query, errors, lieu, types, sections, paging, url, canCreate }
  return page(c, 'Sources', <SourcesPage {...props} />, Object.keys(errors).length > 0 ? 422 : 200)
})

type Status = 200 | 409 | 422

async function newPage(c: Context<AppEnv>, raw: Body, box: PlaceBox, errors: FormErrors = {}, status: Status = 200) {
  const choices = await sourceChoices(c.var.deps.db, c.var.user)
  const envoi = shown(raw, '_envoi') || randomToken()
  const body = <NewSourcePage raw={raw} errors={errors} choices={choices} envoi={envoi} {...box} />
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
  if (!form.ok) return newPage(c, raw, form.box, form.errors, 422)
  const { version: _, ...input } = form.value
  const saved = await createSource(db, c.var.user, input, { jeton: sendingKey(c, raw), now: nowOf(c) })
  if (!saved.ok) return newPage(c, raw, form.box, saved.errors, 422)
  return seeOther(c, `${PATH}/${saved.id}`, 'Source créée.')
})

sourcesRoutes.get('/:id', async (c) => {
  const { db } = c.var.deps
  const source = await findVisibleSource(db, c.var.user, idParam(c))
  const props = {
    source,
    membres: await membresOf(db, source.id),
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
  return page(c, source.titre, <SourcePage {...props} />, { breadcrumb: [SOURCES] })
})

const managedSource = (c: Context<AppEnv>): Promise<VisibleSource> =>
  findManagedSource(c.var.deps.db, c.var.user, idParam(c))

interface EditState {
  raw: Body
  box: PlaceBox
  errors?: FormErrors
  status?: Status
}

async function editPage(c: Context<AppEnv>, source: VisibleSource, { raw, box, errors = {}, status = 200 }: EditState) {
  const { db } = c.var.deps
  const [choices, membres] = [await sourceChoices(db, c.var.user), await membresOf(db, source.id)]
  // A form that comes back keeps the version it was made from, or a conflict would go unseen; told once, it takes the new one.
  const version = status === 409 ? String(source.version) : shown(raw, 'version')
  const props = { source, raw, errors, choices, membres, version, ...box }
  return page(c, editTitle(source), <EditSourcePage {...props} />, { status, breadcrumb: here(source) })
}

sourcesRoutes.get('/:id/modifier', async (c) => {
  const source = await managedSource(c)
  const { lieu_id, lieu_nom_long } = source
  const place = lieu_id === null ? null : { id: lieu_id, nom_long: lieu_nom_long ?? '' }
  const raw = rawOfSource(source, await membresOf(c.var.deps.db, source.id))
  return editPage(c, source, { raw, box: { place, candidates: undefined } })
})

sourcesRoutes.post('/:id', async (c) => {
  const { db } = c.var.deps
  const source = await managedSource(c)
  const raw = await readBody(c)
  if (shown(raw, 'chercher') !== '')
    return editPage(c, source, { raw, box: await searchPlace(raw, LIEU, lookupOf(db)) })
  const form = await parseSource(raw, lookupOf(db))
  if (!form.ok) return editPage(c, source, { raw, box: form.box, errors: form.errors, status: 422 })
  const saved = await updateSource(db, c.var.user, source, form.value, nowOf(c))
  if (saved.ok) return seeOther(c, `${PATH}/${source.id}`, 'Source enregistrée.')
  const { errors, isConflict } = saved
  if (!isConflict) return editPage(c, source, { raw, box: form.box, errors, status: 422 })
  return editPage(c, await managedSource(c), { raw, box: form.box, errors, status: 409 })
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

sourcesRoutes.route('/:id/defauts', defautsRoutes)

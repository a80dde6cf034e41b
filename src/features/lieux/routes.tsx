import type { Context } from 'hono'
import { type PlaceBox, placeBox, readPlaceFilter, resolvePlace, searchPlace } from '../../champs/place-choice.ts'
import { randomToken } from '../../lib/crypto.ts'
import { ensure } from '../../lib/errors.ts'
import { ancestorIds } from '../../lib/place-path.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { asFields } from '../../web/filter.ts'
import { type Body, readBody, readQuery, shown, shownVersion } from '../../web/form.ts'
import { listUrl, readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import type { LotList } from '../lots/kind.ts'
import { lotRoutes } from '../lots/list-routes.tsx'
import { createLieu, deleteLieu, updateLieu } from './actions.ts'
import { lieuFilter } from './filter-form.ts'
import { PARENT, parseLieu, rawOfLieu } from './form.ts'
import { lieuxLot } from './lots/kind.ts'
import { mergesInto } from './merge/actions.ts'
import { canDeleteLieux, canEditLieux, canLoadCommunes } from './policy.ts'
import { lieuIds, listChildren, listLieux, sourcesOfLieu, totalsOfLieu } from './queries/listing.ts'
import { lookupOf } from './queries/lookup.ts'
import { findLieu, nomLongByIds, placesOnPath, suggestLieux, typesLieuxChoices, usesOf } from './queries/places.ts'
import { recordsToRefresh } from './refresh-queue.ts'
import { inUse } from './rules/uses.ts'
import { DELETE_TITLE, DeleteLieuPage, EDIT_TITLE, EditLieuPage, NEW_TITLE, NewLieuPage } from './views/edit.tsx'
import { LieuxPage } from './views/list.tsx'
import { LieuPage, SUGGESTIONS_TITLE, SuggestionsPage } from './views/show.tsx'

const PATH = '/lieux'
const LIEUX = { href: PATH, label: 'Lieux' }
const SUGGESTIONS = 12
const SOURCES_SHOWN = 50
const MERGES_SHOWN = 20

/** Mounted at /lieux. */
export const lieuxRoutes = router()

lieuxRoutes.get('/', async (c) => {
  const { db } = c.var.deps
  const query = readQuery(c)
  const paging = readPaging(query)
  const parent = await readPlaceFilter(query, 'parent', lookupOf(db))
  const { filter } = lieuFilter.read(query, { parent: parent.place?.id ?? null })
  const [list, types] = await Promise.all([
    parent.message === undefined ? listLieux(db, filter, paging) : { lieux: [], total: 0 },
    typesLieuxChoices(db),
  ])
  const url = lieuFilter.address(PATH, filter, query)
  const rights = { canEdit: mayEdit(c), canLoadCommunes: canLoadCommunes(c.var.user) }
  const gestures = lieuxLot.actions.filter(({ isFor }) => isFor?.(c.var.user) ?? true)
  const many = { gestures, asked: asFields(lieuFilter.params(filter)) }
  const body = <LieuxPage {...{ ...list, ...rights, ...many, filter, parent, types, paging, url }} />
  return page(c, 'Lieux', body, { isSteady: true })
})

async function lotList(c: Context<AppEnv>, raw: Body): Promise<LotList> {
  const { db } = c.var.deps
  const parent = await readPlaceFilter(raw, 'parent', lookupOf(db))
  const { filter } = lieuFilter.read(raw, { parent: parent.place?.id ?? null })
  return {
    back: lieuFilter.address(PATH, filter, raw)({}),
    breadcrumb: [LIEUX],
    found: () => lieuIds(db, filter),
    names: (ids) => nomLongByIds(db, ids),
  }
}

lieuxRoutes.route('/lot', lotRoutes({ kind: lieuxLot, list: lotList }))

lieuxRoutes.get('/suggestions', async (c) => {
  const q = shown(readQuery(c), 'q').trim()
  const lieux = await suggestLieux(c.var.deps.db, q, SUGGESTIONS)
  return page(c, SUGGESTIONS_TITLE, <SuggestionsPage q={q} lieux={lieux} />, { breadcrumb: [LIEUX], isSteady: true })
})

lieuxRoutes.get('/nouveau', async (c) => {
  ensure(mayEdit(c))
  const asked = { lieu_parent_id: shown(readQuery(c), 'lieu_parent_id') }
  const { place } = placeBox(await resolvePlace(asked, PARENT, lookupOf(c.var.deps.db)))
  return newPage(c, { _envoi: randomToken() }, { place, candidates: undefined })
})

lieuxRoutes.post('/', async (c) => {
  ensure(mayEdit(c))
  const { db } = c.var.deps
  const raw = await readBody(c)
  if (isSearch(raw)) return newPage(c, raw, await searchPlace(raw, PARENT, lookupOf(db)))
  const form = await parseLieu(raw, lookupOf(db))
  if (!form.ok) return newPage(c, raw, form, form)
  const { version: _, ...input } = form.value
  const saved = await createLieu(db, input, sendingOf(c, raw))
  return saved.ok ? seeOther(c, `${PATH}/${saved.value}`, 'Lieu créé.') : newPage(c, raw, form, saved)
})

lieuxRoutes.get('/:id', async (c) => {
  const { db } = c.var.deps
  const { user } = c.var
  const lieu = await findLieu(db, idParam(c))
  const query = readQuery(c)
  const paging = readPaging(query)
  const { enfants, total } = await listChildren(db, lieu.id, paging)
  const props = {
    ...{ lieu, enfants, totalEnfants: total, paging, canEdit: mayEdit(c), canDelete: canDeleteLieux(user) },
    sources: await sourcesOfLieu(db, user, lieu.id, SOURCES_SHOWN),
    totals: await totalsOfLieu(db, user, lieu.id),
    aRelire: await recordsToRefresh(db, lieu.chemin),
    fusions: await mergesInto(db, lieu.id, MERGES_SHOWN),
    href: (n: number) => listUrl(`${PATH}/${lieu.id}`, query, { page: n }),
  }
  return page(c, lieu.nom, <LieuPage {...props} />, { breadcrumb: await pathTo(c, lieu), scripts: 'carte' })
})

lieuxRoutes.get('/:id/modifier', async (c) => {
  ensure(mayEdit(c))
  const lieu = await findLieu(c.var.deps.db, idParam(c))
  const place = lieu.lieu_parent_id === null ? null : { id: lieu.lieu_parent_id, nom_long: lieu.parent_nom_long ?? '' }
  return editPage(c, lieu.id, rawOfLieu(lieu), { place, candidates: undefined })
})

lieuxRoutes.post('/:id', async (c) => {
  ensure(mayEdit(c))
  const { db, clock } = c.var.deps
  const { id } = await findLieu(db, idParam(c))
  const raw = await readBody(c)
  if (isSearch(raw)) return editPage(c, id, raw, await searchPlace(raw, PARENT, lookupOf(db)))
  const form = await parseLieu(raw, lookupOf(db))
  if (!form.ok) return editPage(c, id, raw, form, form)
  const saved = await updateLieu(db, id, form.value, clock().toISOString())
  return saved.ok ? seeOther(c, `${PATH}/${id}`, 'Lieu enregistré.') : editPage(c, id, raw, form, saved)
})

lieuxRoutes.get('/:id/supprimer', async (c) => {
  ensure(canDeleteLieux(c.var.user))
  const { db } = c.var.deps
  const lieu = await findLieu(db, idParam(c))
  const blocked = inUse(await usesOf(db, lieu.id))
  const breadcrumb = [LIEUX, { href: `${PATH}/${lieu.id}`, label: lieu.nom }]
  return page(c, DELETE_TITLE, <DeleteLieuPage lieu={lieu} blocked={blocked} />, { breadcrumb })
})

lieuxRoutes.post('/:id/supprimer', async (c) => {
  ensure(canDeleteLieux(c.var.user))
  await deleteLieu(c.var.deps.db, idParam(c), shownVersion(await readBody(c)))
  return seeOther(c, PATH, 'Lieu supprimé.')
})

const mayEdit = (c: Context<AppEnv>): boolean => canEditLieux(c.var.user)

/** The button of the place box for who has no script: shows the places found, refuses nothing, stores nothing. */
const isSearch = (raw: Body): boolean => shown(raw, 'chercher') === PARENT

async function pathTo(c: Context<AppEnv>, { chemin }: { chemin: string }) {
  const ancestors = await placesOnPath(c.var.deps.db, ancestorIds(chemin))
  return [LIEUX, ...ancestors.map(({ id, nom }) => ({ href: `${PATH}/${id}`, label: nom }))]
}

async function newPage(c: Context<AppEnv>, raw: Body, { place, candidates }: PlaceBox, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const types = await typesLieuxChoices(c.var.deps.db)
  const view = <NewLieuPage {...form} {...{ place, candidates, types }} />
  return page(c, NEW_TITLE, view, { status, breadcrumb: [LIEUX], scripts: 'carte' })
}

async function editPage(c: Context<AppEnv>, id: number, raw: Body, { place, candidates }: PlaceBox, refusal?: Refusal) {
  const { db } = c.var.deps
  const { status, ...form } = shownForm(raw, refusal)
  const box = { place, candidates, types: await typesLieuxChoices(db) }
  const view = <EditLieuPage {...form} {...box} id={id} canDelete={canDeleteLieux(c.var.user)} />
  const breadcrumb = [LIEUX, { href: `${PATH}/${id}`, label: (await findLieu(db, id)).nom }]
  return page(c, EDIT_TITLE, view, { status, breadcrumb, scripts: 'carte' })
}

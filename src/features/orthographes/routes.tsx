import type { Context } from 'hono'
import { type PlaceBox, placeBox, readPlaceFilter, resolvePlace, searchPlace } from '../../champs/place-choice.ts'
import { randomToken } from '../../lib/crypto.ts'
import { ensure } from '../../lib/errors.ts'
import { quoted } from '../../lib/typo.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, rawOf, readBody, readQuery, shown, shownVersion } from '../../web/form.ts'
import { readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { actorOf } from '../journal/actor.tsx'
import { lookupOf } from '../lieux/queries/lookup.ts'
import { notifyOptions } from '../notifications/actions.ts'
import { type Acting, addSpelling, decide, deleteSpelling, updateSpelling } from './actions.ts'
import { spellingFilter } from './filter-form.ts'
import { PLACE, parseRefusal, parseSpelling } from './form.ts'
import { orthographesCsvRoutes } from './import/routes.tsx'
import { canDecide, canWithdraw } from './policy.ts'
import { findSpelling, togetherWith } from './queries/lines.ts'
import { countProposed, listSpellings, type SpellingRow } from './queries/listing.ts'
import { written } from './rules/line.ts'
import { EDIT_TITLE, EditSpellingPage, NewSpellingPage, newTitle } from './views/form.tsx'
import { DeleteLinePage, deleteTitle, LinePage } from './views/line.tsx'
import { PATH, SpellingsPage } from './views/list.tsx'

const ORTHOGRAPHES = { href: PATH, label: 'Orthographes' }

/** Mounted at /orthographes. */
export const orthographesRoutes = router()

// Before the pages of single lines: its paths must not be taken for ids.
orthographesRoutes.route('/', orthographesCsvRoutes)

const decides = (c: Context<AppEnv>): Promise<boolean> => canDecide(c.var.deps.db, c.var.user)

const ensureDecides = async (c: Context<AppEnv>): Promise<void> => ensure(await decides(c))

const acting = (c: Context<AppEnv>): Acting => ({
  by: actorOf(c),
  userId: c.var.user.id,
  options: notifyOptions(c.var.deps),
})

orthographesRoutes.get('/', async (c) => {
  const { db } = c.var.deps
  const query = readQuery(c)
  const paging = readPaging(query)
  const lieu = await readPlaceFilter(query, 'lieu', lookupOf(db))
  const { filter } = spellingFilter.read(query, { lieu: lieu.place?.id ?? null })
  const list = lieu.message === undefined ? await listSpellings(db, filter, paging) : { lines: [], total: 0 }
  const url = spellingFilter.address(PATH, filter, query)
  const props = { ...list, proposed: await countProposed(db), filter, lieu, paging, url, decides: await decides(c) }
  return page(c, 'Orthographes', <SpellingsPage {...props} />)
})

orthographesRoutes.get('/nouvelle', async (c) => {
  const query = readQuery(c)
  const box = placeBox(await resolvePlace({ [PLACE]: shown(query, PLACE) }, PLACE, lookupOf(c.var.deps.db)))
  const known = { nom1: shown(query, 'nom1'), genre: shown(query, 'genre') }
  return newPage(c, { _envoi: randomToken(), ...known }, box)
})

orthographesRoutes.post('/', async (c) => {
  const { db } = c.var.deps
  const raw = await readBody(c)
  if (isSearch(raw)) return newPage(c, raw, await searchPlace(raw, PLACE, lookupOf(db)))
  const form = await parseSpelling(raw, lookupOf(db))
  if (!form.ok) return newPage(c, raw, form, form)
  const { version: _, ...input } = form.value
  const mayDecide = await decides(c)
  const saved = await addSpelling(db, input, { sending: sendingOf(c, raw), acting: acting(c), decides: mayDecide })
  if (!saved.ok) return newPage(c, raw, form, saved)
  return seeOther(c, `${PATH}/${saved.value}`, mayDecide ? 'Ligne ajoutée.' : 'Ligne proposée. Merci\u202f!')
})

orthographesRoutes.get('/:id', async (c) => linePage(c, await find(c)))

orthographesRoutes.get('/:id/modifier', async (c) => {
  await ensureDecides(c)
  const { id, nom_a, nom_b, genre, signe, source, version, lieu_id, lieu } = await find(c)
  const place = lieu_id === null ? null : { id: lieu_id, nom_long: lieu ?? '' }
  const raw = rawOf({ nom1: nom_a, nom2: nom_b, genre, signe, source, version })
  return editPage(c, id, raw, { place, candidates: undefined })
})

orthographesRoutes.post('/:id', async (c) => {
  await ensureDecides(c)
  const { db } = c.var.deps
  const { id } = await find(c)
  const raw = await readBody(c)
  if (isSearch(raw)) return editPage(c, id, raw, await searchPlace(raw, PLACE, lookupOf(db)))
  const form = await parseSpelling(raw, lookupOf(db))
  if (!form.ok) return editPage(c, id, raw, form, form)
  const saved = await updateSpelling(db, id, form.value, acting(c))
  return saved.ok ? seeOther(c, `${PATH}/${id}`, 'Ligne enregistrée.') : editPage(c, id, raw, form, saved)
})

orthographesRoutes.post('/:id/accepter', async (c) => {
  await ensureDecides(c)
  const line = await find(c)
  const version = shownVersion(await readBody(c))
  await decide(c.var.deps.db, line.id, { version, motif: null }, acting(c))
  return seeOther(c, `${PATH}?etat=proposee`, `Ligne acceptée\u00a0: ${quoted(written(line))}.`)
})

orthographesRoutes.post('/:id/refuser', async (c) => {
  await ensureDecides(c)
  const line = await find(c)
  const raw = await readBody(c)
  const form = parseRefusal(raw)
  if (!form.ok) return linePage(c, line, raw, form)
  await decide(c.var.deps.db, line.id, form.value, acting(c))
  return seeOther(c, `${PATH}?etat=proposee`, `Ligne refusée\u00a0: ${quoted(written(line))}.`)
})

const mayRemove = async (c: Context<AppEnv>) => {
  const mayDecide = await decides(c)
  return (line: SpellingRow): boolean => mayDecide || canWithdraw(c.var.user, line)
}

orthographesRoutes.get('/:id/supprimer', async (c) => {
  const line = await find(c)
  ensure((await mayRemove(c))(line))
  const mayDecide = await decides(c)
  const breadcrumb = [ORTHOGRAPHES, { href: `${PATH}/${line.id}`, label: written(line) }]
  return page(c, deleteTitle(mayDecide), <DeleteLinePage line={line} decides={mayDecide} />, { breadcrumb })
})

orthographesRoutes.post('/:id/supprimer', async (c) => {
  const line = await find(c)
  const may = await mayRemove(c)
  ensure(may(line))
  const version = shownVersion(await readBody(c))
  await deleteSpelling(c.var.deps.db, line.id, version, { acting: acting(c), mayRemove: may })
  return seeOther(c, PATH, `Ligne supprimée\u00a0: ${quoted(written(line))}.`)
})

const find = (c: Context<AppEnv>) => findSpelling(c.var.deps.db, idParam(c))

/** The button of the place box for who has no script: shows the places found, refuses nothing, stores nothing. */
const isSearch = (raw: Body): boolean => shown(raw, 'chercher') === PLACE

async function linePage(c: Context<AppEnv>, line: SpellingRow, typed: Body = {}, refusal?: Refusal) {
  const { status, ...form } = shownForm(typed, refusal)
  const props = {
    ...form,
    ...{ line, decides: await decides(c), withdraws: canWithdraw(c.var.user, line) },
    together: await togetherWith(c.var.deps.db, line),
  }
  return page(c, written(line), <LinePage {...props} />, { status, breadcrumb: [ORTHOGRAPHES] })
}

async function newPage(c: Context<AppEnv>, raw: Body, { place, candidates }: PlaceBox, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const mayDecide = await decides(c)
  const view = <NewSpellingPage {...form} {...{ place, candidates, decides: mayDecide }} />
  return page(c, newTitle(mayDecide), view, { status, breadcrumb: [ORTHOGRAPHES] })
}

function editPage(c: Context<AppEnv>, id: number, raw: Body, { place, candidates }: PlaceBox, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const view = <EditSpellingPage {...form} {...{ place, candidates, id }} />
  const breadcrumb = [ORTHOGRAPHES, { href: `${PATH}/${id}`, label: 'Ligne' }]
  return page(c, EDIT_TITLE, view, { status, breadcrumb })
}

import type { Context } from 'hono'
import { type PlaceBox, placeBox, readPlaceFilter, resolvePlace, searchPlace } from '../../champs/place-choice.ts'
import { randomToken } from '../../lib/crypto.ts'
import { ensure } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { exportRoutes } from '../../web/export.ts'
import { asFields } from '../../web/filter.ts'
import { type Body, readBody, readQuery, shown, shownVersion } from '../../web/form.ts'
import { readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { lookupOf } from '../lieux/queries/lookup.ts'
import { lieuPath } from '../lieux/queries/places.ts'
import type { LotList } from '../lots/kind.ts'
import { lotRoutes } from '../lots/list-routes.tsx'
import { sourceChoices } from '../sources/queries/sources.ts'
import { addRegister, deleteRegister, updateRegister } from './actions.ts'
import { registerFilter } from './filter-form.ts'
import { LIEU, parseRegister, rawOfRegister } from './form.ts'
import { inventaireImportRoutes } from './import/routes.tsx'
import { inventaireLot } from './lots/kind.ts'
import { actsOf, typesByAct } from './lots/queries.ts'
import { NewSourcesChoice } from './lots/views.tsx'
import { canEditInventory, MAY_NOT_EDIT } from './policy.ts'
import {
  depotChoices,
  findRegister,
  listRegisters,
  type RegisterFilter,
  registerIds,
  registerNames,
} from './queries.ts'
import { registerRows } from './rows.ts'
import {
  DELETE_TITLE,
  DeleteRegisterPage,
  EDIT_TITLE,
  EditRegisterPage,
  NEW_TITLE,
  NewRegisterPage,
} from './views/form.tsx'
import { InventoryPage, PATH, TITLE } from './views/list.tsx'

const breadcrumb = [{ href: PATH, label: TITLE }]

/** Mounted at /inventaire. */
export const inventaireRoutes = router()

// Before the pages of single lines: its path must not be taken for an id.
inventaireRoutes.route('/', inventaireImportRoutes)

const ensureMayEdit = (c: Context<AppEnv>): void => ensure(canEditInventory(c.var.user), MAY_NOT_EDIT)

async function asked(c: Context<AppEnv>, raw: Body) {
  const { db } = c.var.deps
  const lieu = await readPlaceFilter(raw, 'lieu', lookupOf(db))
  const place = lieu.place && (await lieuPath(db, lieu.place.id))
  const { filter } = registerFilter.read(raw, { lieu: place ?? null })
  return { lieu, filter }
}

inventaireRoutes.get('/', async (c) => {
  const { db } = c.var.deps
  const { user } = c.var
  const query = readQuery(c)
  const paging = readPaging(query)
  const { lieu, filter } = await asked(c, query)
  const list = await listRegisters(db, user, filter, paging)
  const url = registerFilter.address(PATH, filter, query)
  const exportUrl = (extension: string) => registerFilter.address(`${PATH}/export/${extension}`, filter)({})
  const many = { gestures: inventaireLot.actions, asked: asFields(registerFilter.params(filter)) }
  const props = { ...list, ...many, filter, lieu, paging, url, exportUrl, canEdit: canEditInventory(user) }
  return page(c, TITLE, <InventoryPage {...props} />)
})

async function lotList(c: Context<AppEnv>, raw: Body): Promise<LotList> {
  const { db } = c.var.deps
  const { filter } = await asked(c, raw)
  return {
    back: registerFilter.address(PATH, filter, raw)({}),
    breadcrumb,
    found: () => registerIds(db, filter),
    names: (ids) => registerNames(db, ids),
  }
}

inventaireRoutes.route(
  '/lot',
  lotRoutes({
    kind: inventaireLot,
    list: lotList,
    fields: {
      creer: async ({ db, user, ids, raw }, errors) => {
        const [actes, types] = [await actsOf(db, ids), await typesByAct(db)]
        return <NewSourcesChoice {...{ raw, errors, actes, types }} choices={await sourceChoices(db, user)} />
      },
    },
  }),
)

const filterOf = async (c: Context<AppEnv>): Promise<RegisterFilter> => (await asked(c, readQuery(c))).filter

inventaireRoutes.route(
  '/',
  exportRoutes('/export', async (c) => ({ title: 'inventaire', rows: registerRows(c.var.deps.db, await filterOf(c)) })),
)

inventaireRoutes.get('/nouveau', async (c) => {
  ensureMayEdit(c)
  const raw = { _envoi: randomToken(), etat: 'conserve', lieu_id: shown(readQuery(c), 'lieu_id') }
  const { place } = placeBox(await resolvePlace({ lieu_id: raw.lieu_id }, LIEU, lookupOf(c.var.deps.db)))
  return newPage(c, raw, { place, candidates: undefined })
})

/** The button of the place box for who has no script shows the places found, and stores nothing. */
const isSearch = (raw: Body): boolean => shown(raw, 'chercher') === LIEU

inventaireRoutes.post('/', async (c) => {
  ensureMayEdit(c)
  const { db } = c.var.deps
  const raw = await readBody(c)
  if (isSearch(raw)) return newPage(c, raw, await searchPlace(raw, LIEU, lookupOf(db)))
  const form = await parseRegister(raw, lookupOf(db))
  if (!form.ok) return newPage(c, raw, form.box, form)
  const { version: _, ...input } = form.value
  const saved = await addRegister(db, input, sendingOf(c, raw))
  return saved.ok ? seeOther(c, `${PATH}?lieu=${input.lieu_id}`, 'Registre ajouté.') : newPage(c, raw, form.box, saved)
})

async function lineOf(c: Context<AppEnv>) {
  ensureMayEdit(c)
  return findRegister(c.var.deps.db, idParam(c))
}

inventaireRoutes.get('/:id/modifier', async (c) => {
  const line = await lineOf(c)
  const place = { id: line.lieu_id, nom_long: line.lieu }
  return editPage(c, line.id, rawOfRegister(line), { place, candidates: undefined })
})

inventaireRoutes.post('/:id', async (c) => {
  const line = await lineOf(c)
  const { db, clock } = c.var.deps
  const raw = await readBody(c)
  if (isSearch(raw)) return editPage(c, line.id, raw, await searchPlace(raw, LIEU, lookupOf(db)))
  const form = await parseRegister(raw, lookupOf(db))
  if (!form.ok) return editPage(c, line.id, raw, form.box, form)
  const saved = await updateRegister(db, line.id, form.value, clock().toISOString())
  return saved.ok
    ? seeOther(c, `${PATH}?lieu=${form.value.lieu_id}`, 'Registre enregistré.')
    : editPage(c, line.id, raw, form.box, saved)
})

inventaireRoutes.get('/:id/supprimer', async (c) => {
  const line = await lineOf(c)
  return page(c, DELETE_TITLE, <DeleteRegisterPage line={line} />, { breadcrumb })
})

inventaireRoutes.post('/:id/supprimer', async (c) => {
  const line = await lineOf(c)
  await deleteRegister(c.var.deps.db, line.id, shownVersion(await readBody(c)))
  return seeOther(c, `${PATH}?lieu=${line.lieu_id}`, 'Registre supprimé.')
})

async function newPage(c: Context<AppEnv>, raw: Body, box: PlaceBox, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const depots = await depotChoices(c.var.deps.db)
  return page(c, NEW_TITLE, <NewRegisterPage {...form} {...box} depots={depots} />, { status, breadcrumb })
}

async function editPage(c: Context<AppEnv>, id: number, raw: Body, box: PlaceBox, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const depots = await depotChoices(c.var.deps.db)
  return page(c, EDIT_TITLE, <EditRegisterPage {...form} {...box} {...{ id, depots }} />, { status, breadcrumb })
}

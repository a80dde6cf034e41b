import type { Context } from 'hono'
import type { Body } from '../../lib/body.ts'
import { randomToken } from '../../lib/crypto.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { rawOf, readBody } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { addChamp, type Convert, deleteChamp, moveChamp, orderChamps, updateChamp } from './actions/champs.ts'
import { parseChamp, parseOrdre } from './form.ts'
import { champsOf, countHolding, type EditedChamp, findChamp, findType } from './queries.ts'
import { ChampsPage, champsTitle, DeleteChampPage, deleteChampTitle } from './views/champs.tsx'
import { BASE } from './views/types.tsx'

/** Every route of the fields but the two that may write records anew. */
const routes = router()

const BREADCRUMB = [ADMINISTRATION, { href: BASE, label: 'Types de sources' }]

const listPath = (typeId: number, champId?: number): string =>
  `${BASE}/${typeId}/champs${champId === undefined ? '' : `#champ-${champId}`}`

/** A new field starts as the simplest one. */
const EMPTY: Body = { type: 'text', politique: 'vide', completion: '1' }

async function designer(c: Context<AppEnv>, raw: Body = EMPTY, refusal?: Refusal) {
  const { db } = c.var.deps
  const { status, ...form } = shownForm(raw, refusal)
  const type = await findType(db, idParam(c))
  const added = { ...form, envoi: randomToken() }
  const body = <ChampsPage type={type} champs={await champsOf(db, type.id)} added={added} />
  return page(c, champsTitle(type), body, { status, breadcrumb: BREADCRUMB, scripts: 'ordre' })
}

routes.get('/', (c) => designer(c))

const add = (convert: Convert) => async (c: Context<AppEnv>) => {
  const typeId = idParam(c)
  const raw = await readBody(c)
  const form = parseChamp(raw)
  if (!form.ok) return designer(c, raw, form)
  const saved = await addChamp({ db: c.var.deps.db, convert }, typeId, form.value, sendingOf(c, raw))
  return saved.ok ? seeOther(c, listPath(typeId, saved.value), 'Champ ajouté.') : designer(c, raw, saved)
}

routes.post('/ordre', async (c) => {
  const typeId = idParam(c)
  const raw = await readBody(c)
  const form = parseOrdre(raw)
  await orderChamps(c.var.deps.db, typeId, form.ok ? form.value.ordre : [])
  // Without a message: static/js/ordre.js, which posts here, tells the new place itself.
  return seeOther(c, listPath(typeId))
})

const rawOfChamp = ({ options, anciennes: _former, id: _, ...champ }: EditedChamp): Body => ({
  ...rawOf(champ),
  options_raw: options.join('\n'),
})

/** The list with one of its entries open as a form. */
async function editor(c: Context<AppEnv>, raw?: Body, refusal?: Refusal) {
  const { db } = c.var.deps
  const type = await findType(db, idParam(c))
  const champ = await findChamp(db, type.id, idParam(c, 'champ'))
  const nbHolding = await countHolding(db, type.id, champ.nom)
  const { status, ...form } = shownForm(raw ?? rawOfChamp(champ), refusal)
  const edited = { id: champ.id, ...form, nbHolding }
  const body = <ChampsPage type={type} champs={await champsOf(db, type.id)} edited={edited} />
  return page(c, champsTitle(type), body, { status, breadcrumb: BREADCRUMB, scripts: 'ordre' })
}

routes.get('/:champ/modifier', (c) => editor(c))

const change = (convert: Convert) => async (c: Context<AppEnv>) => {
  const { db } = c.var.deps
  const [typeId, champId] = [idParam(c), idParam(c, 'champ')]
  const raw = await readBody(c)
  const champ = await findChamp(db, typeId, champId)
  const form = parseChamp(raw, champ.nom)
  if (!form.ok) return editor(c, raw, form)
  const saved = await updateChamp({ db, convert }, typeId, champId, form.value)
  return saved.ok ? seeOther(c, listPath(typeId, champId), 'Champ enregistré.') : editor(c, raw, saved)
}

for (const [path, step] of [
  ['monter', -1],
  ['descendre', 1],
] as const) {
  routes.post(`/:champ/${path}`, async (c) => {
    const [typeId, champId] = [idParam(c), idParam(c, 'champ')]
    await moveChamp(c.var.deps.db, typeId, champId, step)
    return seeOther(c, listPath(typeId, champId), 'Champ déplacé.')
  })
}

routes.get('/:champ/supprimer', async (c) => {
  const { db } = c.var.deps
  const type = await findType(db, idParam(c))
  const champ = await findChamp(db, type.id, idParam(c, 'champ'))
  const nbHolding = await countHolding(db, type.id, champ.nom)
  const body = <DeleteChampPage type={type} champ={champ} nbHolding={nbHolding} />
  return page(c, deleteChampTitle(champ), body, { breadcrumb: BREADCRUMB })
})

routes.post('/:champ/supprimer', async (c) => {
  const typeId = idParam(c)
  await deleteChamp(c.var.deps.db, typeId, idParam(c, 'champ'), c.var.deps.clock())
  return seeOther(c, listPath(typeId), 'Champ supprimé.')
})

/** The fields of one type; mounted at /admin/types-sources/:id/champs, behind its guard. */
export const champsRoutes = (convert: Convert) =>
  router().route('/', routes).post('/', add(convert)).post('/:champ', change(convert))

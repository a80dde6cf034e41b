import type { Context } from 'hono'
import { type Body, type FormErrors, shown } from '../../lib/body.ts'
import { randomToken } from '../../lib/crypto.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { rawOf, readBody, sendingKey } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { addChamp, deleteChamp, moveChamp, orderChamps, updateChamp } from './actions/champs.ts'
import { parseChamp, parseOrdre } from './form.ts'
import { champsOf, countHolding, type EditedChamp, findChamp, findType } from './queries.ts'
import { ChampsPage, champsTitle, DeleteChampPage, deleteChampTitle } from './views/champs.tsx'
import { BASE } from './views/types.tsx'

/** The fields of one type; mounted at /admin/types-sources/:id/champs, behind its guard. */
export const champsRoutes = router()

const BREADCRUMB = [ADMINISTRATION, { href: BASE, label: 'Types de sources' }]

const listPath = (typeId: number, champId?: number): string =>
  `${BASE}/${typeId}/champs${champId === undefined ? '' : `#champ-${champId}`}`

/** What a new field starts with. */
const EMPTY: Body = { type: 'text', politique: 'vide', completion: '1' }

async function designer(c: Context<AppEnv>, raw: Body = EMPTY, errors: FormErrors = {}, status: 200 | 422 = 200) {
  const { db } = c.var.deps
  const type = await findType(db, idParam(c))
  const added = { raw, errors, envoi: randomToken() }
  const body = <ChampsPage type={type} champs={await champsOf(db, type.id)} added={added} />
  return page(c, champsTitle(type), body, { status, breadcrumb: BREADCRUMB, scripts: 'ordre' })
}

champsRoutes.get('/', (c) => designer(c))

champsRoutes.post('/', async (c) => {
  const typeId = idParam(c)
  const raw = await readBody(c)
  const form = parseChamp(raw)
  if (!form.ok) return designer(c, raw, form.errors, 422)
  const now = c.var.deps.clock().toISOString()
  const sending = { jeton: sendingKey(c, raw), userId: c.var.user.id, now }
  const result = await addChamp(c.var.deps.db, typeId, form.value, sending)
  if (!result.ok) return designer(c, raw, result.errors, 422)
  return seeOther(c, listPath(typeId, result.value), 'Champ ajouté.')
})

champsRoutes.post('/ordre', async (c) => {
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
async function editor(c: Context<AppEnv>, raw?: Body, errors: FormErrors = {}, status: 200 | 409 | 422 = 200) {
  const { db } = c.var.deps
  const type = await findType(db, idParam(c))
  const champ = await findChamp(db, type.id, idParam(c, 'champ'))
  const nbHolding = await countHolding(db, type.id, champ.nom)
  // A form that comes back keeps the version it was made from, or a conflict would go unseen; told once, it takes the new one.
  const version = status === 409 || !raw ? String(champ.version) : shown(raw, 'version')
  const edited = { id: champ.id, raw: { ...(raw ?? rawOfChamp(champ)), version }, errors, nbHolding }
  const body = <ChampsPage type={type} champs={await champsOf(db, type.id)} edited={edited} />
  return page(c, champsTitle(type), body, { status, breadcrumb: BREADCRUMB, scripts: 'ordre' })
}

champsRoutes.get('/:champ/modifier', (c) => editor(c))

champsRoutes.post('/:champ', async (c) => {
  const { db } = c.var.deps
  const [typeId, champId] = [idParam(c), idParam(c, 'champ')]
  const raw = await readBody(c)
  const champ = await findChamp(db, typeId, champId)
  const form = parseChamp(raw, champ.nom)
  if (!form.ok) return editor(c, raw, form.errors, 422)
  const result = await updateChamp(db, typeId, champId, form.value)
  if (!result.ok) return editor(c, raw, result.errors, result.isConflict ? 409 : 422)
  return seeOther(c, listPath(typeId, champId), 'Champ enregistré.')
})

for (const [path, step] of [
  ['monter', -1],
  ['descendre', 1],
] as const) {
  champsRoutes.post(`/:champ/${path}`, async (c) => {
    const [typeId, champId] = [idParam(c), idParam(c, 'champ')]
    await moveChamp(c.var.deps.db, typeId, champId, step)
    return seeOther(c, listPath(typeId, champId), 'Champ déplacé.')
  })
}

champsRoutes.get('/:champ/supprimer', async (c) => {
  const { db } = c.var.deps
  const type = await findType(db, idParam(c))
  const champ = await findChamp(db, type.id, idParam(c, 'champ'))
  const nbHolding = await countHolding(db, type.id, champ.nom)
  const body = <DeleteChampPage type={type} champ={champ} nbHolding={nbHolding} />
  return page(c, deleteChampTitle(champ), body, { breadcrumb: BREADCRUMB })
})

champsRoutes.post('/:champ/supprimer', async (c) => {
  const typeId = idParam(c)
  await deleteChamp(c.var.deps.db, typeId, idParam(c, 'champ'), c.var.deps.clock())
  return seeOther(c, listPath(typeId), 'Champ supprimé.')
})

import type { Context } from 'hono'
import type { FieldGroup } from '../../champs/groups.ts'
import type { Group } from '../../champs/kind.ts'
import { readsBeside } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import type { Body } from '../../lib/body.ts'
import { randomToken } from '../../lib/crypto.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { rawOf, readBody, readQuery, shown } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { addChamp, type Convert, deleteChamp, updateChamp } from './actions/champs.ts'
import { moveChamp, orderChamps } from './actions/ordering.ts'
import { parseChamp, parseOrdre } from './form.ts'
import { countHolding, type EditedChamp, findChamp, findType, groupedChamps, typeGroups } from './queries.ts'
import { USUAL_PARTS } from './rules/person-champs.ts'
import { ChampsPage, champsTitle, DeleteChampPage, deleteChampTitle } from './views/champs.tsx'
import { BASE } from './views/types.tsx'

/** Every route of the fields but the two that may write records anew. */
const routes = router()

export const DESIGNER_BREADCRUMB = [ADMINISTRATION, { href: BASE, label: 'Types de sources' }]

const listPath = (typeId: number, champId?: number): string =>
  `${BASE}/${typeId}/champs${champId === undefined ? '' : `#champ-${champId}`}`

/** A new field starts as the simplest one. */
const EMPTY: Body = { type: 'text', politique: 'vide', completion: '1' }

/** The list where these fields say that they lost their part. */
const listWithout = (typeId: number, champIds: readonly number[], champId?: number): string =>
  champIds.length === 0
    ? listPath(typeId, champId)
    : listPath(typeId, champId).replace('/champs', `/champs?sans_partie=${champIds.join()}`)

/** Ids in the address above; whatever else stands there names no field. */
const withoutPart = (c: Context<AppEnv>): ReadonlySet<number> =>
  new Set(shown(readQuery(c), 'sans_partie').split(',').map(Number))

interface Fields {
  groups: FieldGroup[]
  typeGroups: Group[]
}

async function fieldsOf(db: Db, typeId: number): Promise<Fields> {
  return { groups: await groupedChamps(db, typeId), typeGroups: await typeGroups(db, typeId) }
}

/** The next field most often stands beside the one that was added last. */
function emptyForm({ groups }: Fields): Body {
  const [last] = groups.flatMap(({ champs }) => champs).sort((a, b) => b.id - a.id)
  const groupe = last?.groupe?.id
  return groupe === undefined ? EMPTY : { ...EMPTY, groupe: String(groupe) }
}

/** The next person most often has the parts of the one that was added last; who it is, its label says. */
function emptyGroup({ groups }: Fields): Body {
  const persons = groups.filter(({ group, champs }) => group?.role != null && champs.length > 0)
  const [last] = persons.sort((a, b) => (b.group?.id ?? 0) - (a.group?.id ?? 0))
  return { role: 'auto', de: 'auto', parties: last?.champs.flatMap(({ partie }) => partie ?? []) ?? [...USUAL_PARTS] }
}

/** The page with its two forms; the one of `refused` comes back as it was typed. */
async function designer(c: Context<AppEnv>, raw?: Body, refusal?: Refusal, refused: 'champ' | 'groupe' = 'champ') {
  const { db } = c.var.deps
  const type = await findType(db, idParam(c))
  const fields = await fieldsOf(db, type.id)
  const typed = (form: typeof refused, start: Body) =>
    form === refused ? shownForm(raw ?? start, refusal) : shownForm(start)
  const { status } = shownForm({}, refusal)
  const body = (
    <ChampsPage
      type={type}
      {...fields}
      withoutPart={withoutPart(c)}
      envoi={randomToken()}
      added={typed('champ', emptyForm(fields))}
      addedGroup={typed('groupe', emptyGroup(fields))}
    />
  )
  return page(c, champsTitle(type), body, { status, breadcrumb: DESIGNER_BREADCRUMB, scripts: 'ordre' })
}

routes.get('/', (c) => designer(c))

/** The page with the form of a group that was refused. */
export const designerOfGroup = (c: Context<AppEnv>, raw: Body, refusal: Refusal) => designer(c, raw, refusal, 'groupe')

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
  const lostPart = await orderChamps(c.var.deps.db, typeId, form.ok ? form.value : { ordre: [] }, c.var.deps.clock())
  // Without a message: static/js/ordre.js, which posts here, tells the new place itself, and what the list says of a lost part.
  return seeOther(c, listWithout(typeId, lostPart))
})

const rawOfChamp = ({ options, anciennes: _former, id: _, groupe, ...champ }: EditedChamp): Body => ({
  ...rawOf({ ...champ, groupe: groupe?.id }),
  options_raw: options.join('\n'),
})

/** The list with one of its entries open as a form. */
async function editor(c: Context<AppEnv>, raw?: Body, refusal?: Refusal) {
  const { db } = c.var.deps
  const type = await findType(db, idParam(c))
  const champ = await findChamp(db, type.id, idParam(c, 'champ'))
  const nbHolding = await countHolding(readsBeside(db), type.id, champ.nom)
  const { status, ...form } = shownForm(raw ?? rawOfChamp(champ), refusal)
  const edited = { id: champ.id, ...form, nbHolding }
  const fields = await fieldsOf(db, type.id)
  const body = <ChampsPage type={type} {...fields} envoi={randomToken()} edited={edited} />
  return page(c, champsTitle(type), body, { status, breadcrumb: DESIGNER_BREADCRUMB, scripts: 'ordre' })
}

routes.get('/:champ/modifier', (c) => editor(c))

const change = (convert: Convert) => async (c: Context<AppEnv>) => {
  const { db, clock } = c.var.deps
  const [typeId, champId] = [idParam(c), idParam(c, 'champ')]
  const raw = await readBody(c)
  const champ = await findChamp(db, typeId, champId)
  const form = parseChamp(raw, champ.nom)
  if (!form.ok) return editor(c, raw, form)
  const saved = await updateChamp({ db, convert }, typeId, champId, form.value, clock())
  return saved.ok ? seeOther(c, listPath(typeId, champId), 'Champ enregistré.') : editor(c, raw, saved)
}

const MOVED_WITHOUT_PART =
  'Champ déplacé. Il n’a plus de partie\u00a0: un autre champ de ce groupe dit déjà la même chose de cette personne.'

for (const [path, step] of [
  ['monter', -1],
  ['descendre', 1],
] as const) {
  routes.post(`/:champ/${path}`, async (c) => {
    const [typeId, champId] = [idParam(c), idParam(c, 'champ')]
    const lostPart = await moveChamp(c.var.deps.db, typeId, champId, step, c.var.deps.clock())
    const path = listWithout(typeId, lostPart ? [champId] : [], champId)
    return seeOther(c, path, lostPart ? MOVED_WITHOUT_PART : 'Champ déplacé.')
  })
}

routes.get('/:champ/supprimer', async (c) => {
  const { db } = c.var.deps
  const type = await findType(db, idParam(c))
  const champ = await findChamp(db, type.id, idParam(c, 'champ'))
  const nbHolding = await countHolding(readsBeside(db), type.id, champ.nom)
  const body = <DeleteChampPage type={type} champ={champ} nbHolding={nbHolding} />
  return page(c, deleteChampTitle(champ), body, { breadcrumb: DESIGNER_BREADCRUMB })
})

routes.post('/:champ/supprimer', async (c) => {
  const typeId = idParam(c)
  await deleteChamp(c.var.deps.db, typeId, idParam(c, 'champ'), c.var.deps.clock())
  return seeOther(c, listPath(typeId), 'Champ supprimé.')
})

/** The fields of one type; mounted at /admin/types-sources/:id/champs, behind its guard. */
export const champsRoutes = (convert: Convert) =>
  router().route('/', routes).post('/', add(convert)).post('/:champ', change(convert))

import type { Context } from 'hono'
import { randomToken } from '../../lib/crypto.ts'
import { quoted } from '../../lib/typo.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, rawOf, readBody, readQuery } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { listUrl, readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { role } from '../auth/session-guard.tsx'
import type { Convert } from './actions/champs.ts'
import { READY_TYPES } from './actions/models.ts'
import { copyType, createType, deleteType, inUseMessage, updateType } from './actions/types.ts'
import { champsRoutes } from './champs-routes.tsx'
import { parseCopy, parseNewType, parseType } from './form.ts'
import { groupsRoutes } from './groups-routes.tsx'
import { champsOf, countSourcesOf, findType, listTypes, type TypeSource } from './queries.ts'
import { BASE, CopyTypePage, DeleteTypePage, EditTypePage, NewTypePage, TypesPage } from './views/types.tsx'

const routes = router()

const TYPES = { href: BASE, label: 'Types de sources' }

routes.get('/', async (c) => {
  const query = readQuery(c)
  const paging = readPaging(query)
  const list = await listTypes(c.var.deps.db, paging)
  const href = (n: number) => listUrl(BASE, query, { page: n })
  return page(c, 'Types de sources', <TypesPage {...list} paging={paging} href={href} />, {
    breadcrumb: [ADMINISTRATION],
  })
})

function newPage(c: Context<AppEnv>, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const body = <NewTypePage {...form} envoi={randomToken()} models={READY_TYPES} />
  return page(c, 'Nouveau type de source', body, { status, breadcrumb: [ADMINISTRATION, TYPES] })
}

routes.get('/nouveau', (c) => newPage(c, {}))

routes.post('/', async (c) => {
  const raw = await readBody(c)
  const form = parseNewType(raw)
  if (!form.ok) return newPage(c, raw, form)
  const saved = await createType(c.var.deps.db, form.value, sendingOf(c, raw))
  if (!saved.ok) return newPage(c, raw, saved)
  return seeOther(c, `${BASE}/${saved.value}/champs`, 'Type de source créé.')
})

routes.get('/:id', async (c) => {
  const type = await findType(c.var.deps.db, idParam(c))
  return seeOther(c, `${BASE}/${type.id}/champs`)
})

async function editPage(c: Context<AppEnv>, id: number, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const type = await findType(c.var.deps.db, id)
  const title = `Modifier le type ${quoted(type.nom)}`
  return page(c, title, <EditTypePage type={type} {...form} />, { status, breadcrumb: [ADMINISTRATION, TYPES] })
}

routes.get('/:id/modifier', async (c) => {
  const { id, nom, description, acte, version } = await findType(c.var.deps.db, idParam(c))
  return editPage(c, id, rawOf({ nom, description, acte, version }))
})

routes.post('/:id', async (c) => {
  const { db, clock } = c.var.deps
  const { id } = await findType(db, idParam(c))
  const raw = await readBody(c)
  const form = parseType(raw)
  if (!form.ok) return editPage(c, id, raw, form)
  const saved = await updateType(db, id, form.value, clock())
  return saved.ok ? seeOther(c, BASE, 'Type de source enregistré.') : editPage(c, id, raw, saved)
})

function copyPage(c: Context<AppEnv>, type: TypeSource, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const body = <CopyTypePage type={type} {...form} envoi={randomToken()} />
  return page(c, `Copier le type ${quoted(type.nom)}`, body, { status, breadcrumb: [ADMINISTRATION, TYPES] })
}

routes.get('/:id/copier', async (c) => {
  const type = await findType(c.var.deps.db, idParam(c))
  return copyPage(c, type, { nom: `${type.nom} (copie)` })
})

routes.post('/:id/copier', async (c) => {
  const { db } = c.var.deps
  const raw = await readBody(c)
  const type = await findType(db, idParam(c))
  const form = parseCopy(raw)
  if (!form.ok) return copyPage(c, type, raw, form)
  const saved = await copyType(db, type.id, form.value.nom, sendingOf(c, raw))
  if (!saved.ok) return copyPage(c, type, raw, saved)
  return seeOther(c, `${BASE}/${saved.value}/champs`, 'Copie créée.')
})

routes.get('/:id/supprimer', async (c) => {
  const { db } = c.var.deps
  const type = await findType(db, idParam(c))
  const refusal = inUseMessage(await countSourcesOf(db, type.id))
  const nbChamps = (await champsOf(db, type.id)).length
  const title = `Supprimer le type ${quoted(type.nom)}`
  const body = <DeleteTypePage type={type} nbChamps={nbChamps} refusal={refusal} />
  return page(c, title, body, { breadcrumb: [ADMINISTRATION, TYPES] })
})

routes.post('/:id/supprimer', async (c) => {
  await deleteType(c.var.deps.db, idParam(c))
  return seeOther(c, BASE, 'Type de source supprimé.')
})

/** Source types and their fields, for administrators; mounted at /admin/types-sources. */
export const typesSourcesRoutes = (convert: Convert) =>
  router()
    .use(role('admin'))
    .route('/', routes)
    .route('/:id/champs', champsRoutes(convert))
    .route('/:id/groupes', groupsRoutes)

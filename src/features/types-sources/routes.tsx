import type { Context } from 'hono'
import { shown } from '../../lib/body.ts'
import { randomToken } from '../../lib/crypto.ts'
import type { Sending } from '../../lib/saved.ts'
import { quoted } from '../../lib/typo.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, type FormErrors, rawOf, readBody, readQuery, sendingKey } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { listUrl, readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { role } from '../auth/session-guard.tsx'
import { READY_TYPES } from './actions/models.ts'
import { copyType, createType, deleteType, inUseMessage, updateType } from './actions/types.ts'
import { champsRoutes } from './champs-routes.tsx'
import { parseCopy, parseNewType, parseType } from './form.ts'
import { champsOf, countSourcesOf, findType, listTypes, type TypeSource } from './queries.ts'
import { BASE, CopyTypePage, DeleteTypePage, EditTypePage, NewTypePage, TypesPage } from './views/types.tsx'

/** Source types and their fields, for administrators; mounted at /admin/types-sources. */
export const typesSourcesRoutes = router()
typesSourcesRoutes.use(role('admin'))

const TYPES = { href: BASE, label: 'Types de sources' }

const sendingOf = (c: Context<AppEnv>, raw: Body): Sending => ({
  jeton: sendingKey(c, raw),
  userId: c.var.user.id,
  now: c.var.deps.clock().toISOString(),
})

typesSourcesRoutes.get('/', async (c) => {
  const query = readQuery(c)
  const paging = readPaging(query)
  const list = await listTypes(c.var.deps.db, paging)
  const href = (n: number) => listUrl(BASE, query, { page: n })
  return page(c, 'Types de sources', <TypesPage {...list} paging={paging} href={href} />, {
    breadcrumb: [ADMINISTRATION],
  })
})

function newPage(c: Context<AppEnv>, raw: Body, errors: FormErrors, status: 200 | 422) {
  const body = <NewTypePage raw={raw} errors={errors} envoi={randomToken()} models={READY_TYPES} />
  return page(c, 'Nouveau type de source', body, { status, breadcrumb: [ADMINISTRATION, TYPES] })
}

typesSourcesRoutes.get('/nouveau', (c) => newPage(c, {}, {}, 200))

typesSourcesRoutes.post('/', async (c) => {
  const raw = await readBody(c)
  const form = parseNewType(raw)
  if (!form.ok) return newPage(c, raw, form.errors, 422)
  const result = await createType(c.var.deps.db, form.value, sendingOf(c, raw))
  if (!result.ok) return newPage(c, raw, result.errors, 422)
  return seeOther(c, `${BASE}/${result.value}/champs`, 'Type de source créé.')
})

typesSourcesRoutes.get('/:id', async (c) => {
  const type = await findType(c.var.deps.db, idParam(c))
  return seeOther(c, `${BASE}/${type.id}/champs`)
})

function editPage(c: Context<AppEnv>, type: TypeSource, raw: Body, errors: FormErrors, status: 200 | 409 | 422) {
  const title = `Modifier le type ${quoted(type.nom)}`
  const body = <EditTypePage type={type} raw={raw} errors={errors} />
  return page(c, title, body, { status, breadcrumb: [ADMINISTRATION, TYPES] })
}

typesSourcesRoutes.get('/:id/modifier', async (c) => {
  const type = await findType(c.var.deps.db, idParam(c))
  return editPage(c, type, rawOf({ nom: type.nom, description: type.description }), {}, 200)
})

typesSourcesRoutes.post('/:id', async (c) => {
  const { db } = c.var.deps
  const raw = await readBody(c)
  const type = await findType(db, idParam(c))
  const form = parseType(raw)
  if (!form.ok) return editPage(c, sentVersion(type, raw), raw, form.errors, 422)
  const result = await updateType(db, type.id, form.value)
  if (result.ok) return seeOther(c, BASE, 'Type de source enregistré.')
  if (result.isConflict) return editPage(c, await findType(db, type.id), raw, result.errors, 409)
  return editPage(c, sentVersion(type, raw), raw, result.errors, 422)
})

/** A form that comes back with an error keeps the version it was made from, or a conflict would go unseen. */
const sentVersion = (type: TypeSource, raw: Body): TypeSource => ({
  ...type,
  version: Number(shown(raw, 'version')) || 0,
})

function copyPage(c: Context<AppEnv>, type: TypeSource, raw: Body, errors: FormErrors, status: 200 | 422) {
  const body = <CopyTypePage type={type} raw={raw} errors={errors} envoi={randomToken()} />
  return page(c, `Copier le type ${quoted(type.nom)}`, body, { status, breadcrumb: [ADMINISTRATION, TYPES] })
}

typesSourcesRoutes.get('/:id/copier', async (c) => {
  const type = await findType(c.var.deps.db, idParam(c))
  return copyPage(c, type, { nom: `${type.nom} (copie)` }, {}, 200)
})

typesSourcesRoutes.post('/:id/copier', async (c) => {
  const { db } = c.var.deps
  const raw = await readBody(c)
  const type = await findType(db, idParam(c))
  const form = parseCopy(raw)
  if (!form.ok) return copyPage(c, type, raw, form.errors, 422)
  const result = await copyType(db, type.id, form.value.nom, sendingOf(c, raw))
  if (!result.ok) return copyPage(c, type, raw, result.errors, 422)
  return seeOther(c, `${BASE}/${result.value}/champs`, 'Copie créée.')
})

typesSourcesRoutes.get('/:id/supprimer', async (c) => {
  const { db } = c.var.deps
  const type = await findType(db, idParam(c))
  const refusal = inUseMessage(await countSourcesOf(db, type.id))
  const nbChamps = (await champsOf(db, type.id)).length
  const title = `Supprimer le type ${quoted(type.nom)}`
  const body = <DeleteTypePage type={type} nbChamps={nbChamps} refusal={refusal} />
  return page(c, title, body, { breadcrumb: [ADMINISTRATION, TYPES] })
})

typesSourcesRoutes.post('/:id/supprimer', async (c) => {
  await deleteType(c.var.deps.db, idParam(c))
  return seeOther(c, BASE, 'Type de source supprimé.')
})

typesSourcesRoutes.route('/:id/champs', champsRoutes)

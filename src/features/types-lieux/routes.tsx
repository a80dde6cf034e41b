import type { Context } from 'hono'
import { randomToken } from '../../lib/crypto.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, rawOf, readBody, readQuery, shownVersion } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { listUrl, readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { role } from '../auth/session-guard.tsx'
import { createTypeLieu, deleteTypeLieu, updateTypeLieu, usedBy } from './actions.ts'
import { parseTypeLieu } from './form.ts'
import { findTypeLieu, listTypesLieux, nextOrdre } from './queries.ts'
import {
  DELETE_TITLE,
  DeleteTypeLieuPage,
  EDIT_TITLE,
  EditTypeLieuPage,
  LIST_TITLE,
  NEW_TITLE,
  NewTypeLieuPage,
  TypesLieuxPage,
} from './views.tsx'

const PATH = '/admin/types-lieux'
const breadcrumb = [ADMINISTRATION, { href: PATH, label: LIST_TITLE }]

/** Mounted at /admin/types-lieux; administrators only. */
export const typesLieuxRoutes = router()

typesLieuxRoutes.use(role('admin'))

typesLieuxRoutes.get('/', async (c) => {
  const query = readQuery(c)
  const paging = readPaging(query)
  const list = await listTypesLieux(c.var.deps.db, paging)
  const href = (n: number) => listUrl(PATH, query, { page: n })
  return page(c, LIST_TITLE, <TypesLieuxPage {...list} paging={paging} href={href} />, { breadcrumb: [ADMINISTRATION] })
})

typesLieuxRoutes.get('/nouveau', async (c) => {
  const ordre = String(await nextOrdre(c.var.deps.db))
  return newPage(c, { _envoi: randomToken(), ordre, dans_nom_long: '1' })
})

typesLieuxRoutes.post('/', async (c) => {
  const raw = await readBody(c)
  const form = parseTypeLieu(raw)
  if (!form.ok) return newPage(c, raw, form)
  const { version: _, ...input } = form.value
  const saved = await createTypeLieu(c.var.deps.db, input, sendingOf(c, raw))
  return saved.ok ? seeOther(c, PATH, 'Type de lieu créé.') : newPage(c, raw, saved)
})

typesLieuxRoutes.get('/:id/modifier', async (c) => {
  const { id, lieux: _, ...row } = await findTypeLieu(c.var.deps.db, idParam(c))
  return editPage(c, id, rawOf(row))
})

typesLieuxRoutes.post('/:id', async (c) => {
  const { db } = c.var.deps
  const { id } = await findTypeLieu(db, idParam(c))
  const raw = await readBody(c)
  const form = parseTypeLieu(raw)
  if (!form.ok) return editPage(c, id, raw, form)
  const saved = await updateTypeLieu(db, id, form.value, c.var.deps.clock())
  return saved.ok ? seeOther(c, PATH, 'Type de lieu enregistré.') : editPage(c, id, raw, saved)
})

typesLieuxRoutes.get('/:id/supprimer', async (c) => {
  const type = await findTypeLieu(c.var.deps.db, idParam(c))
  const blocked = type.lieux > 0 ? usedBy(type.lieux) : undefined
  return page(c, DELETE_TITLE, <DeleteTypeLieuPage type={type} blocked={blocked} />, { breadcrumb })
})

typesLieuxRoutes.post('/:id/supprimer', async (c) => {
  await deleteTypeLieu(c.var.deps.db, idParam(c), shownVersion(await readBody(c)))
  return seeOther(c, PATH, 'Type de lieu supprimé.')
})

function newPage(c: Context<AppEnv>, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  return page(c, NEW_TITLE, <NewTypeLieuPage {...form} />, { status, breadcrumb })
}

function editPage(c: Context<AppEnv>, id: number, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  return page(c, EDIT_TITLE, <EditTypeLieuPage id={id} {...form} />, { status, breadcrumb })
}

import type { Context } from 'hono'
import { randomToken } from '../../lib/crypto.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, rawOf, readBody, readQuery, shown, shownVersion } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { listUrl, readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { role } from '../auth/session-guard.tsx'
import { createDepot, deleteDepot, heldBy, updateDepot } from './actions.ts'
import { parseDepot } from './form.ts'
import { linksRoutes } from './liens/routes.tsx'
import { findDepot, linksOf, listDepots } from './queries.ts'
import { DELETE_TITLE, DeleteDepotPage, DepotsPage, EditDepotPage, NewDepotPage } from './views.tsx'

const PATH = '/admin/depots'
const breadcrumb = [ADMINISTRATION, { href: PATH, label: 'Dépôts' }]

/** Mounted at /admin/depots; administrators only. */
export const depotsRoutes = router()

depotsRoutes.use(role('admin'))

depotsRoutes.get('/', async (c) => {
  const query = readQuery(c)
  const paging = readPaging(query)
  const list = await listDepots(c.var.deps.db, paging)
  const href = (n: number) => listUrl(PATH, query, { page: n })
  return page(c, 'Dépôts', <DepotsPage {...list} paging={paging} href={href} />, { breadcrumb: [ADMINISTRATION] })
})

depotsRoutes.get('/nouveau', (c) => newPage(c, { _envoi: randomToken() }))

depotsRoutes.post('/', async (c) => {
  const raw = await readBody(c)
  const form = parseDepot(raw)
  if (!form.ok) return newPage(c, raw, form)
  const saved = await createDepot(c.var.deps.db, form.value, sendingOf(c, raw))
  return saved.ok ? seeOther(c, PATH, 'Dépôt créé.') : newPage(c, raw, saved)
})

depotsRoutes.get('/:id/modifier', async (c) => {
  const { id, sources: _, registres: __, ...row } = await findDepot(c.var.deps.db, idParam(c))
  return editPage(c, id, rawOf(row))
})

depotsRoutes.post('/:id', async (c) => {
  const { db } = c.var.deps
  const { id } = await findDepot(db, idParam(c))
  const raw = await readBody(c)
  const form = parseDepot(raw)
  if (!form.ok) return editPage(c, id, raw, form)
  const saved = await updateDepot(db, id, form.value)
  return saved.ok ? seeOther(c, PATH, 'Dépôt enregistré.') : editPage(c, id, raw, saved)
})

depotsRoutes.get('/:id/supprimer', async (c) => {
  const depot = await findDepot(c.var.deps.db, idParam(c))
  const blocked = heldBy(depot)
  return page(c, DELETE_TITLE, <DeleteDepotPage depot={depot} blocked={blocked} />, { breadcrumb })
})

depotsRoutes.post('/:id/supprimer', async (c) => {
  await deleteDepot(c.var.deps.db, idParam(c), shownVersion(await readBody(c)))
  return seeOther(c, PATH, 'Dépôt supprimé.')
})

depotsRoutes.route('/:id/liens', linksRoutes)

function newPage(c: Context<AppEnv>, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const view = <NewDepotPage {...form} jeton={shown(raw, '_envoi')} />
  return page(c, 'Nouveau dépôt', view, { status, breadcrumb })
}

async function editPage(c: Context<AppEnv>, id: number, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const links = await linksOf(c.var.deps.db, id)
  return page(c, 'Modifier le dépôt', <EditDepotPage id={id} links={links} {...form} />, { status, breadcrumb })
}

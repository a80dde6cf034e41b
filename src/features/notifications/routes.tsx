import { router } from '../../web/env.ts'
import { readBody, readQuery } from '../../web/form.ts'
import { listUrl, readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { chooseMails, markAllRead, markRead } from './actions.ts'
import { parseSwitches } from './form.ts'
import { countNotifications, listNotifications } from './queries.ts'
import { NotificationsPage, PATH, TITLE } from './views.tsx'

export const notificationsRoutes = router()

notificationsRoutes.get(PATH, async (c) => {
  const { db } = c.var.deps
  const query = readQuery(c)
  const paging = readPaging(query)
  const counts = await countNotifications(db, c.var.user)
  const notifications = await listNotifications(db, c.var.user, paging)
  const props = { notifications, paging, ...counts, href: (n: number) => listUrl(PATH, query, { page: n }) }
  return page(c, TITLE, <NotificationsPage {...props} />, { isSteady: true })
})

notificationsRoutes.post(`${PATH}/lues`, async (c) => {
  await markAllRead(c.var.deps.db, c.var.user.id, c.var.deps.clock().toISOString())
  return seeOther(c, PATH, 'Toutes vos notifications sont marquées comme lues.')
})

notificationsRoutes.post(`${PATH}/:id/lue`, async (c) => {
  await markRead(c.var.deps.db, c.var.user, idParam(c), c.var.deps.clock().toISOString())
  return seeOther(c, PATH, 'Notification marquée comme lue.')
})

notificationsRoutes.post('/profil/courriels', async (c) => {
  const form = parseSwitches(await readBody(c))
  if (form.ok) await chooseMails(c.var.deps.db, c.var.user, form.value)
  return seeOther(c, '/profil', 'Vos choix de courriels sont enregistrés.')
})

import type { Context } from 'hono'
import { AppError } from '../../../lib/errors.ts'
import { plural } from '../../../lib/text.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { readQuery } from '../../../web/form.ts'
import { ADMINISTRATION } from '../../../web/navigation.ts'
import { listUrl, readPaging } from '../../../web/pagination.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { role } from '../../auth/session-guard.tsx'
import { MAIL_TASK } from '../../notifications/actions.ts'
import { describeNotifications } from '../../notifications/queries.ts'
import { abandonTask, restartTasks } from '../../taches/actions.ts'
import { countStuckTasks, listStuckTasks, type StuckTask } from './queries.ts'
import { PATH, TachesPage, type TaskRow, TITLE } from './views.tsx'

/** The tasks that failed, for administrators; mounted at /admin/taches. */
export const tachesRoutes = router()

tachesRoutes.use(role('admin'))

const notificationIdOf = (task: StuckTask): number | undefined =>
  task.kind === MAIL_TASK ? Number(task.payload.notification_id) : undefined

/** The tasks with what they are about, in one query for all. */
async function rowsOf(c: Context<AppEnv>, tasks: StuckTask[]): Promise<TaskRow[]> {
  const ids = tasks.map(notificationIdOf).filter((id) => id !== undefined)
  const mails = await describeNotifications(c.var.deps.db, ids)
  return tasks.map((task) => ({ ...task, mail: mails.get(notificationIdOf(task) ?? 0) }))
}

tachesRoutes.get('/', async (c) => {
  const { db } = c.var.deps
  const query = readQuery(c)
  const paging = readPaging(query)
  const counts = await countStuckTasks(db)
  const tasks = await rowsOf(c, await listStuckTasks(db, paging))
  const props = { tasks, paging, ...counts, href: (n: number) => listUrl(PATH, query, { page: n }) }
  const breadcrumb = [ADMINISTRATION]
  return page(c, TITLE, <TachesPage {...props} />, { breadcrumb })
})

const MOVED_ON = 'Cette tâche n’est plus en échec\u00a0: elle a abouti, ou quelqu’un s’en est occupé.'

tachesRoutes.post('/relancer', async (c) => {
  const { db, clock, log } = c.var.deps
  const n = await restartTasks(db, 'garees', clock())
  log.info('parked tasks restarted', { n, user: c.var.user.id })
  return seeOther(c, PATH, `${plural(n, 'tâche relancée', 'tâches relancées')}.`)
})

tachesRoutes.post('/:id/relancer', async (c) => {
  const { db, clock, log } = c.var.deps
  const id = idParam(c)
  if ((await restartTasks(db, id, clock())) === 0) throw new AppError('conflit', MOVED_ON)
  log.info('task restarted', { task: id, user: c.var.user.id })
  return seeOther(c, PATH, 'Tâche relancée.')
})

tachesRoutes.post('/:id/abandonner', async (c) => {
  const { db, log } = c.var.deps
  const id = idParam(c)
  if (!(await abandonTask(db, id))) throw new AppError('conflit', MOVED_ON)
  log.info('task abandoned', { task: id, user: c.var.user.id })
  return seeOther(c, PATH, 'Tâche abandonnée.')
})

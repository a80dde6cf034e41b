import { randomToken } from '../../lib/crypto.ts'
import { AppError } from '../../lib/errors.ts'
import { attachment, fileBody } from '../../web/download.ts'
import { router } from '../../web/env.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { page, seeOther } from '../../web/render.tsx'
import { provedLately } from '../auth/fresh.tsx'
import { role } from '../auth/session-guard.tsx'
import { present } from '../fichiers/rules/shelves.ts'
import { actorOf } from '../journal/actor.tsx'
import { lastGivenUp, taskUnderWay } from '../taches/queries.ts'
import { archiveToTake } from './actions/archives.ts'
import { puttingBackRoutes } from './put-back-routes.tsx'
import { askForArchive, LEAVING_TASK } from './task.ts'
import { LeavingPage, PATH, TITLE } from './views.tsx'

/** Everything in one archive, for administrators; mounted at /parametres/emporter. */
export const leavingRoutes = router()

leavingRoutes.use(role('admin'))
leavingRoutes.route('/remettre', puttingBackRoutes)

leavingRoutes.get('/', async (c) => {
  const { db, storage } = c.var.deps
  const props = {
    archive: await archiveToTake(db, storage),
    underWay: await taskUnderWay(db, LEAVING_TASK),
    failed: await lastGivenUp(db, LEAVING_TASK),
  }
  const breadcrumb = [ADMINISTRATION, { href: '/parametres', label: 'Paramètres' }]
  return page(c, TITLE, <LeavingPage {...props} />, { breadcrumb })
})

leavingRoutes.post('/', async (c) => {
  const { db, clock } = c.var.deps
  const isNew = await askForArchive(db, actorOf(c), clock())
  return seeOther(c, PATH, isNew ? 'L’archive va être préparée.' : 'Une archive est déjà en préparation.')
})

leavingRoutes.get('/archive', provedLately, async (c) => {
  const { db, storage } = c.var.deps
  const archive = await archiveToTake(db, storage)
  if (!archive || !(await present(archive.path)))
    throw new AppError('introuvable', 'Cette archive n’est plus là. Faites-en une nouvelle.')
  const { site_name } = c.var.deps.settings.read()
  return c.body(fileBody(archive.path), 200, {
    'Content-Type': 'application/zip',
    'Content-Length': String(archive.taille),
    'Content-Disposition': attachment(`${site_name} ${archive.at.slice(0, 10)}`, 'zip'),
    'Cache-Control': 'private, no-store',
    // The ETag middleware would read the whole file into memory for its digest; a tag that is there already it leaves.
    ETag: `W/"${randomToken()}"`,
  })
})

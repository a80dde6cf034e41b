import { join } from 'node:path'
import type { Context } from 'hono'
import { dialectOf } from '../../db/dialect/index.ts'
import { shown } from '../../lib/body.ts'
import { randomToken } from '../../lib/crypto.ts'
import { AppError } from '../../lib/errors.ts'
import { attachment, fileBody } from '../../web/download.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readBody } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { page, seeOther } from '../../web/render.tsx'
import { provedLately } from '../auth/fresh.tsx'
import { role } from '../auth/session-guard.tsx'
import { record } from '../journal/actions.ts'
import { actorOf } from '../journal/actor.tsx'
import { otherKeeper } from '../presence/keeper.ts'
import { taskUnderWay } from '../taches/queries.ts'
import { lastArchived, roomOfSite } from '../vues/queries/photos.ts'
import { backupsFolder, contentOfBackup, listBackups } from './actions/backups.ts'
import { elsewhereState } from './ailleurs/queries.ts'
import { ailleursRoutes } from './ailleurs/routes.tsx'
import { externalState } from './externe/queries.ts'
import { externeRoutes } from './externe/routes.tsx'
import { restoreRoutes } from './restore-routes.tsx'
import { backupState } from './rules/reminder.ts'
import { lastRestoration } from './rules/restoration-note.ts'
import { askForBackup, failedBackup } from './task.ts'
import { BACKUP_TASK } from './task-kind.ts'
import { PATH, SauvegardesPage, TITLE } from './views.tsx'

/** Backups, for administrators; mounted at /parametres/sauvegardes. */
export const sauvegardesRoutes = router()

sauvegardesRoutes.use(role('admin'))
sauvegardesRoutes.route('/ailleurs', ailleursRoutes)
sauvegardesRoutes.route('/externe', externeRoutes)
sauvegardesRoutes.route('/', restoreRoutes)

async function listed(c: Context<AppEnv>) {
  const { storage } = c.var.deps
  const backups = listBackups(storage)
  const rows = await Promise.all(backups.map(({ name }) => contentOfBackup(storage, name)))
  return backups.map((backup, at) => ({ ...backup, releves: rows[at]?.lignes.releves }))
}

sauvegardesRoutes.get('/', async (c) => {
  const { db, clock, settings, storage } = c.var.deps
  const { installed_at, sauvegarde_quotidienne } = settings.read()
  const [backups, photos] = [await listed(c), await roomOfSite(db)]
  const externe = await externalState(db, settings.read(), clock())
  const props = {
    backups,
    keeper: otherKeeper(storage),
    underWay: await taskUnderWay(db, BACKUP_TASK),
    failed: await failedBackup(db, storage, clock()),
    restoration: lastRestoration(storage, clock()),
    elsewhere: await elsewhereState(db, settings.read(), clock()),
    externe,
    octets: await dialectOf(db).size(db),
    late: backupState(storage, { installedAt: installed_at, externe }, clock()).late,
    nightly: sauvegarde_quotidienne,
    photos,
    archived: photos.photos === 0 ? undefined : await lastArchived(db),
  }
  const breadcrumb = [ADMINISTRATION, { href: '/parametres', label: 'Paramètres' }]
  return page(c, TITLE, <SauvegardesPage {...props} />, { breadcrumb })
})

sauvegardesRoutes.post('/', async (c) => {
  const { db, clock } = c.var.deps
  const isNew = await askForBackup(db, actorOf(c), clock())
  return seeOther(c, PATH, isNew ? 'La sauvegarde va être faite.' : 'Une sauvegarde est déjà en cours.')
})

sauvegardesRoutes.post('/quotidienne', async (c) => {
  const { db, clock, settings } = c.var.deps
  const wanted = shown(await readBody(c), 'sauvegarde_quotidienne') !== ''
  if (wanted !== settings.read().sauvegarde_quotidienne) {
    await settings.save({ sauvegarde_quotidienne: wanted })
    const detail = { cles: ['sauvegarde_quotidienne'] }
    await record(db, actorOf(c), { action: 'reglages', detail }, clock().toISOString())
  }
  return seeOther(c, PATH, wanted ? 'Une sauvegarde sera faite chaque nuit.' : 'Plus de sauvegarde chaque nuit.')
})

sauvegardesRoutes.get('/:nom', provedLately, (c) => {
  const { storage } = c.var.deps
  const backup = listBackups(storage).find(({ name }) => name === c.req.param('nom'))
  if (!backup)
    throw new AppError('introuvable', 'Cette sauvegarde n’est plus là\u00a0: une plus récente l’a remplacée.')
  return c.body(fileBody(join(backupsFolder(storage), backup.name)), 200, {
    'Content-Type': 'application/x-tar',
    'Content-Length': String(backup.taille),
    'Content-Disposition': attachment(backup.name.replace(/\.tar$/, ''), 'tar'),
    'Cache-Control': 'private, no-store',
    // The ETag middleware would read the whole file into memory for its digest; a tag that is there already it leaves.
    ETag: `W/"${randomToken()}"`,
  })
})

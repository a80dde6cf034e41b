import type { Context } from 'hono'
import { migrationsAfter } from '../../db/migrate.ts'
import type { FormErrors } from '../../lib/body.ts'
import { AppError } from '../../lib/errors.ts'
import { isHeld } from '../../lib/held-file.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, readBody, shown } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { page, seeOther } from '../../web/render.tsx'
import { proofProblem } from '../auth/fresh.tsx'
import { record } from '../journal/actions.ts'
import { actorOf } from '../journal/actor.tsx'
import { isInMaintenance } from '../presence/maintenance.ts'
import { type Backup, contentOfBackup, isBackingUp, listBackups } from './actions/backups.ts'
import { countReleves } from './queries.ts'
import { RestorePage, restoreTitle, WORD } from './restore-views.tsx'
import { restorationLock, writeNote } from './rules/restoration-note.ts'

/** Putting a backup back by the page; mounted with the other routes of the backups. */
export const restoreRoutes = router()

const PATH = '/parametres/sauvegardes'
const GONE = 'Cette sauvegarde n’est plus là\u00a0: une plus récente l’a remplacée.'

function backupOf(c: Context<AppEnv>): Backup {
  const backup = listBackups(c.var.deps.storage).find(({ name }) => name === c.req.param('nom'))
  if (!backup) throw new AppError('introuvable', GONE)
  return backup
}

/** The records of a backup that this version can put back by itself. AppError `conflit` for any other. */
async function fitting(storage: string, { name }: Backup): Promise<number> {
  const content = await contentOfBackup(storage, name)
  if (!content) throw new AppError('conflit', 'Cette sauvegarde est illisible. Prenez-en une autre.')
  // Code of the version that made it has to come back with it.
  if (migrationsAfter(content.migrations).length > 0)
    throw new AppError(
      'conflit',
      'Cette sauvegarde a été faite par une version précédente de Relevés\u00a0: elle se remet sur l’ordinateur du site, avec « bin/releve app:rollback ».',
    )
  return content.lignes.releves ?? 0
}

interface Mistyped {
  raw: Body
  errors: FormErrors
}

async function confirmation(c: Context<AppEnv>, refused?: Mistyped) {
  const { db, storage } = c.var.deps
  const backup = backupOf(c)
  const releves = { avant: await fitting(storage, backup), maintenant: await countReleves(db) }
  const props = { backup, releves, raw: refused?.raw ?? {}, errors: refused?.errors ?? {} }
  return page(c, restoreTitle(backup), <RestorePage {...props} isFresh={c.var.isFresh === true} />, {
    status: refused ? 422 : 200,
    breadcrumb: [ADMINISTRATION, { href: '/parametres', label: 'Paramètres' }, { href: PATH, label: 'Sauvegardes' }],
  })
}

restoreRoutes.get('/:nom/remettre', (c) => confirmation(c))

const BUSY = 'Une sauvegarde, une restauration ou une mise à jour est en cours. Attendez qu’elle soit finie.'

restoreRoutes.post('/:nom/remettre', async (c) => {
  const { db, clock, storage, runCommand } = c.var.deps
  const backup = backupOf(c)
  await fitting(storage, backup)
  const raw = await readBody(c)
  if (shown(raw, 'mot').trim().toUpperCase() !== WORD)
    return confirmation(c, { raw, errors: { mot: `Tapez le mot ${WORD} pour confirmer.` } })
  const problem = await proofProblem(c, raw)
  if (problem !== undefined) return confirmation(c, { raw, errors: { preuve: problem } })
  if (isInMaintenance(storage) || isBackingUp(storage) || isHeld(restorationLock(storage)))
    throw new AppError('conflit', BUSY)
  const now = clock().toISOString()
  await record(db, actorOf(c), { action: 'restauration.demande', detail: { fichier: backup.name } }, now)
  writeNote(storage, { nom: backup.name, demandee_le: now, etat: 'demandee', message: '' })
  runCommand(['db:restore', backup.name, '--suivi'])
  return seeOther(c, PATH, 'La sauvegarde va être remise. Vous devrez ensuite vous connecter de nouveau.')
})

import type { Config } from '../config.ts'
import { dialectOf } from '../db/dialect/index.ts'
import { isEmpty } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { updateUnderWay } from '../features/presence/update-note.ts'
import { makeBackup } from '../features/sauvegardes/actions/backups.ts'
import { externalState } from '../features/sauvegardes/externe/queries.ts'
import type { Log } from '../lib/log.ts'
import { systemClock } from './deps.ts'
import { backupSite, settingsOf } from './site.ts'

/**
 * A start with newer code is an update too (an image, a `git pull`): what leads back comes first, unless a fresh backup by another program
 * does. False where it cannot be made; an update that was broken off has made its own.
 */
export async function backUpBefore(config: Config, address: string, db: Db, log: Log): Promise<boolean> {
  if (updateUnderWay(config.storage) || (await isEmpty(db))) return true
  try {
    const externe = await externalState(db, settingsOf(config), systemClock())
    if (externe && !externe.isLate && dialectOf(db).migratesWhole) {
      log.info('the declared backup leads back: none is made before the database is migrated', { last: externe.last })
      return true
    }
    const { name } = await makeBackup(backupSite(config, address), 'mise-a-jour')
    log.info('backed up before the database is migrated', { name })
    return true
  } catch (error) {
    log.error('the database is not migrated: it could not be backed up', { error })
    return false
  }
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsStore } from '../../../../src/features/parametres/store.ts'
import type { Elsewhere } from '../../../../src/lib/elsewhere.ts'
import { silentLog } from '../../../../src/lib/log.ts'
import { isPostgres } from '../../../support/db.ts'
import { backedUpSite } from '../../mises-a-jour/support.ts'

/** A site that copies its backups to that place, as commands and processes find it in its folder. */
export async function siteCopiedTo(ailleurs: Elsewhere, secret: string) {
  const site = await backedUpSite()
  const database = isPostgres ? site.address : 'sqlite:database.sqlite'
  writeFileSync(join(site.storage, 'config.json'), JSON.stringify({ secret, database }))
  writeFileSync(join(site.storage, 'installed'), '1.0.1 2026-01-01\n')
  settingsStore(site.storage, silentLog, secret).write({ ailleurs })
  return site
}

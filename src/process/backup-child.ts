import './node-guard.ts'
import './outputs.ts'
import type { BackupNews } from './backup-process.ts'
import { stepBehind } from './polite.ts'

const { backupSite, presentAddress } = await import('./site.ts')
const { readConfig } = await import('../config.ts')
const { makeBackup } = await import('../features/sauvegardes/actions/backups.ts')
const { isOrigin } = await import('../features/sauvegardes/rules/names.ts')
const { AppError } = await import('../lib/errors.ts')
const { failureTold } = await import('./failure.ts')

const POLITE = 10

const tell = (news: BackupNews): void => void process.send?.(news)

/** Makes one backup for the process that started this one, and ends with it. */
async function run(origine: string): Promise<void> {
  // The answers to people come first.
  stepBehind(POLITE)
  try {
    const config = readConfig()
    const site = backupSite(config, presentAddress(config))
    await makeBackup(site, isOrigin(origine) ? origine : 'manuelle', { progress: (progres) => tell({ progres }) })
    tell({ fait: true })
  } catch (error) {
    tell({ erreur: failureTold(error), refus: error instanceof AppError })
  }
  process.disconnect()
}

process.on('disconnect', () => process.exit())
await run(process.argv[2] ?? '')

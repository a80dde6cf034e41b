import './node-guard.ts'
import './outputs.ts'
import type { ElsewhereNews, ElsewhereOrder } from './elsewhere-process.ts'
import { stepBehind } from './polite.ts'

const { backupSite, presentAddress } = await import('./site.ts')
const { readConfig } = await import('../config.ts')
const { settingsStore } = await import('../features/parametres/store.ts')
const { sendCopy } = await import('../features/sauvegardes/ailleurs/actions/copy.ts')
const { markAt } = await import('../features/sauvegardes/ailleurs/rules/remote-names.ts')
const { fetchCopy } = await import('../features/sauvegardes/ailleurs/actions/fetch.ts')
const { ElsewhereError } = await import('../features/sauvegardes/ailleurs/rules/faults.ts')
const { AppError } = await import('../lib/errors.ts')
const { stdoutLog } = await import('./deps.ts')
const { failureTold } = await import('./failure.ts')

const POLITE = 10
const GONE = 'La copie ailleurs n’est plus réglée.'

const tell = (news: ElsewhereNews): void => void process.send?.(news)

async function work({ work: asked, secret }: ElsewhereOrder): Promise<void> {
  const config = readConfig()
  const { ailleurs } = settingsStore(config.storage, stdoutLog(), secret).read()
  if (ailleurs === null) throw new AppError('conflit', GONE)
  const journey = { progress: (progres: number) => tell({ progres }) }
  if (asked.quoi === 'envoi') {
    const { fichier, taille } = await sendCopy(
      { ...backupSite(config, presentAddress(config)), marque: markAt(ailleurs, secret) },
      ailleurs,
      journey,
    )
    return tell({ fait: { fichier, taille } })
  }
  const { name, taille } = await fetchCopy(config.storage, ailleurs, asked.nom, journey)
  tell({ fait: { fichier: name, taille } })
}

const failed = (error: unknown): void =>
  error instanceof ElsewhereError
    ? tell({ erreur: error.message, refus: error.isLasting })
    : tell({ erreur: failureTold(error), refus: error instanceof AppError })

/** Sends or brings back one copy for the process that started this one, and ends with it. */
async function run(order: ElsewhereOrder): Promise<void> {
  // The answers to people come first.
  stepBehind(POLITE)
  await work(order).catch(failed)
  process.disconnect()
}

process.on('disconnect', () => process.exit())
process.once('message', (order: ElsewhereOrder) => void run(order))

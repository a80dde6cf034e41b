import { fork } from 'node:child_process'
import { extname, join } from 'node:path'
import type { RunBackup } from '../features/sauvegardes/task.ts'
import { AppError } from '../lib/errors.ts'

/** The process tells this to the one that started it. */
export type BackupNews = { progres: number } | { fait: true } | { erreur: string; refus: boolean }

/** `.ts` while developing, `.js` once built. */
const CHILD = join(import.meta.dirname, `backup-child${extname(import.meta.filename)}`)

/** Runs in a process of its own: copying and checking a large database would hold up every request. */
export const runBackupProcess: RunBackup = (origine, { signal, progress }) =>
  new Promise((resolve, reject) => {
    let failure = new Error(
      'La sauvegarde s’est arrêtée sans dire pourquoi\u00a0: la mémoire ou le temps a pu manquer au serveur.',
    )
    const child = fork(CHILD, [origine], { signal, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.on('error', reject)
    child.on('message', (news: BackupNews) => {
      if ('progres' in news) progress(news.progres)
      else if ('fait' in news) resolve()
      else failure = news.refus ? new AppError('conflit', news.erreur) : new Error(news.erreur)
    })
    child.on('exit', () => reject(failure))
  })

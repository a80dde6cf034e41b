import { fork } from 'node:child_process'
import { extname, join } from 'node:path'
import type { ElsewhereDone, ElsewhereWork, RunElsewhere } from '../features/sauvegardes/ailleurs/task.ts'
import { AppError } from '../lib/errors.ts'

/** The process is told this by its line, not by its arguments, which everybody on the machine can read. */
export interface ElsewhereOrder {
  work: ElsewhereWork
  /** The application's: it opens the settings. */
  secret: string
}

/** The process tells this to the one that started it. */
export type ElsewhereNews = { progres: number } | { fait: ElsewhereDone } | { erreur: string; refus: boolean }

/** `.ts` while developing, `.js` once built. */
const CHILD = join(import.meta.dirname, `elsewhere-child${extname(import.meta.filename)}`)

const ENDED =
  'La copie s’est arrêtée sans dire pourquoi\u00a0: la mémoire a pu manquer au serveur, ou quelqu’un a mis fin au processus.'

const failureOf = ({ erreur, refus }: { erreur: string; refus: boolean }): Error =>
  refus ? new AppError('conflit', erreur) : new Error(erreur)

/** Runs in a process of its own: encryption would hold up every request, and what it is made of is gone with it. */
export const runElsewhereProcess =
  (secret: string): RunElsewhere =>
  (work, { signal, progress }) =>
    new Promise((resolve, reject) => {
      let failure = new Error(ENDED)
      const child = fork(CHILD, [], { signal, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      child.on('error', reject)
      child.on('message', (news: ElsewhereNews) => {
        if ('progres' in news) progress(news.progres)
        else if ('fait' in news) resolve(news.fait)
        else failure = failureOf(news)
      })
      child.on('exit', () => reject(failure))
      const order: ElsewhereOrder = { work, secret }
      // One that could not be started says so by its end.
      child.send(order, () => undefined)
    })

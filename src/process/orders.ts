// A process that serves and its supervisor talk by these. The supervisor loads nothing else of ours but the log: it stays small.

/** A process that serves says how it stands, when it begins and whenever that changes. */
export interface News {
  stage: 'application' | 'installation' | 'indisponible'
  /** The sentence for whoever started the site. */
  annonce: string
  /** The site wants so many of them. */
  processus: number
}

/** A process that serves is told: say that the site is served; end, as another one goes on; end, as the site stops. */
export const ORDERS = ['annonce', 'relais', 'arret'] as const
export type Order = (typeof ORDERS)[number]

/** A process that serves says that it has written a task, and hears it of another one: the loop that may do it looks at once. */
export const TASK_WRITTEN = 'tache'
export type TaskWritten = typeof TASK_WRITTEN
/**
 * In the environment of the processes of a supervisor that passes it on: one of a former release, which goes on after an update, would take
 * it for its news.
 */
export const PASSES_ON = 'RELEVES_TACHES'

/** A process as its supervisor has it. */
interface Told {
  isConnected(): boolean
  send(what: Order | TaskWritten): unknown
}

export function order(one: Told, what: Order | TaskWritten): void {
  if (one.isConnected()) one.send(what)
}

/** Tells all but the one that said so. */
export function tellOthers<T extends Told>(from: T, all: Iterable<T | undefined>): void {
  for (const one of all) if (one && one !== from) order(one, TASK_WRITTEN)
}

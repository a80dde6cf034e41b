import { EventEmitter } from 'node:events'

/** Tells the loops of this process that a task was written, so that a person does not wait for the next look. */
const news = new EventEmitter().setMaxListeners(0)
const NEW_TASK = 'tache'
/** The transaction that wrote the task has to commit first; a loop that looks too early looks again a second later. */
const AFTER_COMMIT_MS = 30

/** Called by `enqueue`. */
export function notifyNewTask(): void {
  setTimeout(() => news.emit(NEW_TASK), AFTER_COMMIT_MS).unref()
}

/** Calls `wake` after each task written by this process; returns what ends it. */
export function onNewTask(wake: () => void): () => void {
  news.on(NEW_TASK, wake)
  return () => news.off(NEW_TASK, wake)
}

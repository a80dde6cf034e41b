import { EventEmitter } from 'node:events'

/** Tells the loops of this process that a task was written, so that a person does not wait for the next look. */
const news = new EventEmitter().setMaxListeners(0)
const NEW_TASK = 'tache'
const WRITTEN = 'ecrite'
const COMING = 'prevue'
/** The transaction that wrote the task has to commit first; a loop that looks too early looks again a second later. */
const AFTER_COMMIT_MS = 30

/** Makes what ends the listening. */
function listen(event: string, heard: () => void): () => void {
  news.on(event, heard)
  return () => news.off(event, heard)
}

/** Called by `enqueue`. */
export function notifyNewTask(): void {
  setTimeout(() => {
    wakeLoops()
    news.emit(WRITTEN)
  }, AFTER_COMMIT_MS).unref()
}

/** Another process has written a task: the loops of this one look for it. */
export const wakeLoops = (): void => void news.emit(NEW_TASK)

/** Calls `wake` after each task written by this process, and whenever `wakeLoops` is called; returns what ends it. */
export const onNewTask = (wake: () => void): (() => void) => listen(NEW_TASK, wake)

/** Calls `tell` after each task written by this process: others may have the hands for it. Returns what ends it. */
export const onTaskWritten = (tell: () => void): (() => void) => listen(WRITTEN, tell)

/** A person is about to send what makes long work: who does it gets ready meanwhile. */
export const expectWork = (): void => void news.emit(COMING)

/** Calls `prepare` whenever `expectWork` is called; returns what ends it. */
export const onWorkExpected = (prepare: () => void): (() => void) => listen(COMING, prepare)

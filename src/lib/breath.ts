import { setImmediate } from 'node:timers/promises'

/** A page of somebody else takes about this many turns of the event loop: session, rights, queries, each an awaited step. */
const TURNS = 12

/** Called between two batches: whoever asked for a page meanwhile gets it, instead of one step of it. */
export async function breathe(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate()
}

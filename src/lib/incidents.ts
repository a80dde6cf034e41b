// Errors and slow requests of this server, for its administrators: kept in a file, as it may be the database that failed.
import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { inTurn } from './held-file.ts'
import type { Log, LogFields } from './log.ts'

/** The message under which a request is told that took too long. */
export const SLOW_REQUEST = 'slow request'

const Incident = z.object({
  /** ISO instant. */
  at: z.string(),
  genre: z.enum(['erreur', 'lente']),
  /** The message of the log, in its words. */
  message: z.string(),
  /** `requestId` of the answer, which people are asked to give. */
  reference: z.string().optional(),
  methode: z.string().optional(),
  /** Without its query: what was typed is not kept. */
  chemin: z.string().optional(),
  /** Milliseconds until the answer began. */
  ms: z.number().optional(),
  /** Name and message of the exception. */
  cause: z.string().optional(),
})
export type Incident = z.infer<typeof Incident>

/** One file grows to this, then stands in for the one before: together some thousand lines. */
const MAX_BYTES = 256 * 1024
const MAX_CAUSE = 300

const pathOf = (storage: string): string => join(storage, 'incidents.jsonl')
const formerOf = (storage: string): string => join(storage, 'incidents.avant.jsonl')

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const causeOf = ({ error, reason }: LogFields): string | undefined =>
  error instanceof Error ? `${error.name}: ${error.message}`.slice(0, MAX_CAUSE) : text(reason)?.slice(0, MAX_CAUSE)

const isFull = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES

/** One of several processes that find it full at one moment puts it aside: a second one would lose the older half. */
function putAside(path: string, former: string): void {
  try {
    inTurn(`${path}.tour`, () => {
      if (isFull(path)) renameSync(path, former)
    })
  } catch {
    // The line is written all the same, and the next one tries again.
  }
}

function append(storage: string, incident: Incident): void {
  const path = pathOf(storage)
  try {
    if (isFull(path)) putAside(path, formerOf(storage))
    appendFileSync(path, `${JSON.stringify(incident)}\n`, { mode: 0o640 })
  } catch {
    // A full disk has its own message, and the log has this one.
  }
}

/** Gives a log that says what this one says, and keeps errors and slow requests in the storage folder. */
export function keepIncidents(log: Log, storage: string, clock: () => Date = () => new Date()): Log {
  const keep = (genre: Incident['genre'], message: string, fields: LogFields = {}) =>
    append(storage, {
      ...{ at: clock().toISOString(), genre, message, reference: text(fields.requestId), methode: text(fields.method) },
      ...{
        chemin: text(fields.path),
        ms: typeof fields.ms === 'number' ? fields.ms : undefined,
        cause: causeOf(fields),
      },
    })
  return {
    info: log.info,
    warn(message, fields) {
      log.warn(message, fields)
      if (message === SLOW_REQUEST) keep('lente', message, fields)
    },
    error(message, fields) {
      log.error(message, fields)
      keep('erreur', message, fields)
    },
  }
}

function linesOf(path: string): Incident[] {
  if (!statSync(path, { throwIfNoEntry: false })) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return Incident.parse(JSON.parse(line))
      } catch {
        // A line that was cut by the end of its process.
        return []
      }
    })
}

/** Those since an instant, the newest first. */
export const readIncidents = (storage: string, since: Date): Incident[] =>
  [...linesOf(formerOf(storage)), ...linesOf(pathOf(storage))].filter(({ at }) => at >= since.toISOString()).reverse()

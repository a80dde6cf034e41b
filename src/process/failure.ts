import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { readConfig } from '../config.ts'
import { randomToken } from '../lib/crypto.ts'
import { AppError } from '../lib/errors.ts'
import { jsonLog } from '../lib/log.ts'

/** Holds in detail what commands could not do: whoever helps finds it by the reference that the person was told. */
const LOG_NAME = 'commandes.log'
const LOG_BYTES = 1_000_000
const REFERENCE_BYTES = 5

const UNFORESEEN = 'La commande a échoué pour une raison que Relevés n’a pas prévue.'

/** An error and what it was caused by, as text. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error)
  const own = error.stack ?? error.message
  return error.cause === undefined ? own : `${own}\n← ${detailOf(error.cause)}`
}

/** Keeps a detail beside the data of the site; the path of the file, undefined where nothing can be written. */
function keep(reference: string, detail: string): string | undefined {
  try {
    const path = join(readConfig().storage, LOG_NAME)
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) renameSync(path, `${path}.1`)
    const log = jsonLog((line) => appendFileSync(path, line, { mode: 0o600 }))
    log.error('a command failed', { reference, args: process.argv.slice(2, 3), detail })
    return path
  } catch {
    return undefined
  }
}

/**
 * Tells a person at the terminal of a failure, in French: a refusal says itself why. Whatever was not foreseen, and what
 * caused a refusal, goes to the log of commands under a reference; with `isDebugging` it is said too.
 */
export function failureTold(error: unknown, isDebugging = false): string {
  const isRefusal = error instanceof AppError
  if (isRefusal && error.cause === undefined) return error.message
  const reference = randomToken(REFERENCE_BYTES)
  const detail = detailOf(error)
  const path = keep(reference, detail)
  const where = path ? `, détail dans ${path}` : ''
  const told = `${isRefusal ? error.message : UNFORESEEN}\nRéférence\u00a0: ${reference}${where} (ou relancez avec --debug).`
  return isDebugging ? `${told}\n${detail}` : told
}

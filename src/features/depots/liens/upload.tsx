import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from 'hono'
import type { Saved } from '../../../db/saving.ts'
import type { AppEnv, Deps } from '../../../web/env.ts'
import type { Received } from '../../../web/upload.ts'
import { ensureWritable } from '../../presence/maintenance-guard.tsx'
import { bringIn } from './actions/bring-in.ts'
import { readRules } from './rules/rules-file.ts'

const folder = ({ storage }: Pick<Deps, 'storage'>): string => join(storage, 'app', 'tmp')

/** `takesFile` is told this of a file of rules. */
export const UPLOAD = {
  folder,
  limit: { maxBytes: 5 * 1024 * 1024, tooLarge: 'Ce fichier dépasse la taille permise (5\u00a0Mo).' },
}

const MISSING = 'Choisissez un fichier de règles, au format csv.'

const refused = (fichier: string) => ({ ok: false as const, errors: { fichier } })

/** The text of the file, which is taken away; undefined where none was sent. */
async function textOf(c: Context<AppEnv>, came: Extract<Received, { ok: true }>): Promise<string | undefined> {
  if (!came.file) return undefined
  const path = join(folder(c.var.deps), came.file.fichier)
  return readFile(path, 'utf8').finally(() => rm(path, { force: true }))
}

/** Keeps the rules of a file that was sent, or says why not. */
export async function rulesFileReceived(
  c: Context<AppEnv>,
  came: Received,
  depotId: number,
): Promise<Saved<{ kept: number; left: number }>> {
  if (!came.ok) return refused(came.message)
  const text = await textOf(c, came)
  await ensureWritable(c)
  if (text === undefined || text === '') return refused(MISSING)
  const read = readRules(text)
  if ('problem' in read) return refused(read.problem)
  const now = c.var.deps.clock().toISOString()
  return bringIn(c.var.deps.db, depotId, read.rules, { userId: c.var.user.id, now })
}

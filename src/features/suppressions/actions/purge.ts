import { existsSync, readdirSync } from 'node:fs'
import type { Db } from '../../../db/schema.ts'
import { dropUnneeded } from '../../fichiers/actions/sweep.ts'
import { dropKept } from '../kept-file.ts'
import { KEPT_MS, keptFolder } from '../rules.ts'

/** Forgets the sources deleted more than thirty days ago, and the files that no line names. Hourly. */
export async function purgeSuppressions(db: Db, storage: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS).toISOString()
  await db.deleteFrom('sources_supprimees').where('etat', '=', 'supprimee').where('created_at', '<', before).execute()
  // Names first: a file is written for a line that is there.
  const files = existsSync(keptFolder(storage)) ? readdirSync(keptFolder(storage)) : []
  const lines = await db.selectFrom('sources_supprimees').select('fichier').execute()
  const known = new Set(lines.map(({ fichier }) => fichier))
  for (const name of files) if (!known.has(name)) await dropKept(storage, name)
  // A file that is on its way has its line, and is named by it.
  await dropUnneeded({ db, storage }, 'app/supprimees', known, now)
}

import type { Db } from '../../../db/schema.ts'
import { breathe } from '../../../lib/breath.ts'
import { DAY_MS } from '../../../lib/durations.ts'
import { dropUnneeded } from '../../fichiers/actions/sweep.ts'
import { purgeFiles, UPLOAD_MS } from '../rules/files.ts'
import { UNDO_DAYS } from './steps.ts'

/** Lines thrown away in one statement, a few milliseconds of the process that serves. */
const PURGED_AT_ONCE = 500

/** Removes lines that nobody will undo or confirm any more. */
export async function purgeImports(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNDO_DAYS * DAY_MS).toISOString()
  await db
    .updateTable('imports')
    .set({ etat: 'abandonne', fichier: null })
    .where('etat', 'in', ['pret', 'colonnes'])
    .where('created_at', '<', before)
    .execute()
  const over = db
    .selectFrom('imports')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('etat', 'in', ['abandonne', 'annule']),
        eb.and([eb('etat', '=', 'termine'), eb('fini_at', '<', before)]),
      ]),
    )
  for (;;) {
    const next = await db
      .selectFrom('import_lignes')
      .select(['import_id', 'ligne'])
      .where('import_id', 'in', over)
      .limit(1)
      .executeTakeFirst()
    if (!next) break
    await db
      .deleteFrom('import_lignes')
      .where('import_id', '=', next.import_id)
      .where('ligne', '<', next.ligne + PURGED_AT_ONCE)
      .execute()
    await breathe()
  }
}

/** Throws away files that no import waits for: of uploads and dry runs that were killed. */
export async function purgeUploads({ db, storage }: { db: Db; storage: string }, now: Date): Promise<void> {
  const waiting = await db.selectFrom('imports').select('fichier').where('fichier', 'is not', null).execute()
  const needed = new Set(waiting.map((row) => row.fichier ?? ''))
  await purgeFiles(storage, needed, now)
  await dropUnneeded({ db, storage }, 'app/tmp/imports', needed, new Date(now.getTime() - UPLOAD_MS))
}

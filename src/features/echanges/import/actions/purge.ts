import type { Db } from '../../../../db/schema.ts'
import { DAY_MS } from '../../../../lib/durations.ts'
import { dropUnneeded } from '../../../fichiers/actions/sweep.ts'
import { UNDO_DAYS } from '../../../imports/actions/steps.ts'
import { purgeActFiles } from '../../rules/files.ts'
import { dossierById } from '../queries/dossiers.ts'

/** Whoever sent files has a week to decide where they go. */
const KEPT_MS = 7 * DAY_MS
/** No request lasts as long. */
const UPLOAD_MS = 600_000

/** Lines that were refused can be had back as long as the import can be taken back. */
const REFUSED_MS = UNDO_DAYS * DAY_MS

/** Throws away dossiers that nobody decided, and files of which nothing is needed any more. */
export async function purgeDossiers({ db, storage }: { db: Db; storage: string }, now: Date): Promise<void> {
  const old = new Date(now.getTime() - KEPT_MS).toISOString()
  await db.deleteFrom('dossiers_actes').where('import_id', 'is', null).where('created_at', '<', old).execute()
  const waiting = await db
    .selectFrom('dossiers_actes')
    .leftJoin('imports', 'imports.id', 'dossiers_actes.import_id')
    .select('dossiers_actes.id')
    .where((eb) =>
      eb.or([
        eb('dossiers_actes.import_id', 'is', null),
        eb('imports.fichier', 'is not', null),
        eb.and([
          eb('imports.refusees', '>', 0),
          eb('imports.etat', 'in', ['en_cours', 'termine', 'echec']),
          eb('imports.created_at', '>', new Date(now.getTime() - REFUSED_MS).toISOString()),
        ]),
      ]),
    )
    .execute()
  const needed = new Set<string>()
  for (const { id } of waiting)
    for (const { fichier } of (await dossierById(db, id))?.plan.fichiers ?? []) needed.add(fichier)
  const before = now.getTime() - UPLOAD_MS
  await purgeActFiles(storage, needed, before)
  await dropUnneeded({ db, storage }, 'app/tmp/actes', needed, new Date(before))
}

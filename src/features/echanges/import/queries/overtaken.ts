import type { Db } from '../../../../db/schema.ts'
import { quoted } from '../../../../lib/typo.ts'
import { FileError } from '../../../imports/rules/encoding.ts'
import type { Plan } from '../../rules/plan.ts'
import { KIND } from '../actions/decide.ts'
import type { Dossier } from './dossiers.ts'

/** Imports of acts that were written, in whole or in part, since this one was read. */
async function writtenSince(db: Db, importId: number, since: string) {
  return db
    .selectFrom('imports')
    .innerJoin('dossiers_actes', 'dossiers_actes.import_id', 'imports.id')
    .select(['imports.id', 'dossiers_actes.detail'])
    .where('imports.kind', '=', KIND)
    .where('imports.id', '<>', importId)
    .where((eb) =>
      eb.or([
        eb('imports.etat', '=', 'en_cours'),
        eb.and([eb('imports.etat', '=', 'termine'), eb('imports.fini_at', '>=', since)]),
      ]),
    )
    .execute()
}

/**
 * The dry run alone tells which acts are there already: where one of its files was written by another import meanwhile, it knows too
 * little. FileError, before the first act is written.
 */
export async function refuseOvertaken(db: Db, importId: number, { plan, created_at }: Dossier): Promise<void> {
  const own = await db
    .selectFrom('imports')
    .select(['creees', 'created_at'])
    .where('id', '=', importId)
    .executeTakeFirst()
  if (!own || own.creees > 0) return
  const digests = new Set(plan.fichiers.map(({ empreinte }) => empreinte))
  for (const { id, detail } of await writtenSince(db, importId, own.created_at ?? created_at)) {
    const file = (detail as unknown as Plan).fichiers.find(({ empreinte }) => digests.has(empreinte))
    if (file)
      throw new FileError(
        `Le fichier ${quoted(file.nom)} a été enregistré depuis cette vérification (import n°\u00a0${id}). Envoyez vos fichiers de nouveau\u00a0: les actes qui sont déjà là seront reconnus.`,
      )
  }
}

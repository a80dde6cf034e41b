import type { Db, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { enqueue } from '../../taches/actions.ts'
import type { ColumnMapping, Import } from '../kind.ts'
import { keptMappings } from '../queries/mappings.ts'
import type { Mapping } from '../rules/mapping.ts'
import { TASKS } from '../rules/states.ts'

/** The choice may be made, and made again, until the import is confirmed. */
export const mayChoose = ({ etat, fichier }: Pick<Import, 'etat' | 'fichier'>): boolean =>
  (etat === 'colonnes' || etat === 'pret') && fichier !== null

interface Choice {
  mapping: Mapping
  encodage: string
  feuille: string | null
  ligne_entete: number | null
}

/** Keeps the choice in an import that nobody moved on meanwhile. */
async function keep(trx: Trx, { id, etat }: Import, { mapping, ...reading }: Choice, next: 'colonnes' | 'recu') {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({ etat: next, ...reading, correspondance: JSON.stringify(mapping), erreur: null, remarques: '' })
    .where('id', '=', id)
    .where('etat', '=', etat)
    .where('fichier', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new AppError('conflit', 'Cet import a avancé entre-temps\u00a0: ses colonnes ne changent plus.')
}

/** Keeps what is chosen so far; a dry run that was made of another choice is worth nothing any more. */
export const saveDraft = (db: Db, imported: Import, choice: Choice): Promise<void> =>
  db.transaction().execute((trx) => keep(trx, imported, choice, 'colonnes'))

/** Sends the file to its dry run by this choice, which is also proposed for the next file of the same header. */
export async function chooseColumns(
  db: Db,
  imported: Import,
  choice: Choice,
  place: ColumnMapping['place'],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await keep(trx, imported, choice, 'recu')
    await remember(trx, place, choice.mapping, imported.user_id, now)
    await enqueue(trx, { kind: TASKS.analyse, payload: { import_id: imported.id } }, now)
  })
}

async function remember(
  trx: Trx,
  place: ColumnMapping['place'],
  mapping: Mapping,
  user_id: number | null,
  now: Date,
): Promise<void> {
  const kept = await keptMappings(trx, place, mapping.entete).select('id').orderBy('id', 'desc').limit(1).execute()
  const values = { correspondance: JSON.stringify(mapping), user_id, updated_at: now.toISOString() }
  const [first] = kept
  if (first) await trx.updateTable('import_correspondances').set(values).where('id', '=', first.id).execute()
  else
    await trx
      .insertInto('import_correspondances')
      .values({ ...place, entete: mapping.entete, ...values })
      .execute()
}

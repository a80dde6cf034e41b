// Points to look at again (features/avertissements) are found by the fields of a type too: whoever changes these says so here.
import { sql } from 'kysely'
import type { Champ } from '../../champs/kind.ts'
import type { Trx } from '../../db/schema.ts'
import { enqueue } from '../taches/actions.ts'

/** Kind of the task that finds what is to be looked at again, in one source or in all of a type that are to be looked through. */
export const FIND_WARNINGS = 'avertissements'

/** Below zero `version_max` counts the changes since what was found was right. */
export const counted = sql<number>`case when avertissements_lus.version_max >= 0 then -1 else avertissements_lus.version_max - 1 end`

/** Designers change one field after the other: the sources are looked through once they have done. */
const DESIGNING_MS = 60_000

/** The rules read this of a field; the order of the form and its help tell them nothing. */
const readOf = (champs: readonly Champ[]): string =>
  JSON.stringify(
    champs
      .map(({ id, nom, type, required, options, anciennes, groupe, partie }) => [
        id,
        [nom, type, required, options, anciennes, groupe?.id, groupe?.role, groupe?.libelle, partie],
      ])
      .sort(([one], [other]) => Number(one) - Number(other)),
  )

/** The fields of a type changed in this transaction: what was found in its sources is found anew, by one task for all of them. */
export async function outdateWarningsOfType(
  trx: Trx,
  typeId: number,
  { before, after }: { before: readonly Champ[]; after: readonly Champ[] },
  now: Date,
): Promise<void> {
  if (readOf(before) === readOf(after)) return
  const rows = await trx
    .updateTable('avertissements_lus')
    .set({ version_max: counted })
    .where('source_id', 'in', (eb) =>
      eb.selectFrom('sources').select('sources.id').where('type_source_id', '=', typeId),
    )
    .returning('version_max')
    .execute()
  if (!rows.some(({ version_max }) => version_max === -1)) return
  await enqueue(trx, { kind: FIND_WARNINGS, payload: { type: typeId } }, new Date(now.getTime() + DESIGNING_MS))
}

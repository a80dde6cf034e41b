import type { Champ } from '../../../champs/kind.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema.ts'
import type { VisibleSource } from '../../sources/queries/sources.ts'
import { type ColumnUse, type ListColumns, listColumns } from '../rules/columns.ts'

/** Columns of a list of records where the person chose none. */
export const LIST_COLUMNS = 6

const choiceOf = prepared((db, { user, type }: { user: number; type: number }) =>
  db
    .selectFrom('colonnes_choisies')
    .select(['colonnes', 'tableau'])
    .where('user_id', '=', user)
    .where('type_source_id', '=', type),
)

/** Ids of the fields that this person's lists of a type of source show, or the table, in order; empty for the columns by default. */
export async function chosenColumns(
  db: Db,
  userId: number,
  typeId: number,
  use: ColumnUse = 'colonnes',
): Promise<number[]> {
  const [chosen] = await choiceOf(db, { user: userId, type: typeId }, '')
  return chosen?.[use] ?? []
}

const heldIn = prepared((db, { source }: { source: number }) =>
  db.selectFrom('source_champs').select('nom').where('source_id', '=', source).where('n', '>', 0),
)

/** Names of the fields in which a record of the source holds something; null while they are being counted. */
export async function fieldsHeld(
  db: Db,
  source: Pick<VisibleSource, 'id' | 'champs_jusque'>,
): Promise<Set<string> | null> {
  if (source.champs_jusque !== null) return null
  const rows = await heldIn(db, { source: source.id }, '')
  return new Set(rows.map(({ nom }) => nom))
}

interface Reader {
  userId: number
  showsEmpty: boolean
  max?: number
}

/** The columns that this person's list of this source has. */
export async function columnsOf(
  db: Db,
  source: Pick<VisibleSource, 'id' | 'type_source_id' | 'champs_jusque'>,
  champs: readonly Champ[],
  { userId, showsEmpty, max = LIST_COLUMNS }: Reader,
): Promise<ListColumns> {
  const chosen = await chosenColumns(db, userId, source.type_source_id)
  return listColumns({ champs, chosen, max, held: await fieldsHeld(db, source), showsEmpty })
}

/** Every choice of a person, in the words of the types and fields. */
export async function columnChoicesOf(db: Db, userId: number) {
  const rows = await db
    .selectFrom('colonnes_choisies')
    .innerJoin('types_sources', 'types_sources.id', 'colonnes_choisies.type_source_id')
    .select(['types_sources.id', 'types_sources.nom', 'colonnes', 'tableau'])
    .where('user_id', '=', userId)
    .orderBy('types_sources.id')
    .execute()
  const champs = await db
    .selectFrom('champs')
    .innerJoin('colonnes_choisies', 'colonnes_choisies.type_source_id', 'champs.type_source_id')
    .select(['champs.id', 'champs.label'])
    .where('user_id', '=', userId)
    .execute()
  const labels = new Map(champs.map(({ id, label }) => [id, label]))
  const named = (ids: readonly number[]) => ids.flatMap((id) => labels.get(id) ?? [])
  return rows.map(({ nom, colonnes, tableau }) => ({ type: nom, colonnes: named(colonnes), tableau: named(tableau) }))
}

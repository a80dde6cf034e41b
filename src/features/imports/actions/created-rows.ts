import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import type { Import, Removable, Removed } from '../kind.ts'

/** Tables whose rows tell the import that created them, and by their version whether anybody changed them since. */
type Table = 'orthographes' | 'abreviations' | 'registres'

/** How many rows of an import would go, and how many were changed since and stay. */
export async function removableRows(db: Db, table: Table, { id }: Pick<Import, 'id'>): Promise<Removable> {
  const { total, retirees } = await db
    .selectFrom(table)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.count<number>(eb.case().when('version', '=', 1).then(1).end()).as('retirees'),
    ])
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()
  return { retirees, conservees: total - retirees }
}

/** Takes back those of these rows, newest first, that nobody has changed since. `kept` says of another why it stays. */
export async function removeRows<R extends { id: number; version: number }>(
  trx: Trx,
  table: Table,
  rows: readonly R[],
  kept: (row: R) => string,
): Promise<Removed> {
  const gone = rows.filter(({ version }) => version === 1).map(({ id }) => id)
  await trx
    .deleteFrom(table)
    .where((eb) => dialectOf(trx).sql.inList(eb.ref('id'), gone))
    .execute()
  const messages = rows.filter(({ version }) => version > 1).map(kept)
  return { retirees: gone.length, messages, next: rows.at(-1)?.id ?? null }
}

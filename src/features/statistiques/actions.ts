import { dialectOf } from '../../db/dialect/index.ts'
import { slices } from '../../db/rows.ts'
import type { Db, Trx } from '../../db/schema.ts'
import type { TaskRun } from '../taches/loop.ts'
import { Pace } from '../taches/pace.ts'
import { champsOf } from '../types-sources/queries.ts'
import { type Counted, countedIn } from './rules/counted.ts'

/** Acts read at once, and rows written in one transaction at most. */
const BATCH = 1000

type Row = Counted & { n: number }

const keyOf = ({ genre, decennie, cle, valeur }: Counted): string => [genre, decennie, cle, valeur].join('\u0001')

/** Counts all acts of a source, whatever their number: what is kept is as long as its names are many. */
async function countSource(
  db: Db,
  source: { id: number; type_source_id: number },
  alive: TaskRun['alive'],
): Promise<Map<string, Row>> {
  const champs = await champsOf(db, source.type_source_id)
  const counts = new Map<string, Row>()
  for (let after = 0; ; ) {
    const acts = await db
      .selectFrom('releves')
      .select(['id', 'data', 'etats'])
      .where('source_id', '=', source.id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const counted of acts.flatMap((act) => countedIn(champs, act))) {
      const key = keyOf(counted)
      const row = counts.get(key)
      if (row) row.n += 1
      else counts.set(key, { ...counted, n: 1 })
    }
    await alive()
    if (acts.length < BATCH) return counts
    after = acts.at(-1)?.id ?? after
  }
}

/** Only what is not the same as before is written. */
async function changesTo(db: Db, sourceId: number, counts: ReadonlyMap<string, Row>) {
  const stored = await db
    .selectFrom('source_noms')
    .select(['genre', 'decennie', 'cle', 'valeur', 'n'])
    .where('source_id', '=', sourceId)
    .execute()
  const before = new Map(stored.map((row) => [keyOf(row), row.n]))
  return {
    gone: stored.filter((row) => !counts.has(keyOf(row))),
    come: [...counts].flatMap(([key, row]) => (before.get(key) === row.n ? [] : [row])),
  }
}

async function takeOut(trx: Trx, sourceId: number, rows: readonly Row[]): Promise<void> {
  for (const { genre, decennie, cle, valeur } of rows)
    await trx
      .deleteFrom('source_noms')
      .where((eb) => eb.and({ source_id: sourceId, genre, decennie, cle, valeur }))
      .execute()
}

async function putIn(trx: Trx, sourceId: number, rows: readonly Row[]): Promise<void> {
  for (const slice of slices(rows))
    await trx
      .insertInto('source_noms')
      .values(slice.map((row) => ({ ...row, source_id: sourceId })))
      .onConflict((conflict) =>
        conflict
          .columns(['source_id', 'genre', 'decennie', 'cle', 'valeur'])
          .doUpdateSet((eb) => ({ n: eb.ref('excluded.n') })),
      )
      .execute()
}

const mark = (db: Db, sourceId: number, now: Date) =>
  db
    .insertInto('statistiques_lues')
    .values({ source_id: sourceId, calcule_at: now.toISOString(), etat: 'calcul' })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet({ etat: 'calcul' }))
    .execute()

/**
 * Counts the names and months of a source and keeps them. An act that changes meanwhile leaves it out of date, to be counted another
 * time; killed anywhere, it begins anew.
 */
export async function refreshStatistics(
  db: Db,
  source: { id: number; type_source_id: number },
  now: () => Date,
  alive: TaskRun['alive'] = async () => {},
): Promise<void> {
  await mark(db, source.id, now())
  const { gone, come } = await changesTo(db, source.id, await countSource(db, source, alive))
  const pace = new Pace({ most: BATCH, turnMs: () => dialectOf(db).locks.turnMs(db) })
  for (const [rows, write] of [
    [gone, takeOut],
    [come, putIn],
  ] as const)
    for (let at = 0; at < rows.length; ) {
      at += await pace.time((begun) =>
        db.transaction().execute(async (trx) => {
          begun()
          const batch = rows.slice(at, at + pace.size)
          await write(trx, source.id, batch)
          return batch.length
        }),
      )
      await alive()
    }
  await db
    .updateTable('statistiques_lues')
    .set({ etat: 'juste', calcule_at: now().toISOString() })
    .where('source_id', '=', source.id)
    .where('etat', '=', 'calcul')
    .execute()
}

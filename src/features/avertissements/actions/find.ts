import { dialectOf } from '../../../db/dialect/index.ts'
import { slices } from '../../../db/rows.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { registerOrder, sorted } from '../../releves/queries/order.ts'
import type { TaskRun } from '../../taches/loop.ts'
import { Pace } from '../../taches/pace.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { factsOf } from '../queries/facts.ts'
import type { Act, Detail } from '../rules/kind.ts'
import { findWarnings } from '../rules/kinds.ts'

/** Acts read at once: what a small machine holds. A longer register is looked at by stretches of it. */
const STRETCH = 20_000
/** Rows written in one transaction at most. */
const MOST = 2000

/** A warning as its table has it. */
interface Row {
  genre: string
  releve_id: number
  champ: string
  valeur: string
  detail: Detail
}

const COLUMNS = ['releves.id', 'data', 'etats', 'version', 'created_by', 'updated_by'] as const

/** Looks through a source as its acts are now; undefined where there is no such source. */
async function foundIn(db: Db, sourceId: number, alive: TaskRun['alive']): Promise<Row[] | undefined> {
  const source = await db
    .selectFrom('sources')
    .select(['id', 'type_source_id', 'section_id', 'annee_debut', 'annee_fin'])
    .where('id', '=', sourceId)
    .executeTakeFirst()
  if (!source) return undefined
  const champs = await champsOf(db, source.type_source_id)
  const order = await registerOrder(db, sourceId)
  const rows: Row[] = []
  for (let offset = 0; ; offset += STRETCH) {
    const acts: Act[] = await sorted(order.releves().select(COLUMNS), order).limit(STRETCH).offset(offset).execute()
    if (acts.length > 0)
      rows.push(...findWarnings({ champs, source, acts, facts: await factsOf(db, source, champs, acts) }))
    if (acts.length < STRETCH) return rows
    await alive()
  }
}

const keyOf = ({ genre, releve_id, champ }: Omit<Row, 'valeur' | 'detail'>): string => `${genre} ${releve_id} ${champ}`
const wholeOf = ({ valeur, detail }: Pick<Row, 'valeur' | 'detail'>): string =>
  JSON.stringify([valeur, Object.entries(detail).sort(([a], [b]) => (a < b ? -1 : 1))])

interface Changes {
  gone: Row[]
  come: Row[]
}

/** Only what is not the same as before is written. */
async function changesTo(db: Db, sourceId: number, found: readonly Row[]): Promise<Changes> {
  const stored = await db
    .selectFrom('avertissements')
    .select(['genre', 'releve_id', 'champ', 'valeur', 'detail'])
    .where('source_id', '=', sourceId)
    .execute()
  const before = new Map(stored.map((row) => [keyOf(row), { ...row, detail: (row.detail ?? {}) as Detail }]))
  const after = new Map(found.map((row) => [keyOf(row), row]))
  const isSame = (one: Row, other: Row | undefined) => other !== undefined && wholeOf(one) === wholeOf(other)
  return {
    gone: [...before].flatMap(([key, row]) => (isSame(row, after.get(key)) ? [] : [row])),
    come: [...after].flatMap(([key, row]) => (isSame(row, before.get(key)) ? [] : [row])),
  }
}

async function takeOut(trx: Trx, sourceId: number, rows: readonly Row[]): Promise<void> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(`${row.genre} ${row.champ}`) ?? []
    groups.set(`${row.genre} ${row.champ}`, group)
    group.push(row)
  }
  for (const group of groups.values())
    await trx
      .deleteFrom('avertissements')
      .where('source_id', '=', sourceId)
      .where('genre', '=', group[0]?.genre ?? '')
      .where('champ', '=', group[0]?.champ ?? '')
      .where((eb) =>
        dialectOf(trx).sql.inList(
          eb.ref('releve_id'),
          group.map(({ releve_id }) => releve_id),
        ),
      )
      .execute()
}

async function putIn(trx: Trx, sourceId: number, rows: readonly Row[]): Promise<void> {
  for (const slice of slices(rows))
    await trx
      .insertInto('avertissements')
      .values(slice.map((row) => ({ ...row, source_id: sourceId, detail: JSON.stringify(row.detail) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Writes the changes in turns that keep nobody waiting. */
async function store(db: Db, sourceId: number, { gone, come }: Changes, alive: TaskRun['alive']): Promise<void> {
  const pace = new Pace({ most: MOST, turnMs: () => dialectOf(db).locks.turnMs(db) })
  const batches = async (rows: readonly Row[], write: typeof putIn) => {
    for (let at = 0; at < rows.length; ) {
      at += await pace.time((begun) =>
        db.transaction().execute(async (trx) => {
          begun()
          const batch = rows.slice(at, at + pace.size)
          await write(trx, sourceId, batch)
          return batch.length
        }),
      )
      await alive()
    }
  }
  await batches(gone, takeOut)
  await batches(come, putIn)
}

const markOf = (db: Db, sourceId: number) =>
  db.selectFrom('avertissements_lus').select('version_max').where('source_id', '=', sourceId).executeTakeFirst()

async function lastVersion(db: Db, sourceId: number): Promise<number> {
  const { id } = await db
    .selectFrom('releve_versions')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow()
  return Number(id ?? 0)
}

/**
 * Finds the warnings of a source and keeps them. False where an act changed meanwhile: what was found is kept, and they are to be
 * found once more. Killed anywhere, it begins anew: until the last statement the page says that they are being looked for.
 */
export async function refreshWarnings(
  db: Db,
  sourceId: number,
  now: () => Date,
  alive: TaskRun['alive'] = async () => {},
): Promise<boolean> {
  const mark = await markOf(db, sourceId)
  if (!mark || mark.version_max >= 0) return true
  const version_max = await lastVersion(db, sourceId)
  const found = await foundIn(db, sourceId, alive)
  if (!found) return true
  await store(db, sourceId, await changesTo(db, sourceId, found), alive)
  const { numUpdatedRows } = await db
    .updateTable('avertissements_lus')
    .set({ calcules_at: now().toISOString(), version_max })
    .where('source_id', '=', sourceId)
    .where('version_max', '=', mark.version_max)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

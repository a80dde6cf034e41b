// All records in steps of as many ids, for the tasks that fill an index.
import type { Champ } from '../../../champs/kind.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { type RecordEntry, searchEntry, searchKey } from '../../../search/entry.ts'
import { Pace } from '../../taches/pace.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { holdSource } from '../actions/write.ts'

/** Ids looked at in one step, at most; fewer where a transaction would keep others waiting. */
const WINDOW = 500

/** Reads the fields of each type once. */
function fieldsOfTypes(trx: Db) {
  const known = new Map<number, Champ[]>()
  return async (type: number): Promise<Champ[]> => {
    const champs = known.get(type) ?? (await champsOf(trx, type))
    known.set(type, champs)
    return champs
  }
}

/** Ids after one, up to another. */
export interface Window {
  after: number
  until: number
}

/** Records of a window of ids; their sources are held, so that nobody changes one before it is in the index. */
async function heldReleves(trx: Trx, { after, until }: Window) {
  const inWindow = trx.selectFrom('releves').where('releves.id', '>', after).where('releves.id', '<=', until)
  const sources = await inWindow.select('source_id').distinct().orderBy('source_id').execute()
  const types = new Map<number, number>()
  for (const { source_id } of sources) types.set(source_id, (await holdSource(trx, { id: source_id })).type_source_id)
  const rows = await inWindow.select(['id', 'source_id', 'data', 'etats', 'lectures']).execute()
  // A record that came meanwhile, in a source that is not held, is in the index by itself.
  return rows.flatMap((row) => {
    const type = types.get(row.source_id)
    return type === undefined ? [] : [{ ...row, type }]
  })
}

type Held = Awaited<ReturnType<typeof heldReleves>>

/** Gives what the records of the window that `present` does not know put in the index. */
export async function missingEntries(
  trx: Trx,
  window: Window,
  present: (keys: ReturnType<typeof searchKey>[]) => Promise<Set<number>>,
): Promise<RecordEntry[]> {
  const rows: Held = await heldReleves(trx, window)
  const known = await present(rows.map(searchKey))
  const fieldsOf = fieldsOfTypes(trx)
  const entries: RecordEntry[] = []
  for (const row of rows) if (!known.has(row.id)) entries.push(searchEntry(await fieldsOf(row.type), row))
  return entries
}

async function lastId(db: Db): Promise<number> {
  const last = await db.selectFrom('releves').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return last?.id ?? 0
}

interface Walk {
  /** Calls `begun` in its transaction. */
  work: (window: Window, begun: () => void) => Promise<void>
  /** Told how far it is, and how far in percent. */
  done: (apres: number, percent: number) => Promise<void>
}

/** Does each window after `begun`, those of records that come meanwhile too. */
export async function eachWindow(db: Db, begun: number, { work, done }: Walk): Promise<void> {
  const pace = new Pace({ most: WINDOW, turnMs: () => dialectOf(db).locks.turnMs(db) })
  for (let apres = begun, last = await lastId(db); apres < last; ) {
    const window = { after: apres, until: apres + pace.size }
    await pace.time(async (hasBegun) => {
      await work(window, hasBegun)
      return window.until - window.after
    })
    apres = window.until
    await done(apres, Math.min(99, Math.floor((100 * apres) / last)))
    if (apres >= last) last = await lastId(db)
  }
}

/** How far a task says that it is. */
export const afterOf = ({ apres }: Record<string, unknown>): number => (typeof apres === 'number' ? apres : 0)

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { linesOf } from '../../../lib/lines.ts'
import type { AnyDb } from '../../schema.ts'
import type { BaseFacts, BaseTarget, SavedRows, Watch } from '../base.ts'
import { BaseMismatch, gathering } from '../base-rows.ts'
import type { StoredRow, StoredTable } from '../tables.ts'
import { tallies } from '../tally.ts'
import { postgresTables } from './tables.ts'

const FAST = { level: 1 }
const FULL = 100

/** A line for each table, one for each of its rows, one at the end. */
async function* linesFrom(trx: AnyDb, tables: readonly StoredTable[], facts: BaseFacts, { progress, signal }: Watch) {
  const counts = tallies()
  const total = Object.values(facts.tables).reduce((sum, { lignes }) => sum + lignes, 0)
  let done = 0
  for (const table of tables) {
    const count = counts.of(table.name)
    yield `${JSON.stringify({ table: table.name, colonnes: table.columns.map(({ name }) => name) })}\n`
    for await (const rows of postgresTables.read(trx, table)) {
      signal?.throwIfAborted()
      for (const row of rows) count.add(row)
      yield `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`
      done += rows.length
      progress?.(Math.floor((FULL * done) / Math.max(1, total)))
    }
  }
  Object.assign(facts.tables, counts.result())
  yield '{"fin":true}\n'
}

/** The rows of a snapshot, as compressed lines; the tallies of `facts` get their digests. */
export async function saveLines(trx: AnyDb, tables: StoredTable[], facts: BaseFacts, target: BaseTarget, watch: Watch) {
  const lines = Readable.from(linesFrom(trx, tables, facts, watch), { objectMode: false })
  const fichier = await pipeline(lines, createGzip(FAST), (packed) =>
    target.add('base.lignes.gz', packed as AsyncIterable<Uint8Array>),
  )
  return { forme: 'lignes' as const, fichier, ...facts }
}

type Read = StoredRow | { table: string; colonnes: string[] } | { fin: true }

/** Throws where the lines do not go on to their end. */
export async function* readLines(content: Readable): AsyncGenerator<SavedRows, void> {
  const gathered = gathering()
  let isWhole = false
  for await (const lines of linesOf(content.compose(createGunzip()) as AsyncIterable<Uint8Array>)) {
    for (const line of lines) {
      const read = JSON.parse(line) as Read
      if (Array.isArray(read)) gathered.add(read)
      else if ('fin' in read) isWhole = true
      else gathered.turnTo({ table: read.table, columns: read.colonnes })
    }
    yield* gathered.take()
  }
  if (!isWhole) throw new BaseMismatch('the lines end too early')
}

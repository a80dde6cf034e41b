import type { AnyDb } from '../schema.ts'
import { arranger, BaseMismatch, checkTallies } from './base-rows.ts'
import { dialectOf } from './index.ts'
import type { ColumnKind, StoredRow, StoredTable } from './tables.ts'
import { type Tally, tallies } from './tally.ts'

/** Both engines must write one value in one way to be compared: PostgreSQL sorts the keys of its JSON, and writes 1e-7 as 1e-07. */
const SAME: Record<ColumnKind, (text: string) => string> = {
  nombre: (text) => String(Number(text)),
  json: (text) => JSON.stringify(sorted(JSON.parse(text))),
  oui_non: (text) => text,
  texte: (text) => text,
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}

const written = ({ columns }: StoredTable, row: StoredRow): StoredRow =>
  row.map((cell, at) => (cell === null ? null : SAME[columns[at]?.kind ?? 'texte'](cell)))

/** Says where a row goes, and where its cells come from. */
interface Carried {
  from: StoredTable
  to: StoredTable
}

async function pairs(from: AnyDb, to: AnyDb, apart: readonly string[]): Promise<Carried[]> {
  const wanted = (tables: StoredTable[]) => tables.filter(({ name }) => !apart.includes(name))
  const [here, there] = [wanted(await dialectOf(from).copy.tables(from)), wanted(await dialectOf(to).copy.tables(to))]
  const names = (tables: StoredTable[]) => tables.map(({ name }) => name).join(' ')
  if (names(here) !== names(there)) throw new BaseMismatch(`other tables: ${names(here)}, ${names(there)}`)
  return here.map((table, at) => ({ from: table, to: there[at] as StoredTable }))
}

export interface CarryOptions {
  /** Tables that are made from others, and left empty. */
  apart: readonly string[]
  /** Rows done, of how many there are in the tables of which that is known. */
  copied: (rows: number) => void
  checked: (rows: number) => void
}

/** Counts what arrived, in the order of the columns that it came from. */
async function arrived(to: AnyDb, carried: readonly Carried[], checked: (rows: number) => void) {
  const { copy } = dialectOf(to)
  const counts = tallies()
  await copy.snapshot(to, async (trx) => {
    for (const pair of carried) {
      const count = counts.of(pair.from.name)
      const arrange = arranger(
        pair.from,
        pair.to.columns.map(({ name }) => name),
      )
      for await (const rows of copy.read(trx, pair.to)) {
        for (const row of rows) count.add(written(pair.from, arrange(row)))
        checked(rows.length)
      }
    }
  })
  return counts.result()
}

/**
 * Carries all that a database holds to another one of the same schema, which is empty and used by nobody, whatever their engines.
 * `from`: a snapshot. Every row is read again over there: BaseMismatch where one is missing or is not the same.
 */
export async function carry(from: AnyDb, to: AnyDb, options: CarryOptions): Promise<Record<string, Tally>> {
  const carried = await pairs(from, to, options.apart)
  const [here, there] = [dialectOf(from).copy, dialectOf(to).copy]
  const counts = tallies()
  await there.fill(to, await there.tables(to), async () => {
    for (const pair of carried) {
      const count = counts.of(pair.from.name)
      const arrange = arranger(
        pair.to,
        pair.from.columns.map(({ name }) => name),
      )
      for await (const rows of here.read(from, pair.from)) {
        for (const row of rows) count.add(written(pair.from, row))
        await there.write(to, pair.to, rows.map(arrange))
        options.copied(rows.length)
      }
    }
  })
  await there.setLastIds(to, await here.lastIds(from))
  const sent = counts.result()
  checkTallies(sent, await arrived(to, carried, options.checked))
  return sent
}

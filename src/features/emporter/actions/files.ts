import type { Db } from '../../../db/schema.ts'
import { csvWriter } from '../../../lib/csv.ts'
import type { Rows } from '../../../lib/rows.ts'
import { sourceRows } from '../../export/queries.ts'
import { lieuRows } from '../../lieux/rows.ts'
import { spellingRows } from '../../orthographes/rows.ts'
import { SOURCE_HEADERS, sourceCells } from '../../sources/rows.ts'
import { userRows } from '../../users/rows.ts'
import { carriedRows, highestNumbers, storedColumns } from '../queries/carried-rows.ts'
import { depotRows, historyRows, sectionRows, sourceOrder } from '../queries/tables.ts'
import { storedPlaceTypes, storedTypes } from '../queries/types.ts'
import { BASE_TABLES, type CarriedTable, carriedFile, STREAMED_TABLES } from '../rules/carried.ts'
import { FORMAT, INVENTORY, type Inventory, type InventoryFile, Seal } from '../rules/inventory.ts'
import { readme, recordsFile, type Told } from '../rules/readme.ts'

/** One file of what leaves; its pieces are made as fast as they are written. */
export interface LeavingFile {
  name: string
  pieces: AsyncGenerator<string, void>
  /** How many lines are in it beside the one of its headers, once it is written; absent where they tell nothing. */
  lines?: () => number
}

/** The site is called so, and its contents leave then. */
export interface Leaving {
  site: string
  at: string
  /** Hears after each piece how many of the files are written, from 0 to 1. */
  onPart?: (part: number) => Promise<void> | void
}

const EVERYBODY = { q: '', role: null, status: null, tri: 'name', ordre: 'asc' } as const

interface Planned {
  name: string
  aide: string
  rows(): Promise<Rows> | Rows
}

const BATCH = 500

type Sources = Awaited<ReturnType<typeof sourceOrder>>

async function* sourceLines(db: Db, sources: Sources, files: ReadonlyMap<number, string>) {
  for (let at = 0; at < sources.length; at += BATCH) {
    const ids = sources.slice(at, at + BATCH).map(({ id }) => id)
    const cells = await sourceCells(db, ids)
    yield ids.flatMap((id) => {
      const row = cells.get(id)
      return row ? [[files.get(id) ?? null, ...row]] : []
    })
  }
}

async function planned(db: Db): Promise<Planned[]> {
  const sources = await sourceOrder(db)
  const files = new Map(sources.map(({ id, titre }, at) => [id, recordsFile(at + 1, titre)]))
  const sourcesRows = () => ({ headers: ['fichier', ...SOURCE_HEADERS], batches: sourceLines(db, sources, files) })
  return [
    { name: 'sections.csv', aide: 'les sections de l’association', rows: () => sectionRows(db) },
    { name: 'depots.csv', aide: 'les dépôts d’archives', rows: () => depotRows(db) },
    { name: 'lieux.csv', aide: 'les lieux, chacun après celui qui le contient', rows: () => lieuRows(db) },
    { name: 'orthographes.csv', aide: 'les orthographes rapprochées', rows: () => spellingRows(db) },
    { name: 'utilisateurs.csv', aide: 'les comptes, leur rôle et leurs sections', rows: () => userRows(db, EVERYBODY) },
    { name: 'sources.csv', aide: 'les sources, et le fichier des relevés de chacune', rows: sourcesRows },
    ...sources.map((source) => ({
      name: files.get(source.id) ?? '',
      aide: 'relevés',
      rows: () => sourceRows(db, source),
    })),
    { name: 'historique.csv', aide: 'chaque version de chaque relevé', rows: () => historyRows(db, files) },
  ]
}

async function* only(text: string): AsyncGenerator<string, void> {
  yield text
}

/** Counts what goes by, and tells after each batch that work goes on. */
interface Counting {
  lines: number
  goOn(): Promise<void> | void
}

async function* csvPieces({ rows }: Planned, counting: Counting): AsyncGenerator<string, void> {
  const { headers, batches } = await rows()
  async function* counted() {
    for await (const batch of batches) {
      counting.lines += batch.length
      await counting.goOn()
      yield batch
    }
  }
  yield* csvWriter(headers, counted())
}

/** Ids of rows that came after the archive was begun are left out: tables are read one after the other, while people work. */
interface Moment {
  db: Db
  stored: ReadonlyMap<string, ReadonlySet<string>>
  numbers: Record<string, number>
}

const isStreamed = (name: string): boolean => STREAMED_TABLES.some((table) => table.name === name)

async function* carriedPieces({ db, stored, numbers }: Moment, table: CarriedTable, counting: Counting) {
  const upTo = isStreamed(table.name) && table.key[0] === 'id' ? numbers[table.name] : undefined
  for await (const rows of carriedRows(db, table, stored.get(table.name) ?? new Set(), upTo)) {
    counting.lines += rows.length
    await counting.goOn()
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  }
}

/** A file before it is written; a file without lines to count says so by null. */
interface Written {
  name: string
  aide: string
  pieces(counting: Counting): AsyncGenerator<string, void>
  isCounted: boolean
}

async function everyFile(db: Db): Promise<{ files: Written[]; numbers: Record<string, number> }> {
  const types = { types_lieux: await storedPlaceTypes(db), types_sources: await storedTypes(db) }
  const numbers = await highestNumbers(db)
  const moment = { db, stored: await storedColumns(db), numbers }
  const readable = (await planned(db)).map((one) => ({
    ...{ name: one.name, aide: one.aide, isCounted: true },
    pieces: (counting: Counting) => csvPieces(one, counting),
  }))
  const carried = [...BASE_TABLES, ...STREAMED_TABLES].map((table) => ({
    ...{ name: carriedFile(table.name), aide: 'pour tout remettre', isCounted: true },
    pieces: (counting: Counting) => carriedPieces(moment, table, counting),
  }))
  const described = {
    ...{ name: 'types.json', aide: 'les types de lieux et de sources, avec leurs champs', isCounted: false },
    pieces: () => only(`${JSON.stringify(types, null, 2)}\n`),
  }
  return { files: [described, ...readable, ...carried], numbers }
}

async function* sealed(pieces: AsyncGenerator<string, void>, seal: Seal): AsyncGenerator<string, void> {
  for await (const piece of pieces) {
    seal.add(piece)
    yield piece
  }
}

/** Everything that the site holds, a file after the other; the last two say what the others are. */
export async function* leavingFiles(db: Db, { site, at, onPart }: Leaving): AsyncGenerator<LeavingFile, void> {
  const { files, numbers } = await everyFile(db)
  const told: Told[] = []
  const fichiers: InventoryFile[] = []
  for (const [n, { name, aide, pieces, isCounted }] of files.entries()) {
    const counting: Counting = { lines: 0, goOn: () => onPart?.(n / files.length) }
    const seal = new Seal()
    yield { name, pieces: sealed(pieces(counting), seal), ...(isCounted && { lines: () => counting.lines }) }
    const lignes = isCounted ? counting.lines : null
    fichiers.push({ nom: name, octets: seal.octets, lignes, empreinte: seal.end() })
    told.push({ name, lines: lignes ?? -1, aide })
    await onPart?.((n + 1) / files.length)
  }
  const seal = new Seal()
  yield { name: 'LISEZMOI.txt', pieces: sealed(only(readme(site, at, told)), seal) }
  fichiers.push({ nom: 'LISEZMOI.txt', octets: seal.octets, lignes: null, empreinte: seal.end() })
  const inventory: Inventory = { format: FORMAT, site, le: at, numeros: numbers, fichiers }
  yield { name: INVENTORY, pieces: only(`${JSON.stringify(inventory, null, 1)}\n`) }
}

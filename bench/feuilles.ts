// The dry run of the same acts as CSV and as a workbook of Excel, on SQLite: time, processor and memory of reading and planning them.
// Use: npm run bench -- feuilles [--lignes=20000]
import { createWriteStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { migrateToLatest } from '../src/db/migrate.ts'
import { openDatabase } from '../src/db/open.ts'
import { openTable, readTable } from '../src/features/imports/rules/table-file.ts'
import { xlsx } from '../src/web/formats/xlsx.ts'
import { corpus } from './support/corpus.ts'
import { importActs, siteDeps, writeBaptisms } from './support/import.ts'
import { fillAround } from './support/load.ts'
import { benchFolder, say } from './support/report.ts'
import { residentMb } from './support/server.ts'
import { type Spent, spent } from './support/timing.ts'

const asked = process.argv.find((arg) => arg.startsWith('--lignes='))?.slice('--lignes='.length)
const LINES = Number(asked ?? 20_000)
const GOAL = { ratio: 3, mb: 150 }
const folder = benchFolder()
const CSV = join(folder, 'actes.csv')
const XLSX = join(folder, 'actes.xlsx')

/** The lines of the CSV, for the writer of workbooks. */
async function toWorkbook(): Promise<void> {
  const file = await openTable(CSV, { encodage: 'utf-8' })
  async function* batches() {
    for await (const records of readTable(file, () => 1000))
      yield records.flatMap((record) => ('cells' in record ? [record.cells] : []))
  }
  await pipeline(xlsx.write({ headers: file.headers, batches: batches() }), createWriteStream(XLSX))
}

interface Measured extends Spent {
  mb: number
}

/** Measures the dry run on a fresh site, and how much it adds to the memory of this process. */
async function dryRun(path: string, made: ReturnType<typeof corpus>): Promise<Measured> {
  const db = openDatabase(`sqlite:${join(folder, `${path.split('.').at(-1)}.sqlite`)}`)
  await migrateToLatest(db)
  const { champs } = (await fillAround(db, made))(1)
  if (path === CSV) await writeBaptisms(CSV, made, champs, LINES)
  if (path === XLSX) await toWorkbook()
  const before = residentMb(process.pid)
  let peak = before
  const looking = setInterval(() => {
    peak = Math.max(peak, residentMb(process.pid))
  }, 50)
  let dry: Spent = { ms: 0, cpu: 0 }
  await importActs(siteDeps(db, folder), { user: 1, source: 1 }, { path, lines: LINES }, async (name, work) => {
    const took = await spent(work)
    if (name === 'dry') dry = took
    clearInterval(looking)
  })
  await db.destroy()
  return { ...dry, mb: peak - before }
}

const verdict = (isGood: boolean): string => (isGood ? '' : '  TOO MUCH')
const each = (ms: number): string => ((ms * 1000) / LINES).toFixed(0)

const made = corpus()
const text = await dryRun(CSV, made)
const sheet = await dryRun(XLSX, made)
const ratio = sheet.cpu / text.cpu
say(
  `${LINES} baptisms, dry run: CSV ${each(text.ms)} µs a line (processor ${each(text.cpu)}), xlsx ${each(sheet.ms)} (${each(sheet.cpu)}), ` +
    `ratio ${ratio.toFixed(2)} (goal ${GOAL.ratio})${verdict(ratio <= GOAL.ratio)}; memory +${text.mb.toFixed(0)} and +${sheet.mb.toFixed(0)} MB ` +
    `(goal ${GOAL.mb})${verdict(sheet.mb <= GOAL.mb)}; files of ${statSync(CSV).size >> 10} and ${statSync(XLSX).size >> 10} kB`,
)

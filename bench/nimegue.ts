// Baptisms as a file of Nimègue and as our own CSV, into two sources of one site: how much each whole import costs, survey and dry run
// included. The goal: Nimègue at most 1.3 times the CSV.
// Use: npm run bench -- nimegue [--lines 20000] [--engine sqlite|postgres]
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Db } from '../src/db/schema.ts'
import { sendFolder } from '../src/features/echanges/import/actions/folder.ts'
import { openActFile, readActs } from '../src/features/echanges/rules/act-file.ts'
import { CellReader } from '../src/features/echanges/rules/cells.ts'
import { confirmImport } from '../src/features/imports/actions/steps.ts'
import { importById } from '../src/features/imports/queries/imports.ts'
import { importHandlers } from '../src/features/imports/task.ts'
import { releveColumns } from '../src/features/releves/rows.ts'
import { runTasks } from '../src/features/taches/loop.ts'
import { installReadyTypes } from '../src/features/types-sources/actions/models.ts'
import { champsOf } from '../src/features/types-sources/queries.ts'
import { IMPORT_KINDS } from '../src/import-kinds.ts'
import { factories } from '../test/support/factories.ts'
import { writeNimegue } from './support/acts.ts'
import { onEngines, openSite } from './support/engines.ts'
import { importActs, siteDeps } from './support/import.ts'
import { benchFolder, say } from './support/report.ts'
import { spent } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: { lines: { type: 'string', default: '20000' }, engine: { type: 'string', default: 'sqlite' } },
})
const LINES = Number(asked.lines)
const folder = benchFolder()
const acts = join(folder, 'actes')
const quoted = (text: string): string => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Writes these acts by the columns of our export. */
async function writeCsv(db: Db, type: number, path: string): Promise<void> {
  const champs = await champsOf(db, type)
  const columns = releveColumns(champs, new Set())
  const reader = new CellReader(champs)
  const out = [columns.map(({ header }) => quoted(header)).join(';')]
  const file = await openActFile(join(acts, 'actes.TXT'))
  if (!file) throw new Error('no file of acts')
  for await (const lines of readActs(file, () => 500)) {
    for (const one of lines) {
      const read = 'act' in one ? reader.read(one.act, '4 E 112') : undefined
      if (read?.ok) out.push(columns.map(({ champ }) => quoted(read.cells[champ.nom] ?? '')).join(';'))
    }
  }
  writeFileSync(path, `${out.join('\n')}\n`)
}

async function nimegue(db: Db, storage: string, user: number): Promise<void> {
  const deps = siteDeps(db, storage)
  const admin = { id: user, name: 'a', email: 'a@exemple.fr', role: 'admin' as const, must_change_password: false }
  const choice = { dir: acts, user: admin, section_id: null, status: 'en_cours' as const }
  const { importId } = await sendFolder(db, storage, choice, new Date())
  await runTasks(deps, importHandlers(IMPORT_KINDS))
  const planned = await importById(db, importId ?? 0)
  if (planned?.etat !== 'pret') throw new Error(`${planned?.etat}: ${planned?.erreur}`)
  await confirmImport(db, planned, new Date())
  await runTasks(deps, importHandlers(IMPORT_KINDS))
  const done = await importById(db, importId ?? 0)
  if (done?.creees !== LINES) throw new Error(`${done?.creees} acts: ${done?.erreur}`)
}

writeNimegue(acts, LINES)

await onEngines(asked.engine, folder, async (label, url) => {
  const { db } = await openSite(folder, url)
  await installReadyTypes(db)
  const make = factories(db)
  const user = await make.user({ role: 'admin' })
  const type = await db.selectFrom('types_sources').select('id').where('nom', '=', 'Baptêmes').executeTakeFirstOrThrow()
  const source = await make.source({})
  await db.updateTable('sources').set({ type_source_id: type.id }).where('id', '=', source.id).execute()
  const path = join(folder, 'actes.csv')
  await writeCsv(db, type.id, path)
  const csv = await spent(() =>
    importActs(siteDeps(db, folder), { user: user.id, source: source.id }, { path, lines: LINES }),
  )
  const other = await spent(() => nimegue(db, folder, user.id))
  const perLine = (cpu: number) => Math.round((1000 * cpu) / LINES)
  say(`${label}, ${LINES} baptisms: CSV ${perLine(csv.cpu)} µs of processor a line, Nimègue ${perLine(other.cpu)}`)
  say(`  ${(other.cpu / csv.cpu).toFixed(2)} times (goal 1.3); ${(other.ms / csv.ms).toFixed(2)} by the clock`)
  await db.destroy()
})

// Baptisms as a file of Nimègue and as our own CSV, into two sources of one site: how much each whole import costs, survey and dry run
// included. The goal: Nimègue at most 1.3 times the CSV. By turns, each round into a commune of its own: a machine is not always as quick.
// Use: npm run bench -- nimegue [--lines 20000] [--rounds 3] [--engine sqlite|postgres]
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
import type { CurrentUser } from '../src/web/env.ts'
import { factories } from '../test/support/factories.ts'
import { writeNimegue } from './support/acts.ts'
import { onEngines, openSite } from './support/engines.ts'
import { importActs, siteDeps } from './support/import.ts'
import { benchFolder, say } from './support/report.ts'
import { quantile, type Spent, spent } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: {
    lines: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    engine: { type: 'string', default: 'sqlite' },
  },
})
const LINES = Number(asked.lines)
const folder = benchFolder()

/** Each step of an import took so long. */
type Steps = Record<'survey' | 'dry' | 'write', Spent>

const NOTHING: Spent = { ms: 0, cpu: 0 }
const total = (steps: Steps): Spent =>
  Object.values(steps).reduce((sum, { ms, cpu }) => ({ ms: sum.ms + ms, cpu: sum.cpu + cpu }), NOTHING)
const quoted = (text: string): string => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Writes these acts by the columns of our export. */
async function writeCsv(db: Db, type: number, acts: string, path: string): Promise<void> {
  const champs = await champsOf(db, type)
  const columns = releveColumns(champs, { etats: new Set(), lectures: new Set() })
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

async function importCsv(db: Db, admin: CurrentUser, source: number, path: string): Promise<Steps> {
  const steps: Steps = { survey: NOTHING, dry: NOTHING, write: NOTHING }
  await importActs(siteDeps(db, folder), { user: admin.id, source }, { path, lines: LINES }, async (name, work) => {
    steps[name] = await spent(work)
  })
  return steps
}

async function importNimegue(db: Db, admin: CurrentUser, acts: string): Promise<Steps> {
  const tasks = () => runTasks(siteDeps(db, folder), importHandlers(IMPORT_KINDS))
  const choice = { dir: acts, user: admin, section_id: null, status: 'en_cours' as const }
  let id = 0
  const survey = await spent(async () => {
    id = (await sendFolder(db, folder, choice, new Date())).importId ?? 0
  })
  const dry = await spent(tasks)
  const planned = await importById(db, id)
  if (planned?.etat !== 'pret') throw new Error(`${planned?.etat}: ${planned?.erreur}`)
  await confirmImport(db, planned, new Date())
  const write = await spent(tasks)
  const done = await importById(db, id)
  if (done?.creees !== LINES) throw new Error(`${done?.creees} acts: ${done?.erreur}`)
  return { survey, dry, write }
}

const perLine = ({ cpu }: Spent) => Math.round((1000 * cpu) / LINES)
const told = (steps: Steps) =>
  `${perLine(total(steps))} (${perLine(steps.survey)} survey, ${perLine(steps.dry)} dry run, ${perLine(steps.write)} writing)`

await onEngines(asked.engine, folder, async (label, url) => {
  const { db } = await openSite(folder, url)
  await installReadyTypes(db)
  const make = factories(db)
  const user = await make.user({ role: 'admin' })
  const admin = { id: user.id, name: 'a', email: 'a@exemple.fr', role: 'admin' as const, must_change_password: false }
  const type = await db.selectFrom('types_sources').select('id').where('nom', '=', 'Baptêmes').executeTakeFirstOrThrow()
  const ratios: Spent[] = []
  say(`${label}, ${LINES} baptisms, µs of processor a line:`)
  for (let round = 0; round < Number(asked.rounds); round += 1) {
    const acts = join(folder, `actes-${round}`)
    const path = join(folder, `actes-${round}.csv`)
    writeNimegue(acts, LINES, `Saint-Malo ${round}`)
    await writeCsv(db, type.id, acts, path)
    const source = await make.source({})
    await db.updateTable('sources').set({ type_source_id: type.id }).where('id', '=', source.id).execute()
    // Whoever comes second finds the larger database.
    const isFirst = round % 2 === 0
    const before = isFirst ? await importCsv(db, admin, source.id, path) : undefined
    const other = await importNimegue(db, admin, acts)
    const csv = before ?? (await importCsv(db, admin, source.id, path))
    const ratio = { ms: total(other).ms / total(csv).ms, cpu: total(other).cpu / total(csv).cpu }
    ratios.push(ratio)
    say(
      `  CSV ${told(csv)}, Nimègue ${told(other)}: ${ratio.cpu.toFixed(2)} times, ${ratio.ms.toFixed(2)} by the clock`,
    )
  }
  const median = (times: number[]) => quantile(times, 0.5).toFixed(2)
  const [cpu, ms] = [median(ratios.map((one) => one.cpu)), median(ratios.map((one) => one.ms))]
  say(`  median ${cpu} times (goal 1.3); ${ms} by the clock`)
  await db.destroy()
})

// An import of records from the received file to the last line written, as the task loop does it.

import { copyFileSync, createWriteStream, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Champ } from '../../src/champs/kind.ts'
import type { Db } from '../../src/db/schema.ts'
import { confirmImport, createImport } from '../../src/features/imports/actions/steps.ts'
import { importById } from '../../src/features/imports/queries/imports.ts'
import { importFolder } from '../../src/features/imports/rules/files.ts'
import { importHandlers } from '../../src/features/imports/task.ts'
import { DEFAULT_SETTINGS } from '../../src/features/parametres/store.ts'
import { releveCells, releveColumns } from '../../src/features/releves/rows.ts'
import { runTasks } from '../../src/features/taches/loop.ts'
import { IMPORT_KINDS } from '../../src/import-kinds.ts'
import { sha256Hex } from '../../src/lib/crypto.ts'
import { csvWriter } from '../../src/lib/csv.ts'
import { silentLog } from '../../src/lib/log.ts'
import { noProxies } from '../../src/lib/network.ts'
import type { Cell } from '../../src/lib/rows.ts'
import { compareText } from '../../src/lib/text.ts'
import { isoOf } from '../../src/search/entry.ts'
import type { Deps } from '../../src/web/env.ts'
import { Traffic } from '../../src/web/traffic.ts'
import { type Corpus, TYPES } from './corpus.ts'

const BATCH = 1000
const now = () => new Date(Date.now())

/** The application on this database, its files in `folder`. */
export function siteDeps(db: Db, folder: string): Deps {
  const settings = { ...DEFAULT_SETTINGS, site_name: 'Banc', installed_at: now().toISOString() }
  const error = (message: string, fields?: Record<string, unknown>) =>
    void process.stdout.write(`${message} ${String(fields?.error)}\n`)
  return {
    db,
    clock: now,
    log: { ...silentLog, error },
    settings: { read: () => settings, write: () => undefined, save: async () => undefined },
    assets: { css: '', js: [], saisie: [], ordre: [], carte: { js: [], css: [] } } as unknown as Deps['assets'],
    assetsFolder: folder,
    storage: folder,
    secret: 'bench',
    appUrl: undefined,
    trustProxy: noProxies,
    version: '0',
    updateServer: undefined,
    isImage: false,
    traffic: new Traffic(),
    runCommand: () => undefined,
    isAccessLogged: false,
  } as Deps
}

/** Does the steps of an import one by one. */
export type ImportSteps = (name: 'dry' | 'write', work: () => Promise<unknown>) => Promise<unknown>

/** Imports a file of so many lines into a source, dry run included; returns the milliseconds of the dry run. */
export async function importActs(
  deps: Deps,
  { user, source }: { user: number; source: number },
  { path, lines }: { path: string; lines: number },
  step: ImportSteps = (_name, work) => work(),
): Promise<number> {
  const fichier = `${performance.now()}.csv`
  mkdirSync(importFolder(deps.storage), { recursive: true })
  copyFileSync(path, join(importFolder(deps.storage), fichier))
  const handlers = importHandlers(IMPORT_KINDS)
  const before = performance.now()
  const input = { kind: 'releves', cible_id: source, user_id: user, nom_fichier: 'actes.csv', fichier }
  const file = { taille: statSync(path).size, empreinte: sha256Hex(fichier), encodage: 'utf-8' }
  const id = await createImport(deps.db, { ...input, ...file }, '', now())
  await step('dry', () => runTasks(deps, handlers))
  const dry = performance.now() - before
  const planned = await importById(deps.db, id)
  if (planned?.etat !== 'pret') throw new Error(`the dry run ended as ${planned?.etat}: ${planned?.erreur}`)
  await confirmImport(deps.db, planned, now())
  await step('write', () => runTasks(deps, handlers))
  const done = await importById(deps.db, id)
  if (done?.etat !== 'termine' || done.creees !== lines)
    throw new Error(`the import ended as ${done?.etat} with ${done?.creees} records: ${done?.erreur}`)
  return dry
}

/**
 * Baptisms of the corpus from record `first` on as the export writes them, `count` of them, in the order of a register: day after day.
 */
export async function writeBaptisms(
  path: string,
  made: Corpus,
  champs: readonly Champ[],
  count: number,
  first = 1,
): Promise<void> {
  const columns = releveColumns(champs, { etats: new Set(), lectures: new Set() })
  const isBaptism = (source: number) => made.sources[source - 1]?.type === TYPES.indexOf('baptemes')
  const acts: { jour: string; cells: Cell[] }[] = []
  for (let i = first; acts.length < count; i += 1) {
    const { source_id, data } = made.record(i)
    if (isBaptism(source_id)) acts.push({ jour: isoOf(data) ?? '', cells: releveCells(columns, { data, etats: {} }) })
  }
  acts.sort((a, b) => compareText(a.jour, b.jour))
  function* batches(): Generator<Cell[][]> {
    for (let at = 0; at < count; at += BATCH) yield acts.slice(at, at + BATCH).map(({ cells }) => cells)
  }
  const header = columns.map((column) => column.header)
  await pipeline(Readable.from(csvWriter(header, batches())), createWriteStream(path))
}

import { sql } from 'kysely'
import { type Config, readConfig } from '../config.ts'
import { dialectOf } from '../db/dialect/index.ts'
import { openDatabase } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import { countStuckTasks } from '../features/administration/taches/queries.ts'
import { updateState } from '../features/mises-a-jour/releases/state.ts'
import { isServed } from '../features/presence/presence.ts'
import { listBackups } from '../features/sauvegardes/backups.ts'
import { describeAddress } from '../features/setup/database.ts'
import { freeBytes } from '../lib/disk.ts'
import { AppError } from '../lib/errors.ts'
import { formatInstant, formatNumber, formatSize } from '../lib/text.ts'
import { readVersion } from '../process/deps.ts'
import { baseSize, presentAddress } from '../process/site.ts'
import { type Command, complain, DONE, REFUSED, say } from './command.ts'

const AWAY = 'La base de données ne répond pas. Vérifiez qu’elle est démarrée, puis recommencez.'

/** What a database that is away or full says, in words. */
async function answering<T>(db: Db, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw dialectOf(db).isUnavailable(error) ? new AppError('conflit', AWAY) : error
  }
}

/** Rejects, in French, where the database at this address does not answer. */
export async function ensureAnswering(address: string): Promise<void> {
  const db = openDatabase(address)
  try {
    await answering(db, () => sql`select 1`.execute(db))
  } finally {
    await db.destroy()
  }
}

async function countsOf(db: Db) {
  const count = (table: 'releves' | 'taches') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  const [releves, taches, stuck] = [await count('releves'), await count('taches'), await countStuckTasks(db)]
  return { releves: Number(releves.count), taches: Number(taches.count), garees: Number(stuck.parked) }
}

/** One line a fact, names in a column. */
const tellLines = (lines: readonly (readonly [name: string, fact: string])[]): void => {
  const width = Math.max(...lines.map(([name]) => name.length)) + 2
  for (const [name, fact] of lines) say(`${name.padEnd(width)}${fact}`)
}

/** What is known without the database. */
function factsOf(config: Config, version: string): [string, string][] {
  const [newest] = listBackups(config.storage)
  const { nouvelle } = updateState(config.storage, version)
  return [
    ['Dernière sauvegarde', newest ? `${formatInstant(newest.at)} (${formatSize(newest.taille)})` : 'aucune'],
    ['Disque', `${formatSize(freeBytes(config.storage))} libres`],
    ['Mise à jour', nouvelle ? `la version ${nouvelle} attend` : 'aucune n’attend'],
  ]
}

async function status(): Promise<number> {
  const config = readConfig()
  const version = readVersion(config)
  tellLines([
    ['Version', version],
    ['Données', config.storage],
    ['Service', isServed(config.storage) ? 'en service' : 'arrêté'],
  ])
  const address = presentAddress(config)
  const size = baseSize(address)
  const base = `${describeAddress(address)}${size === undefined ? '' : ` (${formatSize(size)})`}`
  const db = openDatabase(address)
  try {
    const { releves, taches, garees } = await answering(db, () => countsOf(db))
    tellLines([
      ['Base', base],
      ['Relevés', formatNumber(releves)],
      ['Tâches', `${formatNumber(taches)} en attente ou en cours, dont ${formatNumber(garees)} à l’arrêt`],
      ...factsOf(config, version),
    ])
    return DONE
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    tellLines([['Base', base], ...factsOf(config, version)])
    complain(error.message)
    return REFUSED
  } finally {
    await db.destroy()
  }
}

function version(): Promise<number> {
  say(readVersion(readConfig()))
  return Promise.resolve(DONE)
}

/** Commands that only say how things are. */
export const stateCommands: Record<string, Command> = {
  status: {
    summary: 'dit comment va le site',
    help: `releve status

Dit la version, la base et sa taille, le nombre de relevés, la dernière sauvegarde, la place sur le disque, la mise à jour et les
tâches qui attendent. Le site peut être en service.

Code de sortie : 0, ou 1 si Relevés n’est pas installé ou si sa base ne répond pas.`,
    options: {},
    run: status,
  },
  version: {
    summary: 'dit la version installée',
    help: 'releve version\n\nDit la version installée.',
    options: {},
    run: version,
  },
}

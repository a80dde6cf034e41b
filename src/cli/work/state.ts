import { type Config, readConfig } from '../../config.ts'
import { type Base, baseAt } from '../../db/bases.ts'
import { countStuckTasks } from '../../features/administration/taches/queries.ts'
import { updateState } from '../../features/mises-a-jour/releases/rules/state.ts'
import { isServed, servingPids } from '../../features/presence/presence.ts'
import { listBackups } from '../../features/sauvegardes/actions/backups.ts'
import { elsewhereState } from '../../features/sauvegardes/ailleurs/queries.ts'
import { elsewhereFact } from '../../features/sauvegardes/ailleurs/rules/facts.ts'
import { externalState } from '../../features/sauvegardes/externe/queries.ts'
import { type ExternalState, externalFact } from '../../features/sauvegardes/externe/rules/age.ts'
import { newestOf } from '../../features/sauvegardes/rules/retention.ts'
import { describeAddress } from '../../features/setup/database.ts'
import { freeBytes } from '../../lib/disk.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { AppError } from '../../lib/errors.ts'
import { readIncidents } from '../../lib/incidents.ts'
import { memoryOfAll } from '../../lib/memory.ts'
import { formatInstant, formatNumber, formatSize, plural } from '../../lib/text.ts'
import { readVersion, systemClock } from '../../process/deps.ts'
import { answering, presentAddress, settingsOf } from '../../process/site.ts'
import { complain, DONE, REFUSED, say } from '../command.ts'

async function countsOf(base: Base, config: Config) {
  const db = base.open()
  const count = (table: 'releves' | 'taches') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  try {
    const [releves, taches, stuck] = [await count('releves'), await count('taches'), await countStuckTasks(db)]
    const [octets, settings, now] = [await base.size(), settingsOf(config), systemClock()]
    const [copie, externe] = [await elsewhereState(db, settings, now), await externalState(db, settings, now)]
    const counts = { releves: Number(releves.count), taches: Number(taches.count), garees: Number(stuck.parked) }
    return { ...counts, octets, copie, externe }
  } finally {
    await db.destroy()
  }
}

/** One line a fact, names in a column as wide as the longest of them. */
const COLUMN = 'Dernière sauvegarde  '.length
const tellLines = (lines: readonly (readonly [name: string, fact: string])[]): void => {
  for (const [name, fact] of lines) say(`${name.padEnd(COLUMN)}${fact}`)
}

/** « 2 erreurs (la dernière : k3x9), 1 demande lente (2,4 s, /recherche) », of those that the page of the state of the site lists. */
function troubles(storage: string): string {
  const kept = readIncidents(storage, new Date(Date.now() - DAY_MS))
  const errors = kept.filter(({ genre }) => genre === 'erreur')
  const slow = kept.filter(({ genre }) => genre === 'lente').sort((a, b) => (b.ms ?? 0) - (a.ms ?? 0))
  const { reference } = errors[0] ?? {}
  const [slowest] = slow
  const last = reference === undefined ? '' : ` (la dernière\u00a0: ${reference})`
  const longest = slowest && ` (${formatNumber(Math.round((slowest.ms ?? 0) / 100) / 10)} s, ${slowest.chemin})`
  return `${plural(errors.length, 'erreur', 'erreurs')}${last}, ${plural(slow.length, 'demande lente', 'demandes lentes')}${longest ?? ''}`
}

/** « en service (2 processus, 180 Mo) »; the memory is told where the system tells it to this account. */
function serviceFact(storage: string): string {
  if (!isServed(storage)) return 'arrêté'
  const serving = servingPids(storage)
  if (serving.length === 0) return 'en service'
  const bytes = memoryOfAll(serving)
  return `en service (${serving.length} processus${bytes === undefined ? '' : `, ${formatSize(bytes)}`})`
}

/** The declared backup, where there is one. */
const externalLines = (externe: ExternalState | undefined): [string, string][] =>
  externe ? [['Sauvegarde externe', externalFact(externe) + (externe.isLate ? ', en retard' : '')]] : []

/** These facts are known without the database. */
function factsOf(config: Config, version: string): [string, string][] {
  const newest = newestOf(listBackups(config.storage), new Date())
  const { nouvelle } = updateState(config.storage, version)
  return [
    ['Dernière sauvegarde', newest ? `${formatInstant(newest.at)} (${formatSize(newest.taille)})` : 'aucune'],
    ['Disque', `${formatSize(freeBytes(config.storage))} libres`],
    ['Depuis hier', troubles(config.storage)],
    ['Mise à jour', nouvelle ? `la version ${nouvelle} attend` : 'aucune n’attend'],
  ]
}

export async function status(): Promise<number> {
  const config = readConfig()
  const version = readVersion(config)
  tellLines([
    ['Version', `${version} (Node.js ${process.versions.node})`],
    ['Données', config.storage],
    ['Service', serviceFact(config.storage)],
  ])
  const address = presentAddress(config)
  const base = baseAt(address)
  try {
    const { releves, taches, garees, octets, copie, externe } = await answering(base, () => countsOf(base, config))
    tellLines([
      ['Base', `${describeAddress(address)} (${formatSize(octets)})`],
      ['Relevés', formatNumber(releves)],
      ['Tâches', `${formatNumber(taches)} en attente ou en cours, dont ${formatNumber(garees)} à l’arrêt`],
      ['Copie ailleurs', elsewhereFact(copie)],
      ...externalLines(externe),
      ...factsOf(config, version),
    ])
    return DONE
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    tellLines([['Base', describeAddress(address)], ...factsOf(config, version)])
    complain(error.message)
    return REFUSED
  }
}

export function version(): Promise<number> {
  say(readVersion(readConfig()))
  return Promise.resolve(DONE)
}

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { postgresDriverVersion, sqliteDriverVersion } from '../../../db/dialect/probe.ts'
import { freeBytes } from '../../../lib/disk.ts'
import { createFile } from '../../../lib/json-file.ts'
import { formatSize } from '../../../lib/text.ts'

export interface Prerequisite {
  label: string
  /** The check found this version or size. */
  found: string
  ok: boolean
  /** How to put it right; '' where nothing has to be. */
  remedy: string
}

const NEEDED_NAPI = 10
const MEGABYTE = 1_000_000
const NEEDED_BYTES = 500 * MEGABYTE

function node(): Prerequisite {
  const ok = Number(process.versions.napi) >= NEEDED_NAPI
  const remedy = 'Installez Node.js 22.14 ou plus récent, puis relancez « npm start ».'
  return { label: 'Node.js', found: process.versions.node, ok, remedy: ok ? '' : remedy }
}

/** Writes a file there and takes it away: rights, a full disk and a read-only one all show. */
export function isWritable(folder: string): boolean {
  const path = join(folder, `.essai-${randomUUID()}`)
  try {
    createFile(path, 'essai')
    rmSync(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return false
  }
}

function storageFolder(storage: string): Prerequisite {
  const ok = isWritable(storage)
  const remedy =
    'Donnez au compte qui lance Relevés le droit d’écrire dans le dossier « storage » (commande chown), puis recommencez.'
  return {
    label: 'Dossier des données',
    found: ok ? 'accessible en écriture' : 'écriture refusée',
    ok,
    remedy: ok ? '' : remedy,
  }
}

function freeSpace(storage: string): Prerequisite {
  const free = freeBytes(storage)
  const ok = free >= NEEDED_BYTES
  const remedy = 'Libérez de la place sur le disque du dossier « storage » : il faut au moins 500 Mo.'
  return {
    label: 'Espace disque libre',
    found: formatSize(free),
    ok,
    remedy: ok ? '' : remedy,
  }
}

function driver(label: string, version: () => string): Prerequisite {
  try {
    return { label, found: version(), ok: true, remedy: '' }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const remedy =
      'Les paquets sont incomplets : arrêtez Relevés, supprimez le dossier « node_modules », puis lancez « npm start ».'
    return { label, found: 'absent', ok: false, remedy }
  }
}

/** Each of these is needed; where it is missing, its line says what to do. */
export function checkPrerequisites(storage: string): Prerequisite[] {
  return [
    node(),
    storageFolder(storage),
    freeSpace(storage),
    driver('SQLite, la base dans un fichier', sqliteDriverVersion),
    driver('PostgreSQL, la base sur un serveur', postgresDriverVersion),
  ]
}

import type { Config } from '../config.ts'
import { schemeOf } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import { type ShelfSite, type Store, storeShelf } from '../features/fichiers/actions/shelf.ts'
import { useShelf } from '../features/fichiers/rules/shelves.ts'
import { StoreError, type StoreTrouble } from '../features/fichiers/rules/store-error.ts'
import { sharedSettings } from '../features/parametres/shared-actions.ts'
import { settingsStore } from '../features/parametres/store.ts'
import { openPlace, type Place } from '../features/sauvegardes/ailleurs/actions/place.ts'
import { ElsewhereError, type Fault, tellingFaults } from '../features/sauvegardes/ailleurs/rules/faults.ts'
import type { Elsewhere } from '../lib/elsewhere.ts'
import type { Log } from '../lib/log.ts'
import type { SettingsStore } from '../web/env.ts'

/** Milliseconds without a byte after which the storage is given up: somebody waits for a page. */
const SILENCE_MS = 10_000

const TROUBLES: Partial<Record<Fault, StoreTrouble>> = {
  dossier: 'absent',
  plein: 'plein',
  ...{ introuvable: 'loin', refusee: 'loin', coupee: 'loin', delai: 'loin', panne: 'loin', certificat: 'loin' },
}

const troubleOf = (error: unknown): unknown =>
  error instanceof ElsewhereError ? new StoreError(TROUBLES[error.fault] ?? 'refus', error.message, error) : error

async function telling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await tellingFaults(work)
  } catch (error) {
    throw troubleOf(error)
  }
}

/** A line that breaks while the bytes come is told as one that breaks before. */
async function* toldBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    throw troubleOf(error)
  }
}

/** A place elsewhere as the storage of all servers: S3 alone, where a file is there whole or not at all. */
export function storeAt(place: Elsewhere, silenceMs = SILENCE_MS): Store {
  let opened: Promise<Place> | undefined
  const open = () => {
    opened ??= openPlace(place, { silenceMs })
    return opened
  }
  return {
    write: (name, body, size) => telling(async () => (await open()).write(name, body, size)),
    read: (name) => telling(async () => toldBytes(await (await open()).read(name))),
    remove: (name) => telling(async () => (await open()).remove(name)),
  }
}

/** The storage that the servers of a site have in common; a site of a SQLite file has one server, and its folder. */
export const filesOf = ({ fichiers }: Config, address: string): Elsewhere | undefined =>
  schemeOf(address) === 'sqlite' ? undefined : fichiers

/** The settings of the site in this folder: those of all its servers where they share none. */
export function settingsOf(config: Config, base: { address: string; secret: string; db: Db }, log: Log): SettingsStore {
  const store = settingsStore(config.storage, log, base.secret)
  if (!filesOf(config, base.address)) return store
  return sharedSettings(store, { db: base.db, storage: config.storage, log })
}

/** Has the files of this folder kept in the storage that the environment names; in the folder alone where it names none. */
export function shareFiles(storage: string, place: Elsewhere | undefined, site: ShelfSite): void {
  useShelf(storage, place && storeShelf(storeAt(place), site))
}

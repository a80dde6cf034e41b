import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialectOf } from '../../db/dialect/index.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { sha256Hex } from '../../lib/crypto.ts'
import { inTurn } from '../../lib/held-file.ts'
import { writeFileWhole } from '../../lib/json-file.ts'
import type { Log } from '../../lib/log.ts'
import type { SettingsStore } from '../../web/env.ts'
import { readStored, type Stored, writeStored } from './file.ts'
import { dropOtherLogos, logoPath, logoVersionOf } from './rules/logo.ts'

/*
 * Servers that share no folder have each a settings file, and its logo. The database has the content that all of them are to have: whoever
 * changes settings writes it there and into the own file, the others take it from there within two seconds.
 */

const SETTINGS = 'reglages'
const LOGO = 'logo'

/** They tell of the file of one server. */
const OWN = ['fichier_abime', 'fichier_repris']

export interface SharedSite {
  db: Db
  storage: string
  log: Log
}

const fileOf = (storage: string): string => join(storage, 'app', 'settings.json')

/** Says which content of all servers this folder had last: a file that was changed while nothing was shared is told from an old one. */
const noteOf = (storage: string): string => join(storage, 'reglages-partages')

const isOwn = (key: string): boolean => OWN.includes(key)

/** The settings that all servers have, in one form. */
const textOf = (stored: Stored): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(stored)
        .filter(([key]) => !isOwn(key))
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  )

const ownOf = (stored: Stored): Stored => Object.fromEntries(Object.entries(stored).filter(([key]) => isOwn(key)))

/** The settings of this folder; undefined where there are none, or none that can be read. */
function storedHere(storage: string): Stored | undefined {
  const stored = readStored(fileOf(storage))
  return stored && typeof stored.installed_at === 'string' && stored.installed_at !== '' ? stored : undefined
}

const versionHere = (storage: string): string => {
  const stored = storedHere(storage)
  return stored ? sha256Hex(textOf(stored)) : ''
}

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const note = (storage: string, version: string): void => writeFileWhole(noteOf(storage), version)

const notedAt = (storage: string): string => (existsSync(noteOf(storage)) ? readFileSync(noteOf(storage), 'utf8') : '')

const rowOf = (db: Db, nom: string) =>
  db.selectFrom('partages').select(['version', 'valeur']).where('nom', '=', nom).executeTakeFirst()

async function keep(trx: Trx, nom: string, version: string, valeur: string): Promise<void> {
  await trx
    .insertInto('partages')
    .values({ nom, version, valeur })
    .onConflict((conflict) => conflict.column('nom').doUpdateSet({ version, valeur }))
    .execute()
}

/** The image before the settings that name it: until then the page shows the former. */
async function takeLogo(db: Db, storage: string, stored: Stored): Promise<void> {
  const path = logoPath(storage, String(stored.logo ?? ''))
  if (path === undefined) return
  if (existsSync(path) && logoVersionOf(readFileSync(path)) === stored.logo_version) return
  const row = await rowOf(db, LOGO)
  if (row && row.version === stored.logo_version) writeFileWhole(path, Buffer.from(row.valeur, 'base64'), 0o640)
}

/** Takes what another server wrote, if any has written something. */
async function take({ db, storage, log }: SharedSite): Promise<void> {
  const row = await rowOf(db, SETTINGS)
  if (!row) return
  const parsed: unknown = JSON.parse(row.valeur)
  if (!isStored(parsed)) throw new Error('the shared settings are no settings')
  await takeLogo(db, storage, parsed)
  inTurn(`${fileOf(storage)}.lock`, () => {
    writeStored(fileOf(storage), { ...parsed, ...ownOf(readStored(fileOf(storage)) ?? {}) })
    note(storage, row.version)
  })
  dropOtherLogos(storage, String(parsed.logo ?? ''))
  log.info('settings of another server taken')
}

/** Gives the settings of this folder to all servers. */
async function give(trx: Trx, storage: string): Promise<void> {
  const stored = storedHere(storage)
  if (!stored) return
  const path = logoPath(storage, String(stored.logo ?? ''))
  const known = await trx.selectFrom('partages').select('version').where('nom', '=', LOGO).executeTakeFirst()
  if (path && existsSync(path) && known?.version !== stored.logo_version) {
    const bytes = readFileSync(path)
    await keep(trx, LOGO, logoVersionOf(bytes), bytes.toString('base64'))
  }
  if (stored.logo === '') await trx.deleteFrom('partages').where('nom', '=', LOGO).execute()
  const version = sha256Hex(textOf(stored))
  await keep(trx, SETTINGS, version, textOf(stored))
  note(storage, version)
}

const alone = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await dialectOf(trx).locks.lock(trx, 'reglages')
    return work(trx)
  })

/** Takes what another server changed since; a look at one short row where nothing was. Every two seconds. */
export async function followSettings(site: SharedSite): Promise<void> {
  const { db, storage } = site
  const row = await db.selectFrom('partages').select('version').where('nom', '=', SETTINGS).executeTakeFirst()
  if (row && row.version !== versionHere(storage)) await alone(db, (trx) => take({ ...site, db: trx }))
}

/**
 * Before a server serves: it takes the settings of the others, or gives its own where none has any yet, or where its own file alone was changed
 * since it was last the same as theirs.
 */
export async function beginSharedSettings(site: SharedSite): Promise<void> {
  const { db, storage } = site
  await alone(db, async (trx) => {
    const [row, here] = [await rowOf(trx, SETTINGS), versionHere(storage)]
    if (row && row.version === here) return note(storage, here)
    const isOursNewer = here !== '' && row !== undefined && notedAt(storage) === row.version
    if (row && !isOursNewer) await take({ ...site, db: trx })
    else await give(trx, storage)
  })
}

/** A change that was written here alone is taken back; where the database is away, the next look does it. */
async function takeBack(site: SharedSite): Promise<void> {
  try {
    await followSettings(site)
  } catch (error) {
    site.log.warn('settings not compared with those of other servers', { error })
  }
}

/** Settings that every server of the site has: a change is made of what stands for all of them, and is theirs once it is here. */
export function sharedSettings(store: SettingsStore, site: SharedSite): SettingsStore {
  const { db, storage } = site
  return {
    read: store.read,
    write: store.write,
    async save(change) {
      try {
        await alone(db, async (trx) => {
          const row = await rowOf(trx, SETTINGS)
          if (row && row.version !== versionHere(storage)) await take({ ...site, db: trx })
          store.write(change)
          await give(trx, storage)
        })
      } catch (error) {
        await takeBack(site)
        throw error
      }
    },
  }
}

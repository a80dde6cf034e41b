// Servers that share no folder: what each does so that all are one site.
import type { Config } from '../config.ts'
import { openDatabase, schemeOf } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import { shelfOf } from '../features/fichiers/rules/shelves.ts'
import { beginSharedSettings, followSettings } from '../features/parametres/shared-actions.ts'
import { chooseKeeper } from '../features/presence/keeper.ts'
import { waitForOthers } from '../features/presence/maintenance.ts'
import {
  announceServer,
  announceWork,
  endWork,
  isWorkedOn,
  otherServers,
  servers,
} from '../features/presence/servers-queries.ts'
import { sha256Hex } from '../lib/crypto.ts'
import { AppError } from '../lib/errors.ts'
import { jsonLog } from '../lib/log.ts'
import type { Deps } from '../web/env.ts'
import { readVersion, systemClock } from './deps.ts'
import { filesOf } from './shared-files.ts'
import { sweepHere } from './sweep-here.ts'

const SAID_MS = 15_000

/** Tells one secret from another, and nothing of it. */
const keyOf = (secret: string): string => sha256Hex(`clé du site ${secret}`)

/** The key of the site is that of the servers which serve; where none does, that of the one which comes. */
async function hasKey({ db, storage, secret, clock }: Deps): Promise<boolean> {
  const version = keyOf(secret)
  const row = await db.selectFrom('partages').select('version').where('nom', '=', 'cle').executeTakeFirst()
  if (row?.version === version) return true
  if (row && (await otherServers(db, storage, clock())).length > 0) return false
  await db
    .insertInto('partages')
    .values({ nom: 'cle', version, valeur: '' })
    .onConflict((conflict) => conflict.column('nom').doUpdateSet({ version }))
    .execute()
  return true
}

/** Said at the start, which waits for no storage. */
async function tellTrouble({ storage, log }: Deps): Promise<void> {
  const souci = await shelfOf(storage)?.trial()
  if (souci !== undefined) log.warn(`Le stockage partagé des fichiers (FICHIERS_ADRESSE) ne répond pas\u00a0: ${souci}`)
}

export interface Sharing {
  /** Called every two seconds. */
  follow: () => Promise<void>
}

/** Before a server serves that shares no folder with the others: it has their settings. `cle`: it has not their secret. */
export async function beginSharing(config: Config, address: string, deps: Deps): Promise<Sharing | 'cle' | undefined> {
  if (!filesOf(config, address)) return undefined
  if (!(await hasKey(deps))) return 'cle'
  const { db, storage, log, clock } = deps
  const site = { db, storage, log }
  await beginSharedSettings(site)
  const version = readVersion(config)
  const meet = async () => {
    await announceServer(db, storage, version, clock())
    const names = (await servers(db, clock())).map(({ nom }) => nom)
    chooseKeeper(storage, names)
  }
  let saidAt = Number.NEGATIVE_INFINITY
  const follow = async () => {
    waitForOthers(storage, await isWorkedOn(db, storage, clock()))
    await followSettings(site)
    if (performance.now() - saidAt < SAID_MS) return
    saidAt = performance.now()
    await meet()
    sweepHere(deps, clock()).catch((error: unknown) => log.error('what was due failed', { error }))
  }
  await meet()
  tellTrouble(deps).catch((error: unknown) => log.error('the shared storage cannot be tried', { error }))
  return { follow }
}

/** Do other servers serve that share no folder, by the database alone? One of before this table says nothing. */
export async function othersServe(config: Config, address: string, db: Db): Promise<boolean> {
  if (schemeOf(address) === 'sqlite') return false
  return (await otherServers(db, config.storage, systemClock()).catch(() => [])).length > 0
}

const OTHERS =
  'D’autres serveurs de ce site servent encore, et garderaient l’ancienne base : arrêtez-les d’abord, puis recommencez. Ou ajoutez --copie.'

/** AppError `conflit` where other servers serve that would not follow. */
export async function refuseBesideOthers(config: Config, address: string): Promise<void> {
  if (schemeOf(address) === 'sqlite') return
  const db = openDatabase(address)
  try {
    if (await othersServe(config, address, db)) throw new AppError('conflit', OTHERS)
  } finally {
    await db.destroy()
  }
}

/** The others look every two seconds. */
const SEEN_MS = 5000
const AGAIN_MS = 5000

/** The table that says so may be gone for a moment, or of another version: the others forget what is said no more. */
async function unlessReplaced(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    jsonLog((line) => process.stderr.write(line)).warn('the other servers are not told', { error })
  }
}

/** Works while the other servers of the site write nothing; what is replaced may be the very table that says so. */
export async function whileOthersWait<T>(
  config: Config,
  address: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!address || schemeOf(address) === 'sqlite') return work()
  const db = openDatabase(address)
  let timer: NodeJS.Timeout | undefined
  const say = () => unlessReplaced(() => announceWork(db, config.storage, systemClock()))
  try {
    if (await othersServe(config, address, db)) {
      await say()
      timer = setInterval(() => void say(), AGAIN_MS)
      await new Promise((resolve) => setTimeout(resolve, SEEN_MS))
    }
    return await work()
  } finally {
    clearInterval(timer)
    if (timer) await unlessReplaced(() => endWork(db, config.storage))
    await db.destroy()
  }
}

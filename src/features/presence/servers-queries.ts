import { hostname } from 'node:os'
import type { Db } from '../../db/schema.ts'
import { sha256Hex } from '../../lib/crypto.ts'

/*
 * Servers that share no folder find one another in the database: each says every few seconds that it serves, and a command says that
 * it replaces the database.
 */

const FRESH_MS = 60_000
const WORK = 'entretien '

/** This machine, and the folder of the site on it: several processes and commands are one server. */
export const serverName = (storage: string): string => `${hostname()} ${sha256Hex(storage).slice(0, 8)}`

export interface OtherServer {
  nom: string
  version: string
  vu_at: string
}

/** Says that this server serves. */
export async function announceServer(db: Db, storage: string, version: string, now: Date): Promise<void> {
  const row = { version, vu_at: now.toISOString() }
  await say(db, serverName(storage), row)
}

/** Says that a command of this server replaces the database: the others write nothing. */
export const announceWork = (db: Db, storage: string, now: Date): Promise<void> =>
  say(db, WORK + serverName(storage), { version: '', vu_at: now.toISOString() })

export async function endWork(db: Db, storage: string): Promise<void> {
  await db
    .deleteFrom('serveurs')
    .where('nom', '=', WORK + serverName(storage))
    .execute()
}

async function say(db: Db, nom: string, row: { version: string; vu_at: string }): Promise<void> {
  await db
    .insertInto('serveurs')
    .values({ nom, ...row })
    .onConflict((conflict) => conflict.column('nom').doUpdateSet(row))
    .execute()
}

/** All that was said within the last minute; clocks of several machines differ. */
async function fresh(db: Db, now: Date): Promise<OtherServer[]> {
  const rows = await db.selectFrom('serveurs').selectAll().orderBy('nom').execute()
  return rows.filter(({ vu_at }) => Math.abs(now.getTime() - Date.parse(vu_at)) < FRESH_MS)
}

/** The servers that serve, this one among them. */
export const servers = async (db: Db, now: Date): Promise<OtherServer[]> =>
  (await fresh(db, now)).filter(({ nom }) => !nom.startsWith(WORK))

/** Servers that serve beside this one. */
export const otherServers = async (db: Db, storage: string, now: Date): Promise<OtherServer[]> =>
  (await servers(db, now)).filter(({ nom }) => nom !== serverName(storage))

/** Does a command of another server replace the database? */
export const isWorkedOn = async (db: Db, storage: string, now: Date): Promise<boolean> =>
  (await fresh(db, now)).some(({ nom }) => nom.startsWith(WORK) && nom !== WORK + serverName(storage))

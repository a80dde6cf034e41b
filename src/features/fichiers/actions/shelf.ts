import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { randomToken } from '../../../lib/crypto.ts'
import { isDiskFull } from '../../../lib/disk.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Log } from '../../../lib/log.ts'
import { knownFiles } from '../queries.ts'
import type { Shelf } from '../rules/shelves.ts'
import { StoreError } from '../rules/store-error.ts'

/** So long nobody asks a storage again that did not answer: a page of forty pictures does not wait forty times. */
const REST_MS = 5000
/** So many rests long the outcome of a trial is told again: metrics are asked for all day, and each trial is three requests there. */
const TRIAL_RESTS = 12

const FULL =
  'Le disque de ce serveur est plein\u00a0: ce fichier ne peut pas y être apporté. Prévenez un administrateur.'

/** Before all that was ever stored: what is to go goes with the next sweep. */
const AT_ONCE = '1970-01-01T00:00:00.000Z'

/** The storage itself; a file there is whole or not at all. Its methods reject with a StoreError. */
export interface Store {
  write(name: string, body: AsyncIterable<Uint8Array>, size: number): Promise<void>
  read(name: string): Promise<AsyncIterable<Uint8Array>>
  /** A file that is not there is no error. */
  remove(name: string): Promise<void>
}

export interface ShelfSite {
  db: Db
  clock: () => Date
  log: Log
  restMs?: number
}

/** Begins the names of what trials write; each has its own. */
const TRIAL = 'essai-'
const ALTERED = 'Ce qui a été relu n’est pas ce qui a été envoyé.'

async function* piece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function writeWhole(bytes: AsyncIterable<Uint8Array>, to: string): Promise<void> {
  const draft = `${to}.${randomToken(4)}.tmp`
  await mkdir(dirname(to), { recursive: true, mode: 0o750 })
  try {
    const file = await open(draft, 'wx', 0o640)
    try {
      for await (const piece of bytes) await file.write(piece)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, to)
  } finally {
    await rm(draft, { force: true })
  }
}

/** A storage, and the rows that say what is in it. */
class StoreShelf implements Shelf {
  readonly #store: Store
  readonly #site: ShelfSite
  #awayUntil = Number.NEGATIVE_INFINITY
  #last: StoreError | undefined
  #tried: { until: number; outcome: Promise<string | undefined> } | undefined
  /** Files on their way here, by their paths: many ask for one picture at once. */
  readonly #coming = new Map<string, Promise<boolean>>()

  constructor(store: Store, site: ShelfSite) {
    this.#store = store
    this.#site = site
  }

  /** Works at the storage. What fails there is said to the log once as long as it lasts. */
  async #at<T>(work: (store: Store) => Promise<T>): Promise<T> {
    if (this.#last && performance.now() < this.#awayUntil) throw this.#last
    try {
      const done = await work(this.#store)
      this.#last = undefined
      return done
    } catch (error) {
      if (error instanceof StoreError && error.trouble !== 'absent') this.#note(error)
      throw error
    }
  }

  #note(error: StoreError): void {
    const { log, restMs = REST_MS } = this.#site
    if (error.reason !== this.#last?.reason)
      log.error('the shared storage of files does not answer', { trouble: error.trouble, error })
    if (error.trouble === 'loin') this.#awayUntil = performance.now() + restMs
    this.#last = error
  }

  /**
   * A row that waits to go is kept first, under the lock of the name: a file is never taken away that comes anew. No connection is held while
   * the bytes are on their way, which may take minutes.
   */
  async put(name: string, from: string): Promise<void> {
    const { size } = await stat(from)
    const { db, clock } = this.#site
    await db.transaction().execute(async (trx) => {
      await dialectOf(trx).locks.lock(trx, `fichier ${name}`)
      await this.keep(trx, [name])
    })
    await this.#at((store) => store.write(name, createReadStream(from), size))
    const row = { octets: size, created_at: clock().toISOString(), perdu_at: null }
    await db
      .insertInto('fichiers')
      .values({ nom: name, ...row })
      .onConflict((conflict) => conflict.column('nom').doUpdateSet(row))
      .execute()
  }

  fetch(name: string, to: string): Promise<boolean> {
    const known = this.#coming.get(to)
    if (known) return known
    const coming = this.#bring(name, to).finally(() => this.#coming.delete(to))
    this.#coming.set(to, coming)
    return coming
  }

  async #bring(name: string, to: string): Promise<boolean> {
    try {
      await this.#at(async (store) => writeWhole(await store.read(name), to))
      return true
    } catch (error) {
      if (error instanceof StoreError && error.trouble === 'absent') return false
      throw isDiskFull(error) ? new AppError('sature', FULL, { retryAfter: 60, cause: error }) : error
    }
  }

  known(names: readonly string[]): Promise<Map<string, number>> {
    return knownFiles(this.#site.db, names)
  }

  async keep(trx: Db, names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    await trx.updateTable('fichiers').set({ perdu_at: null }).where('nom', 'in', names).execute()
  }

  async lose(trx: Db, names: readonly string[], now: Date): Promise<void> {
    if (names.length === 0) return
    const perdu_at = now.toISOString()
    await trx
      .updateTable('fichiers')
      .set({ perdu_at })
      .where('nom', 'in', names)
      .where('perdu_at', 'is', null)
      .execute()
  }

  trial(): Promise<string | undefined> {
    const now = performance.now()
    if (this.#tried && now < this.#tried.until) return this.#tried.outcome
    const outcome = this.#try()
    this.#tried = { until: now + TRIAL_RESTS * (this.#site.restMs ?? REST_MS), outcome }
    return outcome
  }

  async #try(): Promise<string | undefined> {
    const name = TRIAL + randomToken()
    const sent = Buffer.from(name)
    try {
      await this.#store.write(name, piece(sent), sent.length)
      const back: Uint8Array[] = []
      for await (const bytes of await this.#store.read(name)) back.push(bytes)
      await this.#store.remove(name)
      return Buffer.concat(back).equals(sent) ? undefined : ALTERED
    } catch (error) {
      if (error instanceof StoreError) return error.reason
      throw error
    }
  }

  /** Marked first: where the storage is away, a later sweep takes it. */
  async drop(names: readonly string[]): Promise<void> {
    const { db } = this.#site
    if (names.length === 0) return
    await db.updateTable('fichiers').set({ perdu_at: AT_ONCE }).where('nom', 'in', names).execute()
    for (const name of names) if (!(await this.#remove(name))) return
  }

  /** False where the storage does not answer. */
  async #remove(name: string): Promise<boolean> {
    const { db } = this.#site
    return db.transaction().execute(async (trx) => {
      await dialectOf(trx).locks.lock(trx, `fichier ${name}`)
      const row = trx.selectFrom('fichiers').select('nom').where('nom', '=', name).where('perdu_at', 'is not', null)
      if (!(await row.executeTakeFirst())) return true
      try {
        await this.#at((store) => store.remove(name))
      } catch (error) {
        if (error instanceof StoreError) return false
        throw error
      }
      await trx.deleteFrom('fichiers').where('nom', '=', name).execute()
      return true
    })
  }
}

/** The shelf of a storage; nothing is asked of it before a file is. */
export const storeShelf = (store: Store, site: ShelfSite): Shelf => new StoreShelf(store, site)

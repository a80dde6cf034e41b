// An address may name several hosts, one of which takes what is written: « postgres://releves@a:5432,b:5432/releves », as libpq reads it.

import pg from 'pg'

/** Up to the hosts, the hosts, the rest. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/

/** Addresses of one host each, in their order. Sockets are named by `host=/a,/b`. */
export function hostAddresses(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = ADDRESS.exec(url) ?? []
  if (hosts.includes(',')) return hosts.split(',').map((host) => `${before}${host}${after}`)
  const sockets = /[?&]host=([^&]*)/.exec(after)?.[1]
  const folders = sockets === undefined ? [] : decodeURIComponent(sockets).split(',')
  if (sockets === undefined || folders.length < 2) return [url]
  return folders.map((folder) => url.replace(`host=${sockets}`, `host=${encodeURIComponent(folder)}`))
}

/** The server follows another one, and takes nothing that is written: it is not the one that is looked for. */
class NotPrimary extends Error {
  readonly code = 'ECONNREFUSED'
  constructor() {
    super('the database server follows another one')
  }
}

/** A copy that is made the server begins another history of the database (its timeline), counted on from that of before. */
const ROLE = `select pg_is_in_recovery() as follows,
  case when pg_is_in_recovery() then '0' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as history`

/** The newest history that this process has seen at each address, by all of its hosts. */
const newest = new Map<string, number>()

/**
 * Throws where the server follows another one, or still writes a history that has ended: frozen while a copy took its place, it wakes up and
 * takes itself for the server. Whatever it took would be gone. `hosts`: all of the address.
 */
async function ensurePrimary(client: pg.ClientBase, hosts: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ follows: boolean; history: string }>(ROLE)
  const [key, history] = [hosts.join(), Number.parseInt(rows[0]?.history ?? '0', 16)]
  if (rows[0]?.follows || history < (newest.get(key) ?? 0)) throw new NotPrimary()
  newest.set(key, history)
}

/** Asks a server something on a connection of its own, and waits for it no longer than that. */
async function asked(
  connectionString: string,
  patienceMs: number,
  ask?: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await ask?.(client)
  } finally {
    // Not awaited: a server that hangs would hold the answer back.
    void client.end()
  }
}

/** Does the server at this address say anything, be it that it takes no more connections? */
export const isServerThere = (connectionString: string, patienceMs = 2000): Promise<boolean> =>
  asked(connectionString, patienceMs).then(
    () => true,
    (error: unknown) => error instanceof pg.DatabaseError,
  )

/** The address of the host that takes what is written; undefined where none does. One host alone is not asked. */
export async function primaryAmong(addresses: readonly string[], patienceMs = 2000): Promise<string | undefined> {
  if (addresses.length === 1) return addresses[0]
  const asking = addresses.map(async (one) => {
    await asked(one, patienceMs, (client) => ensurePrimary(client, addresses))
    return one
  })
  // The first that says so: one that is dead would keep everybody waiting.
  try {
    return await Promise.any(asking)
  } catch {
    return undefined
  }
}

/** So long somebody who was asked is taken at his word. */
const TRUSTED_MS = 500

/** The hosts of one address: which of them is gone to, and which connections still lead to one that takes what is written. */
export class Hosts {
  readonly #addresses: readonly string[]
  #at = 0
  readonly #met = new WeakMap<object, { host: number; askedAt: number }>()
  /** When each was last found to follow another one, or to be away. */
  readonly #leftAt = new Map<number, number>()

  constructor(url: string) {
    this.#addresses = hostAddresses(url)
  }

  get count(): number {
    return this.#addresses.length
  }

  /** Throws where the server that a new connection leads to is not the one that writes. */
  async check(client: pg.ClientBase): Promise<void> {
    if (this.count > 1) await ensurePrimary(client, this.#addresses)
  }

  get #host(): number {
    return this.#at % this.count
  }

  get address(): string {
    return this.#addresses[this.#host] ?? ''
  }

  /** Counts on with each host that is left. */
  get at(): number {
    return this.#at
  }

  /** Goes to the next one from now on, where nobody has gone on from that one already. */
  goOnFrom(at: number): void {
    if (at === this.#at) this.#at += 1
  }

  /** Does a server say anything, be it that it takes no more connections? Of several hosts, one must take what is written. */
  async isThere(): Promise<boolean> {
    if (this.count === 1) return isServerThere(this.address)
    const primary = await primaryAmong(this.#addresses)
    if (primary !== undefined) this.#at = this.#addresses.indexOf(primary)
    return primary !== undefined
  }

  /** A connection is opened, to the host that is gone to now. */
  opens(client: object): void {
    this.#met.set(client, { host: this.#host, askedAt: performance.now() })
  }

  /** That connection led to a server that follows another one, or to none: nobody who came by the same host goes there any more. */
  mistrust(client: object): void {
    const met = this.#met.get(client)
    if (!met) return
    this.#leftAt.set(met.host, performance.now())
    if (met.host === this.#host) this.#at += 1
  }

  /** Does a connection through a pooler, which outlives the servers behind it, still lead where something can be written? */
  async leadsThere(client: pg.ClientBase): Promise<boolean> {
    const met = this.#met.get(client)
    const now = performance.now()
    if (!met || this.count === 1) return true
    if (met.askedAt <= (this.#leftAt.get(met.host) ?? Number.NEGATIVE_INFINITY)) return false
    if (now - met.askedAt < TRUSTED_MS) return true
    try {
      await ensurePrimary(client, this.#addresses)
      met.askedAt = now
      return true
    } catch {
      this.mistrust(client)
      return false
    }
  }
}

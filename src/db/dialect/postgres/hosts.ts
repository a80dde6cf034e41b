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

export async function ensurePrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ follows: boolean }>('select pg_is_in_recovery() as follows')
  if (rows[0]?.follows) throw new NotPrimary()
}

async function isPrimary(connectionString: string, patienceMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await ensurePrimary(client)
    return true
  } catch {
    return false
  } finally {
    void client.end()
  }
}

/** Does the server at this address say anything, be it that it takes no more connections? */
export async function isServerThere(connectionString: string, patienceMs = 2000): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: patienceMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    void client.end()
  }
}

/** The address of the host that takes what is written; undefined where none does. One host alone is not asked. */
export async function primaryAmong(addresses: readonly string[], patienceMs = 2000): Promise<string | undefined> {
  if (addresses.length === 1) return addresses[0]
  const asked = await Promise.all(addresses.map(async (one) => ({ one, is: await isPrimary(one, patienceMs) })))
  return asked.find(({ is }) => is)?.one
}

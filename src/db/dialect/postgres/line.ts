// A server is reached by itself, or through a pooler (PgBouncer, one server for each transaction): there each transaction may be on
// another connection, which took no settings when it was opened, keeps none between two transactions and knows no statement by name.
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import { codeOf } from '../../../lib/errors.ts'
import type { AnyDb } from '../../schema.ts'
import { isPoolerRefusal, postgresErrors } from './errors.ts'
import { Hosts } from './hosts.ts'
import { KeepingClient } from './kept-plans.ts'

type Ask = (text: string, values?: unknown[]) => Promise<pg.QueryResult>

export interface LineSettings {
  /** 0: as long as it takes. */
  statementTimeoutMs: number
  /** Schema to work in, instead of the user's own. */
  searchPath?: string | undefined
}

/** A setting of ours, by which a connection tells whether what it was opened with arrived. */
const MARK = 'releves.ligne'
const DIRECT = 'directe'
const PROTOCOL_VIOLATION = '08P01'
const READ_ONLY = '25006'

/** PgBouncer takes few settings when a connection is opened (or says nothing, and lets them go: `ignore_startup_parameters`). */
const isRefusal = (error: unknown): boolean =>
  codeOf(error) === PROTOCOL_VIOLATION && /startup parameter/.test((error as Error).message)

/** The server follows another one by now, or the pooler has lost its server. */
const isOfHost = (error: unknown): boolean => codeOf(error) === READ_ONLY || isPoolerRefusal(error)

export const BEGIN = /^(begin|start transaction)\b/
const END = /^(commit|rollback)$/

/** How the server at one address is reached, as its first connection finds out. */
export class Line {
  readonly #hosts: Hosts
  readonly #settings: LineSettings
  /** The role's own settings, which the wizard makes, say how long a statement of those who wait may take. */
  readonly #isUsual: boolean
  /** Undefined until somebody was connected. */
  isPooled: boolean | undefined

  constructor(url: string, settings: LineSettings, isUsual: boolean) {
    this.#hosts = new Hosts(url)
    this.#settings = settings
    this.#isUsual = isUsual
  }

  /** Does a server say anything, be it that it takes no more connections? Of several hosts, one must take what is written. */
  isThere(): Promise<boolean> {
    return this.#hosts.isThere()
  }

  get #options(): string {
    const { statementTimeoutMs, searchPath } = this.#settings
    const path = searchPath === undefined ? '' : ` -c search_path=${searchPath}`
    return `-c statement_timeout=${statementTimeoutMs} -c jit=off -c ${MARK}=${DIRECT}${path}`
  }

  /** A new connection, before anybody has it. */
  async meet(client: pg.ClientBase): Promise<void> {
    if (this.isPooled === undefined) {
      const { rows } = await client.query<{ ligne: string | null }>(`select current_setting('${MARK}', true) as ligne`)
      this.isPooled = rows[0]?.ligne !== DIRECT
    }
    await this.#hosts.check(client)
    if (client instanceof KeepingClient) client.keepsPlans = !this.isPooled
  }

  /** Connections that are opened as this line knows then that they must be. */
  get Client(): typeof pg.Client {
    const hosts = this.#hosts
    const opened = () => ({ connectionString: hosts.address, options: this.isPooled ? undefined : this.#options })
    return class extends KeepingClient {
      constructor(config: pg.ClientConfig) {
        super({ ...config, ...opened() })
        hosts.opens(this)
      }
    }
  }

  /** A connection of this pool: to the next host where one is away, without settings where a pooler refuses them. */
  async connect(pool: pg.Pool): Promise<pg.PoolClient> {
    let triesLeft = this.#hosts.count
    for (;;) {
      const { at } = this.#hosts
      try {
        const client = await pool.connect()
        if (!this.isPooled || (await this.#hosts.leadsThere(client))) return client
        // One less of those that were kept: there is an end to them.
        client.release(true)
      } catch (error) {
        if (triesLeft === 0 || !this.#goOn(error, at)) throw error
        triesLeft -= 1
      }
    }
  }

  /** Is there another way to the server than that one? It is the one from now on. */
  #goOn(error: unknown, at: number): boolean {
    if (isRefusal(error)) {
      this.isPooled = true
      return true
    }
    if (this.#hosts.count === 1 || !postgresErrors.isUnavailable(error)) return false
    this.#hosts.goOnFrom(at)
    return true
  }

  /** The connection with its settings: behind a pooler they are made in each transaction, and each statement is in one. */
  within(client: pg.PoolClient): PostgresPoolClient {
    const ask: Ask = (text, values) =>
      client.query(text, values).catch((error: unknown) => {
        if (isOfHost(error)) this.#hosts.mistrust(client)
        throw error
      })
    const query = this.isPooled && !this.#isUsual ? this.#withSettings(ask) : ask
    // The half of Kysely's type that asks for cursors, which nobody here opens, is left out.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
  }

  #withSettings(ask: Ask): Ask {
    let isBegun = false
    return async (text, values) => {
      if (END.test(text)) isBegun = false
      else if (!isBegun && !BEGIN.test(text)) return this.#alone(ask, text, values)
      const answer = await ask(text, values)
      if (BEGIN.test(text)) {
        await ask(this.#local)
        isBegun = true
      }
      return answer
    }
  }

  get #local(): string {
    const { statementTimeoutMs, searchPath } = this.#settings
    const path = searchPath === undefined ? '' : `; set local search_path = ${pg.escapeIdentifier(searchPath)}`
    return `set local statement_timeout = ${statementTimeoutMs}; set local jit = off${path}`
  }

  async #alone(ask: Ask, text: string, values?: unknown[]): Promise<pg.QueryResult> {
    await ask(`begin; ${this.#local}`)
    try {
      const answer = await ask(text, values)
      await ask('commit')
      return answer
    } catch (error) {
      // The connection that cannot even do that is lost, and told so by the first error.
      await Promise.allSettled([ask('rollback')])
      throw error
    }
  }
}

/** The connections of a pool, with their settings. */
export const linedPool = (pool: pg.Pool, line: Line): PostgresPool => ({
  connect: async () => line.within(await line.connect(pool)),
  end: () => pool.end(),
  options: pool.options,
})

/** Did the settings of this connection come with it? Not where a pooler is between. */
export async function isDirect(db: AnyDb): Promise<boolean> {
  const { rows } = await sql<{ ligne: string | null }>`select current_setting(${sql.lit(MARK)}, true) as ligne`.execute(
    db,
  )
  return rows[0]?.ligne === DIRECT
}

/** How long a statement of those who wait for it may take: 0 where nobody ends it. */
async function statementLimitMs(db: AnyDb): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select setting::int as n from pg_settings where name = 'statement_timeout'`.execute(db)
  return rows[0]?.n ?? 0
}

const ROLE_SETTINGS = { statement_timeout: '10s', jit: 'off' }

const NO_LIMIT = `Relevés passe par un répartiteur de connexions (PgBouncer) et rien n’arrête une requête trop longue de PostgreSQL. Sur le serveur de la base, donnez ses réglages à l’utilisateur de Relevés : ${Object.entries(
  ROLE_SETTINGS,
)
  .map(([name, value]) => `« alter role … set ${name} = '${value}' »`)
  .join(' et ')}, puis relancez le répartiteur.`

export const lineConcerns = async (db: AnyDb): Promise<string[]> => ((await statementLimitMs(db)) > 0 ? [] : [NO_LIMIT])

const FORBIDDEN = '42501'

/** Everybody may set how his own connections begin, but for those who were forbidden that. */
export async function settleRole(db: AnyDb): Promise<void> {
  if ((await isDirect(db)) || (await statementLimitMs(db)) > 0) return
  const { rows } = await sql<{ set: string }>`
    select format('alter role %I in database %I set %I = %L', current_user, current_database(), name, value) as set
    from json_each_text(${JSON.stringify(ROLE_SETTINGS)}::json) as s(name, value)`.execute(db)
  try {
    // They are written by PostgreSQL's own format, from its catalogue.
    for (const { set } of rows) await sql.raw(set).execute(db)
  } catch (error) {
    if (codeOf(error) !== FORBIDDEN) throw error
  }
}

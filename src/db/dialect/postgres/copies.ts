// Copies of a server that follow it (streaming replicas), for statements that read alone and stand alone: each goes to a copy that
// holds what its reader must see, and to the server itself where there is none.
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { codeOf } from '../../../lib/errors.ts'
import { currentReading, type Reading } from '../../reading.ts'
import { postgresErrors } from './errors.ts'
import { BEGIN } from './line.ts'

/** Between two looks at the copies that are read. */
const LOOK_MS = 1000
/** In looks: between two at a copy that was left, and by how many a copy may be behind before it is left until it has caught up. */
const AGAIN = 5
const LATE = 10

/** Positions are bytes since the beginning of the log; in 2^53 of them a site writes a terabyte a day for twenty years. */
const PRIMARY = `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as position`
const COPY = `select pg_is_in_recovery() as follows,
  coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0'::pg_lsn as position`

export interface CopyState {
  /** Host and port, or the folder of the socket. */
  place: string
  isUsed: boolean
  /** How far it was known to have come, in bytes of the log. */
  position: number
  /** So far behind, by the clock of this process, in ms; undefined where it does not answer. */
  lateMs: number | undefined
}

interface Copy {
  place: string
  pool: PostgresPool
  isUsed: boolean
  /** How far it was known to have come; it goes on from there. */
  position: number
  lookedAt: number
  isLooked: boolean
}

export interface CopiesOptions {
  /** Told what became of a copy. */
  onChange: (place: string, isUsed: boolean, reason?: unknown) => void
  lookMs?: number | undefined
}

/** A statement that took its ten seconds takes them anywhere. */
const TIMED_OUT = '57014'
/** Also « canceling statement due to conflict with recovery ». */
const CONFLICT = '40001'

/** The copy was shut down, cut off or asked too much, or breaks a read off for what it has to do itself. */
function isOfCopy(error: unknown): boolean {
  const code = codeOf(error)
  return code !== TIMED_OUT && (code === CONFLICT || /^E[A-Z]+$/.test(code) || postgresErrors.isUnavailable(error))
}

/** A table or a column that the copy does not know yet. */
const isUnknownThere = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ['42P01', '42703', '42883'].includes(codeOf(error))

/** Where a copy is, without a password. */
export function placeOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url)
  return searchParams.get('host') ?? `${hostname}:${port || 5432}`
}

async function asked(pool: PostgresPool, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = await pool.connect()
  try {
    return (await client.query(text, values)) as unknown as pg.QueryResult
  } finally {
    client.release()
  }
}

export class Copies {
  readonly #primary: PostgresPool
  readonly #copies: Copy[]
  readonly #options: CopiesOptions
  readonly #lookMs: number
  readonly #timer: NodeJS.Timeout
  /** Where the server was, and when; the oldest first, for as long as a copy may be behind. */
  #positions: { at: number; position: number }[] = []
  #turn = 0

  constructor(primary: PostgresPool, copies: readonly { place: string; pool: PostgresPool }[], options: CopiesOptions) {
    this.#primary = primary
    this.#options = options
    this.#lookMs = options.lookMs ?? LOOK_MS
    this.#copies = copies.map((copy) => ({
      ...copy,
      isUsed: false,
      position: 0,
      lookedAt: Number.NEGATIVE_INFINITY,
      isLooked: false,
    }))
    this.#timer = setInterval(() => void this.look(), this.#lookMs).unref()
    void this.look()
  }

  /** A pool of connections each statement of which, and each transaction, goes to a copy or to the server. */
  get pool(): PostgresPool {
    return { connect: async () => this.#connection(), end: () => this.#end(), options: this.#primary.options }
  }

  #connection(): PostgresPoolClient {
    let held: PostgresPoolClient | undefined
    const query = async (text: string, values: unknown[]): Promise<unknown> => {
      if (!held && BEGIN.test(text)) held = await this.#hold()
      return held ? held.query(text, values) : this.#read(text, values)
    }
    const release = () => held?.release()
    // The half of Kysely's type that asks for cursors, which nobody here opens, is left out.
    return { query: query as unknown as PostgresPoolClient['query'], release }
  }

  /** A transaction stays where it began. */
  async #hold(): Promise<PostgresPoolClient> {
    const reading = currentReading()
    const copy = reading && (await this.#choose(reading))
    if (!copy) return this.#primary.connect()
    return copy.pool.connect().catch((error: unknown) => {
      this.#leave(copy, error)
      return this.#primary.connect()
    })
  }

  states(): CopyState[] {
    return this.#copies.map((copy) => {
      const { place, isUsed, position } = copy
      return { place, isUsed, position, lateMs: this.#lateMs(copy) }
    })
  }

  /** Position of the server: whatever was committed before is not beyond it. */
  async position(): Promise<number> {
    const { rows } = await asked(this.#primary, PRIMARY)
    return Number(rows[0]?.position)
  }

  /** Looks at the server and at the copies whose time has come. */
  async look(): Promise<void> {
    await this.position().then(
      (position) => this.#note(position),
      // The copies go on as they are: what can be read is read.
      () => undefined,
    )
    await Promise.all(this.#copies.map((copy) => this.#lookAt(copy)))
  }

  #note(position: number): void {
    const at = performance.now()
    this.#positions.push({ at, position })
    // One that is older than that stays, to be compared with.
    while ((this.#positions[1]?.at ?? at) < at - LATE * this.#lookMs) this.#positions.shift()
  }

  async #lookAt(copy: Copy): Promise<void> {
    const isDue = copy.isUsed || performance.now() - copy.lookedAt >= AGAIN * this.#lookMs
    if (copy.isLooked || !isDue) return
    copy.isLooked = true
    copy.lookedAt = performance.now()
    try {
      await this.#measure(copy)
      if (this.#isLate(copy)) this.#leave(copy, 'late')
      else this.#use(copy)
    } catch (error) {
      this.#leave(copy, error)
    } finally {
      copy.isLooked = false
    }
  }

  async #measure(copy: Copy): Promise<void> {
    const { rows } = await asked(copy.pool, COPY)
    // It was made a server of its own: what it says from now on is another story.
    if (!rows[0]?.follows) throw new Error('not a copy')
    copy.position = Number(rows[0].position)
  }

  #lateMs({ position }: Copy): number | undefined {
    if (position === 0) return undefined
    const reached = this.#positions.findLast((one) => one.position <= position)
    const newest = this.#positions.at(-1)
    if (!newest || reached === newest) return 0
    return Math.round(newest.at - (reached ?? this.#positions[0] ?? newest).at)
  }

  /** It has not even come to where the server was then. */
  #isLate(copy: Copy): boolean {
    const [oldest] = this.#positions
    return (
      oldest !== undefined && oldest.at < performance.now() - LATE * this.#lookMs && copy.position < oldest.position
    )
  }

  #use(copy: Copy): void {
    if (copy.isUsed) return
    copy.isUsed = true
    this.#options.onChange(copy.place, true)
  }

  #leave(copy: Copy, reason: unknown): void {
    if (!copy.isUsed) return
    copy.isUsed = false
    this.#options.onChange(copy.place, false, reason)
  }

  /** The copy of this page, or one that has come so far, by turns; one that may have come there meanwhile is asked. */
  async #choose(reading: Reading): Promise<Copy | undefined> {
    const used = this.#copies.filter(({ isUsed }) => isUsed)
    const before = used.find((copy) => copy === reading.chosen)
    if (before) return before
    this.#turn += 1
    const inTurn = used.map((_, i) => used[(i + this.#turn) % used.length] as Copy)
    const copy = inTurn.find(({ position }) => position >= reading.atLeast) ?? inTurn[0]
    if (copy && copy.position < reading.atLeast)
      await this.#measure(copy).catch((error: unknown) => this.#leave(copy, error))
    if (!copy?.isUsed || copy.position < reading.atLeast) return undefined
    reading.chosen = copy
    return copy
  }

  async #read(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const reading = currentReading()
    const copy = reading && (await this.#choose(reading))
    if (!copy) return asked(this.#primary, text, values)
    try {
      return await asked(copy.pool, text, values)
    } catch (error) {
      if (isOfCopy(error)) this.#leave(copy, error)
      else if (!isUnknownThere(error)) throw error
      return asked(this.#primary, text, values)
    }
  }

  async #end(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#copies.map(({ pool }) => pool.end()))
  }
}

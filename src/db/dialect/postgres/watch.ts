import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Line } from './line.ts'

/** Between two looks at what is waited for. A process that was held up itself looks once, and so takes nobody for silent. */
const LOOK_MS = 250
/** Looks without a word from the server before it is asked whether it is there, and before it is given up: 2 s. */
const ASK_AFTER = 2
const GIVE_UP_AFTER = 8
/** The server ends a statement that takes too long; where even that does not come, its connection is dead. */
const GRACE_MS = 3000

/** The server says nothing: frozen, or behind a line that is down. Whether it did what it was asked is not known. */
export class ServerSilent extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('the database server does not answer')
  }
}

interface Wait {
  looksLeft: number
  giveUp(): void
}

export interface WatchOptions {
  /** Is the server there? Asked on a connection of its own. */
  ask: () => Promise<boolean>
  /** Told when the server has fallen silent. */
  onSilent: (error: Error) => void
  lookMs?: number | undefined
}

/**
 * Tells a server that is frozen from one that is busy. As long as anything is answered, or the server answers when it is asked
 * on another connection, everybody waits as long as it takes. Else whatever is waited for is given up, and all that comes is
 * refused at once, until the server answers again.
 */
export class ServerWatch {
  readonly #options: WatchOptions
  readonly #waits = new Set<Wait>()
  #timer: NodeJS.Timeout | undefined
  #quietLooks = 0
  #isHeard = false
  #isAsking = false
  #isSilent = false
  /** Counts how often the server fell silent: what was opened before is not trusted afterwards. */
  silences = 0

  constructor(options: WatchOptions) {
    this.#options = options
  }

  /**
   * The answer of the server, waited for as long as the server is known to be there. `givenUp`: given the answer that nobody waits
   * for any more.
   */
  async during<T>(answer: () => Promise<T>, givenUp: (late: Promise<T>) => void, limitMs?: number): Promise<T> {
    if (this.#isSilent) throw new ServerSilent()
    const given = answer()
    const wait: Wait = { looksLeft: (limitMs ?? Number.POSITIVE_INFINITY) / this.#lookMs, giveUp: () => undefined }
    const silence = new Promise<never>((_, reject) => {
      wait.giveUp = () => {
        reject(new ServerSilent())
        givenUp(given)
      }
    })
    this.#waits.add(wait)
    this.#look()
    try {
      const result = await Promise.race([given, silence])
      this.#isHeard = true
      return result
    } catch (error) {
      if (error instanceof pg.DatabaseError) this.#isHeard = true
      throw error
    } finally {
      this.#waits.delete(wait)
    }
  }

  /** Looks no more; nothing is waited for any longer. */
  end(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  get #lookMs(): number {
    return this.#options.lookMs ?? LOOK_MS
  }

  #look(): void {
    if (this.#timer) return
    this.#quietLooks = 0
    this.#timer = setInterval(() => this.#lookOnce(), this.#lookMs)
    this.#timer.unref()
  }

  #lookOnce(): void {
    this.#quietLooks = this.#isHeard ? 0 : this.#quietLooks + 1
    this.#isHeard = false
    for (const wait of this.#waits) {
      wait.looksLeft -= 1
      if (wait.looksLeft < 0) this.#giveUp(wait)
    }
    if (this.#waits.size === 0 && !this.#isSilent) this.end()
    else if (this.#isSilent || this.#quietLooks >= ASK_AFTER) void this.#ask()
    if (!this.#isSilent && this.#quietLooks >= GIVE_UP_AFTER) this.#fallSilent()
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    const isThere = await this.#options.ask()
    this.#isAsking = false
    if (!isThere) return
    this.#isHeard = true
    this.#isSilent = false
  }

  #fallSilent(): void {
    this.#isSilent = true
    this.silences += 1
    this.#options.onSilent(new ServerSilent())
    for (const wait of this.#waits) this.#giveUp(wait)
  }

  #giveUp(wait: Wait): void {
    this.#waits.delete(wait)
    wait.giveUp()
  }
}

/**
 * A connection whose questions are given up with the server; it is destroyed then, and leaves its place in the pool. So is one that
 * asked nothing when the server fell silent: the transaction it may be in could not be ended, and would hold its locks.
 */
function watchedClient(client: pg.PoolClient, watch: ServerWatch, limitMs?: number): PostgresPoolClient {
  const { silences } = watch
  let isReleased = false
  const release = (destroy?: boolean) => {
    if (!isReleased) client.release(destroy || watch.silences > silences)
    isReleased = true
  }
  // The half of Kysely's type that asks for cursors, which nobody here opens, is left out.
  const query = (text: string, values: unknown[]) =>
    watch.during(
      () => client.query(text, values),
      () => release(true),
      limitMs,
    )
  return { query: query as unknown as PostgresPoolClient['query'], release }
}

interface Patience {
  watch: ServerWatch
  statementTimeoutMs: number
}

/** The connections of a pool for who would rather be refused than wait for a server that is not there. */
export function watchedPool(pool: pg.Pool, line: Line, { watch, statementTimeoutMs }: Patience): PostgresPool {
  const limitMs = statementTimeoutMs > 0 ? statementTimeoutMs + GRACE_MS : undefined
  const opened = new WeakMap<object, number>()
  pool.on('connect', (client) => void opened.set(client, watch.silences))
  const giveBack = (late: Promise<pg.PoolClient>) => {
    late.then(
      (client) => client.release(),
      (error: Error) => pool.emit('error', error),
    )
  }
  const connect = async (): Promise<PostgresPoolClient> => {
    for (;;) {
      const client = await watch.during(() => line.connect(pool), giveBack)
      if (opened.get(client) === watch.silences) return watchedClient(client, watch, limitMs)
      client.release(true)
    }
  }
  const end = () => {
    watch.end()
    return pool.end()
  }
  return { connect, end, options: pool.options }
}

// Statements that are asked again and again. PostgreSQL reads and plans a statement anew each time, which takes longer than to answer it,
// unless it has a name by which a connection knows it.
import pg from 'pg'

/** Each takes memory in every connection: a search through fifty decades some 300 kB. */
const MOST_VARIED = 100
/** Texts that were met once or twice, of which most are never met again. */
const MOST_MET = 500
const OFTEN = 3
/** A connection forgets its statements after so long, with itself. */
export const LIFETIME_S = 1800

const names = new Map<string, string>()
let varied = new Map<string, string>()
let variedSince = performance.now()
const met = new Map<string, number>()
let made = 0

function newName(): string {
  made += 1
  return `r${made}`
}

/** Keeps a statement that is the same each time. Its plan must not depend on its values. */
export function keepPlan(text: string): void {
  if (!names.has(text)) names.set(text, newName())
}

/** Makes room for others: those kept so far go on without a name, until they come back often enough. */
export function forgetForms(): void {
  varied = new Map()
  variedSince = performance.now()
}

/** Keeps a statement of many forms, once it is seen that this one comes back. */
export function keepIfMetOften(text: string): void {
  if (varied.has(text)) return
  const n = (met.get(text) ?? 0) + 1
  if (met.size >= MOST_MET) met.clear()
  met.set(text, n)
  if (n < OFTEN) return
  met.delete(text)
  if (varied.size >= MOST_VARIED) {
    if (performance.now() - variedSince < LIFETIME_S * 1000) return
    forgetForms()
  }
  varied.set(text, newName())
}

/** The statement goes on under another name. */
function renew(text: string): void {
  for (const kept of [names, varied]) if (kept.has(text)) kept.set(text, newName())
}

/** A column became of another type since, as where an index is replaced by one of a newer form: the name is of no use any more. */
const isOutOfDate = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && /cached plan/.test(error.message)

type Ask = (config: pg.QueryConfig | string, values?: unknown[], callback?: unknown) => Promise<unknown>

/** A connection that asks those statements by their names, where a name stays what it is from one transaction to the next. */
export class KeepingClient extends pg.Client {
  keepsPlans = true
}

const ask = pg.Client.prototype.query as unknown as Ask

async function askByName(client: pg.Client, text: string, values: unknown[]): Promise<unknown> {
  const again = () => ask.call(client, { name: names.get(text) ?? varied.get(text), text, values })
  try {
    return await again()
  } catch (error) {
    if (!isOutOfDate(error)) throw error
    renew(text)
    // A transaction is lost with what was refused in it.
    return again().catch(() => Promise.reject(error))
  }
}

const query: Ask = function (this: KeepingClient, text, values, callback) {
  const isKept =
    this.keepsPlans && typeof text === 'string' && (names.has(text) || varied.has(text)) && callback === undefined
  return isKept ? askByName(this, text, values ?? []) : ask.call(this, text, values, callback)
}

KeepingClient.prototype.query = query as unknown as typeof pg.Client.prototype.query

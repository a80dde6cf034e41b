// Every page asks which types there are, a search what fields they have and how common words are: all that changes seldom, and is read
// once for as long as nothing is stored.
import type { Db } from './schema.ts'

/** Reads something, or answers what was read of that name as long as nothing at all was stored since. */
export type Remember = <T>(name: string, read: () => Promise<T>) => Promise<T>

interface Remembered {
  moment: string
  values: Map<string, Promise<unknown>>
}

const known = new WeakMap<Db, Remembered>()

/** Reads each time: for who does not know the moment of the database. */
export const readAnew: Remember = (_name, read) => read()

/**
 * Answers what this process has read of a database since it was what it is now. `moment`: what it said of itself (`SqlPieces.moment`)
 * earlier in the same request, so that nothing older than that is answered, whatever process stored something.
 */
export function remembering(db: Db, moment: string | undefined): Remember {
  if (moment === undefined) return readAnew
  let here = known.get(db)
  if (here?.moment !== moment) {
    here = { moment, values: new Map() }
    known.set(db, here)
  }
  const { values } = here
  return <T>(name: string, read: () => Promise<T>) => {
    const before = values.get(name) as Promise<T> | undefined
    if (before) return before
    const reading = read()
    values.set(name, reading)
    // The next who asks for it reads it again.
    reading.catch(() => values.delete(name))
    return reading
  }
}

/** Beyond so many, those of one name are forgotten together. */
const MOST = 5000

/** Likewise one by one: `read` is asked for those that are not known yet, and leaves out what is not there. */
export async function rememberEach<K, V>(
  remember: Remember,
  name: string,
  keys: Iterable<K>,
  read: (missing: K[]) => Promise<ReadonlyMap<K, V>>,
): Promise<Map<K, V>> {
  const all = await remember(name, () => Promise.resolve(new Map<K, V | undefined>()))
  const wanted = new Set(keys)
  const missing = [...wanted].filter((key) => !all.has(key))
  const found = new Map<K, V>()
  for (const key of wanted) {
    const value = all.get(key)
    if (value !== undefined) found.set(key, value)
  }
  if (missing.length === 0) return found
  const more = await read(missing)
  if (all.size + missing.length > MOST) all.clear()
  for (const key of missing) {
    const value = more.get(key)
    all.set(key, value)
    if (value !== undefined) found.set(key, value)
  }
  return found
}

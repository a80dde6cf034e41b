// Rows that were left and are not stored yet, kept in this browser: in localStorage, where a page finds them at once, and in a base,
// since browsers write localStorage to the disk seconds later. Whichever of the two a browser that was killed still has counts.
import { answer, baseOf } from './file-base.js'
import { read, write } from './saisie-champs.js'

const MONTH_MS = 30 * 24 * 3600 * 1000

const ROWS = 'lignes'
const within = baseOf('releves-lignes', (db) => db.createObjectStore(ROWS))

/** Keeps a row, or null: forgets it. Resolves once the disk knows, or where this device has no base. */
export function keepText(key, text) {
  const isWritten = write(key, text)
  const onDisk = within(ROWS, 'readwrite', (rows) => answer(text === null ? rows.delete(key) : rows.put(text, key)))
  return { isWritten, onDisk: onDisk.then(() => true).catch(() => false) }
}

const keysOf = (prefix) => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch (_forbidden) {
    return []
  }
}

/** A text that cannot be read is left alone, and hides nothing else. */
function entryOf(key, text) {
  try {
    return Object.assign(JSON.parse(text), { key })
  } catch (_broken) {
    return {}
  }
}

/** The rows whose keys begin so, each as it was last kept, the oldest first; those a month old go. */
export async function keptTexts(prefix) {
  const found = new Map(keysOf(prefix).map((key) => [key, entryOf(key, read(key))]))
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const keys = within(ROWS, 'readonly', (rows) => answer(rows.getAllKeys(range)))
  const texts = within(ROWS, 'readonly', (rows) => answer(rows.getAll(range)))
  const [inBase, told] = await Promise.all([keys, texts]).catch(() => [[], []])
  inBase.forEach((key, n) => {
    const entry = entryOf(key, told[n])
    const other = found.get(key)
    if (!other || !(other.at >= entry.at)) found.set(key, entry)
  })
  const rows = Array.from(found.values()).filter(({ at }) => at)
  const isOld = ({ at }) => Date.now() - at > MONTH_MS
  for (const { key } of rows.filter(isOld)) keepText(key, null)
  return rows.filter((row) => !isOld(row)).sort((a, b) => a.at - b.at)
}

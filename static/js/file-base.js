// The base in which the queue of the device lies (file-depot.js): IndexedDB of two stores, the acts and whose turn it is to send.
const NAME = 'releves-file'
const VERSION = 1
export const ACTS = 'actes'
export const TURN = 'tour'

export const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** A base that another tab does not let go, or a browser in trouble, may never answer: the other store is there. */
const OPEN_MS = 4000
let patience = OPEN_MS

let opened = null
const database = (version) =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, version)
    setTimeout(() => {
      if (request.readyState === 'done') return
      patience = 200
      reject(new Error('late'))
    }, patience)
    request.onupgradeneeded = () => {
      const acts = request.result.createObjectStore(ACTS, { keyPath: 'at' })
      acts.createIndex('jeton', 'jeton', { unique: true })
      acts.createIndex('pile', 'pile')
      request.result.createObjectStore(TURN)
    }
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const db = request.result
      patience = OPEN_MS
      const drop = () => {
        db.close()
        opened = null
      }
      // A newer program, or a person who clears the browser: it waits for nobody.
      db.onversionchange = drop
      db.onclose = drop
      resolve(db)
    }
  })

function open() {
  opened =
    opened ||
    database(VERSION)
      // Another tab runs a newer program, whose entries are these and more.
      .catch((error) => (error.name === 'VersionError' ? database() : Promise.reject(error)))
      .catch((error) => {
        opened = null
        throw error
      })
  return opened
}

/** Once this resolves, the disk has what was written. */
export async function within(name, mode, work) {
  const db = await open()
  const transaction = db.transaction(name, mode, { durability: name === ACTS ? 'strict' : 'relaxed' })
  const ended = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error)
  })
  const [result] = await Promise.all([work(transaction.objectStore(name)), ended])
  return result
}

/** Walks through a pile; `seen` says false where it has enough. */
export const cursorOf = (acts, pile, direction, seen) =>
  new Promise((resolve, reject) => {
    const request = acts.index('pile').openCursor(pile, direction)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const cursor = request.result
      if (!cursor || seen(cursor.value, cursor) === false) resolve()
      else cursor.continue()
    }
  })

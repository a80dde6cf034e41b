// A base of this browser (IndexedDB) in which what was typed lies until it is stored: written to the disk before anybody goes on.

export const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** A base that another tab does not let go, or a browser in trouble, may never answer: there is localStorage. */
const OPEN_MS = 4000
export const LATE = 'late'

/**
 * Gives `within(store, mode, work)`, which asks one store of the base `name` for something; once it resolves, the disk has what was
 * written, but in a store of these `passing` ones. `make(db)`: the stores of its first version.
 */
export function baseOf(name, make, passing = '') {
  let patience = OPEN_MS
  let opened = null

  const database = (version) =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(name, version)
      setTimeout(() => {
        if (request.readyState === 'done') return
        patience = 200
        reject(new Error(LATE))
      }, patience)
      request.onupgradeneeded = () => make(request.result)
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
      database(1)
        // Another tab runs a newer program, whose entries are these and more.
        .catch((error) => (error.name === 'VersionError' ? database() : Promise.reject(error)))
        .catch((error) => {
          opened = null
          throw error
        })
    return opened
  }

  return async (store, mode, work) => {
    const db = await open()
    const transaction = db.transaction(store, mode, { durability: store === passing ? 'relaxed' : 'strict' })
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(transaction.error)
    })
    const [result] = await Promise.all([work(transaction.objectStore(store)), ended])
    return result
  }
}

import { type Base, baseAt, carry, rowCount } from '../../../db/bases.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import { pendingMigrations } from '../../../db/migrate.ts'
import type { AnyDb, Db } from '../../../db/schema.ts'
import { randomToken } from '../../../lib/crypto.ts'
import { AppError } from '../../../lib/errors.ts'
import { alone } from '../../../lib/held-file.ts'
import { actorWithout, record } from '../../journal/actions.ts'
import { inMaintenance } from '../../presence/maintenance.ts'
import { fillIndex, INDEX_TABLES } from '../../releves/tasks/reindex.ts'
import { restorationLock } from '../rules/restoration-note.ts'
import type { BackupSite } from './backups.ts'

export interface TransferOptions {
  /** Makes the new database the one of the site; nobody can write from the first row read until it is. */
  switchTo?: () => Promise<void>
  /** Told in French what is being done, and how far it is. */
  say: (text: string) => void
}

const NOT_EMPTY =
  'Cette base n’est pas vide\u00a0: rien n’y a été écrit. Donnez une base neuve (« createdb … »), ou un fichier qui n’existe pas.'
const BUSY = 'Une restauration ou un déplacement de la base est déjà en cours.'
const OLD = 'La base du site est d’une autre version\u00a0: lancez d’abord « releve db:migrate ».'
const TENTH = 10

/** Says « Copie : 30 % » each time one more tenth is done. */
function tenths(say: (text: string) => void, label: string, total: number) {
  let done = 0
  let told = 0
  return (more: number) => {
    done += more
    const percent = total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total))
    if (percent - told < TENTH) return
    told = percent - (percent % TENTH)
    say(`${label}\u00a0: ${told}\u00a0%`)
  }
}

/** The new database says that it was moved here, and so that it is this one. */
async function sign(db: Db, jeton: string, from: Base, to: Base, now: Date): Promise<void> {
  const detail = { cause: 'commande', jeton, de: from.label, vers: to.label }
  await record(db, actorWithout(null), { action: 'base.deplacement', detail }, now.toISOString())
}

async function isSigned(db: Db, jeton: string): Promise<boolean> {
  const rows = await db.selectFrom('journal').select('detail').where('action', '=', 'base.deplacement').execute()
  return rows.some(({ detail }) => detail.jeton === jeton)
}

async function move(site: BackupSite, source: AnyDb, to: Base, say: (text: string) => void): Promise<number> {
  const total = await rowCount(source, INDEX_TABLES)
  const arrival = await to.arrive()
  const jeton = randomToken()
  try {
    const options = {
      apart: INDEX_TABLES,
      copied: tenths(say, 'Copie', total),
      checked: tenths(say, 'Comparaison', total),
    }
    await carry(source, arrival.db, options)
    let indexed = 0
    const telling = tenths(say, 'Index de recherche', 100)
    await fillIndex(arrival.db, (percent) => {
      telling(percent - indexed)
      indexed = percent
    })
    await sign(arrival.db, jeton, baseAt(site.address), to, site.clock())
    await arrival.install((db) => isSigned(db, jeton), [])
    return total
  } catch (error) {
    await arrival.discard()
    throw error
  }
}

/**
 * Copies the database of a site to another address, whatever the engines, compares every row, and rebuilds the search index
 * over there. The site's own database is only read. Returns how many rows were moved. AppError `conflit` where the target is
 * not empty; whatever fails leaves the target empty.
 */
export function transferBase(site: BackupSite, to: string, { switchTo, say }: TransferOptions): Promise<number> {
  return alone(restorationLock(site.storage), BUSY, async () => {
    const [from, target] = [baseAt(site.address), baseAt(to)]
    if (!(await target.isEmpty())) throw new AppError('conflit', NOT_EMPTY)
    const db = from.open()
    const { copy } = dialectOf(db)
    try {
      if ((await pendingMigrations(db)).length > 0) throw new AppError('conflit', OLD)
      if (!switchTo) return await copy.snapshot(db, (source) => move(site, source, target, say))
      return await inMaintenance(site.storage, () =>
        copy.frozen(db, async (source) => {
          const rows = await move(site, source, target, say)
          await switchTo()
          return rows
        }),
      )
    } finally {
      await db.destroy()
    }
  })
}

// A process that works on the imports of a database and kills itself, as a power cut would: SIGKILL, in the middle of a batch
// or right after one. Arguments: address of the database, storage folder, instant, kill point (`dans:3`, `apres:2`, `jamais`).
import { openDatabase } from '../../../src/db/open.ts'
import type { ImportKind, ImportSession } from '../../../src/features/imports/kind.ts'
import { importHandlers } from '../../../src/features/imports/task.ts'
import { lieuxImport } from '../../../src/features/lieux/import/kind.ts'
import { DEFAULT_SETTINGS } from '../../../src/features/parametres/store.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { silentLog } from '../../../src/lib/log.ts'

const [url = '', storage = '', instant = '', point = 'jamais'] = process.argv.slice(2)
const [where, count] = point.split(':')
let left = Number(count)

function die(here: string): void {
  if (here !== where) return
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}

/** The session of places, that dies at its point: `plan` in the dry run, `dans` inside a batch, `apres` before the next. */
function mortal(session: ImportSession<never>): ImportSession<never> {
  const { apply, plan } = session
  return Object.assign(session, {
    plan: async (...args: Parameters<typeof plan>) => {
      die('plan')
      return plan.apply(session, args)
    },
    apply: async (...args: Parameters<typeof apply>) => {
      die('apres')
      const outcomes = await apply.apply(session, args)
      die('dans')
      return outcomes
    },
  })
}

const kind = lieuxImport as unknown as ImportKind<never>
const kinds = [{ ...kind, open: async (...args: Parameters<typeof kind.open>) => mortal(await kind.open(...args)) }]
const db = openDatabase(url)
const deps = {
  db,
  clock: () => new Date(instant),
  log: {
    ...silentLog,
    error: (message: string, fields: unknown) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
  },
  storage,
  settings: { read: () => DEFAULT_SETTINGS },
}
await runTasks(deps, importHandlers(kinds as unknown as ImportKind<unknown>[]))
await db.destroy()

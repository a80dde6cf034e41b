// A process that sends the mails that wait and kills itself, as a power cut would. Arguments: address of the database, storage
// folder, secret of its settings, instant, kill point: `avant` the first mail leaves, or `apres`, before it is marked as sent.
import { openDatabase } from '../../../src/db/open.ts'
import { mailHandlers } from '../../../src/features/notifications/mail-task.tsx'
import { settingsStore } from '../../../src/features/parametres/store.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { silentLog } from '../../../src/lib/log.ts'

const [url = '', storage = '', secret = '', instant = '', point = ''] = process.argv.slice(2)
const die = () => process.kill(process.pid, 'SIGKILL')

const store = settingsStore(storage, silentLog, secret)
let isLeaving = false
const settings = {
  ...store,
  // The settings are asked for right before the mail leaves, the clock right after it.
  read() {
    if (point === 'avant') die()
    isLeaving = true
    return store.read()
  },
}
const clock = () => {
  if (isLeaving) die()
  return new Date(instant)
}

const deps = { db: openDatabase(url), clock, log: silentLog, storage, settings, appUrl: undefined }
await runTasks(deps, mailHandlers(deps))

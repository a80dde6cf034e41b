// A process that merges an account into another, or erases it, to be killed meanwhile. Arguments: address of the database, id of the
// administrator, of the account, and of the account that stays (none: it is erased). Says « go » before its transaction begins.
import { openDatabase } from '../../src/db/open.ts'
import { actorWithout } from '../../src/features/journal/actions.ts'
import { eraseSomebody } from '../../src/features/users/actions/erase.ts'
import { mergeAccounts } from '../../src/features/users/merge/actions.ts'
import { accountToMerge } from '../../src/features/users/merge/queries.ts'

const [url = '', admin = '', account = '', kept = ''] = process.argv.slice(2)
const db = openDatabase(url)
const by = actorWithout(Number(admin))
const [from, to] = [Number(account), Number(kept)]
const now = new Date()
if (to === 0) {
  process.stdout.write('go\n')
  await eraseSomebody(db, by, from, now.toISOString())
} else {
  const { version } = await accountToMerge(db, from)
  const { version: version_vers } = await accountToMerge(db, to)
  process.stdout.write('go\n')
  const saved = await mergeAccounts(db, by, { from, to, version, version_vers }, now)
  if (!saved.ok) throw new Error(JSON.stringify(saved.errors))
}
process.stdout.write('done\n')
await db.destroy()

// A process of its own that reads a counter and writes it back, one more, in one transaction: `node increment.ts FILE TIMES`.
import { openSqlite } from '../../src/db/open.ts'

const [path = '', times = '0'] = process.argv.slice(2)
const db = openSqlite(path)
for (let round = 0; round < Number(times); round += 1) {
  await db.transaction().execute(async (trx) => {
    const { n } = await trx.selectFrom('mots').select('n').where('terme', '=', 'compte').executeTakeFirstOrThrow()
    await trx
      .updateTable('mots')
      .set({ n: n + 1 })
      .where('terme', '=', 'compte')
      .execute()
  })
}
await db.destroy()

// A file of 200,000 acts: every line becomes an act or is named.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendFolder } from '../../src/features/echanges/import/actions/folder.ts'
import { confirmImport } from '../../src/features/imports/actions/steps.ts'
import { importById } from '../../src/features/imports/queries/imports.ts'
import { importHandlers } from '../../src/features/imports/task.ts'
import { runTasks } from '../../src/features/taches/loop.ts'
import { IMPORT_KINDS } from '../../src/import-kinds.ts'
import { site } from '../features/echanges/site.ts'
import { bytesOf, v3 } from '../features/echanges/support.ts'
import { messagesOf } from '../features/imports/support.ts'
import { temporaryFolder } from '../support/folder.ts'

const LINES = 200_000
/** One line in so many has columns too many. */
const WIDE = 10_000

function line(n: number): string {
  const date = `${String(1 + (n % 28)).padStart(2, '0')}/${String(1 + (n % 12)).padStart(2, '0')}/${1650 + (n % 140)}`
  const comment = n % WIDE === 0 ? 'un;mot;de;trop' : ''
  return v3('N', { 7: date, 11: `NOM ${n % 5000}`, 12: 'Jean', 13: 'M', 22: 'laboureur', 29: comment, 30: `${n}` })
}

test('200,000 acts come in, those of too many columns are counted and told', { timeout: 900_000 }, async () => {
  const { t } = await site()
  const dir = join(temporaryFolder(), 'actes')
  mkdirSync(dir)
  writeFileSync(join(dir, 'actes.TXT'), bytesOf(Array.from({ length: LINES }, (_, n) => line(n + 1))))
  const user = { ...t.admin, role: 'admin' as const, must_change_password: false }
  const work = () => runTasks(t.deps, importHandlers(IMPORT_KINDS))
  const choice = { dir, user, section_id: null, status: 'en_cours' as const }
  const { importId } = await sendFolder(t.db, t.deps.storage, choice, t.deps.clock())
  await work()
  const planned = (await importById(t.db, importId ?? 0)) ?? expect.fail('no import')
  expect(planned).toMatchObject({ etat: 'pret', a_creer: LINES - LINES / WIDE, refusees: LINES / WIDE })
  await confirmImport(t.db, planned, t.deps.clock())
  await work()
  const done = await importById(t.db, planned.id)
  expect(done).toMatchObject({ etat: 'termine', creees: LINES - LINES / WIDE, refusees: LINES / WIDE })
  const { n } = await t.db
    .selectFrom('releves')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(Number(n)).toBe(LINES - LINES / WIDE)
  // Acts of one date and name are told of too.
  const wide = (await messagesOf(t, planned.id)).filter(({ message }) => message.includes('a trop de colonnes'))
  expect(wide.map(({ ligne }) => ligne)).toEqual(Array.from({ length: LINES / WIDE }, (_, at) => (at + 1) * WIDE))
})

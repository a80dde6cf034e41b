// Lines that were made ahead are written as they were made, unless fields or places have changed since.
import { afterEach, expect, test, vi } from 'vitest'
import { actesImport } from '../../../../src/features/echanges/import/kind.ts'
import type { ActRow } from '../../../../src/features/echanges/import/reading.ts'
import type { ImportLine, ImportSession } from '../../../../src/features/imports/kind.ts'
import { relevesImport } from '../../../../src/features/releves/import/kind.ts'
import { LineReader } from '../../../../src/features/releves/import/rules/line.ts'
import { type TestApp, testApp } from '../../../support/app.ts'
import { dryRun, site } from '../../echanges/site.ts'
import { bytesOf, WORKED } from '../../echanges/support.ts'
import { importOf, sendFile, work } from '../../imports/support.ts'
import { register, releves } from '../support.ts'

afterEach(() => vi.restoreAllMocks())

/** Whether the lines were read once more while they were written. */
async function isReadAgain<Row>(t: TestApp, session: ImportSession<Row>, lines: ImportLine<Row>[]): Promise<boolean> {
  const read = vi.spyOn(LineReader.prototype, 'read')
  const applied = await t.db.transaction().execute((trx) => session.apply(trx, lines))
  expect(applied.map(({ action }) => action)).toEqual(lines.map(() => 'creer'))
  const isAgain = read.mock.calls.length > 0
  read.mockRestore()
  return isAgain
}

test('a field that changes costs the batches that were made before it a second reading, those behind it none', async () => {
  const t = await testApp()
  const { source } = await register(t)
  const marie = await t.as(t.marie)
  await sendFile(marie, `/sources/${source.id}/import`, 'Date de baptême;Nom\n1787;Lefèvre\n')
  await work(t)
  const session = await relevesImport.open(t.db, await importOf(t), t.deps.clock)
  const row = { cells: { date_evenement: '1787', nom: 'Lefèvre' }, etats: {} }
  const batches = [2, 3, 4, 5, 6].map((ligne) => [{ ligne, row, cle: null, renvoi: null }])
  const made = (at: number) => session.prepare?.(t.db, batches[at] ?? [])
  // The order is that of `apply`: a batch is made while the one before it is written.
  await made(0)
  await made(1)
  await t.db.updateTable('champs').set({ majuscules: true }).where('nom', '=', 'nom').execute()
  const again: boolean[] = []
  for (const [at, lines] of batches.entries()) {
    again.push(await isReadAgain(t, session, lines))
    if (at + 2 < batches.length) await made(at + 2)
  }
  expect(again).toEqual([true, true, false, false, false])
  expect((await releves(t)).map(({ nom }) => nom)).toEqual(batches.map(() => 'LEFÈVRE'))
})

test('acts of another program are read once where nothing has changed', async () => {
  const { t, admin } = await site()
  const { imported } = await dryRun(t, admin, [{ nom: 'actes.txt', bytes: bytesOf(WORKED.slice(0, 1)) }])
  const session = await actesImport.open(t.db, imported, t.deps.clock)
  const { ligne, contenu } = await t.db
    .selectFrom('import_lignes')
    .select(['ligne', 'contenu'])
    .where('import_id', '=', imported.id)
    .executeTakeFirstOrThrow()
  const lines = [{ ligne, row: contenu as unknown as ActRow, cle: null, renvoi: null }]
  await session.prepare?.(t.db, lines)
  expect(await isReadAgain(t, session, lines)).toBe(false)
  expect(await releves(t)).toHaveLength(1)
})

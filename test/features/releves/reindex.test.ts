import { expect, test } from 'vitest'
import { engineOf } from '../../../db/migrations/engines/index.ts'
import { indexProgress, reindexHandlers } from '../../../src/features/releves/tasks/reindex.ts'
import { enqueue } from '../../../src/features/taches/actions.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { idsWith } from '../../support/search.ts'
import { corpus } from '../recherche/corpus.ts'

/** A migration that changes the index leaves this: nothing in it, and the task that fills it again. */
async function emptied(t: TestApp): Promise<void> {
  await t.db.transaction().execute(async (trx) => {
    await engineOf(trx).remakeSearchIndex(trx)
    for (const table of ['mots', 'noms_cles', 'source_decennies', 'decennies'] as const)
      await trx.deleteFrom(table).execute()
    await enqueue(trx, { kind: 'recherche_index', payload: {} }, new Date('2026-01-01T00:00:00Z'))
  })
}

const decades = (t: TestApp) =>
  t.db.selectFrom('source_decennies').selectAll().orderBy('source_id').orderBy('decennie').execute()

const words = async (t: TestApp) => (await t.db.selectFrom('mots').select('terme').orderBy('terme').execute()).length

test('an index that was emptied is filled again, and says meanwhile that it is not whole', async () => {
  const t = await testApp()
  const c = await corpus(t)
  const before = { decades: await decades(t), words: await words(t) }
  const admin = await t.as(t.admin)
  expect((await admin.get('/recherche?q=martin')).text).not.toContain('se reconstruit')
  await emptied(t)
  expect(await indexProgress(t.db)).toBe(0)
  const during = await admin.get('/recherche?q=martin')
  expect(during.page.text).toContain('L’index de recherche se reconstruit (0 %)')
  // Saved before the task runs: in the index by itself, and not a second time afterwards.
  const saved = await t.make.releve(c.vannesM, { nom: 'Martin', prenom: 'Nouvelle' })
  expect(await idsWith(t.db, 'martin')).toEqual([saved])
  await runTasks(t.deps, reindexHandlers)
  expect(await indexProgress(t.db)).toBeUndefined()
  expect(await idsWith(t.db, 'martin')).toEqual([3, saved, 2, 1, 8, 6])
  expect((await admin.get('/recherche?q=martin')).page.text).toContain('6 relevés')
  expect(await words(t)).toBe(before.words + 3)
  const undated = { source_id: c.vannesM.id, decennie: 0, n: 1 }
  expect(await decades(t)).toEqual(
    [...before.decades, undated].sort((a, b) => a.source_id - b.source_id || a.decennie - b.decennie),
  )
})

test('a second pass adds nothing, and takes up from where the first one was', async () => {
  const t = await testApp()
  await corpus(t)
  const before = await decades(t)
  await enqueue(t.db, { kind: 'recherche_index', payload: {} }, new Date('2026-01-01T00:00:00Z'))
  await enqueue(t.db, { kind: 'recherche_index', payload: { apres: 500 } }, new Date('2026-01-01T00:00:00Z'))
  await enqueue(t.db, { kind: 'recherche_index', payload: { apres: 'x' } }, new Date('2026-01-01T00:00:00Z'))
  await runTasks(t.deps, reindexHandlers)
  expect(await decades(t)).toEqual(before)
  expect(await idsWith(t.db, 'martin')).toEqual([3, 2, 1, 8, 6])
  expect(t.failures).toEqual([])
})

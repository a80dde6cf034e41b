// The words of section and places in the index follow the sources, whoever moves these.
import { expect, test } from 'vitest'
import { dialectOf } from '../../../src/db/dialect/index.ts'
import { updateLieu } from '../../../src/features/lieux/actions.ts'
import { mergeLieux } from '../../../src/features/lieux/merge/actions.ts'
import { createReleves } from '../../../src/features/releves/actions/records.ts'
import { enqueueRewriting, rewriteHandlers } from '../../../src/features/releves/tasks/rewrite-words.ts'
import { deleteSection } from '../../../src/features/sections/actions.ts'
import { enqueue } from '../../../src/features/taches/actions.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { placeWord, sectionWord } from '../../../src/search/within.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { idsWith } from '../../support/search.ts'
import { corpus } from '../recherche/corpus.ts'

const NOW = '2026-01-01T00:00:00.000Z'

const rewrite = async (t: TestApp, isStopping?: () => boolean): Promise<number> => {
  await enqueueRewriting(t.db, t.deps.clock())
  return runTasks(t.deps, rewriteHandlers, isStopping)
}

const columnsOf = (t: TestApp, { id }: { id: number }) =>
  t.db.selectFrom('sources').select(['mots_ecrits', 'mots_surs']).where('id', '=', id).executeTakeFirstOrThrow()

/** No entry lacks a word that its source is sure of. */
async function expectSure(t: TestApp): Promise<void> {
  for (const { id, mots_ecrits, mots_surs } of await t.db.selectFrom('sources').selectAll().execute()) {
    const sure = mots_surs.split(' ').filter(Boolean)
    expect(mots_ecrits.split(' ')).toEqual(expect.arrayContaining(sure))
    expect(await dialectOf(t.db).search.lacking(t.db, { source: id, words: sure, limit: 1 })).toEqual([])
  }
}

/** All sources are sure of what their section and places are. */
async function expectSettled(t: TestApp): Promise<void> {
  const lieux = new Map((await t.db.selectFrom('lieux').selectAll().execute()).map((lieu) => [lieu.id, lieu.chemin]))
  for (const { section_id, lieu_id, mots_ecrits, mots_surs } of await t.db
    .selectFrom('sources')
    .selectAll()
    .execute()) {
    const path = (lieux.get(lieu_id ?? 0) ?? '').split('/').filter(Boolean)
    const words = [
      ...(section_id === null ? [] : [sectionWord(section_id)]),
      ...path.map((id) => placeWord(Number(id))),
    ]
    expect([mots_ecrits, mots_surs]).toEqual(Array(2).fill(words.map((word) => ` ${word}`).join('')))
  }
  await expectSure(t)
  await enqueueRewriting(t.db, t.deps.clock())
  const open = t.db.selectFrom('taches').select('id').where('etat', '<>', 'faite')
  expect(await open.where('kind', '=', 'recherche_sources').execute()).toEqual([])
}

const inSection = (t: TestApp, { id }: { id: number }) => idsWith(t.db, sectionWord(id))
const inPlace = (t: TestApp, { id }: { id: number }) => idsWith(t.db, placeWord(id))

test('entries have the words of section and places from the first record on', async () => {
  const t = await testApp()
  const c = await corpus(t)
  await expectSettled(t)
  expect((await inSection(t, t.saintMalo)).sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect((await inPlace(t, c.morbihan)).sort()).toEqual((await inSection(t, t.vannes)).sort())
  const alone = await t.make.source()
  await t.make.releve(alone)
  await expectSettled(t)
  const words = await t.db.selectFrom('mots').select('terme').where('terme', 'like', '§t%').execute()
  expect(words).toEqual([])
})

/** Each leaves the words of the sources it moves behind. */
const MOVES: Record<string, (t: TestApp, c: Awaited<ReturnType<typeof corpus>>) => Promise<unknown>> = {
  'a source to another section': (t, { pleurtuitB }) =>
    t.db.updateTable('sources').set({ section_id: t.vannes.id }).where('id', '=', pleurtuitB.id).execute(),
  'a source out of its section and its place': (t, { pleurtuitB }) =>
    t.db.updateTable('sources').set({ section_id: null, lieu_id: null }).where('id', '=', pleurtuitB.id).execute(),
  'a place below another': async (t, { ille, morbihan }) => {
    const place = { nom: 'Ille-et-Vilaine', code: null, type_id: null, latitude: null, longitude: null, note: null }
    await updateLieu(t.db, ille.id, { ...place, lieu_parent_id: morbihan.id, version: 1 }, NOW)
  },
  'a place into another': (t, { ille, morbihan }) =>
    mergeLieux(t.db, { id: ille.id, vers: morbihan.id, version: 1, version_vers: 1 }, t.admin.id, NOW),
  'a section that is deleted': async (t) => {
    await t.db.updateTable('sources').set({ section_id: null }).where('section_id', '=', t.vannes.id).execute()
    await deleteSection(t.db, t.vannes.id, 0)
  },
}

test.each(Object.entries(MOVES))('%s moves: the task finds it by itself', async (_name, move) => {
  const t = await testApp()
  await move(t, await corpus(t))
  await expectSure(t)
  expect(await rewrite(t)).toBe(1)
  await expectSettled(t)
  expect(await rewrite(t)).toBe(0)
  expect(t.failures).toEqual([])
})

test('entries of before, which have no words, get them; what is written meanwhile has them', async () => {
  const t = await testApp()
  const c = await corpus(t)
  const entries = await t.db.selectFrom('mots').select(['terme', 'n']).orderBy('terme').execute()
  await t.db.updateTable('sources').set({ mots_ecrits: '', mots_surs: '' }).execute()
  await t.make.releve(c.vannesM, { nom: 'Martin' })
  expect(await columnsOf(t, c.vannesM)).toEqual({ mots_ecrits: '', mots_surs: '' })
  expect(await rewrite(t)).toBe(1)
  await expectSettled(t)
  // The dictionary counts what records say, not how often they were written.
  expect(await t.db.selectFrom('mots').select(['terme', 'n']).orderBy('terme').execute()).toEqual(entries)
})

/** Left at a safe point after so many batches. */
const after = (batches: number) => {
  let asked = 0
  return () => {
    asked += 1
    return asked > batches + 1
  }
}

async function large(t: TestApp, n: number) {
  const c = await corpus(t)
  const champs = await champsOf(t.db, c.pleurtuitB.type.id)
  const rows = Array.from({ length: n }, (_, i) => ({ data: { nom: 'Kermartin', prenom: `P${i}` } }))
  const author = { user_id: null, now: NOW }
  await t.db.transaction().execute((trx) => createReleves(trx, c.pleurtuitB.id, champs, rows, author))
  return c
}

test('a task that is stopped, and a source that moves again meanwhile', async () => {
  const t = await testApp()
  const { pleurtuitB } = await large(t, 1600)
  const move = (section_id: number | null) =>
    t.db.updateTable('sources').set({ section_id }).where('id', '=', pleurtuitB.id).execute()
  await move(t.vannes.id)
  await rewrite(t, after(1))
  const [was, is] = [sectionWord(t.saintMalo.id), sectionWord(t.vannes.id)]
  const { mots_ecrits, mots_surs } = await columnsOf(t, pleurtuitB)
  expect([mots_ecrits.split(' ').includes(is), mots_surs.includes(is), mots_surs.includes(was)]).toEqual([
    true,
    false,
    false,
  ])
  await expectSure(t)
  await move(t.saintMalo.id)
  await rewrite(t, after(1))
  await expectSure(t)
  await move(t.vannes.id)
  await rewrite(t)
  await expectSettled(t)
  expect((await idsWith(t.db, 'kermartin')).length).toBe(500)
})

test('as long as the index is being filled, nothing is rewritten', async () => {
  const t = await testApp()
  await MOVES['a source to another section']?.(t, await corpus(t))
  await enqueueRewriting(t.db, t.deps.clock())
  await enqueue(t.db, { kind: 'recherche_index', payload: {} }, t.deps.clock())
  await enqueueRewriting(t.db, t.deps.clock())
  expect(await runTasks(t.deps, rewriteHandlers)).toBe(1)
  await expectSure(t)
  await t.db.updateTable('taches').set({ etat: 'faite' }).execute()
  expect(await rewrite(t)).toBe(1)
  await expectSettled(t)
})

// The search index in a new form is filled beside the one in service, and takes its place: nothing is missed meanwhile.
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dialectOf } from '../../../src/db/dialect/index.ts'
import type { Db } from '../../../src/db/schema.ts'
import { applyChange } from '../../../src/features/releves/actions/apply-change.ts'
import { createReleves } from '../../../src/features/releves/actions/records.ts'
import { findForWrite } from '../../../src/features/releves/actions/write.ts'
import {
  ensureNextIndex,
  nextIndexProgress,
  reindexNextHandlers,
} from '../../../src/features/releves/tasks/reindex-next.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { testApp } from '../../support/app.ts'
import { differences, toFormerIndex } from '../../support/former-index.ts'
import { idsWith } from '../../support/search.ts'
import { corpus, jour } from '../recherche/corpus.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const author = { user_id: null, now: NOW }

/** Records enough for several steps of the task, one in ten of before 1500. */
async function site(n = 1100) {
  const t = await testApp()
  const c = await corpus(t)
  const champs = await champsOf(t.db, c.baptemes.id)
  const rows = Array.from({ length: n }, (_, i) => {
    const year = i % 10 === 0 ? 1400 + (i % 90) : 1560 + (i % 400)
    const data = { nom: `Lot${i % 7}`, prenom: 'Jean', date_evenement: jour.gregorien(`${year}-02-03`) }
    return { data }
  })
  const ids = await t.db.transaction().execute((trx) => createReleves(trx, c.pleurtuitB.id, champs, rows, author))
  await toFormerIndex(t.db)
  const source = { id: c.pleurtuitB.id }
  const create = (nom: string) =>
    t.db.transaction().execute(async (trx) => {
      const [id = 0] = await createReleves(trx, source.id, champs, [{ data: { nom } }], author)
      return id
    })
  const rename = (id: number, nom: string, iso?: string) =>
    t.db.transaction().execute(async (trx) => {
      const before = await findForWrite(trx, id)
      const date = iso === undefined ? {} : { date_evenement: jour.gregorien(iso) }
      const after = { ...before, version: before.version + 1, data: { ...before.data, nom, ...date } }
      await applyChange(trx, { as: 'modification', source, changes: [{ before, after }], author })
    })
  const remove = (id: number) =>
    t.db.transaction().execute(async (trx) => {
      const before = await findForWrite(trx, id)
      await applyChange(trx, { as: 'suppression', source, changes: [{ before }], author })
    })
  return { ...t, c, ids, create, rename, remove }
}

const countersOf = async (db: Db) => {
  const sources = await db.selectFrom('source_decennies').selectAll().where('n', '<>', 0).execute()
  const decades = await sql<{ decennie: number; n: number }>`select decennie, sum(n) as n from decennies
    group by decennie having sum(n) <> 0 order by decennie`.execute(db)
  const summed = new Map<number, number>()
  for (const { decennie, n } of sources) summed.set(decennie, (summed.get(decennie) ?? 0) + n)
  return {
    summed: [...summed].sort(([a], [b]) => a - b),
    decades: decades.rows.map(({ decennie, n }) => [decennie, n]),
  }
}

/** Runs the task as far as so many signs of life. */
async function runUpTo(t: Awaited<ReturnType<typeof site>>, steps: number) {
  let done = 0
  await runTasks(t.deps, reindexNextHandlers, () => {
    done += 1
    return done > steps
  })
}

test('searched, written to and deleted from while it is filled, killed in the middle and resumed', async () => {
  const t = await site()
  const admin = await t.as(t.admin)
  const says = async () => /nouvel index est prêt à (\d+)/.exec((await admin.get('/recherche?q=lot3')).text)?.[1]
  const counts = await t.db.selectFrom('mots').selectAll().where('n', '>', 1).orderBy('terme').execute()
  const [first = 0, second = 0, third = 0] = await idsWith(t.db, 'lot3')
  expect(await says()).toBe('0')
  await t.rename(second, 'Avant', '1444-01-01')
  await runUpTo(t, 3)
  expect(await nextIndexProgress(t.db)).toBeDefined()
  await t.rename(third, 'Pendant', '1333-01-01')
  await t.remove(first)
  const late = await t.create('Nouvelle')
  for (const [word, id] of [
    ['avant', second],
    ['pendant', third],
    ['nouvelle', late],
  ] as const)
    expect(await idsWith(t.db, word)).toEqual([id])
  expect(await idsWith(t.db, 'lot3')).not.toContain(first)
  await runTasks(t.deps, reindexNextHandlers)
  expect(await nextIndexProgress(t.db)).toBeUndefined()
  expect(await says()).toBeUndefined()
  expect(await idsWith(t.db, 'avant')).toEqual([second])
  await t.rename(late, 'Ensuite')
  const { summed, decades } = await countersOf(t.db)
  expect(decades).toEqual(summed)
  // A word that was counted is not counted again.
  const again = new Map(
    (await t.db.selectFrom('mots').select(['terme', 'n']).execute()).map((row) => [row.terme, row.n]),
  )
  expect(counts.filter(({ terme, n }) => (again.get(terme) ?? 0) > n + 16)).toEqual([])
  expect(await differences(t.db)).toEqual([])
  expect(t.failures).toEqual([])
}, 60_000)

test('run twice, or given up by an administrator, it does no harm', async () => {
  const t = await site(20)
  await t.db.deleteFrom('taches').execute()
  await ensureNextIndex(t.db, new Date(NOW))
  await ensureNextIndex(t.db, new Date(NOW))
  expect(await runTasks(t.deps, reindexNextHandlers)).toBe(1)
  expect(await t.db.selectFrom('taches').select(['etat', 'erreur']).execute()).toEqual([
    { etat: 'faite', erreur: null },
  ])
  await t.db.updateTable('taches').set({ etat: 'attente' }).execute()
  expect(await runTasks(t.deps, reindexNextHandlers)).toBe(1)
  await ensureNextIndex(t.db, new Date(NOW))
  expect(await runTasks(t.deps, reindexNextHandlers)).toBe(0)
  expect(await differences(t.db)).toEqual([])
})

test('where the disk has no room the task waits for an administrator, and the index of before serves', async () => {
  const t = await site(20)
  const { next } = dialectOf(t.db).search
  const room = vi.spyOn(next, 'room').mockResolvedValue({ needed: 1e18, folder: t.deps.storage })
  onTestFinished(() => room.mockRestore())
  await runTasks(t.deps, reindexNextHandlers)
  const task = await t.db.selectFrom('taches').selectAll().executeTakeFirstOrThrow()
  expect(task.etat).toBe('garee')
  expect(task.erreur).toMatch(/^Il reste .* sur le disque de la base, et le nouvel index .* l’ancien sert toujours/)
  expect(await idsWith(t.db, 'lot3')).toHaveLength(3)
})

test('writers go on while it is filled and takes its place: none of their records is lost', async () => {
  const t = await site(700)
  let isOver = false
  const created: number[] = []
  const writer = async (from: number) => {
    for (let at = from; !isOver || at < from + 20; at += 4) {
      // In memory nothing waits: the task would never have its turn.
      await setImmediate()
      created.push(await t.create(`Flot${from}`))
      const id = t.ids[at % t.ids.length] ?? 0
      await t.rename(id, `Remous${from}`, `${1410 + (at % 300)}-01-01`)
    }
  }
  const writers = [0, 1, 2, 3].map(writer)
  await runTasks(t.deps, reindexNextHandlers)
  isOver = true
  await Promise.all(writers)
  const found = await Promise.all([0, 1, 2, 3].map((from) => idsWith(t.db, `flot${from}`)))
  expect(found.flat().sort((a, b) => a - b)).toEqual(created.sort((a, b) => a - b))
  const { summed, decades } = await countersOf(t.db)
  expect(decades).toEqual(summed)
  expect(await differences(t.db)).toEqual([])
  expect(t.failures).toEqual([])
}, 60_000)

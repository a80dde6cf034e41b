// The order of the register: acts stand as they were entered, but for those inserted between two others.
import { describe, expect, test } from 'vitest'
import { saving } from '../../../src/db/saving.ts'
import type { Db } from '../../../src/db/schema.ts'
import { applyChange } from '../../../src/features/releves/actions/apply-change.ts'
import { insertAfter } from '../../../src/features/releves/actions/insert.ts'
import {
  createReleve,
  createReleves,
  deleteReleve,
  restoreReleve,
} from '../../../src/features/releves/actions/records.ts'
import { findForWrite } from '../../../src/features/releves/actions/write.ts'
import { idsInOrder, registerOrder } from '../../../src/features/releves/queries/order.ts'
import {
  endOfRegister,
  entryNeighboursOf,
  lastReleves,
  listReleves,
  neighboursOf,
  streamReleves,
} from '../../../src/features/releves/queries/records.ts'
import { AT_THE_START } from '../../../src/features/releves/rules/insertion.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { type TestApp, testApp } from '../../support/app.ts'

const NOW = '2026-11-21T10:00:00.000Z'
type Source = Awaited<ReturnType<TestApp['make']['source']>>

const enter = (t: TestApp, source: Source, nom: string, apres?: number) =>
  createReleve(t.db, { source_id: source.id, data: { nom }, user_id: t.marie.id, now: NOW, apres })

const namesOf = async (db: Db, source: Source, tri: 'saisie' | 'saisie-desc' = 'saisie') =>
  (await listReleves(db, source.id, tri, { page: 1, parPage: 100, offset: 0 })).map(({ data }) => data.nom).join(' ')

/** A register A B C, with the ids. */
async function register(t: TestApp) {
  const source = await t.make.source()
  const [a, b, c] = [await enter(t, source, 'A'), await enter(t, source, 'B'), await enter(t, source, 'C')]
  return { source, a, b, c }
}

describe('an act inserted in a register', () => {
  test('stands after its neighbour, whatever was inserted there before', async () => {
    const t = await testApp()
    const { source, a, b } = await register(t)
    const x = await enter(t, source, 'X', a)
    await enter(t, source, 'Y', a)
    await enter(t, source, 'Z', x)
    await enter(t, source, 'D')
    await enter(t, source, 'V', AT_THE_START)
    await enter(t, source, 'W', b)
    expect(await namesOf(t.db, source)).toBe('V A Y X Z B W C D')
    expect(await namesOf(t.db, source, 'saisie-desc')).toBe('D C W B Z X Y A V')
  })

  test('has the neighbours of its place, and so have they', async () => {
    const t = await testApp()
    const { source, a, b, c } = await register(t)
    const x = await enter(t, source, 'X', a)
    const y = await enter(t, source, 'Y', x)
    const ids = [a, x, y, b, c]
    for (const [n, id] of ids.entries()) {
      const { previous, next } = await entryNeighboursOf(t.db, { id, source_id: source.id })
      expect([previous?.id, next]).toEqual([ids[n - 1], ids[n + 1]])
    }
    expect(await idsInOrder(t.db, source.id, { limit: 2, offset: 1 })).toEqual([x, y])
  })

  test('is what was entered last, and not the end of the register', async () => {
    const t = await testApp()
    const { source, a, c } = await register(t)
    const x = await enter(t, source, 'X', a)
    expect((await lastReleves(t.db, source.id))[0]?.id).toBe(x)
    expect((await endOfRegister(t.db, source.id))?.id).toBe(c)
    const after = await enter(t, source, 'Y', c)
    expect((await endOfRegister(t.db, source.id))?.id).toBe(after)
    await enter(t, source, 'D')
    expect(await namesOf(t.db, source)).toBe('A X B C Y D')
  })

  test('hundreds at one place keep their order', async () => {
    const t = await testApp()
    const { source, a } = await register(t)
    let last = a
    for (let n = 0; n < 60; n += 1) last = await enter(t, source, `n${n}`, last)
    const champs = await champsOf(t.db, source.type.id)
    const author = { user_id: t.marie.id, now: NOW }
    const pasted = await t.db.transaction().execute(async (trx) => {
      const rows = Array.from({ length: 130 }, (_, n) => ({ data: { nom: `p${n}` } }))
      const ids = await createReleves(trx, source.id, champs, rows, author)
      await insertAfter(trx, source.id, ids, a)
      return ids
    })
    const typed = Array.from({ length: 60 }, (_, n) => `n${n}`)
    const names = (await namesOf(t.db, source)).split(' ')
    expect(names.slice(0, 100)).toEqual(['A', ...pasted.slice(0, 99).map((_, n) => `p${n}`)])
    const rest = await listReleves(t.db, source.id, 'saisie', { page: 2, parPage: 100, offset: 131 })
    expect(rest.map(({ data }) => data.nom)).toEqual([...typed, 'B', 'C'])
  })

  test('keeps its place when it is deleted and brought back, and so do those beside it', async () => {
    const t = await testApp()
    const { source, a, b } = await register(t)
    const x = await enter(t, source, 'X', a)
    const y = await enter(t, source, 'Y', x)
    const author = { user_id: t.admin.id, now: NOW }
    for (const id of [x, a, b]) await deleteReleve(t.db, { id, ...author })
    await enter(t, source, 'Z', y)
    expect(await namesOf(t.db, source)).toBe('Y Z C')
    for (const id of [b, x, a]) await restoreReleve(t.db, { id, ...author })
    expect(await namesOf(t.db, source)).toBe('A X Y Z B C')
  })

  test('leaves nothing of its place when its import is undone', async () => {
    const t = await testApp()
    const { source, a } = await register(t)
    const x = await enter(t, source, 'X', a)
    await t.db.transaction().execute(async (trx) => {
      const before = await findForWrite(trx, x)
      await applyChange(trx, { as: 'annulation', source, changes: [{ before }] })
    })
    expect(await t.db.selectFrom('rangs').selectAll().execute()).toEqual([])
    expect(await namesOf(t.db, source)).toBe('A B C')
  })

  test('is refused after an act of another source, or one that is gone: nothing is written', async () => {
    const t = await testApp()
    const { source, a } = await register(t)
    const other = await t.make.source()
    const elsewhere = await enter(t, other, 'E')
    await deleteReleve(t.db, { id: a, user_id: t.admin.id, now: NOW })
    for (const apres of [elsewhere, a, 999_999]) {
      const input = { source_id: source.id, data: { nom: 'X' }, user_id: t.marie.id, now: NOW, apres }
      const saved = await saving(t.db, {}, (trx) => createReleve(trx, input))
      expect(saved).toMatchObject({ ok: false, errors: { apres: expect.stringContaining('cette source') } })
    }
    expect(await namesOf(t.db, source)).toBe('B C')
    expect(await t.db.selectFrom('rangs').selectAll().execute()).toEqual([])
  })

  test('two at once at one place both stand there', async () => {
    const t = await testApp()
    const { source, a } = await register(t)
    await Promise.all(['X', 'Y', 'Z'].map((nom) => enter(t, source, nom, a)))
    const names = await namesOf(t.db, source)
    expect(names).toMatch(/^A [XYZ] [XYZ] [XYZ] B C$/)
    expect(new Set(names.split(' ')).size).toBe(6)
  })

  test('stands in its place among the acts of its day, in lists, exports and on its page', async () => {
    const t = await testApp()
    const source = await t.make.source()
    const day = { valeur: '1787-12-08', calendrier: 'gregorien', iso: '1787-12-08' }
    const at = (nom: string, apres?: number) => {
      const data = { nom, date_evenement: day }
      return createReleve(t.db, { source_id: source.id, data, user_id: t.marie.id, now: NOW, apres })
    }
    const [a, b] = [await at('A'), await at('B')]
    await createReleve(t.db, { source_id: source.id, data: { nom: 'U' }, user_id: t.marie.id, now: NOW })
    const x = await at('X', a)
    const streamed = []
    for await (const batch of streamReleves(t.db, source.id)) streamed.push(...batch.map(({ data }) => data.nom))
    expect(streamed.join(' ')).toBe('U A X B')
    const listed = await listReleves(t.db, source.id, 'date-desc', { page: 1, parPage: 3, offset: 0 })
    expect(listed.map(({ data }) => data.nom).join(' ')).toBe('B X A')
    const ofX = { id: x, source_id: source.id, date_evenement: day.iso }
    expect(await neighboursOf(await registerOrder(t.db, ofX.source_id), ofX)).toEqual({ previous: a, next: b })
    const ofB = { ...ofX, id: b }
    expect(await neighboursOf(await registerOrder(t.db, ofB.source_id), ofB)).toEqual({ previous: x, next: undefined })
  })

  test('goes with its source', async () => {
    const t = await testApp()
    const { source, a, b, c } = await register(t)
    const ids = [a, b, c, await enter(t, source, 'X', a)]
    for (const id of ids) await deleteReleve(t.db, { id, user_id: t.admin.id, now: NOW })
    await t.db.deleteFrom('sources').where('id', '=', source.id).execute()
    expect(await t.db.selectFrom('rangs').selectAll().execute()).toEqual([])
  })
})

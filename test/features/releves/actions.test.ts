import { describe, expect, test } from 'vitest'
import { moveReleve } from '../../../src/features/releves/actions/apply-change.ts'
import {
  createReleve,
  createReleves,
  deleteReleve,
  restoreReleve,
  updateReleve,
} from '../../../src/features/releves/actions/records.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { BAPTEME } from '../../support/factories.ts'
import { idsWith } from '../../support/search.ts'
import { monthsOf, yearsOf } from './support.ts'

const NOW = '2026-11-21T10:00:00.000Z'
const date = (iso: string) => ({ valeur: iso, calendrier: 'gregorien', iso })

const find = (t: TestApp, ...words: string[]) => idsWith(t.db, ...words)

const versions = (t: TestApp, id: number) =>
  t.db
    .selectFrom('releve_versions')
    .select(['operation', 'version', 'data', 'etats', 'user_id'])
    .where('releve_id', '=', id)
    .orderBy('id')
    .execute()

const countOf = async (t: TestApp, source: { id: number }) =>
  (await t.db.selectFrom('sources').select('nb_releves').where('id', '=', source.id).executeTakeFirstOrThrow())
    .nb_releves

describe('writing records', () => {
  test('creation: row, generated columns, version, counter, index, dictionary', async () => {
    const t = await testApp()
    const source = await t.make.source()
    const data = { nom: 'Lefèvre', prenom: 'Anne Marie', date_evenement: date('1787-08-12'), notes: 'Née à Dol' }
    const id = await createReleve(t.db, { source_id: source.id, data, user_id: t.marie.id, now: NOW })
    const row = await t.db.selectFrom('releves').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ nom: 'Lefèvre', prenom: 'Anne Marie', date_evenement: '1787-08-12', version: 1, data })
    expect(row.created_by).toBe(t.marie.id)
    expect(await versions(t, id)).toEqual([{ operation: 'creation', version: 1, data, etats: {}, user_id: t.marie.id }])
    expect(await countOf(t, source)).toBe(1)
    for (const word of ['lefevre', 'anne', 'dol', 'aout', '1787']) expect(await find(t, word)).toEqual([id])
    expect(await find(t, 'lef*')).toEqual([id])
  })

  test('each month counts the records that were entered in it and still exist', async () => {
    const t = await testApp()
    const source = await t.make.source()
    const enter = (now: string) => createReleve(t.db, { source_id: source.id, data: {}, user_id: null, now })
    const [first] = [await enter('2026-10-31T23:59:59.999Z'), await enter(NOW), await enter(NOW)]
    const months = (october: number) => {
      const left = { [`${source.id} 2026-11`]: 2, ...(october > 0 && { [`${source.id} 2026-10`]: october }) }
      return { counted: left, actual: left }
    }
    expect(await monthsOf(t.db)).toEqual(months(1))
    const later = { id: first, user_id: t.admin.id, now: '2026-12-01T00:00:00.000Z' }
    await deleteReleve(t.db, later)
    expect(await monthsOf(t.db)).toEqual(months(0))
    await restoreReleve(t.db, later)
    expect(await monthsOf(t.db)).toEqual(months(1))
  })

  test('each year counts the records whose day is in it, wherever they move', async () => {
    const t = await testApp()
    const type = await t.make.typeSource({ champs: BAPTEME })
    const [source, other] = [await t.make.source({ type }), await t.make.source({ type })]
    const enter = (day: string | null) =>
      t.make.releve(source, { nom: 'Martin', ...(day && { date_evenement: date(day) }) })
    const [id] = [await enter('1787-08-12'), await enter('1787-12-31'), await enter('1788-01-01'), await enter(null)]
    const holds = async (expected: Record<string, number>) =>
      expect(await yearsOf(t.db)).toEqual({ counted: expected, actual: expected })
    await holds({ [`${source.id} 1787`]: 2, [`${source.id} 1788`]: 1 })
    const by = { id, user_id: t.admin.id, now: NOW }
    await updateReleve(t.db, { ...by, version: 1, data: { date_evenement: date('1801-01-02') }, etats: {} })
    await holds({ [`${source.id} 1787`]: 1, [`${source.id} 1788`]: 1, [`${source.id} 1801`]: 1 })
    await deleteReleve(t.db, by)
    await holds({ [`${source.id} 1787`]: 1, [`${source.id} 1788`]: 1 })
    await restoreReleve(t.db, by)
    const row = await t.db.selectFrom('releves').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await t.db.transaction().execute((trx) => moveReleve(trx, row, other.id, { user_id: null, now: NOW }))
    await holds({ [`${source.id} 1787`]: 1, [`${source.id} 1788`]: 1, [`${other.id} 1801`]: 1 })
  })

  test('modification: the old words are no longer found, the new ones are', async () => {
    const t = await testApp()
    const source = await t.make.source()
    const id = await t.make.releve(source, { nom: 'Martin', date_evenement: date('1787-08-12') })
    const data = { nom: 'Durand', date_evenement: date('1801-01-02') }
    await updateReleve(t.db, { id, version: 1, data, etats: { nom: 'douteux' }, user_id: t.admin.id, now: NOW })
    expect(await find(t, 'martin')).toEqual([])
    expect(await find(t, 'durand')).toEqual([id])
    expect((await versions(t, id)).map((v) => [v.operation, v.version])).toEqual([
      ['creation', 1],
      ['modification', 2],
    ])
    expect(await countOf(t, source)).toBe(1)
  })

  test('a save that changes nothing writes nothing', async () => {
    const t = await testApp()
    const source = await t.make.source()
    const id = await t.make.releve(source, { nom: 'Martin', prenom: 'Jean' })
    const data = Object.assign(Object.create(null), { prenom: 'Jean', nom: 'Martin' })
    await updateReleve(t.db, { id, version: 1, data, etats: {}, user_id: t.admin.id, now: NOW })
    expect(await versions(t, id)).toHaveLength(1)
  })

  test('an older version is a conflict, and nothing moves', async () => {
    const t = await testApp()
    const id = await t.make.releve(await t.make.source(), { nom: 'Martin' })
    const save = (nom: string) =>
      updateReleve(t.db, { id, version: 1, data: { nom }, etats: {}, user_id: t.admin.id, now: NOW })
    await save('Durand')
    await expect(save('Dupont')).rejects.toMatchObject({ code: 'conflit' })
    expect(await find(t, 'durand')).toEqual([id])
    expect(await find(t, 'dupont')).toEqual([])
  })

  test('deletion and restoration', async () => {
    const t = await testApp()
    const source = await t.make.source()
    const data = { nom: 'Martin', date_evenement: date('1787-08-12') }
    const id = await t.make.releve(source, data, { nom: 'douteux' })
    await deleteReleve(t.db, { id, user_id: t.admin.id, now: NOW })
    expect(await find(t, 'martin')).toEqual([])
    expect(await countOf(t, source)).toBe(0)
    expect(await t.db.selectFrom('releves').selectAll().execute()).toEqual([])
    await expect(deleteReleve(t.db, { id, user_id: t.admin.id, now: NOW })).rejects.toMatchObject({
      code: 'introuvable',
    })
    await restoreReleve(t.db, { id, user_id: t.rene.id, now: NOW })
    expect(await find(t, 'martin')).toEqual([id])
    expect(await countOf(t, source)).toBe(1)
    const row = await t.db.selectFrom('releves').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ data, etats: { nom: 'douteux' }, version: 3, updated_by: t.rene.id })
    expect((await versions(t, id)).map((v) => v.operation)).toEqual(['creation', 'suppression', 'restauration'])
    await expect(restoreReleve(t.db, { id, user_id: t.rene.id, now: NOW })).rejects.toMatchObject({
      code: 'introuvable',
    })
  })

  test('in a transaction that fails nothing is left', async () => {
    const t = await testApp()
    const source = await t.make.source({ status: 'a_relever' })
    const broken = t.db.transaction().execute(async (trx) => {
      await createReleve(trx, { source_id: source.id, data: { nom: 'Martin' }, user_id: null, now: NOW })
      throw new Error('cut')
    })
    await expect(broken).rejects.toThrow('cut')
    expect(await find(t, 'martin')).toEqual([])
    expect(await countOf(t, source)).toBe(0)
    expect(await t.db.selectFrom('mots').selectAll().execute()).toEqual([])
    expect(await t.db.selectFrom('source_transitions').selectAll().execute()).toEqual([])
  })

  test('the first record opens a source that waited', async () => {
    const t = await testApp()
    const source = await t.make.source({ status: 'a_relever' })
    await t.make.releve(source)
    const row = await t.db.selectFrom('sources').select('status').where('id', '=', source.id).executeTakeFirstOrThrow()
    expect(row.status).toBe('en_cours')
  })

  test('a source closed meanwhile takes no record from people', async () => {
    const t = await testApp()
    const source = await t.make.source({ status: 'validee' })
    const input = { source_id: source.id, data: { nom: 'Martin' }, user_id: null, now: NOW }
    await expect(createReleve(t.db, { ...input, mustBeOpen: true })).rejects.toMatchObject({ code: 'interdit' })
    expect(await countOf(t, source)).toBe(0)
  })

  test('many at once: each row found by its own words, in the order of dates', async () => {
    const t = await testApp()
    const source = await t.make.source()
    const champs = await champsOf(t.db, source.type.id)
    const rows = Array.from({ length: 1203 }, (_, n) => ({
      data: { nom: `Nom${n}`, prenom: 'Jean', date_evenement: date(`${1800 - (n % 100)}-01-01`) },
    }))
    const ids = await t.db
      .transaction()
      .execute((trx) => createReleves(trx, source.id, champs, rows, { user_id: null, now: NOW }))
    expect(new Set(ids).size).toBe(1203)
    expect(await countOf(t, source)).toBe(1203)
    for (const n of [0, 7, 501, 1202]) {
      const [id, ...others] = await find(t, `nom${n}`)
      expect(others).toEqual([])
      const row = await t.db
        .selectFrom('releves')
        .select('nom')
        .where('id', '=', id ?? 0)
        .executeTakeFirst()
      expect(row?.nom).toBe(`Nom${n}`)
    }
    const jean = await find(t, 'jean')
    const firsts = await t.db.selectFrom('releves').select(['id', 'date_evenement']).where('id', 'in', jean).execute()
    const dateOf = new Map(firsts.map((row) => [row.id, row.date_evenement]))
    const dates = jean.map((id) => dateOf.get(id) ?? '')
    expect(dates).toEqual([...dates].sort())
    expect(dates[0]).toBe('1701-01-01')
  })

  test('ten writers at once in one source: ten records, ten in the counter', async () => {
    const t = await testApp()
    const source = await t.make.source()
    const one = (n: number) =>
      createReleve(t.db, { source_id: source.id, data: { nom: `Martin ${n}` }, user_id: null, now: NOW })
    const ids = await Promise.all(Array.from({ length: 10 }, (_, n) => one(n)))
    expect(new Set(ids).size).toBe(10)
    expect(await countOf(t, source)).toBe(10)
    expect(await find(t, 'martin')).toHaveLength(10)
  })
})

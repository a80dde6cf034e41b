import { CompiledQuery } from 'kysely'
import { describe, expect, test } from 'vitest'
import { peersOf } from '../../../src/features/completion/peers-queries.ts'
import { seenCandidates, seenUnnamed } from '../../../src/features/completion/site-queries.ts'
import type { NewReleve } from '../../../src/features/releves/actions/change-rows.ts'
import {
  createReleves,
  deleteReleve,
  restoreReleve,
  updateReleve,
} from '../../../src/features/releves/actions/records.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'
import { isPostgres } from '../../support/db.ts'
import { offered } from './support.ts'

const NOW = '2026-11-21T10:00:00.000Z'

/** Sources of one type around marie: hers, one of the same place, one of her section, one she may not see. */
async function archive(t: TestApp) {
  const type = await t.make.typeSource()
  const lieu = await t.make.lieu({ nom: 'Pleurtuit' })
  const here = await t.make.source({ type, lieu, section: t.saintMalo })
  const place = await t.make.source({ type, lieu, section: t.saintMalo })
  const section = await t.make.source({ type, section: t.saintMalo })
  const hidden = await t.make.source({ type, lieu, section: t.vannes })
  return { type, here, place, section, hidden }
}

const enterAll = (t: TestApp, source: { id: number; type: { id: number } }, rows: NewReleve[]) =>
  t.db.transaction().execute(async (trx) => {
    const champs = await champsOf(trx, source.type.id)
    return createReleves(trx, source.id, champs, rows, { user_id: null, now: NOW })
  })

const counted = (t: TestApp) =>
  t.db.selectFrom('valeurs_sources').select(['valeur', 'n']).orderBy('valeur').orderBy('source_id').execute()
const everywhere = (t: TestApp) => t.db.selectFrom('valeurs').select(['valeur', 'n']).orderBy('valeur').execute()

// PostgreSQL chooses by what the tables hold.
test.skipIf(isPostgres)('a value is looked for by its key, not among all values of its field', async () => {
  const t = await testApp()
  const { type, here } = await archive(t)
  const champ = (await champsOf(t.db, type.id)).find(({ nom }) => nom === 'nom')
  if (!champ) throw new Error('the type has no name')
  const source = { id: here.id, type_source_id: type.id, lieu_id: null, section_id: null }
  const asked = { champ, source, cle: 'le', peers: await peersOf(t.db, champ, type.id) }
  const planOf = async ({ sql, parameters }: CompiledQuery) => {
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
    const { rows } = await t.db.withoutPlugins().executeQuery<{ detail: string }>(plan)
    return rows.map(({ detail }) => detail)
  }
  const named = await planOf(seenCandidates(t.db, t.marie, asked, 'nom').compile())
  const unnamed = await planOf(seenUnnamed(t.db, t.marie, asked, [{ cle: 'le goff', valeur: 'Le Goff' }]).compile(t.db))
  for (const plan of [named, unnamed]) {
    const searches = plan.filter((step) => step.startsWith('SEARCH h')).map((step) => step.replace(/^.* INDEX /, ''))
    expect([...new Set(searches)]).toEqual(['sqlite_autoindex_valeurs_1 (champ_id=? AND cle=? AND valeur=?)'])
  }
  expect(unnamed).toContain(
    'SEARCH v USING COVERING INDEX sqlite_autoindex_valeurs_sources_1 (champ_id=? AND source_id=? AND cle=? AND valeur=?)',
  )
})

describe('what is offered', () => {
  test('this source first, commonest first, then its place, its section, then all that is seen', async () => {
    const t = await testApp()
    const { type, here, place, section } = await archive(t)
    await t.make.releve(here, { prenom: 'Marguerite' })
    for (let n = 0; n < 2; n += 1) await t.make.releve(here, { prenom: 'Marie' })
    for (let n = 0; n < 5; n += 1) await t.make.releve(place, { prenom: 'Mathurin' })
    for (let n = 0; n < 9; n += 1) await t.make.releve(section, { prenom: 'Malo' })
    const alone = await t.make.source({ type, members: [t.marie] })
    await t.make.releve(alone, { prenom: 'Maurice' })
    const marie = await t.as(t.marie)
    expect(await offered(marie, here, 'ma')).toEqual(['Marie', 'Marguerite', 'Mathurin', 'Malo', 'Maurice'])
    expect(await offered(marie, here, 'mar')).toEqual(['Marie', 'Marguerite'])
    // A value that is typed already is no offer.
    expect(await offered(marie, here, 'Marie')).toEqual([])
    expect(t.failures).toEqual([])
  })

  test('accents and case aside, at most eight, nothing for nothing', async () => {
    const t = await testApp()
    const { here } = await archive(t)
    await t.make.releve(here, { prenom: 'Étienne Œdipe' })
    for (let n = 0; n < 12; n += 1) await t.make.releve(here, { prenom: `Jean ${n}` })
    const marie = await t.as(t.marie)
    expect(await offered(marie, here, 'ETIENNE oe')).toEqual(['Étienne Œdipe'])
    expect(await offered(marie, here, 'jean')).toHaveLength(8)
    expect(await offered(marie, here, '')).toEqual([])
    expect(await offered(marie, here, '—')).toEqual([])
    expect(await offered(marie, here, 'x'.repeat(600))).toEqual([])
    expect(await offered(marie, here, '%')).toEqual([])
  })

  test('never a value that stands in hidden sources only, whoever asks otherwise', async () => {
    const t = await testApp()
    const { here, hidden } = await archive(t)
    await t.make.releve(hidden, { prenom: 'Zéphirine Secrète' })
    const marie = await t.as(t.marie)
    expect(await offered(marie, here, 'zephirine')).toEqual([])
    expect(await offered(await t.as(t.admin), here, 'zephirine')).toEqual(['Zéphirine Secrète'])
    const asked = await marie.fragment(`/completions?source=${hidden.id}&champ=prenom&q=ze`)
    expect([asked.status, asked.text.includes('Secrète')]).toEqual([404, false])
    const anonymous = await t.anonymous().get(`/completions?source=${here.id}&champ=prenom&q=ze`)
    expect(anonymous.location).toContain('/login')
  })

  test('not in fields that are not one line of text, nor where it is turned off', async () => {
    const t = await testApp()
    const { here } = await archive(t)
    await t.make.releve(here, { prenom: 'Anne', notes: 'Anne fut ondoyée', sexe: 'F' })
    const marie = await t.as(t.marie)
    expect(await offered(marie, here, 'anne', 'notes')).toEqual([])
    expect(await offered(marie, here, 'f', 'sexe')).toEqual([])
    expect(await offered(marie, here, 'an')).toEqual(['Anne'])
    await t.db.updateTable('champs').set({ completion: false }).where('nom', '=', 'prenom').execute()
    expect(await offered(marie, here, 'an')).toEqual([])
    const desk = await marie.get(`/sources/${here.id}/releves/nouveau`)
    expect(desk.page.one('[data-champ=prenom]').getAttribute('data-completion')).toBeUndefined()
    expect(desk.page.one('[data-champ=nom]').getAttribute('data-completion')).toBe('')
    expect((await marie.get(`/completions?source=${here.id}&champ=constructor&q=a`)).status).toBe(404)
  })

  test('says whether that is all, so that the next letters need not ask', async () => {
    const t = await testApp()
    const { here, hidden } = await archive(t)
    for (const prenom of ['Anne', 'Annick', ...Array.from({ length: 9 }, (_, n) => `Jean ${n}`)])
      await t.make.releve(here, { prenom })
    const marie = await t.as(t.marie)
    const isWhole = async (q: string) => {
      const { page } = await marie.fragment(`/completions?source=${here.id}&champ=prenom&q=${q}`)
      return page.all('[data-complet]').length === 1
    }
    expect(await Promise.all(['a', 'an', 'anq', 'jean', ''].map(isWhole))).toEqual([false, true, true, false, false])
    for (let n = 0; n < 20; n += 1) await t.make.releve(hidden, { prenom: `Annaïg ${n}` })
    expect(await isWhole('ann')).toBe(false)
    expect(t.failures).toEqual([])
  })

  test('as many queries for many values as for few', async () => {
    const t = await testApp()
    const { here, section } = await archive(t)
    await enterAll(t, here, [{ data: { prenom: 'Anne' } }])
    const marie = await t.as(t.marie)
    const few = await countQueries(t.deps, () => offered(marie, here, 'an'))
    // The session, the source, its fields, those of the same kind, the rings, and once what was dropped.
    expect(few).toBeLessThanOrEqual(7)
    const rows = Array.from({ length: 30 }, (_, n) => ({ data: { prenom: `Anne ${n}` } }))
    await enterAll(t, section, rows)
    expect(await countQueries(t.deps, () => offered(marie, here, 'an'))).toBeLessThanOrEqual(few + 1)
  })
})

describe('the counts follow the records', () => {
  test('created, changed, deleted, restored, and many at once', async () => {
    const t = await testApp()
    const { here, place } = await archive(t)
    const author = { user_id: t.marie.id, now: NOW }
    const id = await t.make.releve(here, { nom: 'Le Bret', prenom: 'Anne' })
    await t.make.releve(here, { nom: 'Le Bret', prenom: 'Jean' })
    await t.make.releve(place, { nom: 'Le Bret' })
    expect(await everywhere(t)).toEqual([
      { valeur: 'Anne', n: 1 },
      { valeur: 'Jean', n: 1 },
      { valeur: 'Le Bret', n: 2 },
    ])
    await updateReleve(t.db, { id, version: 1, data: { nom: 'Le Bret', prenom: 'Jean' }, etats: {}, ...author })
    expect(await counted(t)).toEqual([
      { valeur: 'Jean', n: 2 },
      { valeur: 'Le Bret', n: 2 },
      { valeur: 'Le Bret', n: 1 },
    ])
    expect(await everywhere(t)).toEqual([
      { valeur: 'Jean', n: 1 },
      { valeur: 'Le Bret', n: 2 },
    ])
    const before = [await counted(t), await everywhere(t)]
    await deleteReleve(t.db, { id, ...author })
    expect((await counted(t)).find(({ valeur }) => valeur === 'Jean')?.n).toBe(1)
    await restoreReleve(t.db, { id, ...author })
    expect([await counted(t), await everywhere(t)]).toEqual(before)
    const rows = [{ data: { nom: 'Le Bret' } }, { data: { nom: 'Hervé' } }, { data: { nom: 'Hervé' } }]
    await enterAll(t, place, rows)
    expect((await everywhere(t)).map(({ valeur, n }) => `${valeur} ${n}`)).toEqual(['Hervé 1', 'Jean 1', 'Le Bret 2'])
  })

  test('a refused record leaves none; sentences and signs are not kept', async () => {
    const t = await testApp()
    const { here } = await archive(t)
    const marie = await t.as(t.marie)
    const refused = await marie.post(`/sources/${here.id}/releves`, { 'data[nom]': 'Perdu' })
    expect([refused.status, await counted(t)]).toEqual([422, []])
    await t.make.releve(here, { nom: '?', prenom: 'mot '.repeat(60) })
    expect(await counted(t)).toEqual([])
  })

  test('two saves at once in two sources of the same values', async () => {
    const t = await testApp()
    const { here, place } = await archive(t)
    const data = { nom: 'Zacharie', prenom: 'Anne' }
    await Promise.all([here, place, here, place, here, place].map((source) => t.make.releve(source, data)))
    expect(await everywhere(t)).toEqual([
      { valeur: 'Anne', n: 2 },
      { valeur: 'Zacharie', n: 2 },
    ])
    expect((await counted(t)).map(({ n }) => n)).toEqual([3, 3, 3, 3])
  })
})

describe('a value offered no more', () => {
  test('in every source of the type, until it is offered again', async () => {
    const t = await testApp()
    const { here, place } = await archive(t)
    await t.make.releve(here, { prenom: 'Marrie' })
    await t.make.releve(here, { prenom: 'Marie' })
    const marie = await t.as(t.marie)
    const value = { source: here.id, champ: 'prenom', valeur: 'Marrie' }
    expect((await marie.post('/completions/ecarter', value)).status).toBe(204)
    expect((await marie.post('/completions/ecarter', value)).status).toBe(204)
    expect(await offered(marie, here, 'ma')).toEqual(['Marie'])
    expect(await offered(await t.as(t.rene), place, 'ma')).toEqual(['Marie'])
    expect((await marie.post('/completions/reprendre', value)).status).toBe(204)
    expect(await offered(marie, here, 'ma')).toEqual(['Marie', 'Marrie'])
  })

  test('refused to those who may not write there, and for what is no value', async () => {
    const t = await testApp()
    const { here } = await archive(t)
    await t.make.releve(here, { prenom: 'Marie' })
    const value = { source: here.id, champ: 'prenom', valeur: 'Marie' }
    const statuses = async (visitor: Visitor, fields: object) => {
      const paths = ['/completions/ecarter', '/completions/reprendre']
      return Promise.all(paths.map(async (path) => (await visitor.post(path, { ...value, ...fields })).status))
    }
    expect(await statuses(await t.as(t.etienne), {})).toEqual([404, 404])
    expect(await statuses(t.anonymous(), {})).toEqual([303, 303])
    const marie = await t.as(t.marie)
    expect(await statuses(marie, { champ: 'inconnu' })).toEqual([404, 404])
    expect(await statuses(marie, { valeur: '' })).toEqual([422, 422])
    expect(await statuses(marie, { valeur: 'a\0b' })).toEqual([422, 422])
    expect(await statuses(marie, { source: 'x' })).toEqual([422, 422])
    await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', here.id).execute()
    expect(await statuses(marie, {})).toEqual([403, 403])
    expect(await t.db.selectFrom('valeurs_ecartees').selectAll().execute()).toEqual([])
    expect(t.failures).toEqual([])
  })
})

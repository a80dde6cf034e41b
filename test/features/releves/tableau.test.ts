// Acts as rows of a table, without a script: one form that holds the one live row.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { VUE } from '../../../src/features/releves/queries/tableau.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { isPostgres } from '../../support/db.ts'
import { ACT, register, releves } from './support.ts'
import { actionOf, burials, grid, sentRow, typeRow } from './tableau-support.ts'

const heads = (page: { all(selector: string): { text: string }[] }) =>
  page.all('table.grille thead th').map(({ text }) => text)

const withoutView = async (t: TestApp) => {
  const { source } = await register(t)
  return { source, path: `/sources/${source.id}/tableau` }
}

describe('the rows', () => {
  test('are the acts of one view, in the order of the register; without a view those of the last one', async () => {
    const t = await testApp()
    const { row, path } = await burials(t)
    await row('44', 'Hamon')
    await row('45', 'Le Goff', { prenom: 'Jean', numero: 12 })
    await row('45', 'Briand', { prenom: 'Anne' })
    const marie = await t.as(t.marie)
    const { page } = await marie.get(path)
    expect(grid(page)).toEqual(['1|12|Le Goff|Jean', '2||Briand|Anne', '*'])
    expect(heads(page)).toEqual(['N°', 'N° d’acte', 'Nom *', 'Prénom', 'Ligne'])
    expect(page.one('.grille-vues strong').text).toBe('Vue «\u00a045\u00a0»')
    const before = await marie.get(page.one('.grille-vues [rel=prev]').attrs.href ?? '')
    expect(grid(before.page)).toEqual(['1||Hamon|', '*'])
    const all = await marie.get(`${path}?vue=`)
    expect(grid(all.page)).toEqual(['1|44||Hamon|', '2|45|12|Le Goff|Jean', '3|45||Briand|Anne', '*'])
    expect(t.failures).toEqual([])
  })

  test('of a type without views are the last fifty, the others a page before', async () => {
    const t = await testApp()
    const { source, path } = await withoutView(t)
    for (let n = 1; n <= 53; n += 1) await t.make.releve(source, { nom: `Nom ${n}` })
    const marie = await t.as(t.marie)
    const { page } = await marie.get(path)
    expect(grid(page).map((line) => line.split('|')[0])).toEqual(['51', '52', '53', '*'])
    const first = await marie.get(page.one('.pagination [rel=prev]').attrs.href ?? '')
    expect(grid(first.page)).toHaveLength(51)
    const row = await marie.get(first.page.one('#ligne-3 .grille-liens a').attrs.href?.split('#')[0] ?? '')
    expect([grid(row.page).indexOf('*'), row.page.value('data[nom]')]).toEqual([2, 'Nom 3'])
  })

  test('show states in a word, and cells for what the register has been seen to fill', async () => {
    const t = await testApp()
    const { source, path } = await burials(t)
    await t.make.releve(source, { vue: '1', nom: 'Morin' }, { prenom: 'illisible', nom: 'douteux' })
    const { page } = await (await t.as(t.marie)).get(path)
    expect(grid(page)[0]).toBe('1|Morin douteux|illisible')
    expect(page.text).toContain('4 colonnes vides masquées')
    const all = await (await t.as(t.marie)).get(page.one('.colonnes-ligne span a').attrs.href ?? '')
    expect(heads(all.page)).toContain('Notes')
  })
})

describe('the acts of a view', () => {
  test('are found by an index of both engines', async () => {
    const t = await testApp()
    const { row, source } = await burials(t)
    await row('45', 'Le Goff')
    const ask = sql`select id from releves where source_id = ${source.id} and ${VUE} = '46' order by id limit 50`
    const plan = await t.db.transaction().execute(async (trx) => {
      // In a small table PostgreSQL takes any index, or none.
      for (let rows = 1; rows < 1000; rows *= 2)
        await sql`insert into releves (source_id, data, created_at, updated_at)
          select source_id, data, created_at, updated_at from releves`.execute(trx)
      await sql`analyze releves`.execute(trx)
      return (await sql`${sql.raw(isPostgres ? 'explain' : 'explain query plan')} ${ask}`.execute(trx.withoutPlugins()))
        .rows
    })
    expect(JSON.stringify(plan)).toContain('releves_vue')
  })

  test('may be of a field that holds a long text, which no index takes', async () => {
    const t = await testApp()
    const type = await t.make.typeSource({ champs: [{ nom: 'vue', type: 'textarea' }, { nom: 'nom' }] })
    const source = await t.make.source({ type, section: t.saintMalo })
    const vue = Array.from({ length: 4000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('')
    await t.make.releve(source, { vue, nom: 'Long' })
    const { page } = await (await t.as(t.marie)).get(`/sources/${source.id}/tableau`)
    expect(grid(page)).toHaveLength(2)
  })
})

describe('a row typed', () => {
  test('on a new view starts with what is carried over, and is stored on that view', async () => {
    const t = await testApp()
    const { row, path, source } = await burials(t)
    await row('45', 'Le Goff', { numero: 12 })
    const marie = await t.as(t.marie)
    const { page } = await marie.get(`${path}?vue=46`)
    expect([page.value('data[vue]'), page.value('data[numero]')]).toEqual(['46', '13'])
    const saved = await marie.post(actionOf(page), sentRow(page, { 'data[nom]': 'Morin', 'data[numero]': '1' }))
    const id = (await releves(t)).at(-1)?.id
    expect([saved.status, saved.location]).toEqual([
      303,
      `/sources/${source.id}/tableau?vue=46&page=1&enregistre=${id}#ligne-${id}`,
    ])
    const next = await marie.get(saved.location?.split('#')[0] ?? '')
    expect(grid(next.page)).toEqual(['1|1|Morin', '*'])
    expect(next.page.value('data[numero]')).toBe('2')
    expect(next.page.text).toContain('Enregistré à 11 h 00')
    expect((await releves(t)).at(-1)?.data).toEqual({ vue: '46', numero: 1, nom: 'Morin' })
  })

  test('below the last row of an earlier view or page stands after it, below the last act at the end', async () => {
    const t = await testApp()
    const { row, path } = await burials(t)
    await row('44', 'A')
    for (let n = 1; n <= 51; n += 1) await row('45', `B${n}`)
    const marie = await t.as(t.marie)
    await typeRow(marie, `${path}?vue=46`, { 'data[nom]': 'D' })
    expect(await t.db.selectFrom('rangs').selectAll().execute()).toEqual([])
    await typeRow(marie, `${path}?vue=44`, { 'data[nom]': 'A bis' })
    await typeRow(marie, `${path}?vue=44`, { 'data[nom]': 'A ter' })
    await typeRow(marie, `${path}?vue=45&page=1`, { 'data[nom]': 'B50 bis' })
    await typeRow(marie, `${path}?vue=45`, { 'data[nom]': 'C' })
    const shown = async (query: string) =>
      grid((await marie.get(`${path}?${query}`)).page).map((line) => line.split('|')[2])
    expect(await shown('vue=&page=1')).toEqual(
      expect.arrayContaining(['A', 'A bis', 'A ter', ...Array.from({ length: 47 }, (_, n) => `B${n + 1}`)]),
    )
    expect(await shown('vue=&page=2')).toEqual(['B48', 'B49', 'B50', 'B50 bis', 'B51', 'C', 'D', undefined])
    const { id = 0, source_id = 0 } = (await releves(t))[0] ?? {}
    await marie.post('/brouillons', { source: source_id, cle: 'a'.repeat(32), 'data[nom]': 'E', apres: id })
    await typeRow(marie, `${path}?vue=44&brouillon=${'a'.repeat(32)}`, {})
    expect((await shown('vue=&page=1')).slice(0, 3)).toEqual(['A', 'E', 'A bis'])
    expect(t.failures).toEqual([])
  })

  test('is stored as at the desk, every kind of field', async () => {
    const t = await testApp()
    const { source, path } = await withoutView(t)
    const lieu = await t.make.lieu({ nom: 'Saint-Briac' })
    const act = {
      ...ACT,
      'data[domicile]': String(lieu.id),
      'texte:data[domicile]': lieu.nom_long,
      'etats[sexe]': 'douteux',
    }
    const marie = await t.as(t.marie)
    await marie.post(`/sources/${source.id}/releves`, act)
    expect((await typeRow(marie, path, act)).status).toBe(303)
    const [desk, table] = await releves(t)
    expect([table?.data, table?.etats, table?.date_evenement]).toEqual([desk?.data, desk?.etats, desk?.date_evenement])
    expect(t.failures).toEqual([])
  })

  test('sent twice makes one record', async () => {
    const t = await testApp()
    const { path } = await burials(t)
    const marie = await t.as(t.marie)
    const { page } = await marie.get(`${path}?vue=45`)
    const row = sentRow(page, { 'data[nom]': 'Morin' })
    const answers = [await marie.post(actionOf(page), row), await marie.post(actionOf(page), row)]
    expect(answers[1]?.location).toBe(answers[0]?.location)
    expect(await releves(t)).toHaveLength(1)
  })

  test('that is wrong comes back in its row, each error in its cell, nothing stored', async () => {
    const t = await testApp()
    const { row, path } = await burials(t)
    await row('45', 'Le Goff', { prenom: 'Jean', numero: 12 })
    const marie = await t.as(t.marie)
    const change = { 'data[numero]': 'douze', 'data[prenom]': 'Anne' }
    const { status, page } = await typeRow(marie, `${path}?vue=45`, change)
    expect(status).toBe(422)
    expect([page.error('data[numero]').slice(0, 18), page.error('data[nom]').slice(0, 23)]).toEqual(
      ['Indiquez un nombre', 'Ce champ est obligatoire'].map((text, index) => text.slice(0, [18, 23][index])),
    )
    expect(page.one('table.grille .vive [name="data[numero]"]').attrs['aria-invalid']).toBe('true')
    expect(page.value('data[prenom]')).toBe('Anne')
    expect(grid(page)).toEqual(['1|12|Le Goff|Jean', '*'])
    expect(await releves(t)).toHaveLength(1)
  })

  test('with a place to be chosen keeps its place in the table', async () => {
    const t = await testApp()
    const { row, path, lieu } = await burials(t)
    await row('45', 'Le Goff', { lieu: { id: lieu.id, nom_long: lieu.nom_long } })
    const marie = await t.as(t.marie)
    const change = { 'data[nom]': 'Morin', 'texte:data[lieu]': 'pleur', chercher: 'data[lieu]' }
    const { status, page } = await typeRow(marie, `${path}?vue=45`, change)
    expect(status).toBe(200)
    expect(page.all('.vive select[name="data[lieu]"] option')).toHaveLength(2)
    expect(page.value('data[nom]')).toBe('Morin')
  })
})

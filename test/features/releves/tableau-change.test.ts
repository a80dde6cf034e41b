// A stored act is changed in its row; who comes too late, and who may at all.
import { describe, expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { releves } from './support.ts'
import { actionOf, burials, grid, sentRow, typeRow } from './tableau-support.ts'

const HTMX = { 'HX-Request': 'true' }

describe('the row of a stored act', () => {
  test('is made live by its link, and only what was typed changes', async () => {
    const t = await testApp()
    const { row, path } = await burials(t)
    const id = await row('45', 'Le Goff', { prenom: 'Jean', notes: 'Enterré\nla nuit' })
    await row('45', 'Briand')
    const marie = await t.as(t.marie)
    await marie.post(`${path}/colonnes`, { champs: await idsOf(t, ['nom', 'prenom']), ordre: [] })
    const { page } = await marie.get(`${path}?vue=45&ligne=${id}`)
    expect(grid(page)).toEqual(['*', '2|Briand|'])
    expect(actionOf(page)).toBe(`/releves/${id}`)
    const saved = await marie.post(actionOf(page), sentRow(page, { 'data[prenom]': 'Jean Marie' }))
    expect(saved.location).toContain(`#ligne-${id}`)
    const [first] = await releves(t)
    expect([first?.version, first?.data]).toEqual([
      2,
      { vue: '45', nom: 'Le Goff', prenom: 'Jean Marie', notes: 'Enterré\nla nuit' },
    ])
    expect(t.failures).toEqual([])
  })

  test('is live on the page of its own view, whichever the address asks for', async () => {
    const t = await testApp()
    const { row, path } = await burials(t)
    const id = await row('44', 'Le Goff')
    const bare = await t.make.releve({ id: (await releves(t))[0]?.source_id ?? 0 }, { nom: 'Sans vue' })
    for (let n = 0; n < 51; n += 1) await row('45', `Nom ${n}`)
    const marie = await t.as(t.marie)
    for (const query of ['?', '?vue=45&', '?vue=44&page=2&', '?vue=&page=2&']) {
      const { page } = await marie.get(`${path}${query}ligne=${id}`)
      expect([query, grid(page)[0], page.value('data[nom]')]).toEqual([query, '*', 'Le Goff'])
    }
    const { page } = await marie.get(`${path}?vue=45&ligne=${bare}`)
    expect([grid(page)[1], page.value('data[nom]')]).toEqual(['*', 'Sans vue'])
    const below = await marie.get(`${path}?inserer=${id}`)
    expect(grid(below.page)).toEqual(['1|Le Goff', '*'])
    expect(t.failures).toEqual([])
  })

  test('that somebody else changed meanwhile asks which version counts', async () => {
    const t = await testApp()
    const { row, path } = await burials(t)
    const id = await row('45', 'Le Goff')
    const marie = await t.as(t.marie)
    const { page } = await marie.get(`${path}?ligne=${id}`)
    await (await t.as(t.rene)).post(`/releves/${id}/champs/prenom`, { version: 1, 'data[prenom]': 'Yves' })
    const answer = await marie.post(actionOf(page), sentRow(page, { 'data[prenom]': 'Jean' }))
    expect([answer.status, answer.page.one('h1').text.slice(0, 12)]).toEqual([409, 'Deux version'])
    const told = await marie.post(
      actionOf(page),
      sentRow(page, { 'data[prenom]': 'Jean', _colonnes: 'nom prenom' }),
      HTMX,
    )
    expect(told.status).toBe(409)
    const table = told.page.one('#grille-reponse')
    expect(table.attrs['data-avis']).toContain('Modifié par rene')
    expect(table.attrs['data-choisir']).toBe(`/releves/${id}/modifier?brouillon=r${id}`)
    expect(told.page.one('tr').attrs['data-version']).toBe('2')
    expect((await releves(t))[0]?.data.prenom).toBe('Yves')
    expect(t.failures).toEqual([])
  })

  test('that was deleted meanwhile is not written', async () => {
    const t = await testApp()
    const { row, path } = await burials(t)
    const id = await row('45', 'Le Goff')
    const marie = await t.as(t.marie)
    const { page } = await marie.get(`${path}?ligne=${id}`)
    await marie.post(`/releves/${id}/supprimer`, { version: 1 })
    const told = await marie.post(actionOf(page), sentRow(page, { 'data[nom]': 'Autre' }), HTMX)
    expect([told.status, told.page.one('#grille-reponse').attrs['data-avis']?.slice(0, 18)]).toEqual([
      409,
      'Supprimé par marie',
    ])
    expect(await releves(t)).toEqual([])
  })
})

describe('a script gets the row alone', () => {
  test('stored, in the columns that it shows, with what it would be typed with', async () => {
    const t = await testApp()
    const { path } = await burials(t)
    const marie = await t.as(t.marie)
    const { page } = await marie.get(`${path}?vue=45`)
    const sent = sentRow(page, {
      'data[nom]': 'Morin',
      'data[date_evenement][valeur]': '12/8/1779',
      _colonnes: 'nom notes',
    })
    const { status, page: answer } = await marie.post(actionOf(page), sent, HTMX)
    expect(status).toBe(200)
    const tr = answer.one('tr')
    expect(tr.querySelectorAll('td:not(.grille-liens)').map((cell) => cell.text)).toEqual(['Morin', ''])
    expect(JSON.parse(tr.attrs['data-valeurs'] ?? '')).toMatchObject({
      'data[date_evenement][valeur]': '12/08/1779',
      'data[vue]': '45',
    })
    expect(answer.one('table').attrs['data-avis']).toContain('1779')
    const again = await marie.post(actionOf(page), { ...sent, 'data[prenom]': 'Anne' }, HTMX)
    expect([again.status, again.page.one('table').attrs['data-deja']]).toEqual([200, ''])
    expect(await releves(t)).toHaveLength(1)
  })

  test('or why it is refused', async () => {
    const t = await testApp()
    const { path } = await burials(t)
    const marie = await t.as(t.marie)
    const { page } = await marie.get(`${path}?vue=45`)
    const refused = await marie.post(actionOf(page), sentRow(page, { 'data[numero]': 'x', _colonnes: 'nom' }), HTMX)
    expect(refused.status).toBe(422)
    const errors = JSON.parse(refused.page.one('#grille-reponse').attrs['data-erreurs'] ?? '')
    expect(Object.keys(errors)).toEqual(['data[numero]', 'data[nom]'])
  })
})

test('who may not type in the source gets no table', async () => {
  const t = await testApp()
  const { source, path, row } = await burials(t)
  const id = await row('45', 'Le Goff')
  expect((await (await t.as(t.etienne)).get(path)).status).toBe(404)
  await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', source.id).execute()
  const marie = await t.as(t.marie)
  expect((await marie.get(path)).status).toBe(403)
  expect((await marie.get(`${path}/colonnes`)).status).toBe(403)
  await t.db.updateTable('sources').set({ status: 'en_cours' }).where('id', '=', source.id).execute()
  const other = await burials(t)
  expect((await marie.get(`${other.path}?ligne=${id}`)).status).toBe(404)
  for (const odd of ['?ligne=0', '?page=x', '?vue=%00', '?vue=a&vue=b', '?ligne=99999999999999999', '?brouillon=x'])
    expect([odd, (await marie.get(path + odd)).status]).toEqual([odd, 200])
  expect(t.failures).toEqual([])
})

test('columns of the table are chosen beside those of the lists', async () => {
  const t = await testApp()
  const { path, releves: list, row } = await burials(t)
  await row('45', 'Le Goff')
  const marie = await t.as(t.marie)
  await marie.post(`${path}/colonnes?vue=45`, { champs: await idsOf(t, ['prenom', 'notes']), ordre: [] })
  const heads = (await marie.get(path)).page.all('thead th').map(({ text }) => text)
  // A column that no record can do without stays.
  expect(heads).toEqual(['N°', 'Prénom', 'Notes', 'Nom *', 'Ligne'])
  expect((await marie.get(list)).page.all('#releves thead th').map(({ text }) => text)).toContain('Nom')
  await marie.post(`${list}/colonnes`, { action: 'defaut' })
  expect((await marie.get(path)).page.all('thead th')).toHaveLength(5)
  await marie.post(`${path}/colonnes`, { action: 'defaut' })
  expect(await t.db.selectFrom('colonnes_choisies').selectAll().execute()).toEqual([])
})

async function idsOf(t: Awaited<ReturnType<typeof testApp>>, noms: string[]): Promise<number[]> {
  const rows = await t.db.selectFrom('champs').select(['id', 'nom']).where('nom', 'in', noms).execute()
  return noms.flatMap((nom) => rows.find((row) => row.nom === nom)?.id ?? [])
}

test('a draft comes back in its row', async () => {
  const t = await testApp()
  const { source, path, row } = await burials(t)
  const id = await row('45', 'Le Goff')
  const marie = await t.as(t.marie)
  const draft = {
    source: source.id,
    releve: id,
    cle: `r${id}`,
    version: 1,
    'data[nom]': 'Le Goff',
    'data[prenom]': 'Je',
  }
  await marie.post('/brouillons', draft)
  const { page } = await marie.get(`${path}?brouillon=r${id}`)
  expect([grid(page), page.value('data[prenom]')]).toEqual([['*'], 'Je'])
  await typeRow(marie, `${path}?brouillon=r${id}`, { 'data[prenom]': 'Jean' })
  expect((await releves(t))[0]?.data.prenom).toBe('Jean')
  expect(await t.db.selectFrom('brouillons').selectAll().execute()).toEqual([])
})

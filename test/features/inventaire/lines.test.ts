import { expect, test } from 'vitest'
import { archives, lines } from './support.ts'

async function world() {
  const site = await archives()
  const { t, dinard, depot } = site
  const fields = {
    ...{
      lieu_id: dinard.id,
      'texte:lieu_id': dinard.nom_long,
      acte: 'bapteme',
      annee_debut: '1760',
      annee_fin: '1768',
    },
    ...{ etat: 'conserve', depot_id: depot.id, cote: '10 NUM 1', url: 'https://archives.exemple.fr/1', note: 'Taché' },
  }
  return { ...site, rene: await t.as(t.rene), fields }
}

test('a manager adds a register, changes it, deletes it; a double click adds one', async () => {
  const { t, rene, fields, dinard, depot } = await world()
  const _envoi = (await rene.get('/inventaire/nouveau')).page.value('_envoi')
  const [added] = await Promise.all([1, 2].map(() => rene.post('/inventaire', { ...fields, _envoi })))
  expect(added?.location).toBe(`/inventaire?lieu=${dinard.id}`)
  const [line, another] = await lines(t)
  expect(another).toBeUndefined()
  expect(line).toMatchObject({ acte: 'bapteme', annee_debut: 1760, annee_fin: 1768, depot_id: depot.id, version: 1 })
  const form = (await rene.get(`/inventaire/${line?.id}/modifier`)).page
  expect([form.value('cote'), form.value('etat'), form.value('texte:lieu_id')]).toEqual([
    ...['10 NUM 1', 'conserve', dinard.nom_long],
  ])
  const changed = await rene.post(`/inventaire/${line?.id}`, { ...fields, annee_fin: '', etat: 'brule', version: 1 })
  expect(changed.status).toBe(303)
  expect((await lines(t))[0]).toMatchObject({ annee_fin: 1760, etat: 'brule', version: 2 })
  const page = (await rene.get(`/inventaire?lieu=${dinard.id}`)).page
  expect(page.one('tbody tr').textContent).toMatch(/Dinard.*Baptême.*1760.*Brûlé/s)
  expect((await rene.post(`/inventaire/${line?.id}/supprimer`, { version: 1 })).status).toBe(409)
  expect((await rene.post(`/inventaire/${line?.id}/supprimer`, { version: 2 })).status).toBe(303)
  expect(await lines(t)).toEqual([])
  expect(t.failures).toEqual([])
})

test.each<[string, Record<string, string | number>, string, string]>([
  ['no place', { lieu_id: '', 'texte:lieu_id': '' }, 'texte:lieu_id', 'Choisissez le lieu du registre.'],
  ['unknown place', { lieu_id: '', 'texte:lieu_id': 'Nulle part' }, 'texte:lieu_id', 'Aucun lieu ne correspond'],
  ['no kind', { acte: '' }, 'acte', 'Choisissez le genre d’actes.'],
  ['no year', { annee_debut: '' }, 'annee_debut', 'Indiquez la première année.'],
  ['year in words', { annee_debut: 'an III' }, 'annee_debut', 'Indiquez une année en chiffres'],
  ['years reversed', { annee_fin: 1750 }, 'annee_fin', 'La dernière année précède la première.'],
  ['unknown state', { etat: 'volé' }, 'etat', 'Choisissez l’état du registre.'],
  ['script address', { url: 'javascript:alert(1)' }, 'url', 'https://'],
])('a register is refused beside its field, and stays typed: %s', async (_why, change, name, message) => {
  const { t, rene, fields } = await world()
  const res = await rene.post('/inventaire', { ...fields, _envoi: 'jeton', note: 'Gardée', ...change })
  expect(res.status).toBe(422)
  expect(res.page.error(name)).toContain(message)
  expect(res.page.value('note')).toBe('Gardée')
  expect(await lines(t)).toEqual([])
})

test('who saved meanwhile is not overwritten, and what is gone is told', async () => {
  const { t, rene, fields, line, depot } = await world()
  const id = await line()
  await t.db.updateTable('registres').set({ version: 2 }).execute()
  const late = await rene.post(`/inventaire/${id}`, { ...fields, version: 1 })
  expect([late.status, late.page.value('version'), late.page.value('cote')]).toEqual([409, '2', '10 NUM 1'])
  await t.db.deleteFrom('depots').where('id', '=', depot.id).execute()
  const gone = await rene.post(`/inventaire/${id}`, { ...fields, version: 2 })
  expect([gone.status, gone.page.text.includes('vient d’être supprimé')]).toEqual([422, true])
  expect((await lines(t))[0]).toMatchObject({ cote: null, version: 2 })
})

test('members read it and change nothing', async () => {
  const { t, line } = await world()
  const id = await line()
  const marie = await t.as(t.marie)
  const page = (await marie.get('/inventaire')).page
  expect(page.text).toContain('1760-1768')
  expect(page.all('a[href$="/modifier"], input[name=ids], a[href="/inventaire/nouveau"]')).toEqual([])
  for (const path of ['nouveau', `${id}/modifier`, `${id}/supprimer`, 'import', 'lot?geste=creer'])
    expect([path, (await marie.get(`/inventaire/${path}`)).status]).toEqual([path, 403])
})

test('each filter keeps what it says, and the CSV with it', async () => {
  const { t, rene, line, ille, evran } = await world()
  await line({ annee_debut: 1700, annee_fin: 1701 })
  await line({ acte: 'mariage', annee_debut: 1710, annee_fin: 1710 })
  await line({ lieu_id: evran.id, etat: 'perdu', annee_debut: 1720, annee_fin: 1720 })
  const taken = await line({ annee_debut: 1730, annee_fin: 1730 })
  const source = await t.make.source({ titre: 'Prise', section: t.saintMalo })
  await t.db.insertInto('registre_sources').values({ source_id: source.id, registre_id: taken }).execute()
  const found = async (query: string) => {
    const cells = (await rene.get(`/inventaire${query}`)).page.all('tbody td:nth-of-type(2)')
    const csv = (await rene.get(`/inventaire/export/csv${query}`)).text.trim().split('\r\n').slice(1)
    expect(csv).toHaveLength(cells.length)
    return cells.map((cell) => cell.textContent).join(' ')
  }
  const everything = '1700-1701 1730 1710 1720'
  expect(await found('')).toBe(everything)
  expect(await found(`?lieu=${ille.id}`)).toBe(everything)
  expect(await found(`?lieu=${evran.id}`)).toBe('1720')
  expect(await found('?acte=mariage')).toBe('1710')
  expect(await found('?etat=perdu')).toBe('1720')
  expect(await found('?libres=oui')).toBe('1700-1701 1710')
})

test('a register that a hidden source takes says only « pris »', async () => {
  const { t, line } = await world()
  const id = await line()
  const source = await t.make.source({ titre: 'Cachée', section: t.vannes })
  await t.db.insertInto('registre_sources').values({ source_id: source.id, registre_id: id }).execute()
  const cell = async (user: { id: number }) =>
    (await (await t.as(user)).get('/inventaire')).page.one('tbody tr td:nth-of-type(6)').textContent
  expect([await cell(t.marie), await cell(t.etienne)]).toEqual(['pris', 'Cachée'])
})

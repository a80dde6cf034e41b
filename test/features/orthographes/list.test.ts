import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'
import { PASSWORD } from '../../support/characters.ts'
import { squeeze } from '../../support/html.ts'
import { LIST, makeLine, stored } from './support.ts'

async function site() {
  const t = await testApp()
  const finistere = await t.make.lieu({ nom: 'Finistère' })
  const brest = await t.make.lieu({ nom: 'Brest', parent: finistere })
  await makeLine(t, 'LE GOFF = LE GOAFF')
  await makeLine(t, 'Martin ≠ Martel', { lieu: finistere, etat: 'proposee', auteur: t.marie })
  await makeLine(t, 'Jeanne = Jehanne', { genre: 'prenom', lieu: brest, etat: 'refusee' })
  const marie = await t.as(t.marie)
  const shown = async (query: string) => {
    const { page } = await marie.get(`${LIST}?${query}`)
    return page.all('tbody th').map((cell) => squeeze(cell.textContent))
  }
  return { t, marie, shown, finistere, brest }
}

test('lines are filtered by state, sign, kind, place and what is below it, text', async () => {
  const { shown, finistere, brest } = await site()
  const [goff, martin, jeanne] = ['LE GOAFF = LE GOFF', 'Martel ≠ Martin', 'Jeanne = Jehanne']
  expect(await shown('')).toEqual([jeanne, goff, martin])
  expect(await shown('ordre=desc')).toEqual([martin, goff, jeanne])
  expect(await shown('etat=proposee')).toEqual([martin])
  expect(await shown('signe=egal')).toEqual([jeanne, goff])
  expect(await shown('genre=prenom')).toEqual([jeanne])
  expect(await shown(`lieu=${finistere.id}`)).toEqual([jeanne, martin])
  expect(await shown(`lieu=${brest.id}`)).toEqual([jeanne])
  expect(await shown('q=Le+Gôff')).toEqual([goff])
  expect(await shown('q=mart')).toEqual([martin])
  expect(await shown('q=%25')).toEqual([])
  expect(await shown('etat=autre&tri=usages')).toHaveLength(3)
})

test('the CSV has every line, names its place, and is one that the import reads', async () => {
  const { t, marie } = await site()
  const { text, headers } = await marie.get(`${LIST}/export/csv`)
  expect(headers.get('content-disposition')).toContain('orthographes')
  expect(text.replace('\ufeff', '').split('\r\n')).toEqual([
    'nom1;signe;nom2;genre;lieu;source;etat',
    "LE GOAFF;'=;LE GOFF;nom;;;acceptee",
    'Martel;≠;Martin;nom;Finistère;;proposee',
    "Jeanne;'=;Jehanne;prenom;Brest, Finistère;;refusee",
    '',
  ])
  expect(t.failures).toEqual([])
})

const mergePlaces = async (t: TestApp, from: number, into: number) => {
  const admin = await t.as(t.admin)
  const { page } = await admin.get(`/lieux/${from}/fusionner?vers=${into}`)
  const hidden = page.all('form[action$="/fusionner"] input[type=hidden]')
  const fields = hidden.map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''])
  expect((await admin.post(`/lieux/${from}/fusionner`, Object.fromEntries(fields))).status).toBe(303)
}

test('a place waits for its lines; a merge takes them along', async () => {
  const { t, finistere } = await site()
  const admin = await t.as(t.admin)
  const brest = await t.make.lieu({ nom: 'Brest-même' })
  const quimper = await t.make.lieu({ nom: 'Quimper' })
  await makeLine(t, 'Hamon = Hamoun', { lieu: brest })
  await makeLine(t, 'Riou = Riwall', { lieu: brest })
  await makeLine(t, 'Riou ≠ Riwall', { lieu: quimper })
  const refused = await admin.post(`/lieux/${brest.id}/supprimer`, { version: 1 })
  expect([refused.status, squeeze(refused.page.text)]).toEqual([
    409,
    expect.stringContaining('2 lignes d’orthographe ne valent que pour ce lieu'),
  ])
  await mergePlaces(t, brest.id, quimper.id)
  expect(await stored(t)).toEqual([
    'LE GOAFF = LE GOFF acceptee',
    'Martel ≠ Martin proposee',
    'Jeanne = Jehanne refusee',
    'Hamon = Hamoun acceptee',
    'Riou ≠ Riwall acceptee',
  ])
  expect((await admin.get(`${LIST}?lieu=${quimper.id}`)).page.all('tbody tr')).toHaveLength(2)
  expect(finistere.id).toBeGreaterThan(0)
  expect(t.failures).toEqual([])
})

test('what somebody proposed is in that person’s data', async () => {
  const { t } = await site()
  const marie = t.anonymous()
  await marie.post('/login', { login: 'marie', password: PASSWORD })
  const data = JSON.parse((await marie.get('/profil/donnees')).text)
  expect(data.orthographes).toEqual([
    expect.objectContaining({ nom_a: 'Martel', signe: 'different', nom_b: 'Martin', etat: 'proposee' }),
  ])
})

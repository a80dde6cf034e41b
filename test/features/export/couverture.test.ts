// Other sites ask this of an association: GeneaBank its table of communes, Geneanet its index of surnames.
import { describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'

/** Saint-Malo and its parish, an act of whose type the association made itself, and a place abroad. */
async function archive(t: TestApp) {
  const france = await t.make.lieu({ nom: 'France', type: 'Pays' })
  const ille = await t.make.lieu({ nom: 'Ille-et-Vilaine', parent: france, type: 'Département' })
  const malo = await t.make.lieu({ nom: 'Saint-Malo', parent: ille, type: 'Commune' })
  const parish = await t.make.lieu({ nom: 'Saint-Vincent', parent: malo, type: 'Paroisse' })
  await t.db.updateTable('lieux').set({ code: '35288' }).where('id', '=', malo.id).execute()
  const baptemes = await t.make.readyType('baptemes')
  const section = t.saintMalo
  const first = await t.make.source({ type: baptemes, lieu: malo, section })
  const second = await t.make.source({ type: baptemes, lieu: parish, section })
  await t.make.releve(first, { nom: 'LE GOFF', prenom: 'Anne', nom_pere: 'Le Goff', date_evenement: day('1787-12-08') })
  await t.make.releve(first, { nom: 'HERVÉ; dit Loup', prenom: 'Guy', nom_parrain: 'LE GOFF' })
  await t.make.releve(second, { nom: 'Hervé, dit Loup', prenom_mere: 'Jeanne', date_evenement: day('1790-01-02') })
  await t.make.source({ type: baptemes, lieu: malo, section })
  const own = await t.make.typeSource({ nom: 'Abjurations' })
  const elsewhere = await t.make.source({ type: own, section: t.vannes })
  await t.make.releve(elsewhere, { nom: 'SMITH' })
  return { section }
}

const COVERAGE = 'commune;code_insee;departement;type;annee_debut;annee_fin;nombre;dont_filiatifs'

describe('GeneaBank', () => {
  test('a line by commune and kind of act, with the acts that name a parent; parishes count for their commune', async () => {
    const t = await testApp()
    const { section } = await archive(t)
    const rene = await t.as(t.rene)
    const { text, headers } = await rene.get(`/export/section/${section.id}/couverture/csv`)
    expect(text).toBe(`${COVERAGE}\r\nSaint-Malo;35288;Ille-et-Vilaine;Baptême;1787;1790;3;2\r\n`)
    expect(headers.get('content-disposition')).toContain('attachment')
  })

  test('the whole site for administrators: sources without a place and types of the association too', async () => {
    const t = await testApp()
    await archive(t)
    const { text } = await (await t.as(t.admin)).get('/export/couverture/csv')
    expect(text.split('\r\n')).toEqual([
      COVERAGE,
      ';;;Abjurations;;;1;0',
      'Saint-Malo;35288;Ille-et-Vilaine;Baptême;1787;1790;3;2',
      '',
    ])
    const lines = await t.db.selectFrom('journal').select(['action', 'detail']).where('action', '=', 'export').execute()
    expect(lines).toMatchObject([{ detail: { chemin: '/export/couverture/csv' } }])
  })

  test('a section without acts has its titles, a site without sources too', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    for (const path of [`/export/section/${t.vannes.id}/couverture/csv`, '/export/couverture/csv'])
      expect((await admin.get(path)).text).toBe(`${COVERAGE}\r\n`)
    expect((await admin.get('/export/geneanet')).text).toBe('')
    expect(t.failures).toEqual([])
  })
})

describe('Geneanet', () => {
  test('a line by surname and commune, ten cells, every role, accents and capitals alike, no separator in a name', async () => {
    const t = await testApp()
    const { section } = await archive(t)
    const { text, headers } = await (await t.as(t.rene)).get(`/export/section/${section.id}/geneanet`)
    expect(text.split('\r\n')).toEqual([
      'HERVÉ dit Loup;Baptême;1790;1790;2;Saint-Malo;F35;;FRA;R',
      'LE GOFF;Baptême;1787;1787;3;Saint-Malo;F35;;FRA;R',
      '',
    ])
    expect(headers.get('content-disposition')).toContain('.txt')
  })

  test('where the country is not known it says so, as Geneanet wants it', async () => {
    const t = await testApp()
    await archive(t)
    const { text } = await (await t.as(t.admin)).get('/export/geneanet')
    expect(text.split('\r\n')[0]).toBe('SMITH;Abjurations;;;1;;;;UND;R')
  })
})

test('its page stands in the section, and is for whoever manages it', async () => {
  const t = await testApp()
  const path = `/export/section/${t.saintMalo.id}`
  const rene = await t.as(t.rene)
  const people = await rene.get(`/sections/${t.saintMalo.id}/personnes`)
  expect(people.page.all('a').map((link) => link.getAttribute('href'))).toContain(path)
  const { page } = await rene.get(path)
  expect(page.all('a.bouton').map((link) => link.getAttribute('href'))).toEqual([
    `${path}/couverture/csv`,
    `${path}/couverture/xlsx`,
    `${path}/geneanet`,
  ])
  for (const [user, status] of [
    [t.marie, 403],
    [t.etienne, 404],
  ] as const)
    for (const end of ['', '/couverture/csv', '/geneanet'])
      expect((await (await t.as(user)).get(`${path}${end}`)).status).toBe(status)
  expect((await rene.get('/export')).status).toBe(403)
  expect((await (await t.as(t.admin)).get('/export')).page.h1).toBe('Exporter pour d’autres sites')
})

// The page of one section: its people, its sources, its months.
import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { LIST } from './support.ts'

test('tells who is in it, how, and what each typed there', async () => {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, status: 'en_cours' })
  const elsewhere = await t.make.source({ section: t.vannes, status: 'en_cours' })
  const reader = await t.make.user({ name: 'lectrice' })
  await t.make.membre(t.saintMalo, reader, 'lecture')
  const marie = await t.as(t.marie)
  const act = { 'data[nom]': 'Martin', 'data[date_evenement][valeur]': '1788' }
  expect((await marie.post(`/sources/${source.id}/releves`, act)).status).toBe(303)
  await (await t.as(t.etienne)).post(`/sources/${elsewhere.id}/releves`, act)
  const admin = await t.as(t.admin)
  const { status, page } = await admin.get(`${LIST}/${t.saintMalo.id}`)
  expect([status, page.h1]).toEqual([200, 'Section de Saint-Malo'])
  const rows = page
    .all('.tableau tbody tr')
    .map((row) => row.querySelectorAll('th,td').map((cell) => squeeze(cell.textContent)))
  expect(rows).toEqual([
    ['rene', 'Gestionnaire', '0', 'jamais'],
    ['inactif inactif', 'Saisie', '0', 'jamais'],
    ['marie', 'Saisie', '1', 'aujourd’hui'],
    ['lectrice', 'Lecture', '0', ''],
  ])
  expect(page.all('.parts a').map((link) => squeeze(link.textContent))[1]).toBe('1 En cours')
  expect(page.all('.panneau h2').map((title) => squeeze(title.textContent))).toEqual([
    '1 source, 1 relevé',
    'Relevés saisis par mois',
  ])
  expect(page.all('.graphique td').map((cell) => cell.textContent)).toEqual(['0', '0', '0', '0', '0', '1'])
})

test('says that nobody manages it, and that it is open', async () => {
  const t = await testApp()
  const section = await t.make.section()
  await t.db.updateTable('sections').set({ ouverte: true }).where('id', '=', section.id).execute()
  const admin = await t.as(t.admin)
  const { page } = await admin.get(`${LIST}/${section.id}`)
  expect(
    page
      .all('main .etat')
      .map((badge) => squeeze(badge.textContent))
      .slice(0, 2),
  ).toEqual(['Sans gestionnaire : les administrateurs seuls y valident', 'Ouverte à la lecture'])
  expect(squeeze(page.text)).toContain('Personne n’est encore inscrit dans cette section.')
  expect((await admin.get(`${LIST}/999`)).status).toBe(404)
  expect((await (await t.as(t.rene)).get(`${LIST}/${section.id}`)).status).toBe(403)
})

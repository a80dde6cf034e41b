// The page before the log-in: off until somebody switches it on, and then with nothing of anybody.
import { expect, test } from 'vitest'
import { byDepartement, paragraphsOf } from '../../../src/features/accueil/rules.ts'
import { MINUTE_MS } from '../../../src/lib/durations.ts'
import type { Settings } from '../../../src/web/env.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'

const ON: Partial<Settings> = {
  accueil_public: true,
  accueil_texte: 'Nous relevons la Haute-Bretagne.\n\nDepuis <b>1986</b>.',
  accueil_contact: 'bureau@exemple.fr',
}

/** Two départements, a record in one of them, a source elsewhere. */
async function archive(): Promise<TestApp> {
  const t = await testApp()
  const ille = await t.make.lieu({ nom: 'Ille-et-Vilaine', type: 'Département' })
  const cotes = await t.make.lieu({ nom: 'Côtes-d’Armor', type: 'Département' })
  const cancale = await t.make.lieu({ nom: 'Cancale', type: 'Commune', parent: ille })
  const source = await t.make.source({ titre: 'Registre secret', section: t.vannes, lieu: cancale })
  await t.make.source({ lieu: cotes })
  await t.make.source()
  for (const nom of ['Zyxcanari', 'Martin']) await t.make.releve(source, { nom })
  return t
}

const rows = (t: { page: { all(of: string): { querySelectorAll(of: string): { textContent: string }[] }[] } }) =>
  t.page.all('tbody tr').map((row) => row.querySelectorAll('th,td').map((cell) => squeeze(cell.textContent)))

test('is the log-in until it is switched on', async () => {
  const t = await archive()
  const anybody = t.anonymous()
  expect((await anybody.get('/')).location).toBe('/login')
  expect((await anybody.get('/accueil')).status).toBe(404)
  expect((await (await t.as(t.marie)).get('/accueil')).status).toBe(404)
  expect((await (await t.as(t.admin)).get('/accueil')).status).toBe(200)
})

test('shows the words of the association, its numbers and its contact, and nothing of a record', async () => {
  const t = await archive()
  t.deps.settings.write({ ...ON, site_name: 'Cercle généalogique' })
  const answer = await t.anonymous().get('/')
  expect([answer.status, answer.page.h1]).toEqual([200, 'Cercle généalogique'])
  expect(answer.page.all('.accueil-texte').map((one) => one.textContent)).toEqual([
    'Nous relevons la Haute-Bretagne.',
    'Depuis <b>1986</b>.',
  ])
  expect(squeeze(answer.page.all('main h2')[0]?.textContent ?? '')).toBe('2 relevés dans 3 sources')
  expect(rows(answer)).toEqual([
    ['Côtes-d’Armor', '0', '1'],
    ['Ille-et-Vilaine', '2', '1'],
    ['Ailleurs', '0', '1'],
  ])
  expect(answer.page.all('main a').map((link) => link.getAttribute('href'))).toEqual([
    '/login',
    'mailto:bureau@exemple.fr',
  ])
  expect(answer.text).not.toMatch(/zyxcanari|martin|secret|cancale|marie|Section de/i)
})

test('is not what somebody sees who is signed in', async () => {
  const t = await archive()
  t.deps.settings.write({ ...ON, registration_enabled: true })
  expect((await (await t.as(t.marie)).get('/')).page.h1).toBe('Tableau de bord')
  expect((await t.anonymous().get('/sources')).location).toMatch(/^\/login/)
  const { page } = await t.anonymous().get('/')
  expect(page.all('main a').map((link) => squeeze(link.textContent))).toContain('Demander un compte')
})

test('numbers are counted once in ten minutes, and not at all where they are not wanted', async () => {
  const t = await archive()
  t.deps.settings.write(ON)
  const anybody = t.anonymous()
  const ille = async () => rows(await anybody.get('/'))[1]
  const began = t.deps.clock().getTime()
  const source = await t.db.selectFrom('sources').select('id').where('titre', '=', 'Registre secret').executeTakeFirst()
  expect(await ille()).toEqual(['Ille-et-Vilaine', '2', '1'])
  await t.make.releve({ id: source?.id ?? 0 }, { nom: 'Le Goff' })
  t.deps.clock = () => new Date(began + 9 * MINUTE_MS)
  expect(await ille()).toEqual(['Ille-et-Vilaine', '2', '1'])
  t.deps.clock = () => new Date(began + 10 * MINUTE_MS)
  expect(await ille()).toEqual(['Ille-et-Vilaine', '3', '1'])
  t.deps.settings.write({ accueil_nombres: false, accueil_contact: 'javascript:alert(1)' })
  const bare = await anybody.get('/')
  expect([rows(bare), bare.page.all('a[href^="javascript"]')]).toEqual([[], []])
})

test('is written by administrators, with a text before it is shown', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  const refused = await admin.post('/parametres/accueil', { accueil_public: '1', accueil_contact: 'ici' })
  expect([refused.status, refused.page.text.includes('Écrivez quelques phrases')]).toEqual([422, true])
  const saved = await admin.post('/parametres/accueil', { accueil_public: '1', accueil_texte: 'Bonjour.' })
  expect(saved.status).toBe(303)
  const { accueil_public, accueil_texte, accueil_nombres } = t.deps.settings.read()
  expect([accueil_public, accueil_texte, accueil_nombres]).toEqual([true, 'Bonjour.', false])
  expect((await (await t.as(t.rene)).post('/parametres/accueil', {})).status).toBe(403)
})

test('a place counts for the département above it, whatever lies between', () => {
  const names = new Map([[35, 'Ille-et-Vilaine']])
  const places = [
    { chemin: '/1/35/7/', sources: 1, releves: 5 },
    { chemin: '/1/35/', sources: 1, releves: 0 },
    { chemin: '/1/', sources: 2, releves: 1 },
    { chemin: null, sources: 1, releves: 0 },
  ]
  expect(byDepartement(places, names)).toEqual({
    ...{ sources: 5, releves: 6 },
    departements: [
      { nom: 'Ille-et-Vilaine', sources: 2, releves: 5 },
      { nom: 'Ailleurs', sources: 3, releves: 1 },
    ],
  })
  expect(byDepartement([], names)).toEqual({ sources: 0, releves: 0, departements: [] })
  expect(paragraphsOf(' a\nb \n \n\nc\n')).toEqual(['a\nb', 'c'])
})

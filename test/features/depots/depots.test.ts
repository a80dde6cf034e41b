import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'

const LIST = '/admin/depots'

const FULL = {
  nom: 'Archives départementales d’Ille-et-Vilaine',
  sigle: 'AD35',
  adresse: '1, rue Jacques Léonard',
  ville: 'Rennes',
  site_web: 'https://archives.ille-et-vilaine.fr/',
  note: 'Fermé le lundi',
}

const stored = (t: TestApp) => t.db.selectFrom('depots').selectAll().orderBy('nom_key').execute()

test('a repository is created with all it is known by, and listed with its sources', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  expect((await visitor.get(LIST)).page.text).toContain('Aucun dépôt')
  const _envoi = (await visitor.get(`${LIST}/nouveau`)).page.value('_envoi')
  const answer = await visitor.post(LIST, { _envoi, ...FULL })
  expect(answer).toMatchObject({ status: 303, location: LIST })
  const [depot] = await stored(t)
  expect(depot).toMatchObject({ ...FULL, nom_key: 'archives departementales d ille et vilaine', version: 1 })
  await t.make.source({ depot: { id: depot?.id ?? 0 } })
  const { page } = await visitor.follow(answer)
  expect(page.flash).toBe('Dépôt créé.')
  const cells = page.all('tbody tr th, tbody tr td').map((cell) => cell.text.trim())
  expect(cells.slice(0, 5)).toEqual([FULL.nom, 'AD35', 'Rennes', 'Site', '1'])
  expect(page.one('tbody td a').getAttribute('href')).toBe(FULL.site_web)
})

test('the same form sent twice creates one repository', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  const _envoi = (await visitor.get(`${LIST}/nouveau`)).page.value('_envoi')
  const answers = await Promise.all([1, 2, 3].map(() => visitor.post(LIST, { _envoi, nom: 'AD35' })))
  expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303])
  expect(await stored(t)).toHaveLength(1)
})

test('the form shows what is stored; fields emptied become unknown', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  await visitor.post(LIST, FULL)
  const [before] = await stored(t)
  const { page } = await visitor.get(`${LIST}/${before?.id}/modifier`)
  for (const [name, value] of Object.entries(FULL)) expect(page.value(name)).toBe(value)
  const answer = await visitor.post(`${LIST}/${before?.id}`, {
    version: page.value('version'),
    nom: 'AD 35',
    note: ' ',
  })
  expect(answer).toMatchObject({ status: 303, location: LIST })
  expect(await stored(t)).toEqual([
    {
      ...before,
      nom: 'AD 35',
      nom_key: 'ad 35',
      version: 2,
      sigle: null,
      adresse: null,
      ville: null,
      site_web: null,
      note: null,
    },
  ])
})

const ADDRESS = 'Indiquez une adresse complète, par exemple https://archives.exemple.fr.'
const TOO_LONG = (max: number) => `Ce texte est trop long : ${max} caractères au plus.`

test.each([
  ['nom', '', 'Indiquez le nom du dépôt.'],
  ['nom', 'n'.repeat(201), TOO_LONG(200)],
  ['nom', 'a\u0000b', 'Ce texte contient un caractère interdit (caractère de contrôle).'],
  ['nom', '–', 'Ce nom doit contenir au moins une lettre ou un chiffre.'],
  ['nom', 'MAIRIE de Vannes', 'Un dépôt de ce nom existe déjà.'],
  ['sigle', 's'.repeat(31), TOO_LONG(30)],
  ['adresse', 'a'.repeat(501), TOO_LONG(500)],
  ['ville', 'v'.repeat(121), TOO_LONG(120)],
  ['note', 'n'.repeat(5001), TOO_LONG(5000)],
  ['site_web', `https://a.fr/${'x'.repeat(500)}`, TOO_LONG(500)],
])('%s « %.12s » is refused beside its field, what was typed kept, nothing stored', async (name, value, message) => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  await t.make.depot({ nom: 'Mairie de Vannes' })
  const other = await t.make.depot({ nom: 'Évêché' })
  const before = await stored(t)
  for (const path of [LIST, `${LIST}/${other.id}`]) {
    const answer = await visitor.post(path, { ...FULL, version: 1, [name]: value })
    expect(answer.status).toBe(422)
    expect(answer.page.error(name)).toBe(message)
    expect(answer.page.value('note')).toBe(name === 'note' ? value : FULL.note)
  }
  expect(await stored(t)).toEqual(before)
  expect(t.failures).toEqual([])
})

test('only addresses of the web are taken', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  const refused = [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.fr',
    'archives.fr',
    '//a.fr',
    'https://',
    'http://a b.fr',
    'https://u:p@a.fr',
    'HTTPS:a.fr',
  ]
  for (const site_web of refused) {
    const answer = await visitor.post(LIST, { ...FULL, site_web })
    expect([site_web, answer.status, answer.page.error('site_web')]).toEqual([site_web, 422, ADDRESS])
    expect(answer.page.value('site_web')).toBe(site_web)
  }
  expect(await stored(t)).toEqual([])
  expect((await visitor.post(LIST, { nom: 'Un', site_web: 'http://a.fr' })).status).toBe(303)
  expect((await visitor.post(LIST, { nom: 'Deux', site_web: 'HTTPS://A.fr/é?x=1' })).status).toBe(303)
})

test('of two people who edit a repository, the second is told and keeps what was typed', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  const depot = await t.make.depot({ nom: 'AD35' })
  await visitor.post(`${LIST}/${depot.id}`, { version: 1, nom: 'Premier' })
  const late = await visitor.post(`${LIST}/${depot.id}`, { version: 1, nom: 'Second', ville: 'Rennes' })
  expect(late.status).toBe(409)
  expect(late.page.text).toContain('modifié entre-temps')
  expect(late.page.value('ville')).toBe('Rennes')
  const again = { version: late.page.value('version'), nom: 'Second' }
  expect((await visitor.post(`${LIST}/${depot.id}`, again)).status).toBe(303)
  expect((await stored(t)).map((row) => row.nom)).toEqual(['Second'])
})

test('a repository is deleted after a question, unless sources are kept in it', async () => {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  const [used, free] = [await t.make.depot(), await t.make.depot({ nom: 'Évêché' })]
  await t.make.source({ depot: used })
  expect((await visitor.get(`${LIST}/${used.id}/supprimer`)).page.text).toContain('Ce dépôt conserve 1 source')
  const kept = await visitor.post(`${LIST}/${used.id}/supprimer`, { version: 1 })
  expect([kept.status, kept.page.text.includes('Ce dépôt conserve 1 source')]).toEqual([409, true])
  expect((await visitor.post(`${LIST}/${free.id}/supprimer`, { version: 7 })).status).toBe(409)
  const asked = await visitor.get(`${LIST}/${free.id}/supprimer`)
  expect(asked.page.text).toContain('Évêché')
  const answer = await visitor.post(`${LIST}/${free.id}/supprimer`, { version: asked.page.value('version') })
  expect((await visitor.follow(answer)).page.flash).toBe('Dépôt supprimé.')
  expect((await stored(t)).map((row) => row.id)).toEqual([used.id])
})

test('the list has fifty rows a page', async () => {
  const t = await testApp()
  for (let n = 0; n < 52; n += 1) await t.make.depot()
  const visitor = await t.as(t.admin)
  expect((await visitor.get(LIST)).page.all('tbody tr')).toHaveLength(50)
  expect((await visitor.get(`${LIST}?page=2`)).page.all('tbody tr')).toHaveLength(2)
})

test('nobody but an administrator sees or changes repositories, and unknown ones are 404', async () => {
  const t = await testApp()
  const depot = await t.make.depot()
  const paths = ['', '/nouveau', `/${depot.id}/modifier`, `/${depot.id}/supprimer`].map((end) => LIST + end)
  const posts = ['', `/${depot.id}`, `/${depot.id}/supprimer`].map((end) => LIST + end)
  for (const person of [t.rene, t.marie]) {
    const visitor = await t.as(person)
    for (const path of paths) expect((await visitor.get(path)).status).toBe(403)
    for (const path of posts) expect((await visitor.post(path, { ...FULL, version: 1 })).status).toBe(403)
  }
  const stranger = t.anonymous()
  for (const path of paths) expect((await stranger.get(path)).location).toContain('/login')
  for (const path of posts) expect((await stranger.post(path, FULL)).location).toBe('/login')
  const admin = await t.as(t.admin)
  for (const id of ['0', 'abc', '424242', '99999999999']) {
    expect((await admin.get(`${LIST}/${id}/modifier`)).status).toBe(404)
    expect((await admin.post(`${LIST}/${id}`, FULL)).status).toBe(404)
    expect((await admin.post(`${LIST}/${id}/supprimer`)).status).toBe(404)
  }
  expect(await stored(t)).toHaveLength(1)
  expect(t.failures).toEqual([])
})

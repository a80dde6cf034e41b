import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forgetAddresses, purgeJournal, record } from '../../../src/features/journal/actions.ts'
import { ACTIONS, detailInWords } from '../../../src/features/journal/rules/kinds.ts'
import { behindProxy, type TestApp, testApp } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { mailSite } from '../acces/support.ts'
import { importOf, sendFile, work } from '../imports/support.ts'

useFastPasswords()

const NOW = '2026-11-21T10:00:00.000Z'
const PATH = '/admin/journal'

/** The journal as « action resultat objet:id {detail} », oldest first. */
async function lines(t: TestApp): Promise<string[]> {
  const rows = await t.db.selectFrom('journal').selectAll().orderBy('id').execute()
  return rows.map(({ action, resultat, objet, objet_id, detail }) => {
    const words = [action, resultat, objet && `${objet}:${objet_id}`, JSON.stringify(detail)]
    return words.filter((word) => word !== null && word !== '{}').join(' ')
  })
}

/** A day of the administrator, marie's account, and people at the door. */
async function oneDay(t: TestApp) {
  const [admin, { id: marie }] = [t.anonymous(), t.marie]
  await admin.post('/login', { login: 'admin', password: 'pas le bon mot de passe' })
  await admin.post('/login', { login: 'pas le bon nom', password: PASSWORD })
  await admin.post('/login', { login: 'inactif', password: PASSWORD })
  await admin.post('/login', { login: 'admin', password: PASSWORD })
  const created = await admin.post('/admin/utilisateurs', {
    name: 'jeanne',
    email: 'jeanne@exemple.fr',
    role: 'gestionnaire',
  })
  expect(created.status).toBe(200)
  const jeanne = await t.db.selectFrom('users').select('id').where('name', '=', 'jeanne').executeTakeFirstOrThrow()
  await admin.post(`/admin/utilisateurs/${marie}`, {
    name: 'marie',
    email: 'marie@archives.fr',
    role: 'gestionnaire',
    sections: [t.vannes.id],
    version: 1,
  })
  await admin.post(`/admin/utilisateurs/${marie}/desactiver`)
  await admin.post(`/admin/utilisateurs/${marie}/desactiver`)
  await admin.post(`/admin/utilisateurs/${marie}/activer`)
  await admin.post(`/admin/utilisateurs/${marie}/mot-de-passe`)
  await admin.post('/profil/mot-de-passe', {
    actuel: PASSWORD,
    nouveau: 'un autre secret de longue haleine',
    confirmation: 'un autre secret de longue haleine',
  })
  await admin.get('/lieux/export/csv?q=pleurtuit')
  const source = await t.make.source()
  await admin.get(`/export/source/${source.id}/csv`)
  const etienne = await t.as(t.etienne)
  await etienne.get('/admin/utilisateurs')
  await etienne.post('/admin/sections', { _csrf: 'faux', nom: 'Intruse' })
  await t.anonymous().post('/login', { _csrf: 'faux' })
  await admin.post('/logout')
  return { jeanne, source }
}

/** Its lines, as `lines` says them. */
const linesOfTheDay = (t: TestApp, { jeanne, source }: Awaited<ReturnType<typeof oneDay>>): string[] => [
  `connexion refus user:${t.admin.id} {"cause":"mot_de_passe"}`,
  'connexion refus {"cause":"inconnu"}',
  `connexion refus user:${t.inactif.id} {"cause":"inactif"}`,
  'connexion ok',
  'reglages ok {"cles":["public_origin"]}',
  `compte.creation ok user:${jeanne.id} {"vers":"gestionnaire"}`,
  `compte.role ok user:${t.marie.id} {"de":"membre","vers":"gestionnaire"}`,
  `compte.modification ok user:${t.marie.id} {"champs":["email","sections"]}`,
  `compte.desactivation ok user:${t.marie.id}`,
  `compte.activation ok user:${t.marie.id}`,
  `mot_de_passe.temporaire ok user:${t.marie.id}`,
  'mot_de_passe.changement ok',
  'export ok {"chemin":"/lieux/export/csv","filtres":["q"]}',
  `export ok source:${source.id} {"chemin":"/export/source/${source.id}/csv"}`,
  'acces.refus refus {"cause":"droit","chemin":"GET /admin/utilisateurs"}',
  'acces.refus refus {"cause":"formulaire","chemin":"POST /admin/sections"}',
  'acces.refus refus {"cause":"formulaire","chemin":"POST /login"}',
  'deconnexion ok',
]

test('each act of a day has its line', async () => {
  const t = await testApp()
  const day = await oneDay(t)
  expect(await lines(t)).toEqual(linesOfTheDay(t, day))
  const rows = await t.db.selectFrom('journal').selectAll().orderBy('id').execute()
  expect(rows.map((row) => row.user_id)).toEqual([
    ...[null, null, null],
    ...new Array(11).fill(t.admin.id),
    ...[t.etienne.id, t.etienne.id, null, t.admin.id],
  ])
  expect(rows.every((row) => row.requete !== null && row.at === NOW)).toBe(true)
  // Nothing that was typed, and nothing that tells who people are, stands in it.
  const bytes = JSON.stringify(rows)
  for (const secret of [PASSWORD, 'pas le bon', 'jeanne', 'archives.fr', 'pleurtuit', 'Intruse'])
    expect([secret, bytes.includes(secret)]).toEqual([secret, false])
  expect(t.failures).toEqual([])
})

test('what goes by a link, what leaves, and what a file brings have their lines', async () => {
  const t = await mailSite()
  const [admin, marie] = [await t.as(t.admin), await t.as(t.marie)]
  const link = async () => {
    await t.mails()
    return t.lastLink()
  }
  const address = { name: 'marie', email: 'marie@archives.fr', preuve: PASSWORD, version: 1 }
  expect((await marie.post('/profil', address)).status).toBe(303)
  await marie.post(await link())
  await t.anonymous().post('/mot-de-passe/oubli', { login: 'rene' })
  const password = 'une phrase que moi seul connais'
  await t.anonymous().post(await link(), { password, confirmation: password })
  await (await t.as(t.etienne)).post('/profil/suppression', { actuel: PASSWORD })
  const csv = 'name;email;role;sections\r\njeanne;jeanne@exemple.fr;;\r\n'
  await sendFile(admin, '/admin/utilisateurs/import', csv, { nom: 'membres.csv' })
  await work(t)
  const { id } = await importOf(t)
  for (const step of ['confirmer', 'annuler']) {
    expect((await admin.post(`/imports/${id}/${step}`)).status).toBe(303)
    await work(t)
  }
  const told = (await lines(t)).filter((line) => !line.startsWith('reglages') && !line.startsWith('connexion'))
  expect(told).toEqual([
    `compte.email ok user:${t.marie.id}`,
    `mot_de_passe.oubli ok user:${t.rene.id}`,
    'mot_de_passe.changement ok {"cause":"lien"}',
    `compte.suppression ok user:${t.etienne.id}`,
    expect.stringMatching(new RegExp(`^import.confirmation ok import:${id} `)),
    expect.stringMatching(/^compte.creation ok user:\d+ {"vers":"membre"}$/),
    expect.stringMatching(new RegExp(`^import.annulation ok import:${id} `)),
  ])
  const bytes = JSON.stringify(await t.db.selectFrom('journal').selectAll().execute())
  for (const secret of [PASSWORD, password, 'archives.fr', 'jeanne'])
    expect([secret, bytes.includes(secret)]).toEqual([secret, false])
  expect(t.failures).toEqual([])
})

test('the address of the client is kept, as the trusted proxy tells it', async () => {
  const t = await testApp()
  t.deps.trustProxy = behindProxy
  const headers = { 'x-forwarded-for': '10.1.1.1, 2001:DB8::7' }
  await t.anonymous().post('/login', { login: 'marie', password: PASSWORD }, headers)
  const row = await t.db.selectFrom('journal').select('adresse').executeTakeFirstOrThrow()
  expect(row.adresse).toBe('2001:db8::7')
})

test('the database changes and deletes no line; an address alone can be taken out', async () => {
  const t = await testApp()
  const by = { id: t.marie.id, adresse: '192.0.2.1', requete: 'r' }
  await record(t.db, by, { action: 'connexion' }, new Date(Date.now()).toISOString())
  const before = await t.db.selectFrom('journal').selectAll().execute()
  for (const change of [
    sql`update journal set action = 'export'`,
    sql`update journal set user_id = null`,
    sql`update journal set at = '2020-01-01T00:00:00.000Z'`,
    sql`update journal set detail = '{"x":1}'`,
    sql`update journal set adresse = '192.0.2.2'`,
    sql`update journal set adresse = null, resultat = 'refus'`,
    sql`delete from journal`,
  ])
    await expect(change.execute(t.db)).rejects.toThrow('append only')
  expect(await t.db.selectFrom('journal').selectAll().execute()).toEqual(before)
  await forgetAddresses(t.db, t.marie.id)
  expect(await t.db.selectFrom('journal').selectAll().execute()).toEqual([{ ...before[0], adresse: null }])
})

test('lines older than the retention go, those of the last six months never', async () => {
  const t = await testApp()
  const today = new Date(Date.now())
  const monthsAgo = (months: number) => {
    const day = new Date(today)
    day.setUTCDate(1)
    day.setUTCMonth(day.getUTCMonth() - months)
    return day.toISOString()
  }
  const nobody = { id: null, adresse: null, requete: null }
  for (const months of [30, 14, 10, 8, 2]) await record(t.db, nobody, { action: 'connexion' }, monthsAgo(months))
  const kept = async () => (await t.db.selectFrom('journal').select('at').orderBy('at').execute()).map((row) => row.at)
  await purgeJournal(t.db, today, 12)
  expect(await kept()).toEqual([10, 8, 2].map(monthsAgo))
  // A retention that is too short for the law, or broken settings.
  await purgeJournal(t.db, today, 0)
  expect(await kept()).toEqual([2].map(monthsAgo))
})

async function siteWithLines() {
  const t = await testApp()
  const by = (user: { id: number } | null) => ({ id: user?.id ?? null, adresse: '192.0.2.1', requete: 'req-1' })
  const entry = { objet: 'user', objet_id: t.marie.id } as const
  await record(t.db, by(t.admin), { action: 'connexion' }, '2026-11-01T22:59:59.000Z')
  await record(
    t.db,
    by(t.admin),
    { action: 'compte.role', ...entry, detail: { de: 'membre', vers: 'admin' } },
    '2026-11-01T23:00:00.000Z',
  )
  await record(
    t.db,
    by(null),
    { action: 'connexion', resultat: 'refus', ...entry, detail: { cause: 'mot_de_passe' } },
    '2026-11-03T09:00:00.000Z',
  )
  await record(t.db, by(t.marie), { action: 'connexion' }, '2026-11-03T09:01:00.000Z')
  await record(
    t.db,
    by(t.rene),
    { action: 'export', objet: 'source', objet_id: 7, detail: { chemin: '/x' } },
    '2026-11-04T09:00:00.000Z',
  )
  return { t, admin: await t.as(t.admin) }
}

const actionsOf = (page: { all(selector: string): { text: string }[] }) =>
  page.all('tbody th').map((cell) => cell.text.trim())

test('the page lists the lines, newest first, and narrows them', async () => {
  const { admin } = await siteWithLines()
  const all = await admin.get(PATH)
  expect(all.page.h1).toBe('Journal')
  expect(all.page.text).toContain('gardées 12 mois')
  const [exported, marie, refused, role, first] = [
    ACTIONS.export,
    ACTIONS.connexion,
    ACTIONS.connexion,
    ACTIONS['compte.role'],
    ACTIONS.connexion,
  ]
  expect(actionsOf(all.page)).toEqual([exported, marie, refused, role, first])
  expect(all.page.text).toContain('mot de passe faux')
  expect(all.page.text).toContain('de : membre · à : admin')
  for (const [query, expected] of [
    ['qui=MAR', [marie, refused, role]],
    ['qui=admin', [role, first]],
    ['qui=100%25', []],
    ['action=connexion', [marie, refused, first]],
    ['action=connexion&resultat=refus', [refused]],
    // Days of Paris, where the first of November ends at 23 h UTC.
    ['du=2026-11-02&au=2026-11-02', [role]],
    ['au=2026-11-01', [first]],
    ['du=2026-11-04', [exported]],
    ['du=2026-13-45&action=rien&resultat=%27', [exported, marie, refused, role, first]],
  ] as const) {
    const { page, status } = await admin.get(`${PATH}?${query}`)
    expect([query, status, actionsOf(page)]).toEqual([query, 200, expected])
  }
})

test('settings and fields are told by the names that their pages give them', () => {
  const detail = { cles: ['registration_enabled', 'smtp'], champs: ['email', 'sections'] }
  expect(detailInWords(detail)).toBe(
    'réglages\u00a0: inscriptions, serveur de courriel · champs\u00a0: adresse électronique, sections',
  )
})

test('the export has the lines of the filter, in full', async () => {
  const { admin } = await siteWithLines()
  const link = (await admin.get(`${PATH}?qui=mar`)).page.one('a[href*="export/csv"]').getAttribute('href') ?? ''
  const answer = await admin.get(link)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename="journal.csv"')
  const rows = answer.text.replace('\ufeff', '').trimEnd().split('\r\n')
  expect(rows[0]).toBe('instant;qui;adresse;action;resultat;objet;objet_id;objet_nom;precisions;requete')
  expect(rows).toHaveLength(4)
  expect(rows[2]).toMatch(
    /^2026-11-03T09:00:00\.000Z;;192\.0\.2\.1;Connexion;Refusé;user;\d+;marie;mot de passe faux;req-1$/,
  )
})

test('names that look like formulas leave as text', async () => {
  const { t, admin } = await siteWithLines()
  await t.db.updateTable('users').set({ name: '=HYPERLINK("x")' }).where('id', '=', t.marie.id).execute()
  expect((await admin.get(`${PATH}/export/csv`)).text).toContain(`"'=HYPERLINK(""x"")"`)
})

test('nobody but administrators reads it', async () => {
  const t = await testApp()
  for (const user of [t.rene, t.marie]) {
    const visitor = await t.as(user)
    for (const path of [PATH, `${PATH}/export/csv`]) expect((await visitor.get(path)).status).toBe(403)
  }
  expect((await t.anonymous().get(PATH)).location).toContain('/login')
})

test('who is refused again and again fills no disk', async () => {
  const t = await testApp()
  const etienne = await t.as(t.etienne)
  for (let n = 0; n < 210; n += 1) await etienne.get('/admin')
  expect(await lines(t)).toHaveLength(200)
})

test('a journal that cannot be written takes no refusal away', async () => {
  const t = await testApp()
  const etienne = await t.as(t.etienne)
  await sql`alter table journal rename to ailleurs`.execute(t.db)
  expect((await etienne.get('/admin')).status).toBe(403)
  expect(t.failures.map((failure) => failure.message)).toEqual(['journal line not written'])
})

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPostgres } from '../../support/db.ts'
import { squeeze } from '../../support/html.ts'
import { ADMIN, type Bench, bench, createDatabase, databaseFields, fileText, install, PASSWORD } from './bench.ts'

/** The wizard, steps before `step` answered. */
async function at(step: number, b: Bench) {
  const browser = b.browser()
  await browser.enter()
  const answers: [string, Record<string, string>][] = [
    ['/setup/1', {}],
    ['/setup/2', databaseFields(b.url)],
    ['/setup/3', { site_name: 'Cercle de Saint-Malo' }],
  ]
  for (const [path, fields] of answers.slice(0, step - 1)) await browser.post(path, fields)
  await browser.get(`/setup?etape=${step}`)
  return browser
}

// Nothing here is ever installed but where a test says so: one empty base does for all.
let empty: { url: string; drop: () => Promise<void> } | undefined
beforeAll(async () => {
  if (isPostgres) empty = await createDatabase()
})
afterAll(() => empty?.drop())

const fresh = (): Promise<Bench> => bench(empty ? { url: empty.url } : {})

const stepReached = (b: Bench): number => JSON.parse(fileText(b, 'setup-progress.json')).etape

const NUL = 'a\0b'
const LONG = 'é'.repeat(2000)

test.each([
  ['site_name', '', 'Donnez un nom'],
  ['site_name', '   ', 'Donnez un nom'],
  ['site_name', NUL, 'caractère interdit'],
  ['site_name', LONG, 'trop long'],
  ['app_url', 'releves.exemple.fr', 'sans chemin'],
  ['app_url', 'ftp://exemple.fr', 'sans chemin'],
  ['app_url', 'https://exemple.fr/releves', 'sans chemin'],
  ['app_url', 'https://qui:secret@exemple.fr', 'sans chemin'],
  ['app_url', `https://${'a'.repeat(400)}.fr`, 'trop long'],
])('step 3 refuses %s = %j', async (name, value, message) => {
  const b = await fresh()
  const browser = await at(3, b)
  const fields: Record<string, string> = { site_name: 'Cercle de Saint-Malo', app_url: '', [name]: value }
  const refused = await browser.post('/setup/3', fields)
  expect([refused.status, refused.page.error(name)]).toEqual([422, expect.stringContaining(message)])
  expect(refused.page.value('app_url')).toBe(fields.app_url)
  expect(squeeze(refused.page.one('.erreurs').textContent)).toContain(message)
  expect(stepReached(b)).toBe(2)
})

test.each([
  ['name', { name: '' }, 'Indiquez un nom'],
  ['name', { name: 'anne@exemple.fr' }, 'ne contient pas le signe @'],
  ['name', { name: LONG }, 'trop long'],
  ['name', { name: NUL }, 'invisible'],
  ['email', { email: '' }, 'Indiquez une adresse'],
  ['email', { email: 'anne' }, 'une seule adresse'],
  ['email', { email: 'anne@exemple.fr,toutes@exemple.fr' }, 'une seule adresse'],
  ['password', { password: '', password2: '' }, 'au moins 12'],
  ['password', { password: 'court', password2: 'court' }, 'au moins 12'],
  ['password', { password: LONG, password2: LONG }, 'trop long'],
  ['password', { password: 'motdepasse123', password2: 'motdepasse123' }, 'courant'],
  ['password', { password: 'Cercle de Saint-Malo', password2: 'Cercle de Saint-Malo' }, 'ni le nom'],
  ['password2', { password2: `${PASSWORD} ` }, 'ne sont pas les mêmes'],
])('step 4 refuses %s in %j', async (name, change, message) => {
  const b = await fresh()
  const browser = await at(4, b)
  const fields = { ...ADMIN, ...change }
  const refused = await browser.post('/setup/4', fields)
  expect([refused.status, refused.page.error(name)]).toEqual([422, expect.stringContaining(message)])
  expect([refused.page.value('password'), refused.page.value('password2')]).toEqual(['', ''])
  if (name !== 'name') expect(refused.page.value('name')).toBe('anne')
  expect(stepReached(b)).toBe(3)
  expect((await browser.post('/setup/5')).location).toBe('/setup?etape=4')
})

test('step 2 asks which engine, and refuses one that there is not', async () => {
  const b = await fresh()
  const browser = await at(2, b)
  for (const moteur of ['', 'mysql']) {
    const refused = await browser.post('/setup/2', { moteur, fichier: 'x.sqlite' })
    expect([refused.status, refused.text.includes('Choisissez l’un des deux moteurs.')]).toEqual([422, true])
  }
  expect(stepReached(b)).toBe(1)
})

const SQLITE_REFUSALS: [string, string, (storage: string) => void][] = [
  ['', 'Indiquez le nom du fichier', () => undefined],
  [NUL, 'caractère interdit', () => undefined],
  [`${'a'.repeat(300)}.sqlite`, 'trop long', () => undefined],
  ['../dehors.sqlite', 'dans le dossier des données', () => undefined],
  ['/etc/releves.sqlite', 'dans le dossier des données', () => undefined],
  [
    'app/public.sqlite',
    'dans le dossier des données',
    (storage) => mkdirSync(join(storage, 'app'), { recursive: true }),
  ],
  ['lien/base.sqlite', 'dans le dossier des données', (storage) => symlinkSync(tmpdir(), join(storage, 'lien'))],
  ['setup-code', 'doit finir par', () => undefined],
  ['.sqlite', 'demande un nom', () => undefined],
  ['releves.sqlite/', 'demande un nom', () => undefined],
  ['releves.sqlite/.', 'demande un nom', () => undefined],
  ['manque/base.sqlite', 'ne peut pas être écrit', () => undefined],
  ['fichier/base.sqlite', 'ne peut pas être écrit', (storage) => writeFileSync(join(storage, 'fichier'), '')],
  [
    'texte.sqlite',
    'pas une base SQLite',
    (storage) => writeFileSync(join(storage, 'texte.sqlite'), 'Du texte, pas une base.'),
  ],
  ['dossier.sqlite', 'pas une base SQLite', (storage) => mkdirSync(join(storage, 'dossier.sqlite'))],
  [
    'abime.sqlite',
    'pas une base SQLite',
    (storage) => writeFileSync(join(storage, 'abime.sqlite'), `SQLite format 3\0${'x'.repeat(5000)}`),
  ],
]

test.each(SQLITE_REFUSALS)('step 2 refuses the SQLite file %j', async (fichier, message, prepare) => {
  const b = await fresh()
  prepare(b.storage)
  const browser = await at(2, b)
  const fields = { moteur: 'sqlite', fichier }
  for (const path of ['/setup/2', '/setup/base/test']) {
    const refused = await browser.post(path, fields)
    expect([path, refused.status, refused.page.error('fichier')]).toEqual([path, 422, expect.stringContaining(message)])
    expect(refused.page.value('fichier')).toBe(fichier)
  }
  expect(stepReached(b)).toBe(1)
})

test('step 2 refuses a base that already holds a site', async () => {
  const taken = await bench()
  await install(taken)
  const b = isPostgres ? await fresh() : taken
  if (!isPostgres) {
    // The file is seen by a set-up that has lost everything else.
    for (const name of ['installed', 'config.json']) rmSync(join(b.storage, name))
    await b.restart()
  }
  const browser = await at(2, b)
  const refused = await browser.post('/setup/2', databaseFields(taken.url))
  const field = isPostgres ? 'base' : 'fichier'
  expect([refused.status, refused.page.error(field)]).toEqual([422, expect.stringContaining('déjà un site Relevés')])
})

test.each([
  ['hote', '', 'Indiquez l’ordinateur'],
  ['hote', 'postgres://ailleurs', 'sans port'],
  ['hote', 'local host', 'sans port'],
  ['port', '', 'obligatoire'],
  ['port', '70000', '65535'],
  ['port', 'cinq', '65535'],
  ['base', '', 'Indiquez le nom de la base'],
  ['base', 'a/b?sslmode=disable', 'ne contient que'],
  ['base', NUL, 'caractère interdit'],
  ['utilisateur', '', 'Indiquez l’utilisateur'],
  ['mot_de_passe', LONG, 'trop long'],
  ['mot_de_passe', NUL, 'caractère interdit'],
])('step 2 refuses PostgreSQL with %s = %j before connecting', async (name, value, message) => {
  const b = await fresh()
  const browser = await at(2, b)
  const good = {
    moteur: 'postgresql',
    hote: '127.0.0.1',
    port: '1',
    base: 'b',
    utilisateur: 'u',
    mot_de_passe: '',
    ssl: 'sans',
  }
  const fields: Record<string, string> = { ...good, [name]: value }
  const refused = await browser.post('/setup/2', fields)
  expect([refused.status, squeeze(refused.page.error(name))]).toEqual([422, expect.stringContaining(message)])
  expect(refused.page.value('hote')).toBe(fields.hote)
  expect(refused.page.value('mot_de_passe')).toBe('')
})

test('the trial by htmx is the part of the page that says what happened', async () => {
  const b = await fresh()
  const browser = await at(2, b)
  const headers = { 'HX-Request': 'true' }
  const good = await browser.post('/setup/base/test', databaseFields(b.url), headers)
  expect([good.status, good.text.includes('<html'), good.page.one('[role=status] #essai').textContent]).toEqual([
    200,
    false,
    expect.stringContaining('fonctionne'),
  ])
  const fields = { moteur: 'postgresql', hote: '127.0.0.1', port: '1', base: 'b', utilisateur: 'u', ssl: 'sans' }
  const bad = await browser.post('/setup/base/test', fields, headers)
  expect([bad.status, bad.page.one('#essai').textContent]).toEqual([422, expect.stringContaining('Connexion refusée')])
  expect(stepReached(b)).toBe(1)
})

test.runIf(isPostgres)('servers are tried at most five times a minute', async () => {
  const b = await fresh()
  const browser = await at(2, b)
  for (let n = 1; n <= 5; n += 1)
    expect((await browser.post('/setup/base/test', databaseFields(b.url))).status).toBe(200)
  for (const path of ['/setup/base/test', '/setup/2']) {
    const refused = await browser.post(path, databaseFields(b.url))
    expect([path, refused.status, refused.page.text.includes('Trop d’essais')]).toEqual([path, 429, true])
    expect(refused.headers.get('retry-after')).toBe('60')
  }
})

test('a SQLite file is tried as often as one likes', async () => {
  const b = await fresh()
  const browser = await at(2, b)
  for (let n = 1; n <= 7; n += 1)
    expect((await browser.post('/setup/base/test', { moteur: 'sqlite', fichier: 'x.sqlite' })).status).toBe(200)
})

test.runIf(isPostgres)('a kept password is not sent to another server', async () => {
  const b = await fresh()
  const browser = await at(2, b)
  await browser.post('/setup/base/test', databaseFields(b.url))
  const received: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      received.push(bytes.toString('latin1'))
      // « Send your password in clear »: AuthenticationCleartextPassword.
      if (received.length === 1) socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]))
      else socket.destroy()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const fields = { ...databaseFields(b.url), hote: '127.0.0.1', port: String(port), mot_de_passe: '' }
  expect((await browser.post('/setup/base/test', fields)).status).toBe(422)
  await new Promise((closed) => server.close(closed))
  expect(received.join('')).toContain('postgres')
  expect(received.join('')).not.toContain(databaseFields(b.url).mot_de_passe)
})

import { copyFileSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../../src/db/open.ts'
import { READY_TYPES } from '../../../src/features/types-sources/actions/models.ts'
import { isPostgres } from '../../support/db.ts'
import {
  ADMIN,
  answer,
  bench,
  CODE,
  countUsers,
  DATABASE_PASSWORD,
  databaseFields,
  fileText,
  inspect,
  install,
  PASSWORD,
} from './bench.ts'

describe('the whole wizard', () => {
  test('goes from nothing to a site with its administrator, by plain forms', async () => {
    const b = await bench({ isBare: true })
    expect(b.host.stage()).toBe('installation')
    const browser = b.browser()
    const first = await browser.enter()
    expect(first.page.h1).toBe('Vérification de l’ordinateur')
    expect(first.page.title).toContain(first.page.h1)
    expect(first.page.text).toMatch(/^.*Bienvenue. Cinq étapes, dix minutes environ/)
    expect(first.page.text).not.toContain('à corriger')
    expect(first.page.all('.etapes li').map((step) => step.textContent)).toHaveLength(5)

    expect((await browser.post('/setup/1')).location).toBe('/setup?etape=2')
    expect((await browser.get('/setup?etape=2')).page.h1).toBe('Base de données')
    const tried = await browser.post('/setup/base/test', databaseFields(b.url))
    expect([tried.status, tried.page.one('#essai').textContent]).toEqual([
      200,
      expect.stringContaining('La connexion fonctionne'),
    ])
    expect((await browser.post('/setup/2', databaseFields(b.url))).location).toBe('/setup?etape=3')
    await browser.get('/setup?etape=3')
    const site = { site_name: 'Cercle « généalogique » d’Aleth', app_url: '' }
    expect((await browser.post('/setup/3', site)).location).toBe('/setup?etape=4')
    await browser.get('/setup?etape=4')
    expect((await browser.post('/setup/4', ADMIN)).location).toBe('/setup?etape=5')
    const recap = await browser.get('/setup?etape=5')
    expect(recap.page.text).toContain('Cercle « généalogique » d’Aleth')
    expect(recap.page.text).toContain('anne (anne@exemple.fr)')

    const done = await browser.post('/setup/5')
    expect([done.status, done.page.h1]).toEqual([200, 'Relevés est installé'])
    expect(done.page.text).toMatch(/Version ?\d+\.\d+\.\d+ ?Installé le ?\d+ \p{L}+ \d{4} à \d+:\d\d/u)
    expect(done.page.one('main a.bouton').getAttribute('href')).toBe('/login')

    expect(b.host.stage()).toBe('application')
    await browser.get('/login')
    const login = await browser.post('/login', { login: 'anne@exemple.fr', password: PASSWORD })
    expect([login.status, login.location]).toEqual([303, '/'])
    const home = await browser.get('/')
    expect([home.status, home.text.includes('Cercle « généalogique » d’Aleth')]).toEqual([200, true])
    expect(b.errors).toEqual([])
  })

  test('leaves the files of an installed site, and nothing of the set-up', async () => {
    const b = await bench()
    await install(b)
    for (const name of ['setup-code', 'setup-progress.json', 'setup.lock'])
      expect([name, existsSync(join(b.storage, name))]).toEqual([name, false])
    expect(fileText(b, 'installed')).toMatch(/^\d+\.\d+\.\d+ \d{4}-/)
    const config = JSON.parse(fileText(b, 'config.json'))
    expect(config.secret).toMatch(/^[0-9a-f]{64}$/)
    expect(config.database).toMatch(isPostgres ? /^postgres:/ : /^sqlite:database\.sqlite$/)
    expect(statSync(join(b.storage, 'config.json')).mode & 0o777).toBe(0o600)
    const settings = JSON.parse(fileText(b, 'app/settings.json'))
    expect(settings).toMatchObject({ site_name: 'Cercle de Saint-Malo', registration_enabled: false })
    const { users, types } = await inspect(b, async (db) => ({
      users: await db.selectFrom('users').select(['name', 'role', 'is_active', 'must_change_password']).execute(),
      types: await db.selectFrom('types_sources').select('nom').execute(),
    }))
    expect(users).toEqual([{ name: 'anne', role: 'admin', is_active: true, must_change_password: false }])
    expect(types).toHaveLength(READY_TYPES.length)
  })

  test('offers the demonstration archive, and shows its accounts once', async () => {
    const b = await bench()
    const browser = await answer(b)
    const done = await browser.post('/setup/5', { demo: '1' })
    expect(done.status).toBe(200)
    const accounts = done.page
      .all('tbody tr')
      .map((row) => row.querySelectorAll('th,td').map((cell) => cell.textContent))
    expect(accounts.length).toBeGreaterThan(1)
    // Scripts show these; without them nothing is offered that would not work.
    for (const button of ['[data-copier]', '[data-imprimer]'])
      expect(done.page.one(button).hasAttribute('hidden')).toBe(true)
    const [name = '', password = ''] = accounts[0] ?? []
    await browser.get('/login')
    expect((await browser.post('/login', { login: name, password })).location).toBe('/')
    const { n } = await inspect(b, (db) =>
      db
        .selectFrom('releves')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    )
    expect(n).toBeGreaterThan(100)
  }, 60_000)

  test('never shows a password again', async () => {
    const b = await bench()
    const browser = await answer(b)
    await browser.post('/setup/base/test', databaseFields(b.url))
    await browser.post('/setup/2', { ...databaseFields(b.url), base: '' })
    await browser.post('/setup/4', { ...ADMIN, email: 'faux' })
    for (const step of [1, 2, 3, 4, 5]) await browser.get(`/setup?etape=${step}`)
    await browser.post('/setup/5')
    expect(browser.seen.length).toBeGreaterThan(20)
    for (const secret of [PASSWORD, DATABASE_PASSWORD, 'argon2id', CODE])
      expect([secret, browser.seen.filter((text) => text.includes(secret)).length]).toEqual([secret, 0])
    // The files that keep them for the time of the set-up hold no password of a person.
    expect(fileText(b, 'config.json')).not.toContain(PASSWORD)
  })
})

describe('the code', () => {
  test('is asked for by every address of the wizard, and the others lead there', async () => {
    const b = await bench()
    const browser = b.browser()
    for (const path of ['/', '/login', '/sources/3?x=1', '/nimporte/quoi'])
      expect([path, (await browser.get(path)).status, (await browser.get(path)).location]).toEqual([
        path,
        303,
        '/setup',
      ])
    expect((await browser.post('/login', { login: 'x' })).location).toBe('/setup')
    const sante = await browser.get('/sante')
    expect([sante.status, sante.text]).toEqual([200, expect.stringContaining('{"statut":"ok"')])
    for (const path of ['/setup', '/setup?etape=5']) {
      const asked = await browser.get(path)
      expect([path, asked.status, asked.page.h1]).toEqual([path, 403, 'Code d’installation'])
    }
    for (const path of ['/setup/1', '/setup/2', '/setup/3', '/setup/4', '/setup/5', '/setup/base/test'])
      expect([path, (await browser.post(path, { ...ADMIN, ...databaseFields(b.url) })).status]).toEqual([path, 403])
    expect(existsSync(join(b.storage, 'database.sqlite'))).toBe(false)
  })

  test('moves from the address into a strict cookie', async () => {
    const b = await bench()
    const answered = await b.browser().get(`/setup?code=${CODE}`)
    expect([answered.status, answered.location]).toEqual([303, '/setup'])
    const cookie = answered.headers.getSetCookie().find((line) => line.startsWith('installation='))
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    expect(cookie).not.toContain(CODE)
  })

  test('can be typed, and says when it is wrong', async () => {
    const b = await bench()
    const browser = b.browser()
    await browser.get('/setup')
    const wrong = await browser.post('/setup/code', { code: 'faux' })
    expect([wrong.status, wrong.page.error('code')]).toEqual([422, expect.stringContaining('pas le bon')])
    expect((await browser.post('/setup/code', { code: ` ${CODE} ` })).location).toBe('/setup')
    expect((await browser.get('/setup')).page.h1).toBe('Vérification de l’ordinateur')
  })

  test('is refused to everybody of an address after five wrong ones, even the right one', async () => {
    const b = await bench()
    const browser = b.browser()
    for (let n = 1; n <= 5; n += 1) expect((await browser.get(`/setup?code=faux${n}`)).status).toBe(422)
    const sixth = await browser.get('/setup?code=faux6')
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await b.browser().get(`/setup?code=${CODE}`)).status).toBe(429)
  })

  test('is made once, kept across starts, and readable by its owner only', async () => {
    const b = await bench({ env: { SETUP_CODE: '' } })
    const path = join(b.storage, 'setup-code')
    const code = fileText(b, 'setup-code').trim()
    expect(code).toMatch(/^[a-z2-7]{26}$/)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(b.host.path()).toBe(`/setup?code=${code}`)
    await b.restart()
    expect(b.host.path()).toBe(`/setup?code=${code}`)
    expect((await b.browser().enter(code)).status).toBe(200)
  })
})

describe('the steps', () => {
  test('come one after the other, and can be gone back to', async () => {
    const b = await bench()
    const browser = b.browser()
    await browser.enter()
    expect((await browser.get('/setup?etape=4')).location).toBe('/setup?etape=1')
    const early = await browser.post('/setup/4', ADMIN)
    expect([early.status, early.location]).toEqual([303, '/setup?etape=1'])
    expect((await browser.get('/setup?etape=1')).page.flash).toBe('Terminez d’abord cette étape.')
    for (const asked of ['0', '6', 'x', '-1'])
      expect([asked, (await browser.get(`/setup?etape=${asked}`)).location]).toEqual([asked, '/setup?etape=1'])
    await answer(b, browser)
    const back = await browser.get('/setup?etape=3')
    expect(back.page.value('site_name')).toBe('Cercle de Saint-Malo')
    expect(back.page.one('a.annuler').getAttribute('href')).toBe('/setup?etape=2')
    const database = await browser.get('/setup?etape=2')
    expect(database.page.value('moteur')).toBe(isPostgres ? 'postgresql' : 'sqlite')
    expect(database.text.includes('Mot de passe gardé')).toBe(isPostgres)
    const admin = await browser.get('/setup?etape=4')
    expect([admin.page.value('name'), admin.page.value('email'), admin.page.value('password')]).toEqual([
      ADMIN.name,
      ADMIN.email,
      '',
    ])
    expect(admin.text).toContain('Mot de passe gardé')
    const kept = await browser.post('/setup/4', { ...ADMIN, name: 'anne-marie', password: '', password2: '' })
    expect(kept.location).toBe('/setup?etape=5')
    await browser.post('/setup/5')
    await browser.get('/login')
    expect((await browser.post('/login', { login: 'anne-marie', password: PASSWORD })).location).toBe('/')
  })

  test('are taken up again after a restart, database password included', async () => {
    const b = await bench()
    await answer(b)
    await b.restart()
    const browser = b.browser()
    expect((await browser.enter()).page.h1).toBe('Tout est prêt')
    await browser.get('/setup?etape=2')
    expect((await browser.post('/setup/2', { ...databaseFields(b.url), mot_de_passe: '' })).location).toBe(
      '/setup?etape=3',
    )
    await browser.get('/setup?etape=5')
    expect((await browser.post('/setup/5')).status).toBe(200)
    expect(await countUsers(b)).toBe(1)
  })

  test('start again from the first where the kept answers are broken', async () => {
    const b = await bench()
    await answer(b)
    writeFileSync(join(b.storage, 'setup-progress.json'), '{"etape": 4, "sec')
    await b.restart()
    expect((await b.browser().enter()).page.h1).toBe('Vérification de l’ordinateur')
  })
})

describe('the end', () => {
  test('is one result for the button pressed twice', async () => {
    const b = await bench()
    const browser = await answer(b)
    const both = await Promise.all([browser.post('/setup/5'), browser.post('/setup/5')])
    expect(both.map(({ status, page }) => [status, page.h1])).toEqual([
      [200, 'Relevés est installé'],
      [200, 'Relevés est installé'],
    ])
    expect(await countUsers(b)).toBe(1)
    expect(b.host.stage()).toBe('application')
  })

  test('shows the demonstration accounts to a second click that comes while they are being made', async () => {
    const b = await bench()
    const browser = await answer(b)
    const first = browser.post('/setup/5', { demo: '1' })
    while (!existsSync(join(b.storage, 'installed'))) await new Promise((resolve) => setTimeout(resolve, 2))
    const [meanwhile, second, done] = await Promise.all([browser.get('/setup'), browser.post('/setup/5'), first])
    expect([meanwhile.status, meanwhile.page.text]).toEqual([503, expect.stringContaining('déjà en cours')])
    const accounts = (answered: typeof done) => answered.page.all('tbody tr').map((row) => row.textContent)
    expect([done.status, second.status, second.page.h1]).toEqual([200, 200, 'Relevés est installé'])
    expect(accounts(second)).toEqual(accounts(done))
    expect(await countUsers(b)).toBe(accounts(second).length + 1)
    expect(existsSync(join(b.storage, 'setup-progress.json'))).toBe(false)
    expect([b.host.stage(), (await browser.post('/setup/5')).status]).toEqual(['application', 403])
  }, 60_000)

  test('is refused while another process installs the same folder', async () => {
    const b = await bench()
    const browser = await answer(b)
    writeFileSync(join(b.storage, 'setup.lock'), String(process.ppid))
    const refused = await browser.post('/setup/5')
    expect([refused.status, refused.page.text]).toEqual([409, expect.stringContaining('déjà en cours')])
    rmSync(join(b.storage, 'setup.lock'))
    expect((await browser.post('/setup/5')).status).toBe(200)
    expect(await countUsers(b)).toBe(1)
  })

  test('cannot be replayed, and the wizard refuses every method from then on', async () => {
    const b = await bench()
    const browser = await install(b)
    const before = fileText(b, 'installed')
    for (const path of ['/setup', '/setup?etape=2', `/setup?code=${CODE}`])
      expect([path, (await browser.get(path)).status]).toEqual([path, 403])
    for (const path of ['/setup', '/setup/1', '/setup/4', '/setup/5', '/setup/code', '/setup/base/test'])
      expect([path, (await browser.post(path, { ...ADMIN, name: 'intrus', code: CODE })).status]).toEqual([path, 403])
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect([method, (await b.host.fetch(new Request('http://localhost/setup/5', { method }))).status]).toEqual([
        method,
        403,
      ])
    const page = await browser.post('/setup/5')
    expect([page.status, page.page.text]).toEqual([403, expect.stringContaining('déjà installé')])
    expect([await countUsers(b), fileText(b, 'installed')]).toEqual([1, before])
  })

  test('refuses a database that got accounts in the meantime', async () => {
    const [b, other] = [await bench(), await bench()]
    const browser = await answer(b)
    await install(other)
    await other.host.close()
    // The base that step 2 saw empty is now the one of another site.
    if (isPostgres) {
      const progress = JSON.parse(fileText(b, 'setup-progress.json'))
      progress.database.base = new URL(other.url).pathname.slice(1)
      writeFileSync(join(b.storage, 'setup-progress.json'), JSON.stringify(progress))
    } else {
      copyFileSync(join(other.storage, 'database.sqlite'), join(b.storage, 'database.sqlite'))
    }
    const refused = await browser.post('/setup/5')
    expect([refused.status, refused.page.text]).toEqual([409, expect.stringContaining('contient déjà des comptes')])
    expect([existsSync(join(b.storage, 'installed')), existsSync(join(b.storage, 'config.json'))]).toEqual([
      false,
      false,
    ])
    expect((await browser.get('/setup?etape=2')).page.h1).toBe('Base de données')
    const db = openDatabase(isPostgres ? other.url : `sqlite:${join(b.storage, 'database.sqlite')}`)
    expect(await db.selectFrom('users').select('name').execute()).toHaveLength(1)
    await db.destroy()
  })

  test('says what failed where the database went away, and works once it is back', async () => {
    const b = await bench()
    const browser = await answer(b)
    const progress = fileText(b, 'setup-progress.json')
    const broken = progress.replace(
      isPostgres ? new URL(b.url).pathname.slice(1) : 'database.sqlite',
      isPostgres ? 'absente' : 'absent/base.sqlite',
    )
    writeFileSync(join(b.storage, 'setup-progress.json'), broken)
    for (const failed of await Promise.all([browser.post('/setup/5'), browser.post('/setup/5')]))
      expect([failed.status, failed.page.one('[role=alert]').textContent]).toEqual([
        503,
        expect.stringContaining('n’a pas abouti'),
      ])
    expect(b.errors).toEqual(['installation failed', 'installation failed'])
    writeFileSync(join(b.storage, 'setup-progress.json'), progress)
    expect((await browser.post('/setup/5')).status).toBe(200)
  })
})

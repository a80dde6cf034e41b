// A start finds everything in place, something lost, or an installation that was cut short. The wizard only where nothing
// was ever installed.
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { setupCode } from '../../../src/features/setup/rules/code.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { isPostgres } from '../../support/db.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { answer, type Bench, bench, CODE, countUsers, fileText, inspect, install, PASSWORD } from './bench.ts'

useFastPasswords()

const lose = (b: Bench, ...names: string[]) => {
  for (const name of names) rmSync(join(b.storage, name), { force: true })
}

/** Every page of this site answers 503 with this sentence, the wizard's addresses too. */
async function expectDamaged(b: Bench, sentence: string, title = 'Installation endommagée') {
  expect(b.host.stage()).toBe('indisponible')
  const browser = b.browser()
  for (const path of ['/', '/login', '/setup', `/setup?code=${CODE}`, '/setup?etape=4']) {
    const answered = await browser.get(path)
    expect([path, answered.status, answered.page.h1]).toEqual([path, 503, title])
    expect(answered.page.text).toContain(sentence)
  }
  expect((await browser.post('/setup/5')).status).toBe(503)
  const sante = await browser.get('/sante')
  expect([sante.status, sante.text]).toEqual([503, '{"statut":"indisponible"}'])
}

async function expectSite(b: Bench) {
  expect(b.host.stage()).toBe('application')
  const browser = b.browser()
  await browser.get('/login')
  expect((await browser.post('/login', { login: 'anne', password: PASSWORD })).location).toBe('/')
  expect(await countUsers(b)).toBe(1)
}

describe('an installed site', () => {
  test('serves after a restart, without a code', async () => {
    const b = await bench()
    await install(b)
    await b.restart()
    await expectSite(b)
    expect(b.host.path()).toBe('/')
    expect(existsSync(join(b.storage, 'setup-code'))).toBe(false)
    expect(b.errors).toEqual([])
  })

  test('throws away every hour what has expired', async () => {
    const b = await bench()
    const browser = await install(b)
    await browser.get('/login')
    await browser.post('/login', { login: 'anne', password: PASSWORD })
    const [now, old] = [new Date(), new Date(Date.now() - 49 * 3_600_000)].map((at) => at.toISOString())
    await inspect(b, async (db) => {
      const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
      const session = { user_id: id, created_at: String(old), user_agent: null }
      await db
        .insertInto('sessions')
        .values({ ...session, id: 'expiree', expires_at: String(old) })
        .execute()
      for (const [jeton, created_at] of Object.entries({ ancien: old, recent: now }))
        await db
          .insertInto('envois')
          .values({ jeton, user_id: id, resultat: '1', created_at: String(created_at) })
          .execute()
    })
    // The first look only notes the time: an hour later it is due.
    await b.host.tick(new Date())
    await b.host.tick(new Date(Date.now() + 2 * 3_600_000))
    const left = await inspect(b, async (db) => ({
      sessions: (await db.selectFrom('sessions').select('id').execute()).filter(({ id }) => id === 'expiree').length,
      all: (await db.selectFrom('sessions').select('id').execute()).length,
      envois: (await db.selectFrom('envois').select('jeton').execute()).map(({ jeton }) => jeton),
    }))
    expect(left).toEqual({ sessions: 0, all: 1, envois: ['recent'] })
  })

  test('without its marker is damaged, and comes back when the marker does', async () => {
    const b = await bench()
    await install(b)
    lose(b, 'installed')
    await b.restart()
    await expectDamaged(b, 'storage/installed manque')
    writeFileSync(join(b.storage, 'installed'), '')
    await b.restart()
    await expectSite(b)
  })

  test('without its configuration is damaged, unless DATABASE_URL says where the base is', async () => {
    const b = await bench()
    await install(b)
    lose(b, 'config.json')
    await b.restart()
    await expectDamaged(b, 'storage/config.json manque')
    await b.restart({ DATABASE_URL: b.url })
    await expectSite(b)
    expect(JSON.parse(fileText(b, 'config.json'))).toEqual({ secret: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test.each(['{"database": "sqlite:da', '[]', '{"secret": ""}', ''])(
    'with the configuration %j is damaged',
    async (text) => {
      const b = await bench()
      await install(b)
      writeFileSync(join(b.storage, 'config.json'), text)
      lose(b, 'installed')
      await b.restart()
      await expectDamaged(b, 'ne peut pas être lu')
      expect(fileText(b, 'config.json')).toBe(text)
    },
  )

  test('without marker and configuration is told by the accounts behind DATABASE_URL', async () => {
    const b = await bench()
    await install(b)
    lose(b, 'installed', 'config.json')
    await b.restart({ DATABASE_URL: b.url })
    await expectDamaged(b, 'storage/installed manque')
  })

  test('whose base holds no account is damaged', async () => {
    const b = await bench()
    await install(b)
    await inspect(b, async (db) => {
      await db.deleteFrom('sessions').execute()
      await db.deleteFrom('users').execute()
    })
    await b.restart()
    await expectDamaged(b, 'ne contient aucun compte')
  })

  test.runIf(!isPostgres)('whose file is gone is damaged, and no empty file takes its place', async () => {
    const b = await bench()
    await install(b)
    await b.host.close()
    for (const end of ['', '-wal', '-shm']) lose(b, `database.sqlite${end}`)
    await b.restart()
    await expectDamaged(b, 'Le fichier de la base de données manque')
    expect(existsSync(join(b.storage, 'database.sqlite'))).toBe(false)
  })

  test.runIf(!isPostgres)('whose file is no database any more is damaged', async () => {
    const b = await bench()
    await install(b)
    await b.host.close()
    for (const end of ['-wal', '-shm']) lose(b, `database.sqlite${end}`)
    writeFileSync(join(b.storage, 'database.sqlite'), 'écrasé par erreur'.repeat(500))
    await b.restart()
    await expectDamaged(b, 'n’a pas pu être ouverte')
  })

  test.runIf(!isPostgres)('can be moved with its folder', async () => {
    const b = await bench()
    await install(b)
    await b.host.close()
    const moved = temporaryFolder()
    cpSync(b.storage, moved, { recursive: true })
    rmSync(b.storage, { recursive: true })
    await b.restart({ STORAGE_DIR: moved })
    expect(b.host.stage()).toBe('application')
  })

  test.runIf(isPostgres)('whose server is away answers 503, never the wizard', async () => {
    const b = await bench()
    await install(b)
    await b.restart({ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/b' })
    await expectDamaged(b, 'ne répond pas', 'Base de données injoignable')
    lose(b, 'installed', 'config.json')
    await b.restart({ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/b' })
    await expectDamaged(b, 'ne répond pas', 'Base de données injoignable')
  })
})

describe('with DATABASE_URL', () => {
  test('the wizard asks nothing at step 2, shows no password, and copies the address nowhere', async () => {
    const other = await bench()
    const withPassword = isPostgres ? other.url.replace('postgres@', 'postgres:mot-de-passe-donne@') : other.url
    const b = await bench({ env: { DATABASE_URL: withPassword }, url: other.url })
    const browser = b.browser()
    await browser.enter()
    await browser.post('/setup/1')
    const step = await browser.get('/setup?etape=2')
    expect(step.page.text).toContain(isPostgres ? 'PostgreSQL, base releves_setup' : 'SQLite, fichier database.sqlite')
    expect(step.page.has('[name=moteur]')).toBe(false)
    expect((await browser.post('/setup/base/test')).page.one('#essai').textContent).toContain('fonctionne')
    expect((await browser.post('/setup/2', { moteur: 'sqlite', fichier: 'autre.sqlite' })).location).toBe(
      '/setup?etape=3',
    )
    await browser.post('/setup/3', { site_name: 'Cercle' })
    await browser.post('/setup/4', { name: 'anne', email: 'a@exemple.fr', password: PASSWORD, password2: PASSWORD })
    await browser.get('/setup?etape=5')
    expect((await browser.post('/setup/5')).status).toBe(200)
    expect(JSON.parse(fileText(b, 'config.json')).database).toBe(undefined)
    expect(browser.seen.filter((text) => text.includes('mot-de-passe-donne'))).toEqual([])
    expect(await countUsers(other)).toBe(1)
    await b.restart()
    expect(b.host.stage()).toBe('application')
  })

  test('that says nothing usable the site is not opened to the wizard', async () => {
    const b = await bench({ env: { DATABASE_URL: 'mysql://localhost/b' } })
    await expectDamaged(b, 'ne répond pas', 'Base de données injoignable')
  })
})

describe('an installation cut short', () => {
  /** A finished one, with the answers as they were when its last step began. */
  async function finished() {
    const b = await bench()
    const browser = await answer(b)
    const progress = JSON.parse(fileText(b, 'setup-progress.json'))
    await browser.post('/setup/5')
    await b.host.close()
    const finition = JSON.parse(fileText(b, 'app/settings.json')).installed_at as string
    const cut = async (...missing: string[]) => {
      writeFileSync(join(b.storage, 'setup-progress.json'), JSON.stringify({ ...progress, finition }))
      // The lock of a process that was killed: its pid is nobody's.
      writeFileSync(join(b.storage, 'setup.lock'), '999999999')
      setupCode(b.storage, undefined)
      lose(b, ...missing)
      await b.restart()
    }
    return { b, cut, finition }
  }

  test.each([
    ['after the marker', []],
    ['before the marker', ['installed']],
    ['before the configuration', ['installed', 'config.json']],
    ['before the settings', ['installed', 'config.json', 'app/settings.json']],
  ])('%s is finished by the next start, with one administrator', async (_when, missing) => {
    const { b, cut, finition } = await finished()
    await cut(...missing)
    await expectSite(b)
    expect(JSON.parse(fileText(b, 'app/settings.json')).installed_at).toBe(finition)
    for (const name of ['setup-progress.json', 'setup-code'])
      expect([name, existsSync(join(b.storage, name))]).toEqual([name, false])
    expect(b.errors).toEqual([])
  })

  test('before anything was written is finished too', async () => {
    const b = await bench()
    await answer(b)
    const progress = JSON.parse(fileText(b, 'setup-progress.json'))
    const finition = '2026-11-21T10:00:00.000Z'
    writeFileSync(join(b.storage, 'setup-progress.json'), JSON.stringify({ ...progress, finition }))
    await b.restart()
    await expectSite(b)
  })

  test('with its answers lost is reported', async () => {
    const { b } = await finished()
    lose(b, 'installed', 'setup-progress.json')
    await b.restart()
    await expectDamaged(b, 'storage/installed manque')
  })

  test('whose base cannot be reached waits, and is finished once it can', async () => {
    const b = await bench()
    await answer(b)
    const progress = { ...JSON.parse(fileText(b, 'setup-progress.json')), finition: '2026-11-21T10:00:00.000Z' }
    const away = isPostgres
      ? { ...progress.database, hote: '127.0.0.1', port: 1 }
      : { moteur: 'sqlite', fichier: 'absent/base.sqlite' }
    const write = (database: object) =>
      writeFileSync(join(b.storage, 'setup-progress.json'), JSON.stringify({ ...progress, database }))
    write(away)
    await b.restart()
    await expectDamaged(b, 'a été interrompue')
    expect(b.errors).toEqual(['interrupted installation cannot be resumed'])
    write(progress.database)
    await b.restart()
    await expectSite(b)
  })

  test('by the command line while the wizard is open is seen without a restart', async () => {
    const [b, done] = [await bench(), await bench()]
    const browser = await answer(b)
    await install(done)
    await done.host.close()
    for (const name of ['installed', 'config.json', 'app/settings.json', 'database.sqlite']) {
      if (!existsSync(join(done.storage, name))) continue
      cpSync(join(done.storage, name), join(b.storage, name))
    }
    expect((await browser.get('/setup')).status).toBe(403)
    expect(b.host.stage()).toBe('application')
  })
})

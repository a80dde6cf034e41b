import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_SETTINGS, settingsStore } from '../../../src/features/parametres/store.ts'
import type { SmtpServer } from '../../../src/lib/mailer.ts'

const SMTP: SmtpServer = {
  host: 'smtp.exemple.fr',
  port: 587,
  encryption: 'starttls',
  username: 'releves',
  password: 'mot de passe secret',
  sender_address: 'releves@exemple.fr',
  sender_name: 'Relevés',
}

function folder() {
  const storage = mkdtempSync(join(tmpdir(), 'releves-reglages-'))
  onTestFinished(() => rmSync(storage, { recursive: true }))
  const path = join(storage, 'app', 'settings.json')
  const errors: unknown[] = []
  const log = { info() {}, warn() {}, error: (message: string, fields?: unknown) => errors.push([message, fields]) }
  return {
    path,
    errors,
    store: (secret = 'le secret') => settingsStore(storage, log, secret),
    file: () => JSON.parse(readFileSync(path, 'utf8')),
  }
}

test('the mail block is kept with its password sealed, and read back by another process', () => {
  const f = folder()
  expect(f.store().read()).toEqual(DEFAULT_SETTINGS)
  f.store().write({ smtp: SMTP })
  expect(readFileSync(f.path, 'utf8')).not.toContain('mot de passe secret')
  expect(f.file().smtp).toMatchObject({ host: 'smtp.exemple.fr', password: expect.stringMatching(/^v1\./) })
  expect(statSync(f.path).mode & 0o777).toBe(0o600)
  expect(f.store().read().smtp).toEqual(SMTP)
  expect(f.errors).toEqual([])
})

test('a change of something else leaves the block alone; null takes it away', () => {
  const f = folder()
  const store = f.store()
  store.write({ smtp: SMTP })
  const { password } = f.file().smtp
  store.write({ site_name: 'Cercle d’Aleth' })
  expect([f.file().smtp.password, store.read()]).toEqual([
    password,
    { ...DEFAULT_SETTINGS, site_name: 'Cercle d’Aleth', smtp: SMTP },
  ])
  store.write({ smtp: null })
  expect([f.file().smtp, store.read().smtp]).toEqual([null, null])
})

test('a block that another secret sealed, or that makes no sense, sends no mail, is told, and is not overwritten', () => {
  const f = folder()
  f.store().write({ site_name: 'Cercle', smtp: SMTP })
  const other = f.store('un autre secret')
  expect(other.read()).toEqual({ ...DEFAULT_SETTINGS, site_name: 'Cercle' })
  expect(f.errors).toEqual([['sealed settings cannot be read', expect.anything()]])
  expect(JSON.stringify(f.errors)).not.toContain('secret')
  other.write({ registration_enabled: true })
  expect(f.store().read().smtp).toEqual(SMTP)
  const good = f.file().smtp
  const broken = [
    'oui',
    [],
    { ...good, port: '587' },
    { ...good, port: 0 },
    { ...good, encryption: 'aucune' },
    { ...good, password: 'en clair' },
    { ...good, host: 'a\r\nb' },
    { ...good, sender_name: 'a\nBcc: x' },
    { ...good, sender_address: 'a@b.fr, c@d.fr' },
  ]
  for (const smtp of broken) {
    writeFileSync(f.path, JSON.stringify({ ...f.file(), smtp }))
    expect([smtp, f.store().read()]).toEqual([
      smtp,
      { ...DEFAULT_SETTINGS, site_name: 'Cercle', registration_enabled: true },
    ])
  }
})

describe('a file that cannot be read', () => {
  const broken = ['', '{"site_name": "Cer', '[]', 'null', '"texte"', '\u0000\u0000\u0000']

  test.each(broken)('is put aside whole, and the last good values stand in for it, closed (%j)', (content) => {
    const f = folder()
    f.store().write({ site_name: 'Cercle', smtp: SMTP, registration_enabled: true, journal_mois: 24 })
    const running = f.store()
    running.read()
    writeFileSync(f.path, content)
    const settings = running.read()
    expect(settings).toMatchObject({ site_name: 'Cercle', smtp: SMTP, journal_mois: 24, registration_enabled: false })
    expect(settings).toMatchObject({ fichier_repris: 'copie' })
    expect(settings.fichier_abime).toMatch(/^settings\.abime-[a-z2-7]{8}\.json$/)
    expect(readFileSync(join(f.path, '..', settings.fichier_abime), 'utf8')).toBe(content)
    expect(f.store().read()).toEqual(settings)
    expect(f.errors).toEqual([['settings file cannot be read: put aside', expect.anything()]])
    // Once: the next reads and writes go on from the mended file.
    running.write({ fichier_abime: '' })
    expect(running.read()).toMatchObject({ site_name: 'Cercle', fichier_abime: '' })
    expect(readdirSync(join(f.path, '..')).filter((name) => name.includes('abime'))).toHaveLength(1)
  })

  test.each(broken)('without a copy leaves a closed site that says so, also to who writes first (%j)', (content) => {
    const f = folder()
    mkdirSync(join(f.path, '..'))
    writeFileSync(f.path, content)
    const store = f.store()
    store.write({ site_name: 'Cercle' })
    expect(store.read()).toEqual({
      ...DEFAULT_SETTINGS,
      site_name: 'Cercle',
      fichier_repris: 'defaut',
      fichier_abime: expect.stringMatching(/^settings\.abime-/),
    })
    writeFileSync(f.path, content)
    writeFileSync(`${f.path}.bak`, content)
    expect(f.store().read()).toMatchObject({ site_name: 'Relevés', fichier_repris: 'defaut' })
    expect(readdirSync(join(f.path, '..')).filter((name) => name.includes('abime'))).toHaveLength(2)
  })

  test('two processes that find it at once mend it once', () => {
    const f = folder()
    f.store().write({ site_name: 'Cercle' })
    writeFileSync(f.path, 'abîmé')
    const [one, two] = [f.store(), f.store()]
    expect(one.read()).toEqual(two.read())
    expect(f.errors).toHaveLength(1)
  })

  test('in a folder that cannot be written the site serves all the same', () => {
    const f = folder()
    f.store().write({ site_name: 'Cercle' })
    rmSync(f.path)
    // A folder of that name: no right of this user makes it a file.
    mkdirSync(f.path)
    mkdirSync(`${f.path}.lock`)
    expect(f.store().read()).toMatchObject({
      site_name: 'Cercle',
      registration_enabled: false,
      fichier_repris: 'copie',
    })
    expect(f.errors).toEqual([['settings file cannot be put aside', expect.anything()]])
  })
})

test('a function is given what stands, and nothing is changed where it throws', () => {
  const f = folder()
  f.store().write({ journal_mois: 24 })
  const store = f.store()
  store.write(({ journal_mois }) => ({ journal_mois: journal_mois + 1 }))
  const refuse = () => {
    throw new Error('refused')
  }
  expect(() => store.write(refuse)).toThrow('refused')
  expect(store.read().journal_mois).toBe(25)
  expect(readdirSync(join(f.path, '..')).sort()).toEqual(['settings.json', 'settings.json.bak'])
})

test('a lock that a killed process left, and what it was writing, are cleared away', () => {
  const f = folder()
  f.store().write({ site_name: 'Cercle' })
  // No process has this number: Linux gives out at most 2 ** 22.
  writeFileSync(`${f.path}.lock`, `${hostname()} 99999999 jeton`)
  writeFileSync(`${f.path}.123.abc.tmp`, '{')
  f.store().write({ site_name: 'Cercle d’Aleth' })
  expect(f.store().read().site_name).toBe('Cercle d’Aleth')
  expect(readdirSync(join(f.path, '..')).sort()).toEqual(['settings.json', 'settings.json.bak'])
})

test('a lock of another machine is respected until it is too old to be true', () => {
  const f = folder()
  f.store().write({ site_name: 'Cercle' })
  writeFileSync(`${f.path}.lock`, 'ailleurs 1 jeton')
  expect(() => f.store().write({ site_name: 'Trop tôt' })).toThrow(/en cours/)
  const old = new Date(Date.now() - 60_000)
  utimesSync(`${f.path}.lock`, old, old)
  f.store().write({ site_name: 'Enfin' })
  expect(f.store().read().site_name).toBe('Enfin')
})

test('what a process left that was killed while it waited for the lock is cleared away in time', () => {
  const f = folder()
  f.store().write({ site_name: 'Cercle' })
  const old = new Date(Date.now() - 120_000)
  writeFileSync(`${f.path}.lock.ancien`, 'x')
  utimesSync(`${f.path}.lock.ancien`, old, old)
  writeFileSync(`${f.path}.lock.attend`, 'x')
  f.store().write({ site_name: 'Cercle' })
  expect(readdirSync(join(f.path, '..')).sort()).toEqual([
    'settings.json',
    'settings.json.bak',
    'settings.json.lock.attend',
  ])
})

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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
  expect(f.errors).toEqual([['mail settings cannot be read', expect.anything()]])
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

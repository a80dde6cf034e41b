import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingsStore } from '../../../src/features/parametres/store.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { ADMIN, type Bench, type Browser, bench, databaseFields, fileText } from './bench.ts'

const PNG = readFileSync(join(import.meta.dirname, '../../data/images/logo.png'))

async function atStep3(): Promise<{ b: Bench; browser: Browser }> {
  const b = await bench()
  const browser = b.browser()
  await browser.enter()
  await browser.post('/setup/1')
  await browser.post('/setup/2', databaseFields(b.url))
  await browser.get('/setup?etape=3')
  return { b, browser }
}

const settingsOf = (b: Bench) =>
  settingsStore(b.storage, silentLog, JSON.parse(fileText(b, 'config.json')).secret).read()

async function finish(browser: Browser) {
  await browser.post('/setup/4', ADMIN)
  const recap = await browser.get('/setup?etape=5')
  expect((await browser.post('/setup/5')).status).toBe(200)
  return recap.page.text
}

test('an image that comes with the name of the site is its logo, and nothing of it stays behind', async () => {
  const { b, browser } = await atStep3()
  const sent = await browser.send('/setup/3', { site_name: 'Cercle d’Aleth' }, { name: 'logo', bytes: PNG })
  expect([sent.status, sent.location]).toEqual([303, '/setup?etape=4'])
  expect((await browser.get('/setup?etape=3')).page.text).toContain('Une image est gardée')
  expect(await finish(browser)).toMatch(/Logo ?le vôtre/)
  expect(existsSync(join(b.storage, 'setup-logo'))).toBe(false)
  expect(settingsOf(b).logo).toBe('logo.png')
  expect((await browser.get('/login')).text).toContain('/logo/logo.png')
  expect(b.errors).toEqual([])
})

test('what is no image is refused beside its field; a good one stays where the name is refused, and can be dropped', async () => {
  const { b, browser } = await atStep3()
  const bad = await browser.send('/setup/3', { site_name: 'Aleth' }, { name: 'logo', bytes: Buffer.from('<html>') })
  expect([bad.status, bad.page.value('site_name')]).toEqual([422, 'Aleth'])
  expect(bad.page.error('logo')).not.toBe('')
  const unnamed = await browser.send('/setup/3', { site_name: '' }, { name: 'logo', bytes: PNG })
  expect([unnamed.status, unnamed.page.has('[name=sans_logo]')]).toEqual([422, true])
  const large = await browser.send('/setup/3', { site_name: 'A' }, { name: 'logo', bytes: Buffer.alloc(2_200_000) })
  expect([large.status, large.page.error('logo')]).toEqual([413, expect.stringContaining('2 Mo')])
  expect((await browser.post('/setup/3', { site_name: 'Aleth', sans_logo: '1' })).location).toBe('/setup?etape=4')
  expect(existsSync(join(b.storage, 'setup-logo'))).toBe(false)
  expect(await finish(browser)).toContain('le sceau de Relevés')
  expect(settingsOf(b).logo).toBe('')
})

test('an account of a known provider is the mail of the site; its password is not shown, and kept', async () => {
  const { b, browser } = await atStep3()
  const account = { site_name: 'Aleth', messagerie: 'gmail', courriel_adresse: 'aleth@gmail.com' }
  const refused = await browser.post('/setup/3', { ...account, courriel_adresse: 'aleth' })
  expect([refused.status, refused.page.error('courriel_adresse'), refused.page.error('courriel_mot_de_passe')]).toEqual(
    [422, expect.stringContaining('Indiquez l’adresse'), expect.stringContaining('Indiquez le mot de passe')],
  )
  expect((await browser.post('/setup/3', { ...account, messagerie: 'pigeon' })).page.error('messagerie')).not.toBe('')
  await browser.post('/setup/3', { ...account, courriel_mot_de_passe: 'abcd efgh ijkl mnop' })
  const again = await browser.get('/setup?etape=3')
  expect([again.page.value('messagerie'), again.page.value('courriel_mot_de_passe')]).toEqual(['gmail', ''])
  expect(again.text).not.toContain('abcd efgh')
  expect((await browser.post('/setup/3', account)).location).toBe('/setup?etape=4')
  expect((await browser.post('/setup/3', { ...account, courriel_adresse: 'autre@gmail.com' })).status).toBe(422)
  expect(await finish(browser)).toContain('aleth@gmail.com')
  expect(settingsOf(b).smtp).toEqual({
    ...{ host: 'smtp.gmail.com', port: 587, encryption: 'starttls', sender_name: 'Aleth' },
    ...{ username: 'aleth@gmail.com', sender_address: 'aleth@gmail.com', password: 'abcd efgh ijkl mnop' },
  })
  expect(fileText(b, 'app/settings.json')).not.toContain('abcd efgh')
})

test('an image sent before its turn is not taken in', async () => {
  const b = await bench()
  const browser = b.browser()
  await browser.enter()
  const sent = await browser.send('/setup/3', { site_name: 'Aleth' }, { name: 'logo', bytes: PNG })
  expect([sent.status, sent.location]).toEqual([303, '/setup?etape=1'])
  expect(existsSync(join(b.storage, 'setup-logo'))).toBe(false)
})

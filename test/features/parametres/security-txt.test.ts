import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

const FILE = '/.well-known/security.txt'
const GENERAL = { site_name: 'Cercle d’Aleth', journal_mois: 12 }

test('who names a contact publishes it, to anybody', async () => {
  const t = await testApp()
  const [admin, stranger] = [await t.as(t.admin), t.anonymous()]
  expect((await stranger.get(FILE)).status).toBe(404)
  const saved = await admin.post('/parametres/general', { ...GENERAL, contact_securite: ' securite@exemple.fr ' })
  expect(saved.location).toBe('/parametres')
  t.deps.appUrl = 'https://releves.exemple.fr'
  const file = await stranger.get(FILE)
  expect([file.status, file.headers.get('content-type')?.toLowerCase()]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(file.text).toBe(
    [
      'Contact: mailto:securite@exemple.fr',
      'Expires: 2027-05-20T00:00:00.000Z',
      'Preferred-Languages: fr, en',
      'Canonical: https://releves.exemple.fr/.well-known/security.txt',
      '',
    ].join('\n'),
  )
  t.deps.appUrl = undefined
  expect((await stranger.get(FILE, { host: 'evil.example' })).text).not.toContain('Canonical')
  expect((await admin.get('/parametres')).page.value('contact_securite')).toBe('securite@exemple.fr')
  await admin.post('/parametres/general', { ...GENERAL, contact_securite: 'https://exemple.fr/faille' })
  expect((await stranger.get(FILE)).text).toContain('Contact: https://exemple.fr/faille\n')
  await admin.post('/parametres/general', { ...GENERAL, contact_securite: '' })
  expect((await stranger.get(FILE)).status).toBe(404)
  expect(t.failures).toEqual([])
})

test.each([
  ...['http://exemple.fr/', 'javascript:alert(1)', 'securite', 'a@b.fr, c@d.fr', 'https://', 'https://u:p@exemple.fr/'],
  ...['https://a.fr/\nContact: mailto:x@y.fr', 'tel:+33299000000'],
])('« %s » is no contact', async (contact_securite) => {
  const t = await testApp()
  const answer = await (await t.as(t.admin)).post('/parametres/general', { ...GENERAL, contact_securite })
  expect(answer.status).toBe(422)
  expect(answer.page.error('contact_securite')).toContain('adresse électronique')
  expect(t.deps.settings.read().contact_securite).toBe('')
})

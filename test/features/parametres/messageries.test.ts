import { expect, test } from 'vitest'
import { MESSAGERIES } from '../../../src/features/parametres/rules/messageries.ts'
import { testApp } from '../../support/app.ts'
import { etatOf } from './support.ts'

test.each(MESSAGERIES.map((one) => [one.nom, one] as const))(
  '%s fills the server and says what it asks for',
  async (_, one) => {
    const t = await testApp()
    const { page } = await (await t.as(t.admin)).get(`/parametres?messagerie=${one.code}`)
    expect([page.value('host'), page.value('port'), page.value('encryption')]).toEqual([
      one.host,
      String(one.port),
      one.encryption,
    ])
    const chosen = page.one('#courriel nav a[aria-current]')
    expect([chosen.textContent, page.one('#courriel .flash').textContent]).toEqual([
      one.nom,
      expect.stringContaining(one.aide),
    ])
    expect(t.deps.settings.read().smtp).toBe(null)
  },
)

test('the server in force stays until the form is sent, and so do its account and sender', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  const smtp = { host: 'smtp.exemple.fr', port: 25, encryption: 'none', username: 'aleth', password: 'secret' } as const
  t.deps.settings.write({ smtp: { ...smtp, sender_address: 'aleth@exemple.fr', sender_name: 'Aleth' } })
  const answer = await admin.get('/parametres?messagerie=ovh')
  const { page } = answer
  expect(['host', 'username', 'sender_address'].map((name) => page.value(name))).toEqual([
    'ssl0.ovh.net',
    'aleth',
    'aleth@exemple.fr',
  ])
  expect(t.deps.settings.read().smtp).toMatchObject(smtp)
  // Its password is not taken to another server.
  const sent = { host: 'ssl0.ovh.net', port: 465, encryption: 'tls', username: 'aleth', password: '' }
  const etat = etatOf(answer, '/parametres/smtp')
  const refused = await admin.post('/parametres/smtp', { ...sent, sender_address: 'aleth@exemple.fr', etat })
  expect([refused.status, refused.page.error('password')]).toEqual([422, expect.stringContaining('tapez de nouveau')])
  const nobody = (await admin.get('/parametres?messagerie=pigeon')).page
  expect([nobody.value('host'), nobody.has('#courriel .flash')]).toEqual(['smtp.exemple.fr', false])
})

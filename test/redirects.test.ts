// reliability.md T15, and what could put a line of its own into a header.
import { expect, test } from 'vitest'
import { ORIGIN, testApp } from './support/app.ts'
import { useFastPasswords } from './support/argon2.ts'
import { PASSWORD } from './support/characters.ts'

useFastPasswords()

const ELSEWHERE = [
  ...['https://evil.example/', 'http://evil.example', '//evil.example/', '///evil.example', '////evil.example//'],
  ...['/\\evil.example', '\\\\evil.example', '/\\/evil.example', '\\/evil.example', 'javascript:alert(1)'],
  ...['data:text/html,x', ' https://evil.example', '\thttps://evil.example', '/\t/evil.example', '/\n/evil.example'],
  ...['evil.example', '@evil.example', 'https:evil.example', 'https:/evil.example', '/x/..//evil.example'],
  ...['/.//evil.example', '/x/%2e%2e//evil.example', '/\u0000/evil.example', '/\u2028/evil.example', '/lieux\r\nX: y'],
  ...['', '.', '..', '?q=x', '#x', `${ORIGIN}.evil.example/`, 'mailto:a@b.fr', '/%5cevil.example/..%2f..'],
]

/** Where a browser on a page of ours would end up. */
const hostOf = (location: string): string => new URL(location, `${ORIGIN}/login`).host

test('after the log-in no address leads to another site', async () => {
  const t = await testApp()
  for (const suite of ELSEWHERE) {
    const answer = await t.anonymous().post('/login', { login: 'marie', password: PASSWORD, suite })
    // A control character is refused with the form.
    expect([suite, answer.status]).toEqual([suite, suite.includes('\u0000') ? 422 : 303])
    expect([suite, hostOf(answer.location ?? ''), answer.headers.get('x')]).toEqual([suite, 'localhost', null])
  }
})

test('nor does any other form that says where to go next', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  for (const retour of ELSEWHERE) {
    for (const [path, active] of [
      [`/admin/utilisateurs/${t.marie.id}/desactiver`, false],
      [`/admin/utilisateurs/${t.marie.id}/activer`, true],
    ] as const) {
      const answer = await admin.post(path, { retour })
      expect([retour, answer.status, hostOf(answer.location ?? ''), active]).toEqual([retour, 303, 'localhost', active])
    }
    const theme = await admin.post('/apparence', { theme: 'sombre', retour })
    expect([retour, theme.status, hostOf(theme.location ?? '')]).toEqual([retour, 303, 'localhost'])
  }
  expect(t.failures).toEqual([])
})

test('a page of ours is gone back to', async () => {
  const t = await testApp()
  for (const suite of ['/lieux?q=malo', '/sources/1#releves', '/recherche?q=Le%20Bret'])
    expect((await t.anonymous().post('/login', { login: 'marie', password: PASSWORD, suite })).location).toBe(suite)
})

test('the page that was asked for without a session comes back as a path of ours', async () => {
  const t = await testApp()
  for (const path of ['//evil.example/x', '/%0d%0aX:%20y', '/\\evil.example']) {
    const answer = await t.anonymous().get(path)
    expect([path, hostOf(answer.location ?? '/'), answer.headers.get('x')]).toEqual([path, 'localhost', null])
    const login = await t.anonymous().post('/login', {
      login: 'marie',
      password: PASSWORD,
      suite: new URL(answer.location ?? '/', ORIGIN).searchParams.get('suite') ?? '',
    })
    expect([path, hostOf(login.location ?? '')]).toEqual([path, 'localhost'])
  }
})

const BREAKS = [
  'a\r\nX-Intrus: oui',
  'a\nX-Intrus: oui',
  'a\rX-Intrus: oui',
  'a\u2028b',
  'a\u0000b',
  'a"; filename=x.html',
  'é’œ🙂',
]

test('no text that people typed makes a header of its own, nor an error', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  for (const text of BREAKS) {
    // No form lets a NUL through, and one engine refuses it.
    const source = await t.make.source({ titre: text.replaceAll('\u0000', '') })
    const answers = [
      await admin.get(`/export/source/${source.id}/csv`),
      await admin.get(`/sources/${source.id}`),
      await admin.get(`/recherche?q=${encodeURIComponent(text)}`),
      await admin.get(`/admin/utilisateurs/export/csv?q=${encodeURIComponent(text)}`),
      await admin.post('/lieux', { nom: text }),
      await admin.post('/admin/sections', { nom: text }),
      await t.anonymous().post('/login', { login: text, password: text }),
      await t.anonymous().get(`/login?suite=${encodeURIComponent(text)}`),
    ]
    for (const { headers, status } of answers)
      expect([text, headers.get('x-intrus'), status < 500]).toEqual([text, null, true])
  }
  expect(t.failures).toEqual([])
})

test('the host that a request invents stands in no link and no redirection', async () => {
  const t = await testApp()
  for (const headers of [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example' },
    { forwarded: 'host=evil.example' },
  ]) {
    const visitor = t.anonymous()
    for (const path of ['/login', '/', '/register', '/mot-de-passe/oubli', '/sante']) {
      const answer = await visitor.get(path, headers)
      expect([path, answer.text.includes('evil.example'), (answer.location ?? '').includes('evil')]).toEqual([
        path,
        false,
        false,
      ])
    }
  }
})

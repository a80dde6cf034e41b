import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { PASSWORD } from '../../support/characters.ts'
import { proofIsOld } from '../users/support.ts'

const FILES = ['/profil/donnees', '/admin/utilisateurs/export/csv?role=membre', '/admin/journal/export/csv']

test('files with all of the site or of a person leave only with the password of the last half hour', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  for (const path of FILES) {
    expect((await admin.get(path)).headers.get('content-disposition')).toContain('attachment')
    await proofIsOld(t)
    const asked = await admin.get(path)
    expect([asked.status, asked.location]).toEqual([303, `/preuve?suite=${encodeURIComponent(path)}`])
    const form = await admin.get(asked.location ?? '')
    expect([form.status, form.page.h1, form.page.value('suite')]).toEqual([200, 'Votre mot de passe', path])
    const wrong = await admin.post('/preuve', { suite: path, preuve: 'pas le bon du tout' })
    expect([wrong.status, wrong.page.error('preuve'), wrong.page.value('suite')]).toEqual([
      422,
      'Ce n’est pas votre mot de passe actuel.',
      path,
    ])
    expect(wrong.page.one('.erreurs').text).toContain('Ce n’est pas votre mot de passe actuel.')
    expect((await admin.get(path)).status).toBe(303)
    const proved = await admin.post('/preuve', { suite: path, preuve: PASSWORD })
    expect([proved.status, proved.location]).toEqual([303, path])
    expect((await admin.get(path)).headers.get('content-disposition')).toContain('attachment')
  }
})

test('a backup asks for it too, and rights are asked about first', async () => {
  const t = await testApp()
  const path = '/parametres/sauvegardes/releves-20261121-031500-quotidienne.tar'
  const [admin, marie] = [await t.as(t.admin), await t.as(t.marie)]
  await proofIsOld(t)
  expect((await admin.get(path)).location).toBe(`/preuve?suite=${encodeURIComponent(path)}`)
  for (const file of [path, ...FILES.slice(1)]) expect((await marie.get(file)).status).toBe(403)
  expect((await marie.get(FILES[0] ?? '')).status).toBe(303)
})

test('the password leads to no other site', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  await proofIsOld(t)
  for (const suite of ['//evil.example', 'https://evil.example/', '/\\evil.example']) {
    expect((await admin.get(`/preuve?suite=${encodeURIComponent(suite)}`)).page.value('suite')).toBe('/')
    await proofIsOld(t)
    expect((await admin.post('/preuve', { suite, preuve: PASSWORD })).location).toBe('/')
    await proofIsOld(t)
  }
  expect((await t.anonymous().get('/preuve')).location).toMatch(/^\/login/)
})

import { expect, test } from 'vitest'
import { testApp } from '../support/app.ts'

test('a form brought back by the browser and filled anew is another creation', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  const _envoi = (await rene.get('/lieux/nouveau')).page.value('_envoi')
  const first = await rene.post('/lieux', { nom: 'Jumeau un', _envoi })
  const again = await rene.post('/lieux', { nom: 'Jumeau un', _envoi })
  const other = await rene.post('/lieux', { nom: 'Jumeau deux', _envoi })
  expect(again.location).toBe(first.location)
  expect(other.location).not.toBe(first.location)
  expect(await t.db.selectFrom('lieux').select('nom').orderBy('id').execute()).toEqual([
    { nom: 'Jumeau un' },
    { nom: 'Jumeau deux' },
  ])
})

test.each(['\u0000', 'x'.repeat(5000), '\ud800', '🙂'])(
  'the token %j is no more than a word to compare',
  async (_envoi) => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    const place = await admin.post('/lieux', { nom: 'Pleurtuit', _envoi })
    const depot = await admin.post('/admin/depots', { nom: 'AD 35', _envoi })
    expect([place.status, depot.status]).toEqual([303, 303])
    expect(await t.db.selectFrom('depots').select('nom').execute()).toEqual([{ nom: 'AD 35' }])
    expect(t.failures).toEqual([])
  },
)

test.each(['multipart/form-data', 'multipart/form-data; boundary=x'])(
  'a body that is no %s is refused, not an error',
  async (type) => {
    const t = await testApp()
    const answer = await t
      .anonymous()
      .request('/login', { method: 'POST', body: 'abc', headers: { 'content-type': type } })
    expect(answer.status).toBe(422)
    expect(t.failures).toEqual([])
  },
)

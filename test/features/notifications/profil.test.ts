import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'

const boxes = (page: { all(selector: string): { getAttribute(name: string): string | undefined }[] }) =>
  page
    .all('form[action="/profil/courriels"] input[type=checkbox]')
    .map((box) => [box.getAttribute('name'), box.getAttribute('checked') !== undefined])

test('each mail is wanted until its box is cleared; a member is asked about rejections alone', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  expect(boxes((await rene.get('/profil')).page)).toEqual([
    ['SourceAValider', true],
    ['SourceRejetee', true],
  ])
  const saved = await rene.post('/profil/courriels', { SourceRejetee: '1' })
  expect((await rene.follow(saved)).page.flash).toBe('Vos choix de courriels sont enregistrés.')
  expect(boxes((await rene.get('/profil')).page)).toEqual([
    ['SourceAValider', false],
    ['SourceRejetee', true],
  ])
  await rene.post('/profil/courriels', { SourceAValider: '1', SourceRejetee: '1' })
  expect(await t.db.selectFrom('courriels_refuses').selectAll().execute()).toEqual([])
  const marie = await t.as(t.marie)
  expect(boxes((await marie.get('/profil')).page)).toEqual([['SourceRejetee', true]])
  expect(t.failures).toEqual([])
})

test('a choice made as a manager outlives a time as a member', async () => {
  const t = await testApp()
  await (await t.as(t.rene)).post('/profil/courriels', {})
  await t.db.updateTable('users').set({ role: 'membre' }).where('id', '=', t.rene.id).execute()
  await (await t.as(t.rene)).post('/profil/courriels', { SourceRejetee: '1' })
  expect(await t.db.selectFrom('courriels_refuses').selectAll().execute()).toEqual([
    { user_id: t.rene.id, kind: 'SourceAValider' },
  ])
})

test('nobody chooses for another', async () => {
  const t = await testApp()
  expect((await t.anonymous().post('/profil/courriels', {})).location).toMatch(/^\/login/)
  await (await t.as(t.marie)).post('/profil/courriels', { user_id: t.rene.id })
  expect(await t.db.selectFrom('courriels_refuses').selectAll().execute()).toEqual([
    { user_id: t.marie.id, kind: 'SourceRejetee' },
  ])
})

test('the page says when the site sends no mail', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  expect((await marie.get('/profil')).page.text).toContain('Ce site n’envoie pas de courriels pour l’instant')
})

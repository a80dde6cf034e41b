import { expect, test } from 'vitest'
import {
  KINDS,
  kindsOf,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '../../../src/features/notifications/kinds/index.ts'
import { type TestApp, testApp } from '../../support/app.ts'

interface Checkboxes {
  all(selector: string): { getAttribute(name: string): string | undefined }[]
}

/** The boxes of a profile, as names and whether they are ticked. */
const boxes = (page: Checkboxes) =>
  page
    .all('form[action="/profil/courriels"] input[type=checkbox]')
    .map((box) => [box.getAttribute('name'), box.getAttribute('checked') !== undefined])

/** The boxes that this role should be shown, all ticked but those of `cleared`. */
const expected = (role: 'gestionnaire' | 'membre', cleared: NotificationKind[] = []) =>
  NOTIFICATION_KINDS.filter((kind) => KINDS[kind].roles.includes(role)).map((kind) => [kind, !cleared.includes(kind)])

const ticked = (kinds: readonly NotificationKind[]) => Object.fromEntries(kinds.map((kind) => [kind, '1']))

const refusals = async (t: TestApp) =>
  (await t.db.selectFrom('courriels_refuses').selectAll().execute()).map((row) => `${row.kind} ${row.user_id}`).sort()

const all = (kinds: readonly NotificationKind[], user: { id: number }) =>
  kinds.map((kind) => `${kind} ${user.id}`).sort()

test('a member is never asked about what only reviewers are told', () => {
  expect(kindsOf('gestionnaire')).toEqual(expect.arrayContaining(['SourceAValider', 'SourceRejetee']))
  expect(kindsOf('membre')).toContain('SourceRejetee')
  expect(kindsOf('membre')).not.toContain('SourceAValider')
})

test('each mail is wanted until its box is cleared, and only those of the role are asked about', async () => {
  const t = await testApp()
  const rene = await t.as(t.rene)
  expect(boxes((await rene.get('/profil')).page)).toEqual(expected('gestionnaire'))
  const kinds = kindsOf('gestionnaire')
  for (const cleared of kinds) {
    const saved = await rene.post('/profil/courriels', ticked(kinds.filter((kind) => kind !== cleared)))
    expect((await rene.follow(saved)).page.flash).toBe('Vos choix de courriels sont enregistrés.')
    expect(boxes((await rene.get('/profil')).page)).toEqual(expected('gestionnaire', [cleared]))
    expect(await refusals(t)).toEqual([`${cleared} ${t.rene.id}`])
  }
  await rene.post('/profil/courriels', ticked(kinds))
  expect(await refusals(t)).toEqual([])
  const marie = await t.as(t.marie)
  expect(boxes((await marie.get('/profil')).page)).toEqual(expected('membre'))
  expect(t.failures).toEqual([])
})

test('a choice made as a manager outlives a time as a member', async () => {
  const t = await testApp()
  await (await t.as(t.rene)).post('/profil/courriels', {})
  expect(await refusals(t)).toEqual(all(kindsOf('gestionnaire'), t.rene))
  await t.db.updateTable('users').set({ role: 'membre' }).where('id', '=', t.rene.id).execute()
  const asMember = kindsOf('membre')
  await (await t.as(t.rene)).post('/profil/courriels', ticked(asMember))
  const kept = kindsOf('gestionnaire').filter((kind) => !asMember.includes(kind))
  expect(kept).toContain('SourceAValider')
  expect(await refusals(t)).toEqual(all(kept, t.rene))
})

test('nobody chooses for another', async () => {
  const t = await testApp()
  expect((await t.anonymous().post('/profil/courriels', {})).location).toMatch(/^\/login/)
  await (await t.as(t.marie)).post('/profil/courriels', { user_id: t.rene.id })
  expect(await refusals(t)).toEqual(all(kindsOf('membre'), t.marie))
})

test('the page says when the site sends no mail', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  expect((await marie.get('/profil')).page.text).toContain('Ce site n’envoie pas de courriels pour l’instant')
})

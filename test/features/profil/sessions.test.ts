import { expect, test } from 'vitest'
import { createSession, listSessions, purgeSessions } from '../../../src/features/auth/sessions.ts'
import { testApp } from '../../support/app.ts'
import { PASSWORD } from '../../support/characters.ts'
import { sessionsOf } from '../auth/support.ts'

const CLOSE = '/profil/sessions/fermer'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'

async function siteWithThree() {
  const t = await testApp()
  const [here, there] = [await t.as(t.marie), await t.as(t.marie)]
  const third = await createSession(t.db, t.marie.id, FIREFOX)
  return { t, here, there, third }
}

test('the profile lists the open sessions, this one marked, and shows no secret', async () => {
  const { t, here, third } = await siteWithThree()
  await t.as(t.rene)
  const answer = await here.get('/profil')
  const table = answer.page.one('table')
  expect(table.querySelectorAll('tbody tr')).toHaveLength(3)
  expect(table.text).toContain('Firefox sur Windows')
  expect(table.text.match(/celle-ci/g)).toHaveLength(1)
  for (const secret of [here.cookies.get('session') ?? '', third]) expect(answer.text).not.toContain(secret)
  for (const { id } of await sessionsOf(t, t.marie)) expect(answer.text).not.toContain(id)
})

test('one session is closed by its button, from any other', async () => {
  const { t, here, there } = await siteWithThree()
  const list = await listSessions(t.db, t.marie.id, there.cookies.get('session'))
  const ref = list.find((session) => session.isCurrent)?.ref ?? ''
  const closed = await here.post(CLOSE, { session: ref })
  expect((await here.follow(closed)).page.flash).toBe('Session fermée.')
  expect((await there.get('/profil')).location).toContain('/login')
  expect((await here.get('/profil')).status).toBe(200)
  expect(await sessionsOf(t, t.marie)).toHaveLength(2)
  const line = await t.db.selectFrom('journal').select(['action', 'user_id']).execute()
  expect(line).toEqual([{ action: 'session.fin', user_id: t.marie.id }])
})

test('all the others are closed at once', async () => {
  const { t, here, there } = await siteWithThree()
  const rene = await t.as(t.rene)
  await here.post(CLOSE)
  expect((await there.get('/profil')).location).toContain('/login')
  expect([(await here.get('/profil')).status, (await rene.get('/profil')).status]).toEqual([200, 200])
  expect((await here.get('/profil')).page.has(`form[action="${CLOSE}"]`)).toBe(false)
  expect((await here.follow(await here.post(CLOSE))).page.flash).toContain('pas d’autre session')
})

test('nobody closes a session of somebody else', async () => {
  const { t, here } = await siteWithThree()
  const rene = await t.as(t.rene)
  const [own] = await listSessions(t.db, t.rene.id, undefined)
  for (const session of [own?.ref ?? '', '%', '', "' or 1=1 --"]) await here.post(CLOSE, { session })
  expect((await rene.get('/profil')).status).toBe(200)
  expect(await sessionsOf(t, t.rene)).toHaveLength(1)
})

test('a session is seen again once an hour at most', async () => {
  const { t, here } = await siteWithThree()
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const seen = async () => (await sessionsOf(t, t.marie)).map((session) => session.vue_at)
  const recently = ago(50)
  await t.db.updateTable('sessions').set({ vue_at: recently }).execute()
  await here.get('/profil')
  expect(await seen()).toEqual([recently, recently, recently])
  await t.db
    .updateTable('sessions')
    .set({ vue_at: ago(70) })
    .execute()
  await here.get('/profil')
  expect((await seen()).filter((at) => (at ?? '') > recently)).toHaveLength(1)
})

const DAY_MS = 86_400_000
const daysAgo = (days: number, ms = 0) => new Date(Date.now() - days * DAY_MS + ms).toISOString()

test('a session ends 90 days after its log-in, however often it is used', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const age = (created_at: string) => t.db.updateTable('sessions').set({ created_at }).execute()
  await age(daysAgo(90, 60_000))
  const before = await sessionsOf(t, t.marie)
  expect((await marie.get('/profil')).status).toBe(200)
  expect((await marie.get('/profil')).headers.getSetCookie()).toEqual([])
  // Nothing prolongs it, and nothing is written to that end at each of its last requests.
  expect(await sessionsOf(t, t.marie)).toEqual(before)
  await age(daysAgo(90, -1000))
  expect(await listSessions(t.db, t.marie.id, undefined)).toEqual([])
  expect((await marie.get('/profil')).location).toContain('/login')
  expect(await sessionsOf(t, t.marie)).toEqual([])
})

test('one that began by a clock years ahead opens nothing, and one of a clock set back by hours goes on', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const [row] = await sessionsOf(t, t.marie)
  const begun = (days: number) =>
    t.db
      .updateTable('sessions')
      .set({ created_at: daysAgo(days), expires_at: daysAgo(days - 30) })
      .execute()
  await begun(-0.5)
  expect((await marie.get('/profil')).status).toBe(200)
  await begun(-5 * 365)
  expect((await marie.get('/profil')).location).toContain('/login')
  expect(await listSessions(t.db, t.marie.id, undefined)).toEqual([])
  // Where it is the clock of today that was wrong, nobody was signed out.
  await t.db.updateTable('sessions').set({ created_at: row?.created_at, expires_at: row?.expires_at }).execute()
  await purgeSessions(t.db)
  const back = await t.as(t.marie)
  expect((await back.get('/profil')).status).toBe(200)
})

test('one that is used goes on for thirty days more until then, and one that is not is removed', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  await t.db
    .updateTable('sessions')
    .set({ created_at: daysAgo(40), expires_at: daysAgo(-10) })
    .execute()
  expect((await marie.get('/profil')).status).toBe(200)
  expect((await sessionsOf(t, t.marie))[0]?.expires_at.slice(0, 13)).toBe(daysAgo(-30).slice(0, 13))
  await t.db
    .updateTable('sessions')
    .set({ created_at: daysAgo(91) })
    .execute()
  await purgeSessions(t.db)
  expect(await sessionsOf(t, t.marie)).toEqual([])
})

test('another password or address makes no session younger', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  const since = daysAgo(89)
  await t.db.updateTable('sessions').set({ created_at: since }).execute()
  const NEW = 'sept chevaux bleus dansent'
  await marie.post('/profil/mot-de-passe', { actuel: PASSWORD, nouveau: NEW, confirmation: NEW })
  expect((await sessionsOf(t, t.marie)).map(({ created_at }) => created_at)).toEqual([since])
  const { page } = await marie.get('/profil')
  const moved = { name: 'marie', email: 'autre@exemple.fr', version: page.value('version'), preuve: NEW }
  expect((await marie.post('/profil', moved)).location).toBe('/profil')
  expect((await sessionsOf(t, t.marie)).map(({ created_at }) => created_at)).toEqual([since])
  expect((await marie.get('/profil')).status).toBe(200)
})

import { expect, test } from 'vitest'
import { askForNews, newsHandlers } from '../../../src/features/registres/task.tsx'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { DAY_MS } from '../../../src/lib/durations.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { smtpSink } from '../../support/smtp.ts'

const NOW = Date.parse('2026-11-21T10:00:00.000Z')
const ago = (days: number): string => new Date(NOW - days * DAY_MS).toISOString()

/** A source in progress, entrusted to Marie, that moved last so many days ago. */
async function held(t: TestApp, titre: string, days: number) {
  const source = await t.make.source({ titre, section: t.saintMalo, status: 'en_cours', members: [t.marie] })
  await t.db
    .updateTable('sources')
    .set({ updated_at: ago(days) })
    .where('id', '=', source.id)
    .execute()
  return source
}

async function world() {
  const t = await testApp()
  const sink = await smtpSink()
  t.deps.settings.write({ smtp: sink.settings, public_origin: 'https://releves.exemple.fr' })
  let now = NOW
  t.deps.clock = () => new Date(now)
  // The first time ever is nobody's turn.
  await askForNews(t.deps, new Date(NOW - 2 * DAY_MS))
  const night = async (days = 0) => {
    now = NOW + days * DAY_MS
    await askForNews(t.deps, new Date(now))
    await runTasks(t.deps, newsHandlers(t.deps, sink.limits))
  }
  return { t, sink, night }
}

const asked = (t: TestApp) => t.db.selectFrom('rappels_registres').selectAll().orderBy('id').execute()

test('one mail a person asks for news of silent registers; each link answers without a log-in, and only when pressed', async () => {
  const { t, sink, night } = await world()
  const [quiet, other] = [await held(t, 'Silencieux', 61), await held(t, 'Aussi', 90)]
  await held(t, 'Vivant', 10)
  const typed = await held(t, 'Saisi', 80)
  await t.db
    .insertInto('saisies')
    .values({ user_id: t.marie.id, source_id: typed.id, mois: '2026-11', n: 1, dernier_id: 1, derniere_at: ago(3) })
    .execute()
  await night()
  await night(1)
  expect((await asked(t)).map(({ source_id }) => source_id)).toEqual([quiet.id, other.id])
  expect(sink.received.map(({ to, email }) => [to, email.subject])).toEqual([
    [['marie@exemple.fr'], '[Relevés d’essai] Des nouvelles de vos registres'],
  ])
  const links = [
    ...(sink.received[0]?.email.text ?? '').matchAll(/https:\/\/releves\.exemple\.fr(\/registres\/\S+)/g),
  ].map(([, path = '']) => path)
  expect(links).toHaveLength(4)
  const stranger = t.anonymous()
  const page = (await stranger.get(links[1] ?? '')).page
  expect([page.text.includes('Silencieux'), page.one('button.principal').getAttribute('value')]).toEqual([true, 'rend'])
  expect((await asked(t)).map(({ reponse }) => reponse)).toEqual([null, null])
  const path = (links[0] ?? '').replace(/\?.*/, '')
  expect((await stranger.post(path, { reponse: 'autre' })).status).toBe(422)
  expect((await stranger.post(path, { reponse: 'rend' })).page.text).toContain('Registre rendu')
  expect((await stranger.post(path, { reponse: 'continue' })).status).toBe(404)
  expect((await stranger.get(`${path.slice(0, -1)}7`)).status).toBe(404)
  const source = await t.db
    .selectFrom('sources')
    .select(['a_reprendre_at', 'status'])
    .where('id', '=', quiet.id)
    .executeTakeFirst()
  expect(source).toMatchObject({ status: 'en_cours', a_reprendre_at: expect.any(String) })
  const rene = await t.as(t.rene)
  expect((await rene.get('/notifications')).page.text).toContain('rend le registre Silencieux')
  expect((await rene.get('/registres')).page.text).toContain('Silencieux')
  expect(t.failures).toEqual([])
})

test('who goes on is left alone for as long again; who does not answer is told of once, and the source offered to others', async () => {
  const { t, sink, night } = await world()
  const [kept, silent] = [await held(t, 'Gardé', 70), await held(t, 'Muet', 70)]
  await night()
  const marie = await t.as(t.marie)
  const [first] = await asked(t)
  expect((await marie.get('/registres/demandes')).page.all('#nouvelles form')).toHaveLength(2)
  expect((await marie.post(`/registres/rappels/${first?.id}`, { reponse: 'continue' })).status).toBe(303)
  expect((await (await t.as(t.etienne)).post(`/registres/rappels/${first?.id}`, { reponse: 'rend' })).status).toBe(404)
  for (const days of [20, 31, 32, 45]) await night(days)
  expect(await asked(t)).toHaveLength(2)
  await night(75)
  expect((await asked(t)).map(({ source_id }) => source_id)).toEqual([kept.id, silent.id, kept.id])
  expect(sink.received).toHaveLength(2)
  const told = await t.db
    .selectFrom('notifications')
    .select(['user_id', 'source_id'])
    .where('kind', '=', 'RegistreSansReponse')
    .execute()
  expect(told).toEqual([{ user_id: t.rene.id, source_id: silent.id }])
  const rene = await t.as(t.rene)
  const button = (await rene.get('/registres/demandes')).page.one('#sans-nouvelles form').getAttribute('action') ?? ''
  expect((await (await t.as(t.etienne)).post(button)).status).toBe(404)
  expect((await marie.post(button)).status).toBe(403)
  expect((await rene.post(button)).status).toBe(303)
  expect((await rene.post(button)).status).toBe(409)
  const left = await t.db.selectFrom('source_membres').select('source_id').execute()
  expect(left).toEqual([{ source_id: kept.id }])
  expect(t.failures).toEqual([])
})

test('nobody in a pause is asked, nor where the association wants none of it; a pause ends by itself', async () => {
  const { t, sink, night } = await world()
  await held(t, 'Silencieux', 100)
  const marie = await t.as(t.marie)
  const wrong = await marie.post('/profil/pause', { jusque: '2026-11-01' })
  expect([wrong.status, wrong.page.error('jusque'), wrong.page.value('jusque')]).toEqual([
    ...[422, 'Ce jour est passé : indiquez un jour à venir.', '2026-11-01'],
  ])
  await marie.post('/profil/pause', { jusque: '2026-12-01' })
  await night(5)
  expect([await asked(t), sink.received]).toEqual([[], []])
  t.deps.settings.write({ silence_jours: 0 })
  await night(15)
  expect(await asked(t)).toEqual([])
  t.deps.settings.write({ silence_jours: 60 })
  await night(16)
  expect((await asked(t)).length).toBe(1)
  expect(sink.received).toHaveLength(1)
})

test('an administrator says that somebody is away, gone or dead: no log-in, no mail, and the name stays', async () => {
  const { t } = await world()
  const admin = await t.as(t.admin)
  const path = `/admin/utilisateurs/${t.marie.id}/presence`
  const missing = await admin.post(path, { etat: 'pause' })
  expect([missing.status, missing.page.error('jusque')?.startsWith('Indiquez le dernier jour')]).toEqual([422, true])
  await admin.post(path, { etat: 'pause', jusque: '2027-01-31' })
  expect((await admin.get('/admin/utilisateurs')).page.text).toContain('en pause jusqu’au 31 janvier 2027')
  await admin.post(path, { etat: 'decede' })
  const row = (await admin.get('/admin/utilisateurs?status=inactive')).page.text
  expect(row).toMatch(/marie.*Décédé/s)
  expect(await t.db.selectFrom('sessions').select('id').where('user_id', '=', t.marie.id).execute()).toEqual([])
  await admin.post(path, { etat: 'present' })
  const back = await t.db
    .selectFrom('users')
    .select(['is_active', 'depart', 'pause_jusque'])
    .where('id', '=', t.marie.id)
    .execute()
  expect(back).toEqual([{ is_active: true, depart: null, pause_jusque: null }])
  const self = await admin.post(`/admin/utilisateurs/${t.admin.id}/presence`, { etat: 'parti' })
  expect([self.status, (await admin.get('/')).status]).toEqual([403, 200])
  expect(t.failures).toEqual([])
})

import { expect, test } from 'vitest'
import { mailDelayMs, mailHandlers } from '../../../src/features/notifications/mail-task.tsx'
import { mailOf } from '../../../src/features/notifications/mails.tsx'
import { notificationToMail } from '../../../src/features/notifications/queries.ts'
import { MAX_ATTEMPTS } from '../../../src/features/taches/actions.ts'
import { runTasks, startTaskLoop } from '../../../src/features/taches/loop.ts'
import { testApp } from '../../support/app.ts'
import { type Mood, SHORT, smtpSink } from '../../support/smtp.ts'

const START = Date.parse('2026-11-21T10:00:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A site that sends mail through a server with moods, and a clock that the test moves. */
async function site() {
  const t = await testApp()
  const sink = await smtpSink()
  let now = START
  t.deps.clock = () => new Date(now)
  t.deps.appUrl = 'https://releves.exemple.fr'
  t.deps.settings.write({ smtp: sink.settings })
  const source = await t.make.source({ titre: 'Baptêmes de Pleurtuit', section: t.saintMalo, members: [t.marie] })
  await t.make.releve(source)
  const move = async (user: { id: number }, statut: string, motif = '') => {
    const visitor = await t.as(user)
    const headers = { origin: 'https://releves.exemple.fr' }
    visitor.cookies.set('__Host-session', visitor.cookies.get('session') ?? '')
    const answer = await visitor.post(`/sources/${source.id}/statut`, { statut, motif }, headers)
    expect(answer.status).toBe(303)
  }
  return {
    ...t,
    sink,
    source,
    move,
    later: (ms: number) => {
      now += ms
    },
    /** One pass of the loop of mails. */
    pass: () => runTasks(t.deps, mailHandlers(t.deps, sink.limits)),
    tasks: () =>
      t.db
        .selectFrom('taches')
        .select(['etat', 'essais', 'erreur', 'pas_avant'])
        .where('kind', '!=', 'avertissements')
        .orderBy('id')
        .execute(),
    sentTo: () => sink.received.map(({ to }) => to.join()).sort(),
  }
}

test('a submission is mailed to each reviewer by a mail of his own, with a link', async () => {
  const t = await site()
  await t.move(t.marie, 'a_valider')
  expect(t.sink.received).toEqual([])
  expect(await t.pass()).toBe(2)
  expect(t.sentTo()).toEqual(['admin@exemple.fr', 'rene@exemple.fr'])
  const mail = t.sink.received.find(({ to }) => to[0] === 'rene@exemple.fr')
  expect(mail?.email.subject).toBe('[Relevés d’essai] Source à valider : Baptêmes de Pleurtuit')
  const link = `https://releves.exemple.fr/revue/${t.source.id}`
  expect(mail?.email.text).toContain(link)
  expect(mail?.email.html).toContain(`href="${link}"`)
  expect(await t.pass()).toBe(0)
  expect((await t.tasks()).map((task) => task.etat)).toEqual(['faite', 'faite'])
  expect(t.failures).toEqual([])
})

test('a rejection is mailed with its reason to the writers alone', async () => {
  const t = await site()
  await t.move(t.marie, 'a_valider')
  await t.pass()
  t.sink.received.length = 0
  await t.move(t.rene, 'rejetee', 'Les parrains manquent.\nVoir <les> pages 3 & 4.')
  await t.pass()
  expect(t.sentTo()).toEqual(['marie@exemple.fr'])
  expect(t.sink.received[0]?.email.text).toContain('Les parrains manquent.\nVoir <les> pages 3 & 4.')
  expect(t.sink.received[0]?.email.html).toContain('Les parrains manquent.<br/>Voir &lt;les&gt; pages 3 &amp; 4.')
})

test.each<Mood | 'refus'>([450, 'muet', 'coupe', 'refus'])(
  'in the mood « %s » nothing is lost: each mail arrives exactly once after recovery',
  async (mood) => {
    const t = await site()
    if (mood === 'refus') await t.sink.refuse()
    else t.sink.mood = mood
    const begun = performance.now()
    await t.move(t.marie, 'a_valider')
    expect(performance.now() - begun).toBeLessThan(1000)
    expect(await t.pass()).toBe(2)
    expect(await t.pass()).toBe(0)
    for (const task of await t.tasks()) {
      expect(task).toMatchObject({ etat: 'attente', essais: 1 })
      expect(task.erreur).not.toBe('')
      const delay = Date.parse(task.pas_avant) - START
      expect(delay).toBeGreaterThanOrEqual(MINUTE)
      expect(delay).toBeLessThanOrEqual(1.25 * MINUTE)
    }
    t.later(2 * MINUTE)
    await t.pass()
    expect((await t.tasks()).map(({ etat, essais }) => [etat, essais])).toEqual([
      ['attente', 2],
      ['attente', 2],
    ])
    if (mood === 'refus') await t.sink.accept()
    t.sink.mood = 'ok'
    t.later(HOUR)
    await t.pass()
    t.later(24 * HOUR)
    expect(await t.pass()).toBe(0)
    expect(t.sentTo()).toEqual(['admin@exemple.fr', 'rene@exemple.fr'])
    expect(t.failures.every(({ message }) => message === 'task failed')).toBe(true)
  },
)

test('a refused address is parked at once, and leaves the others alone', async () => {
  const t = await site()
  t.sink.mood = 550
  await t.move(t.marie, 'a_valider')
  await t.pass()
  for (const task of await t.tasks())
    expect(task).toMatchObject({ etat: 'garee', essais: 1, erreur: expect.stringContaining('550') })
  t.sink.mood = 'ok'
  t.later(48 * HOUR)
  expect(await t.pass()).toBe(0)
  expect(t.sink.received).toEqual([])
})

test('delays grow from a minute to a day, for about five days, then the mail is parked', async () => {
  const delays = Array.from({ length: 10 }, (_, index) => mailDelayMs(index + 1) / MINUTE)
  expect(delays).toEqual([1, 4, 16, 64, 256, 1024, 1440, 1440, 1440, 1440])
  const t = await site()
  await t.sink.refuse()
  await t.db.updateTable('users').set({ is_active: false }).where('id', '=', t.admin.id).execute()
  await t.move(t.marie, 'a_valider')
  let attempts = 0
  for (let day = 0; day < 400 && (await t.tasks())[0]?.etat === 'attente'; day += 1) {
    attempts += await t.pass()
    t.later(HOUR)
  }
  const [task] = await t.tasks()
  expect([task?.etat, task?.essais, attempts]).toEqual(['garee', 11, 11])
  expect(attempts).toBeGreaterThan(MAX_ATTEMPTS)
})

test('a task that runs again sends nothing again', async () => {
  const t = await site()
  await t.move(t.marie, 'a_valider')
  await t.pass()
  await t.db.updateTable('taches').set({ etat: 'attente', essais: 0 }).execute()
  expect(await t.pass()).toBe(2)
  expect(t.sink.received).toHaveLength(2)
})

test('a mail that is no longer wanted, or would tell too much, does not leave', async () => {
  const t = await site()
  await t.move(t.marie, 'a_valider')
  await (await t.as(t.admin)).post('/profil/courriels', {}, { origin: 'https://releves.exemple.fr' })
  await t.db
    .insertInto('courriels_refuses')
    .values({ user_id: t.admin.id, kind: 'SourceAValider' })
    .onConflict((c) => c.doNothing())
    .execute()
  await t.db.updateTable('sources').set({ section_id: t.vannes.id }).where('id', '=', t.source.id).execute()
  expect(await t.pass()).toBe(2)
  expect(t.sink.received).toEqual([])
  await t.db.deleteFrom('taches').execute()
  await t.db.updateTable('sources').set({ section_id: t.saintMalo.id, status: 'en_cours' }).execute()
  await t.move(t.marie, 'a_valider')
  expect(await t.tasks()).toHaveLength(1)
  await t.db.updateTable('users').set({ is_active: false }).where('id', '=', t.rene.id).execute()
  await t.pass()
  expect(t.sink.received).toEqual([])
})

test('without mail settings there is no task; settings lost on the way make the mail wait', async () => {
  const t = await site()
  const { smtp } = t.deps.settings.read()
  t.deps.settings.write({ smtp: null })
  await t.move(t.marie, 'a_valider')
  expect([await t.tasks(), (await t.db.selectFrom('notifications').select('id').execute()).length]).toEqual([[], 2])
  t.deps.settings.write({ smtp })
  await t.move(t.rene, 'rejetee', 'Non')
  t.deps.settings.write({ smtp: null })
  await t.pass()
  expect(await t.tasks()).toMatchObject([{ etat: 'attente', erreur: 'L’envoi de courriels n’est pas configuré.' }])
  t.deps.settings.write({ smtp })
  t.later(HOUR)
  await t.pass()
  expect(t.sentTo()).toEqual(['marie@exemple.fr'])
})

test('the link follows the address an administrator works under, when nothing else tells', async () => {
  const t = await site()
  t.deps.appUrl = undefined
  const admin = await t.as(t.admin)
  const marie = await t.as(t.marie)
  await marie.post('/notifications/lues')
  expect(t.deps.settings.read().public_origin).toBe('')
  await admin.post(`/sources/${t.source.id}/statut`, { statut: 'a_valider' })
  expect(t.deps.settings.read().public_origin).toBe('http://localhost')
  await t.pass()
  expect(t.sink.received[0]?.email.text).toContain(`http://localhost/revue/${t.source.id}`)
  const elsewhere = (host: string) => admin.post('/notifications/lues', {}, { host, origin: `http://${host}` })
  await elsewhere('archives.exemple.fr')
  expect(t.deps.settings.read().public_origin).toBe('http://archives.exemple.fr')
  await elsewhere('autre.exemple.fr')
  expect(t.deps.settings.read().public_origin).toBe('http://archives.exemple.fr')
})

test('while the server hangs, pages answer at once and the stop waits for no more than one mail', async () => {
  const t = await site()
  t.sink.mood = 'muet'
  const loop = startTaskLoop(t.deps, mailHandlers(t.deps, SHORT), { pollMs: 20 })
  await t.move(t.marie, 'a_valider')
  const marie = await t.as(t.rene)
  const begun = performance.now()
  for (let n = 0; n < 5; n += 1) await marie.get('/notifications')
  expect(performance.now() - begun).toBeLessThan(1500)
  const stopping = performance.now()
  await loop.stop()
  expect(performance.now() - stopping).toBeLessThan(1500)
})

test('hostile titles and names change neither headers nor recipients', async () => {
  const t = await site()
  const titre = 'Baptêmes\r\nBcc: tous@exemple.fr\n\u0007<script>alert(1)</script>'
  await t.db.updateTable('sources').set({ titre }).where('id', '=', t.source.id).execute()
  await t.db.updateTable('users').set({ name: 'rené, "x" <y@z.fr>\n' }).where('id', '=', t.rene.id).execute()
  await t.move(t.marie, 'a_valider')
  await t.pass()
  const mail = t.sink.received.find(({ to }) => to[0] === 'rene@exemple.fr')
  expect(mail?.to).toEqual(['rene@exemple.fr'])
  expect([mail?.email.bcc, mail?.email.to?.length]).toEqual([undefined, 1])
  expect(mail?.email.subject).toBe(
    '[Relevés d’essai] Source à valider : Baptêmes Bcc: tous@exemple.fr <script>alert(1)</script>',
  )
  expect(mail?.email.html).not.toContain('<script>')
})

test.each(['SourceAValider', 'SourceRejetee'] as const)('the mail of %s, to the letter', async (kind) => {
  const t = await site()
  await t.move(t.marie, 'a_valider')
  if (kind === 'SourceRejetee') await t.move(t.rene, 'rejetee', 'Les parrains manquent.\nPages 3 à 5.')
  const { id } = await t.db
    .selectFrom('notifications')
    .select('id')
    .where('kind', '=', kind)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const notification = await notificationToMail(t.db, id)
  if (!notification) throw new Error('no notification')
  const context = { siteName: 'Cercle d’Aleth', origin: 'https://releves.exemple.fr', to: 'Élodie' }
  const { subject, text, html } = mailOf({ ...notification, source_id: 12 }, context)
  await expect(`${subject}\n\n${text}`).toMatchFileSnapshot(`../../golden/mail-${kind}.txt`)
  await expect(`${html.replaceAll('><', '>\n<')}\n`).toMatchFileSnapshot(`../../golden/mail-${kind}.html`)
  const { text: bare, html: bareHtml } = mailOf(notification, { ...context, origin: undefined })
  expect(`${bare}${bareHtml}`).not.toMatch(/http|href/)
})

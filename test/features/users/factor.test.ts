// An administrator takes the application off somebody who lost it, and ends the sessions of a person; a command does it on the server.
import { expect, test } from 'vitest'
import { accountMailHandlers } from '../../../src/features/auth/mail-task.tsx'
import { createSession } from '../../../src/features/auth/sessions.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { dropUnreadable, rescueFactor } from '../../../src/features/users/actions/factor.ts'
import { testApp } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { smtpSink } from '../../support/smtp.ts'
import { withApplication, withKey } from '../auth/factor-support.ts'
import { logIn, sessionsOf } from '../auth/support.ts'

useFastPasswords()

const NOW = new Date('2026-11-21T10:00:00.000Z')
const HOUR = 3_600_000

async function site() {
  const t = await testApp()
  const admin = await t.as(t.admin)
  return {
    ...t,
    visitor: admin,
    path: (user: { id: number }, what = 'application') => `/admin/utilisateurs/${user.id}/${what}`,
    isHeld: async (user: { id: number }) =>
      (await t.db.selectFrom('users').select('totp_at').where('id', '=', user.id).executeTakeFirstOrThrow()).totp_at !==
      null,
    codesOf: (user: { id: number }) =>
      t.db.selectFrom('codes_secours').select('id').where('user_id', '=', user.id).execute(),
    journal: () =>
      t.db
        .selectFrom('journal')
        .select(['action', 'user_id', 'objet_id', 'detail'])
        .where('action', 'in', ['facteur.retrait', 'session.fin'])
        .orderBy('id')
        .execute(),
  }
}

test('the page of an account says whether it has an application, and leads to taking it off', async () => {
  const t = await site()
  const { secret, codes } = await withApplication(t, t.marie)
  const edit = await t.visitor.get(t.path(t.marie, 'modifier'))
  expect(edit.page.text).toContain('Application d’authentification en place depuis le 21 novembre 2026')
  expect(edit.page.text).toContain('10 codes de secours')
  for (const text of [secret, ...codes]) expect(edit.text).not.toContain(text)
  const form = await t.visitor.get(edit.page.one(`a[href="${t.path(t.marie)}"]`).getAttribute('href') ?? '')
  expect(form.page.field('Nom de la personne').getAttribute('name')).toBe('confirmation')
  expect((await t.visitor.get(t.path(t.rene, 'modifier'))).page.text).toContain(
    'Ni application d’authentification, ni clé d’accès.',
  )
  const none = await t.visitor.get(t.path(t.rene))
  expect((await t.visitor.follow(none)).page.flash).toBe('rene n’a ni application d’authentification ni clé d’accès.')
})

test('it is taken off by the typed name; the person is told by mail, the journal says who did it', async () => {
  const t = await site()
  const sink = await smtpSink()
  t.deps.settings.write({ smtp: sink.settings })
  await withApplication(t, t.marie)
  for (const confirmation of ['', 'Marie', 'rene', 'marie2']) {
    const answer = await t.visitor.post(t.path(t.marie), { confirmation })
    expect([confirmation, answer.status, answer.page.error('confirmation')]).toEqual([
      confirmation,
      422,
      'Recopiez le nom de la personne, tel qu’il est écrit au-dessus.',
    ])
  }
  expect(await t.isHeld(t.marie)).toBe(true)
  const done = await t.visitor.post(t.path(t.marie), { confirmation: ' marie ' })
  expect((await t.visitor.follow(done)).page.flash).toBe('Le second facteur est retiré.')
  expect([await t.isHeld(t.marie), await t.codesOf(t.marie)]).toEqual([false, []])
  expect(await t.journal()).toEqual([
    { action: 'facteur.retrait', user_id: t.admin.id, objet_id: t.marie.id, detail: {} },
  ])
  await runTasks(t.deps, accountMailHandlers(t.deps))
  expect(sink.received.map((mail) => [mail.to, mail.email.subject])).toEqual([
    [['marie@exemple.fr'], '[Relevés d’essai] Application d’authentification retirée'],
  ])
  expect(sink.received[0]?.email.text).toContain('par un administrateur')
  const again = await t.visitor.post(t.path(t.marie), { confirmation: 'marie' })
  expect((await t.visitor.follow(again)).page.flash).toContain('n’a ni application')
})

test('in a session of long ago the administrator shows the own password first', async () => {
  const t = await site()
  await withApplication(t, t.marie)
  const since = new Date(Date.now() - 3 * HOUR).toISOString()
  t.visitor.cookies.set('session', await createSession(t.db, t.admin.id, 'test', { since, isFresh: false }))
  for (const preuve of ['', 'pas le bon']) {
    const answer = await t.visitor.post(t.path(t.marie), { confirmation: 'marie', preuve })
    expect([answer.status, answer.page.error('preuve') !== '']).toEqual([422, true])
  }
  expect(await t.isHeld(t.marie)).toBe(true)
  expect((await t.visitor.post(t.path(t.marie), { confirmation: 'marie', preuve: PASSWORD })).status).toBe(303)
  expect(await t.isHeld(t.marie)).toBe(false)
})

test('an own application is taken off in the profile alone; managers, members and strangers take off none', async () => {
  const t = await site()
  await withApplication(t, t.admin)
  await withApplication(t, t.marie)
  expect((await t.visitor.post(t.path(t.admin), { confirmation: 'admin' })).status).toBe(403)
  for (const person of [t.rene, t.etienne]) {
    const visitor = await t.as(person)
    for (const what of ['application', 'sessions/fermer'])
      expect((await visitor.post(t.path(t.marie, what), { confirmation: 'marie' })).status).toBe(403)
  }
  expect((await t.anonymous().post(t.path(t.marie), { confirmation: 'marie' })).location).toContain('/login')
  expect((await t.visitor.post(t.path(t.marie), { confirmation: 'marie', _csrf: 'faux' })).status).toBe(403)
  expect([await t.isHeld(t.admin), await t.isHeld(t.marie)]).toEqual([true, true])
  expect((await t.visitor.post(t.path({ id: 999_999 }), { confirmation: 'x' })).status).toBe(404)
})

test('all sessions of a person end at once, and the log-ins under way with them', async () => {
  const t = await site()
  await withApplication(t, t.marie)
  const [one, two] = [await t.as(t.marie), await t.as(t.marie)]
  const waiting = t.anonymous()
  await logIn(waiting, 'marie')
  expect((await t.visitor.get(t.path(t.marie, 'modifier'))).page.text).toContain('marie a 2 sessions ouvertes.')
  const done = await t.visitor.post(t.path(t.marie, 'sessions/fermer'))
  const edit = await t.visitor.follow(done)
  expect(edit.page.flash).toBe('2 sessions fermées.')
  expect(edit.page.text).toContain('marie n’a aucune session ouverte.')
  expect(edit.page.has('form[action$="/sessions/fermer"] button')).toBe(false)
  for (const visitor of [one, two]) expect((await visitor.get('/profil')).location).toContain('/login')
  expect((await waiting.get('/2fa')).location).toBe('/login')
  expect(await sessionsOf(t, t.marie)).toEqual([])
  expect(await t.journal()).toEqual([
    { action: 'session.fin', user_id: t.admin.id, objet_id: t.marie.id, detail: { sessions: 2 } },
  ])
  const none = await t.visitor.post(t.path(t.marie, 'sessions/fermer'))
  expect((await t.visitor.follow(none)).page.flash).toBe('marie n’avait aucune session ouverte.')
  expect((await t.visitor.post(t.path(t.admin, 'sessions/fermer'))).status).toBe(403)
  expect((await t.visitor.get('/profil')).status).toBe(200)
})

test('the command takes it off the last administrator; who has none, or no account, is told so', async () => {
  const t = await site()
  const about = { now: NOW, hasMail: false }
  await withApplication(t, t.admin)
  expect(await rescueFactor(t.db, ' ADMIN ', about)).toBe('admin')
  expect(await t.isHeld(t.admin)).toBe(false)
  expect(await t.journal()).toEqual([
    { action: 'facteur.retrait', user_id: null, objet_id: t.admin.id, detail: { cause: 'commande' } },
  ])
  expect(await t.db.selectFrom('taches').select('kind').execute()).toEqual([])
  expect((await logIn(t.anonymous(), 'admin')).location).toBe('/')
  await expect(rescueFactor(t.db, 'admin', about)).rejects.toMatchObject({ code: 'introuvable' })
  await expect(rescueFactor(t.db, 'personne', about)).rejects.toMatchObject({ code: 'introuvable' })
})

test('applications that the key of the site does not open are taken off together, the others stay', async () => {
  const t = await site()
  await withApplication(t, t.rene)
  await withApplication({ ...t, deps: { ...t.deps, secret: 'la clé du serveur d’avant' } }, t.marie)
  const about = { now: NOW, hasMail: true }
  expect(await dropUnreadable(t.db, t.deps.secret, about)).toEqual(['marie'])
  expect([await t.isHeld(t.marie), await t.isHeld(t.rene)]).toEqual([false, true])
  expect(await dropUnreadable(t.db, t.deps.secret, about)).toEqual([])
  const [task] = await t.db.selectFrom('taches').select('payload').execute()
  expect(task?.payload).toMatchObject({ sorte: 'facteur_retire', par: 'commande' })
})

test('keys go with the application, and alone; an application that cannot be read leaves the keys and the codes', async () => {
  const t = await site()
  await withKey(t, t.marie)
  expect((await t.visitor.get(t.path(t.marie, 'modifier'))).page.text).toContain(
    '1 clé d’accès, depuis le 21 novembre 2026',
  )
  await t.visitor.post(t.path(t.marie), { confirmation: 'marie' })
  expect(await t.db.selectFrom('cles_acces').select('id').execute()).toEqual([])
  expect(await t.db.selectFrom('codes_secours').select('id').execute()).toEqual([])
  await withApplication({ ...t, deps: { ...t.deps, secret: 'la clé du serveur d’avant' } }, t.rene)
  await withKey(t, t.rene)
  const about = { now: t.deps.clock(), hasMail: false }
  expect(await dropUnreadable(t.db, t.deps.secret, about)).toEqual(['rene'])
  expect(await t.db.selectFrom('codes_secours').select('id').execute()).toHaveLength(10)
  expect(await rescueFactor(t.db, 'rene', about)).toBe('rene')
  expect(await t.db.selectFrom('codes_secours').select('id').execute()).toEqual([])
  expect(t.failures).toEqual([])
})

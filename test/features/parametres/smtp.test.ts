import { createServer, type Server } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { PASSWORD } from '../../support/characters.ts'
import { isPostgres } from '../../support/db.ts'
import { SHORT, smtpSink } from '../../support/smtp.ts'
import { isThorough } from '../../support/thorough.ts'
import { proofIsOld } from '../users/support.ts'
import { etatOf, isChecked, journalOf } from './support.ts'

const PATH = '/parametres'
const SECRET = 'mot de passe secret'
const FORM = {
  host: 'smtp.exemple.fr',
  port: 587,
  encryption: 'starttls',
  username: 'releves',
  password: SECRET,
  sender_address: 'releves@exemple.fr',
  sender_name: 'Cercle',
}

describe('the mail server', () => {
  test('is saved, told by a badge, and its password never shown again', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    const answer = await admin.post(`${PATH}/smtp`, { ...FORM, pin_obligatoire: '1' })
    expect(answer).toMatchObject({ status: 303, location: `${PATH}?partie=courriel#courriel` })
    const told = (await admin.follow(answer)).page
    expect([told.flash, told.one('#courriel .flash').textContent]).toEqual([
      '',
      'Serveur de courriel enregistré. Envoyez-vous un courriel d’essai.',
    ])
    const inOrder = told.all('#courriel form').map((form) => form.getAttribute('action'))
    expect(inOrder).toEqual([`${PATH}/smtp/test`, `${PATH}/smtp`])
    const page = await admin.follow(answer)
    expect(page.page.text).toContain('Configuré — 2FA actif')
    expect(page.page.text).not.toContain('Non configuré')
    expect(page.text).not.toContain(SECRET)
    expect([page.page.value('host'), page.page.value('port'), page.page.value('encryption')]).toEqual([
      'smtp.exemple.fr',
      '587',
      'starttls',
    ])
    expect([page.page.value('password'), isChecked(page, 'pin_obligatoire')]).toEqual(['', true])
    expect(t.deps.settings.read()).toMatchObject({ smtp: FORM, pin_obligatoire: true })
    expect(await journalOf(t)).toContainEqual([t.admin.id, ['smtp', 'pin_obligatoire']])
    expect(JSON.stringify(await t.db.selectFrom('journal').selectAll().execute())).not.toContain('secret')
  })

  test('an empty password keeps the one in force, but never takes it to another server or account', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    await admin.post(`${PATH}/smtp`, FORM)
    expect((await admin.post(`${PATH}/smtp`, { ...FORM, password: '', port: 465, encryption: 'tls' })).status).toBe(303)
    expect(t.deps.settings.read().smtp).toMatchObject({ port: 465, password: SECRET })
    for (const other of [{ host: 'pirate.exemple.fr' }, { username: 'autre' }]) {
      const refused = await admin.post(`${PATH}/smtp`, { ...FORM, password: '', ...other })
      expect([refused.status, refused.page.error('password')]).toEqual([
        422,
        'Le serveur ou l’identifiant a changé : tapez de nouveau le mot de passe.',
      ])
    }
    await admin.post(`${PATH}/smtp`, { ...FORM, username: '', password: '' })
    expect(t.deps.settings.read().smtp).toMatchObject({ username: '', password: '' })
  })

  test.each([
    [{ host: '' }, 'host', /Indiquez le serveur/],
    [{ host: 'smtp://exemple.fr' }, 'host', /sans port/],
    [{ host: 'exemple.fr:587' }, 'host', /sans port/],
    [{ host: 'a b' }, 'host', /sans port/],
    [{ host: '169.254.169.254' }, 'host', /réservée/],
    [{ host: 'fe80::1' }, 'host', /réservée/],
    [{ port: 0 }, 'port', /1 à 65535/],
    [{ port: 65_536 }, 'port', /1 à 65535/],
    [{ port: 'x' }, 'port', /1 à 65535/],
    [{ encryption: 'ssl' }, 'encryption', /liste/],
    [{ password: '' }, 'password', /Indiquez le mot de passe/],
    [{ sender_address: 'a@b.fr, c@d.fr' }, 'sender_address', /une seule adresse/],
    [{ sender_address: 'Cercle <a@b.fr>' }, 'sender_address', /une seule adresse/],
    [{ sender_address: '' }, 'sender_address', /Indiquez l’adresse/],
    [{ sender_name: 'a\nBcc: x@y.fr' }, 'sender_name', /une ligne/],
    [{ username: 'a\tb' }, 'username', /une ligne/],
  ])('is refused beside the field, what was typed kept, the password not: %j', async (change, field, message) => {
    const t = await testApp()
    const answer = await (await t.as(t.admin)).post(`${PATH}/smtp`, { ...FORM, ...change })
    expect(answer.status).toBe(422)
    expect(answer.page.error(field)).toMatch(message)
    expect(answer.page.value('sender_name')).toContain(field === 'sender_name' ? 'a' : 'Cercle')
    expect(answer.text).not.toContain(SECRET)
    expect(t.deps.settings.read().smtp).toBeNull()
  })

  test('two administrators: the second is told, without a word of the password', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    await admin.post(`${PATH}/smtp`, FORM)
    const etat = etatOf(await admin.get(PATH), `${PATH}/smtp`)
    await admin.post(`${PATH}/smtp`, { ...FORM, password: 'un nouveau secret', etat })
    const late = await admin.post(`${PATH}/smtp`, { ...FORM, port: 2525, etat })
    expect(late.status).toBe(409)
    expect(late.page.text).toMatch(/Port\s*587/)
    expect(late.text).not.toMatch(/secret/)
    expect(t.deps.settings.read().smtp).toMatchObject({ port: 587, password: 'un nouveau secret' })
  })

  test('is changed or removed only by who showed the password within the last half hour, or shows it now', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    expect((await admin.get(PATH)).page.has('[name=preuve]')).toBe(false)
    await proofIsOld(t)
    expect((await admin.get(PATH)).page.has('[name=preuve]')).toBe(true)
    const asked = await admin.post(`${PATH}/smtp`, FORM)
    expect([asked.status, asked.page.error('preuve'), asked.page.value('host')]).toEqual([
      422,
      'Pour ce changement, tapez votre propre mot de passe.',
      'smtp.exemple.fr',
    ])
    expect((await admin.post(`${PATH}/smtp`, { ...FORM, preuve: 'faux' })).page.error('preuve')).toMatch(/pas votre/)
    expect(t.deps.settings.read().smtp).toBeNull()
    expect((await admin.post(`${PATH}/smtp`, { ...FORM, preuve: PASSWORD })).status).toBe(303)
    expect(t.deps.settings.read().smtp).toMatchObject({ host: 'smtp.exemple.fr' })
    await proofIsOld(t)
    const kept = await admin.post(`${PATH}/smtp/supprimer`)
    expect([kept.status, kept.page.h1]).toEqual([422, 'Retirer le serveur de courriel'])
    expect(t.deps.settings.read().smtp).not.toBeNull()
    expect((await admin.post(`${PATH}/smtp/supprimer`, { preuve: PASSWORD })).location).toBe(
      `${PATH}?partie=courriel#courriel`,
    )
    expect(t.deps.settings.read().smtp).toBeNull()
  })

  test('is removed after a question, and the badge with it', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    expect((await admin.get(`${PATH}/smtp/supprimer`)).location).toBe(PATH)
    await admin.post(`${PATH}/smtp`, FORM)
    const question = await admin.get(`${PATH}/smtp/supprimer`)
    expect(question.page.h1).toBe('Retirer le serveur de courriel')
    expect(question.page.text).toContain('La connexion ne demandera plus de code.')
    const removed = await admin.follow(await admin.post(`${PATH}/smtp/supprimer`))
    expect(removed.page.text).toContain('Non configuré')
    expect(t.deps.settings.read().smtp).toBeNull()
    expect((await admin.post(`${PATH}/smtp/supprimer`)).status).toBe(303)
    expect((await journalOf(t)).filter(([, cles]) => String(cles) === 'smtp')).toHaveLength(2)
  })
})

describe('the trial mail', () => {
  const TRIAL = `${PATH}/smtp/test`
  const outcome = (answer: Awaited<ReturnType<Visitor['post']>>) => answer.page.one('#essai-courriel').textContent

  async function configured(t: TestApp) {
    const sink = await smtpSink()
    t.deps.settings.write({ smtp: sink.settings })
    t.deps.mailLimits = SHORT
    return sink
  }

  test('really arrives at who asked, by htmx and without', async () => {
    const t = await testApp()
    const sink = await configured(t)
    const admin = await t.as(t.admin)
    for (const headers of [{}, { 'HX-Request': 'true' }]) {
      const answer = await admin.post(TRIAL, {}, headers)
      expect([answer.status, outcome(answer)]).toEqual([200, expect.stringContaining('Courriel envoyé à admin@')])
    }
    expect(sink.received).toHaveLength(2)
    const [mail] = sink.received
    expect(mail?.to).toEqual([
      (await t.db.selectFrom('users').select('email').where('id', '=', t.admin.id).executeTakeFirstOrThrow()).email,
    ])
    expect(mail?.email.subject).toBe('[Relevés d’essai] Courriel d’essai')
    expect(mail?.email.text).toContain('le 21 novembre 2026 à 11:00')
  })

  /** Something that listens and is no mail server; what it says must not be repeated. */
  async function listener(talk: string): Promise<number> {
    const server: Server = createServer((socket) => {
      socket.on('error', () => undefined)
      if (talk !== '') socket.end(talk)
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    onTestFinished(() => void server.close())
    return (server.address() as { port: number }).port
  }

  test('has an outcome of its own for each fault, in the same shape, with nothing of what the other side said', async () => {
    const t = await testApp()
    const sink = await configured(t)
    const strict = await smtpSink({ password: 'le bon' })
    const closed = await smtpSink()
    await closed.refuse()
    const admin = await t.as(t.admin)
    const on = async (change: object, mood: 'ok' | 550 = 'ok') => {
      sink.mood = mood
      await t.db.deleteFrom('limites').execute()
      t.deps.settings.write({ smtp: { ...sink.settings, ...change } })
      t.deps.mailLimits = { ...SHORT, connection: 3000, whole: 3500 }
      const answer = await admin.post(TRIAL)
      expect(answer.status).toBe(422)
      expect(answer.text).not.toMatch(/BANNIERE|Boîte refusée|ECONN|ENOTFOUND|Error/)
      return outcome(answer)
    }
    const outcomes = [
      await on({ port: closed.settings.port }),
      await on({ port: await listener('') }),
      await on({ port: await listener('HTTP/1.1 400 BANNIERE\r\n\r\n') }),
      await on({ port: await listener('220 BANNIERE\r\n') }),
      await on({ encryption: 'starttls' }),
      await on({ port: strict.settings.port, username: 'qui', password: 'faux' }),
      await on({}, 550),
      await on({ host: 'nulle-part.invalid' }),
      await on({ host: '169.254.169.254' }),
    ]
    expect(outcomes.map((text) => text.split('.')[0])).toEqual([
      'La connexion a été refusée',
      'Le serveur n’a pas répondu à temps',
      expect.stringMatching(/^(Le serveur a répondu, mais a refusé ce courriel|La connexion a été coupée)$/),
      'La connexion a été coupée',
      'La connexion chiffrée a échoué',
      'Le serveur a refusé l’identifiant ou le mot de passe',
      'Le serveur a répondu, mais a refusé ce courriel',
      'Ce nom de serveur est introuvable',
      expect.stringMatching(/^Cette adresse est réservée/),
    ])
    expect(t.failures).toEqual([])
  })

  // The engine takes no part in this wait: one is enough.
  test.runIf(isThorough && !isPostgres)(
    'takes ten seconds at most, whatever the server does',
    { timeout: 20_000 },
    async () => {
      const t = await testApp()
      const sink = await configured(t)
      sink.mood = 'muet après DATA'
      delete t.deps.mailLimits
      const begun = performance.now()
      const answer = await (await t.as(t.admin)).post(TRIAL)
      expect(performance.now() - begun).toBeLessThan(10_000)
      expect(outcome(answer)).toMatch(/à temps/)
    },
  )

  test('is sent five times a minute, and not without a server', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    expect((await admin.post(TRIAL)).status).toBe(422)
    const sink = await configured(t)
    for (let n = 0; n < 5; n += 1) expect((await admin.post(TRIAL)).status).toBe(200)
    const refused = await admin.post(TRIAL)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(outcome(refused)).toMatch(/Cinq essais par minute au plus/)
    expect(sink.received).toHaveLength(5)
  })
})

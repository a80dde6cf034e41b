import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { isMailbox, MAIL_LIMITS, type Mail, MailError, type SmtpServer, sendMail } from '../../src/lib/mailer.ts'
import { type Mood, SHORT, smtpSink } from '../support/smtp.ts'

const MAIL: Mail = {
  to: { name: 'Élodie Le Goff', address: 'elodie@exemple.fr' },
  subject: 'Source à valider : « Baptêmes »',
  text: 'Bonjour Élodie,\n\nœuvre à relire.\n',
  html: '<p>Bonjour Élodie, œuvre à relire.</p>',
  reference: 'releves-1',
}

const failure = async (sending: Promise<void>): Promise<MailError> => {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(MailError)
  return error as MailError
}

test('a mail arrives whole: one recipient, both bodies, the reference, no name of the machine', async () => {
  const sink = await smtpSink()
  await sendMail(sink.settings, MAIL)
  expect(sink.received).toHaveLength(1)
  const [one] = sink.received
  expect([one?.from, one?.to]).toEqual(['ne-pas-repondre@exemple.fr', ['elodie@exemple.fr']])
  expect(one?.email).toMatchObject({
    subject: MAIL.subject,
    from: { name: 'Relevés d’essai', address: 'ne-pas-repondre@exemple.fr' },
    to: [{ name: 'Élodie Le Goff', address: 'elodie@exemple.fr' }],
    messageId: '<releves-1@exemple.fr>',
  })
  expect(one?.email.text).toContain('œuvre à relire.')
  expect(one?.email.html).toContain('<p>Bonjour Élodie')
  expect(one?.raw).toContain('Auto-Submitted: auto-generated')
})

test.each<[Mood, boolean, RegExp]>([
  [450, false, /450/],
  [550, true, /550/],
  ['muet', false, /à temps/],
  ['muet après DATA', false, /à temps/],
  ['coupe', false, /connexion|serveur de courriel/],
])('a server in the mood « %s » fails in time, permanently: %s', async (mood, isPermanent, message) => {
  const sink = await smtpSink()
  sink.mood = mood
  const begun = performance.now()
  const error = await failure(sendMail(sink.settings, MAIL, SHORT))
  expect(performance.now() - begun).toBeLessThan(2000)
  expect([error.isPermanent, error.message]).toEqual([isPermanent, expect.stringMatching(message)])
  expect(sink.received).toEqual([])
})

test('a refused connection and an unknown host are temporary', async () => {
  const sink = await smtpSink()
  await sink.refuse()
  expect((await failure(sendMail(sink.settings, MAIL, SHORT))).isPermanent).toBe(false)
  const nowhere = { ...sink.settings, host: 'nulle-part.invalid' }
  expect((await failure(sendMail(nowhere, MAIL, { ...SHORT, connection: 2000, whole: 3000 }))).isPermanent).toBe(false)
})

test('a drip of bytes ends with the whole, whatever the waits between them', async () => {
  const drip = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220-')
    const timer = setInterval(() => socket.write('a'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => {
    drip.listen(0, '127.0.0.1', resolve)
  })
  const sink = await smtpSink()
  const port = (drip.address() as { port: number }).port
  const begun = performance.now()
  const limits = { ...SHORT, connection: 60_000, greeting: 60_000, socket: 60_000 }
  const error = await failure(sendMail({ ...sink.settings, port }, MAIL, limits))
  expect(performance.now() - begun).toBeLessThan(2000)
  expect([error.isPermanent, error.message]).toEqual([false, expect.stringContaining('à temps')])
  drip.close()
})

test('encryption that was asked for is never done without', async () => {
  const plain = await smtpSink()
  const starttls = { ...plain.settings, encryption: 'starttls' as const }
  expect((await failure(sendMail(starttls, MAIL, SHORT))).isPermanent).toBe(false)
  const tls = { ...plain.settings, encryption: 'tls' as const }
  expect((await failure(sendMail(tls, MAIL, SHORT))).isPermanent).toBe(false)
  expect(plain.received).toEqual([])
})

test('a certificate that nobody signed is refused', async () => {
  const sink = await smtpSink({ hasTls: true })
  const error = await failure(sendMail({ ...sink.settings, encryption: 'starttls' }, MAIL, SHORT))
  expect([error.isPermanent, error.message]).toEqual([false, expect.stringMatching(/certificat|self.signed|expired/i)])
  expect(sink.received).toEqual([])
})

const HOSTILE = ['a\r\nBcc: x@y.fr', 'a\nb', 'a\rb', 'a\u0000b', 'a\u0085b', 'a\u2028b', 'a\tb', '\u001b[31m']

test.each(HOSTILE)('a control character in a header is refused before a connection (%j)', async (text) => {
  const sink = await smtpSink()
  const attempts = [
    sendMail(sink.settings, { ...MAIL, subject: text }),
    sendMail(sink.settings, { ...MAIL, to: { ...MAIL.to, name: text } }),
    sendMail({ ...sink.settings, sender_name: text }, MAIL),
    sendMail(sink.settings, { ...MAIL, to: { ...MAIL.to, address: `a@b.fr${text}` } }),
    sendMail({ ...sink.settings, sender_address: `${text}@b.fr` }, MAIL),
    sendMail(sink.settings, { ...MAIL, reference: text }),
  ]
  for (const attempt of attempts) expect((await failure(attempt)).isPermanent).toBe(true)
  expect(sink.connections).toBe(0)
})

const NAMES = [
  'a, b@c.fr',
  '<x@y.fr>',
  '"x" <x@y.fr>',
  'Bcc: x@y.fr',
  'x;y',
  '=?utf-8?q?x?=',
  'émile (x@y.fr)',
  '@',
  ':;',
]

test.each(NAMES)('a name that looks like an address adds no recipient (%j)', async (name) => {
  const sink = await smtpSink()
  await sendMail(sink.settings, { ...MAIL, to: { name, address: 'elodie@exemple.fr' }, subject: name })
  expect(sink.received.map(({ to, email }) => [to, email.to?.length, email.cc, email.bcc])).toEqual([
    [['elodie@exemple.fr'], 1, undefined, undefined],
  ])
})

test('one mailbox, or none', () => {
  for (const good of [
    'a@b.fr',
    'jean.le-goff+releves@sous.exemple.fr',
    'x@localhost',
    'é@exemple.fr',
    "o'neil@exemple.ie",
  ])
    expect([good, isMailbox(good)]).toEqual([good, true])
  const bad = [
    '',
    'a',
    '@b',
    'a@',
    'a@b,c@d',
    'a b@c',
    '"a"@b',
    'a@b@c',
    '<a@b>',
    'a@b..c',
    'a@-b',
    'a@b>',
    'a\u0000@b',
    `${'a'.repeat(65)}@b.fr`,
  ]
  for (const address of bad) expect([address, isMailbox(address)]).toEqual([address, false])
})

test('the waits are those of reliability.md', () => {
  expect(MAIL_LIMITS).toEqual({ connection: 5000, greeting: 5000, socket: 10_000, whole: 15_000 })
})

describe('what kept a mail from leaving', () => {
  const faultOf = async (settings: SmtpServer, limits = SHORT) =>
    (await failure(sendMail(settings, MAIL, limits))).fault

  test('is told by one word, whatever the other side said', async () => {
    const sink = await smtpSink()
    const faults: unknown[] = []
    for (const mood of [450, 550, 'muet', 'muet après DATA', 'coupe'] as const) {
      sink.mood = mood
      faults.push(await faultOf(sink.settings))
    }
    expect(faults).toEqual(['envoi', 'envoi', 'delai', 'delai', 'coupee'])
    sink.mood = 'ok'
    expect(await faultOf({ ...sink.settings, encryption: 'starttls' })).toBe('chiffrement')
    expect(await faultOf({ ...sink.settings, encryption: 'tls' })).toBe('chiffrement')
    const strict = await smtpSink({ password: 'le bon' })
    expect(await faultOf({ ...strict.settings, username: 'qui', password: 'un autre' })).toBe('identifiants')
    await sendMail({ ...strict.settings, username: 'qui', password: 'le bon' }, MAIL)
    expect(strict.received).toHaveLength(1)
    await sink.refuse()
    expect(await faultOf(sink.settings)).toBe('refusee')
    expect(
      await faultOf({ ...sink.settings, host: 'nulle-part.invalid' }, { ...SHORT, connection: 4000, whole: 5000 }),
    ).toBe('introuvable')
    const sealed = await smtpSink({ hasTls: true })
    expect(await faultOf({ ...sealed.settings, encryption: 'starttls' })).toBe('chiffrement')
  })

  test.each(['169.254.169.254', '::ffff:169.254.1.1', 'fe80::1', 'fd00:ec2::254', '100.100.100.200', 'fe80::1%eth0'])(
    'an address that tells hosted machines their secrets is never connected to (%s)',
    async (host) => {
      const sink = await smtpSink()
      expect(await faultOf({ ...sink.settings, host })).toBe('interdite')
      expect(sink.connections).toBe(0)
    },
  )

  test('a name is resolved by the machine: its own is found', async () => {
    const sink = await smtpSink()
    await sendMail({ ...sink.settings, host: 'localhost' }, MAIL, { ...SHORT, connection: 3000, whole: 4000 })
    expect(sink.received).toHaveLength(1)
  })
})

// Coming in by what a provider says (OpenID Connect): whom it lets in, as whom, and everything that keeps somebody out.
import { expect, test } from 'vitest'
import type { Answer, Visitor } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { oidcProvider } from '../../support/oidc.ts'
import { smtpSink } from '../../support/smtp.ts'
import { askedOf, withApplication, withKey } from './factor-support.ts'
import { from, logIn, MINUTE, sessionsOf, siteWithClock } from './support.ts'

useFastPasswords()

const PATH = '/connexion/fournisseur'
const UNSURE = 'La réponse de Nextcloud n’a pas pu être vérifiée'

async function site() {
  const t = await siteWithClock()
  const provider = await oidcProvider()
  t.deps.settings.write({ fournisseur: provider.settings })
  const there = async (visitor: Visitor, suite = '') => {
    const answer = await visitor.get(suite === '' ? PATH : `${PATH}?suite=${encodeURIComponent(suite)}`)
    if (!answer.location?.startsWith(`${provider.issuer}/authorize?`))
      throw new Error(`not sent there: ${answer.location}`)
    return answer.location
  }
  return {
    ...t,
    provider,
    there,
    /** Goes there, is known there, and comes back. */
    async comes(visitor: Visitor, who = provider.person, suite = '') {
      return visitor.get(provider.consent(await there(visitor, suite), who))
    },
    told: async () =>
      (await t.db.selectFrom('journal').select(['action', 'resultat', 'detail']).orderBy('id').execute()).map(
        ({ action, resultat, detail }) => [action, resultat, detail.cause ?? ''].join(' ').trim(),
      ),
    links: () => t.db.selectFrom('identites').select(['emetteur', 'sujet', 'user_id']).execute(),
  }
}

/** Where a visitor is sent who was refused, and what is told there. */
async function refusal(visitor: Visitor, answer: Answer): Promise<string> {
  expect([answer.status, answer.location]).toEqual([303, '/login'])
  const { page } = await visitor.follow(answer)
  expect(page.h1).toBe('Connexion')
  return page.flash
}

test('the log-in page has the button where a provider is set, and no form or script for it', async () => {
  const t = await site()
  const page = await t.anonymous().get('/login?suite=%2Fsources')
  const link = page.page.all('a').find(({ text }) => text === 'Se connecter avec Nextcloud')
  expect(link?.getAttribute('href')).toBe(`${PATH}?suite=%2Fsources`)
  t.deps.settings.write({ fournisseur: null })
  expect((await t.anonymous().get('/login')).text).not.toContain(PATH)
  for (const path of [PATH, `${PATH}/retour?code=x&state=y`])
    expect(await refusal(t.anonymous(), await t.anonymous().get(path))).toBe('')
})

test('somebody whose verified address has an account comes in, by it the first time and by the name over there ever after', async () => {
  const t = await site()
  const visitor = t.anonymous()
  const address = new URL(await t.there(visitor, '/sources?q=malo'))
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    ...{ client_id: 'releves', response_type: 'code', scope: 'openid email', code_challenge_method: 'S256' },
    redirect_uri: 'http://localhost/connexion/fournisseur/retour',
  })
  const done = await visitor.get(t.provider.consent(address.href))
  expect([done.status, done.location]).toEqual([303, '/sources?q=malo'])
  expect((await visitor.get('/profil')).page.text).toContain('marie')
  expect(await t.links()).toEqual([{ emetteur: t.provider.issuer, sujet: 'u-marie', user_id: t.marie.id }])
  expect(await t.told()).toEqual(['identite.ajout ok', 'connexion ok fournisseur'])
  // The password was not shown: what an unattended screen must not allow asks for it.
  expect((await visitor.get('/profil/donnees')).location).toContain('/preuve')
  const moved = { sub: 'u-marie', email: 'autre@exemple.fr', email_verified: false }
  expect((await t.comes(t.anonymous(), moved)).location).toBe('/')
  expect(await t.links()).toHaveLength(1)
  expect((await logIn(t.anonymous(), 'marie')).location).toBe('/')
  expect(t.failures).toEqual([])
})

test('an address is asked for by itself where the token does not tell it; the client shows its secret as the provider likes', async () => {
  const t = await site()
  for (const lies of [{ isQuiet: true }, { methods: ['client_secret_post'] }, { methods: ['client_secret_basic'] }]) {
    t.provider.lies = lies
    expect([lies, (await t.comes(t.anonymous())).location]).toEqual([lies, '/'])
  }
  expect(t.provider.asked).toContain('/userinfo')
})

test('an address that is not verified there, one that nobody has here and an account that is closed open nothing', async () => {
  const t = await site()
  await t.db.updateTable('users').set({ is_active: false }).where('id', '=', t.etienne.id).execute()
  await t.db
    .updateTable('users')
    .set({ is_active: false, demande_at: '2026-11-01' })
    .where('id', '=', t.rene.id)
    .execute()
  for (const [who, said] of [
    [
      { sub: 'a', email: 'marie@exemple.fr', email_verified: false },
      'ne dit pas que votre adresse électronique est vérifiée',
    ],
    [
      { sub: 'b', email: 'marie@exemple.fr', email_verified: 'true' },
      'ne dit pas que votre adresse électronique est vérifiée',
    ],
    [{ sub: 'c', email: 'marie@exemple.fr' }, 'ne dit pas que votre adresse électronique est vérifiée'],
    [{ sub: 'd' }, 'ne dit pas que votre adresse électronique est vérifiée'],
    [{ sub: 'e', email: 'personne@exemple.fr', email_verified: true }, 'Aucun compte d’ici n’a l’adresse'],
    [{ sub: 'f', email: 'etienne@exemple.fr', email_verified: true }, 'Ce compte est désactivé'],
    [{ sub: 'g', email: 'rene@exemple.fr', email_verified: true }, 'attend encore l’accord'],
  ] as const) {
    const visitor = t.anonymous()
    expect([who.sub, await refusal(visitor, await t.comes(visitor, who))]).toEqual([
      who.sub,
      expect.stringContaining(said),
    ])
  }
  expect(await t.links()).toEqual([])
  expect(await t.db.selectFrom('sessions').select('id').execute()).toEqual([])
  expect((await t.told()).map((line) => line.split(' ').at(-1))).toEqual([
    ...Array<string>(5).fill('fournisseur'),
    'inactif',
    'attente',
  ])
  expect(t.failures).toEqual([])
})

test('an account that came in before is refused once it is closed, and one that was erased is gone', async () => {
  const t = await site()
  await t.comes(t.anonymous())
  await t.db.updateTable('users').set({ is_active: false }).where('id', '=', t.marie.id).execute()
  const visitor = t.anonymous()
  expect(await refusal(visitor, await t.comes(visitor))).toContain('Ce compte est désactivé')
})

test('where the site sends mail, the address has to be shown here too', async () => {
  const t = await site()
  t.deps.settings.write({ smtp: (await smtpSink()).settings })
  const verify = (at: string | null) =>
    t.db.updateTable('users').set({ email_verified_at: at }).where('id', '=', t.marie.id).execute()
  await verify(null)
  const visitor = t.anonymous()
  expect(await refusal(visitor, await t.comes(visitor))).toContain('n’a pas encore été vérifiée ici')
  await verify('2026-11-01T10:00:00.000Z')
  // No PIN by mail follows.
  expect((await t.comes(t.anonymous())).location).toBe('/')
})

test('another name over there for an account that has one already is refused, and so is one name for two accounts', async () => {
  const t = await site()
  await t.comes(t.anonymous())
  const visitor = t.anonymous()
  const other = { sub: 'quelqu’un d’autre', email: 'marie@exemple.fr', email_verified: true }
  expect(await refusal(visitor, await t.comes(visitor, other))).toContain('déjà relié à une autre identité')
  expect(
    (await t.comes(t.anonymous(), { sub: 'u-marie', email: 'rene@exemple.fr', email_verified: true })).location,
  ).toBe('/')
  expect((await t.links()).map(({ user_id }) => user_id)).toEqual([t.marie.id])
})

test('a second factor is asked of whoever has one, and the account is linked only after it', async () => {
  const t = await site()
  t.deps.appUrl = 'http://localhost'
  const application = await withApplication(t, t.marie)
  const { key } = await withKey(t, t.rene)
  const visitor = t.anonymous()
  expect((await t.comes(visitor, undefined, '/sources')).location).toBe('/2fa')
  expect([(await visitor.get('/profil')).status, await t.links()]).toEqual([303, []])
  expect((await visitor.post('/2fa', { code: application.wrong() })).status).toBe(422)
  expect((await visitor.post('/2fa', { code: application.shown() })).location).toBe('/sources')
  expect((await visitor.get('/profil/donnees')).location).toContain('/preuve')
  expect(await t.links()).toHaveLength(1)
  const rene = t.anonymous()
  await t.comes(rene, { sub: 'u-rene', email: 'rene@exemple.fr', email_verified: true })
  expect((await rene.post('/2fa', { cle: key.get(askedOf(await rene.get('/2fa'))) })).location).toBe('/')
  // Somebody who has to have one is led to it before anything else.
  t.deps.settings.write({ facteur_exige: true })
  const admin = t.anonymous()
  await t.comes(admin, { sub: 'u-admin', email: 'admin@exemple.fr', email_verified: true })
  expect((await admin.get('/sources')).location).toContain('/profil/application')
})

test.each([
  ['another nonce', { claims: { nonce: 'autre' } }, UNSURE],
  ['no nonce', { claims: { nonce: undefined } }, UNSURE],
  ['another issuer', { claims: { iss: 'https://ailleurs.exemple' } }, UNSURE],
  ['another audience', { claims: { aud: 'autre' } }, UNSURE],
  ['no subject', { claims: { sub: undefined } }, UNSURE],
  ['no signature', { alg: 'none' }, UNSURE],
  ['a key that is not published', { isForeignKey: true }, UNSURE],
  ['an algorithm by the secret', { alg: 'HS256' }, UNSURE],
  ['a token that is over', { claims: { exp: 1_600_000_000 } }, 'ne s’accordent pas'],
  ['a token of tomorrow', { claims: { nbf: Math.floor(Date.now() / 1000) + 86_400 } }, 'ne s’accordent pas'],
  ['another provider in its document', { issuer: 'https://ailleurs.exemple' }, 'sous une autre adresse'],
  ['an error of its own', { broken: { path: '/token', status: 500 } }, 'a répondu par une erreur'],
  [
    'the secret refused',
    { broken: { path: '/token', status: 401, body: '{"error":"invalid_client"}' } },
    'est mal réglée',
  ],
  ['no JSON', { broken: { path: '/token', status: 200, body: '<html>' } }, UNSURE],
  ['no keys', { broken: { path: '/jwks', status: 404 } }, UNSURE],
])('%s is refused', async (_, lies, said) => {
  const t = await site()
  const visitor = t.anonymous()
  const back = t.provider.consent(await t.there(visitor))
  t.provider.lies = lies
  expect(await refusal(visitor, await visitor.get(back))).toContain(said)
  expect([await t.links(), await sessionsOf(t, t.marie), t.failures]).toEqual([[], [], []])
})

test('a log-in comes back once, to the browser that began it, in its time', async () => {
  const t = await site()
  const [visitor, other] = [t.anonymous(), t.anonymous()]
  const back = t.provider.consent(await t.there(visitor))
  const cookies = new Map(visitor.cookies)
  const LOST = 'Cette connexion est terminée, ou a été commencée ailleurs'
  expect(await refusal(other, await other.get(back))).toContain(LOST)
  // Another state in the address, in the browser that began it.
  await t.there(other)
  expect(await refusal(other, await other.get(back))).toContain(UNSURE)
  expect((await visitor.get(back)).location).toBe('/')
  // A thief of the address and of its cookie comes late: not even the provider is asked again.
  const thief = t.anonymous()
  for (const [name, value] of cookies) thief.cookies.set(name, value)
  const asked = t.provider.asked.length
  expect(await refusal(thief, await thief.get(back))).toContain(LOST)
  expect(t.provider.asked).toHaveLength(asked)
  // A code that was used, in a log-in of one's own.
  const next = await t.there(other)
  const spent = new URL(back, 'http://localhost').searchParams.get('code')
  expect(
    await refusal(
      other,
      await other.get(`${PATH}/retour?code=${spent}&state=${new URL(next).searchParams.get('state')}`),
    ),
  ).toContain(UNSURE)
  const slow = t.anonymous()
  const late = t.provider.consent(await t.there(slow))
  t.later(15 * MINUTE)
  expect(await refusal(slow, await slow.get(late))).toContain(LOST)
})

test('what the provider refuses is told, whoever it was', async () => {
  const t = await site()
  for (const [error, said] of [
    ['access_denied', 'a été refusée ou abandonnée'],
    ['invalid_scope', 'est mal réglée'],
    ['temporarily_unavailable', 'a répondu par une erreur'],
    ['<script>', UNSURE],
  ] as const) {
    const visitor = t.anonymous()
    const state = new URL(await t.there(visitor)).searchParams.get('state')
    const answer = await visitor.get(`${PATH}/retour?error=${encodeURIComponent(error)}&state=${state}`)
    expect([error, await refusal(visitor, answer)]).toEqual([error, expect.stringContaining(said)])
  }
  const visitor = t.anonymous()
  for (const query of ['', '?state=x', '?code=', '?code=a&code=b&state=c', '?code=x&iss=https://ailleurs.exemple']) {
    await t.there(visitor)
    expect([query, await refusal(visitor, await visitor.get(`${PATH}/retour${query}`))]).toEqual([
      query,
      expect.stringContaining(UNSURE),
    ])
  }
  expect(t.failures).toEqual([])
})

test('a provider that is down keeps nobody from the password, and is told on the page', async () => {
  const t = await site()
  const visitor = t.anonymous()
  const back = t.provider.consent(await t.there(visitor))
  await t.provider.close()
  expect(await refusal(visitor, await visitor.get(back))).toContain('Nextcloud ne répond pas')
  expect(await refusal(visitor, await visitor.get(PATH))).toContain('Nextcloud ne répond pas')
  t.deps.settings.write({ fournisseur: { ...t.provider.settings, emetteur: 'http://169.254.169.254' } })
  expect(await refusal(visitor, await visitor.get(PATH))).toContain('est réservée')
  expect((await logIn(visitor, 'marie')).location).toBe('/')
  expect(t.failures).toEqual([])
})

test('answers that are none wait like wrong passwords, and so does who begins too often', async () => {
  const t = await site()
  t.deps.trustProxy = () => true
  const visitor = t.anonymous()
  const begin = () => visitor.get(PATH, from('203.0.113.7'))
  for (let n = 0; n < 20; n += 1) {
    await begin()
    await visitor.get(`${PATH}/retour?code=x&state=y`, from('203.0.113.7'))
  }
  const location = (await begin()).location ?? ''
  const answer = await visitor.get(t.provider.consent(location), from('203.0.113.7'))
  expect(await refusal(visitor, answer)).toContain('Trop d’essais')
  for (let n = 0; n < 9; n += 1) await begin()
  expect(await refusal(visitor, await begin())).toContain('Trop d’essais')
  expect((await t.there(t.anonymous())).length).toBeGreaterThan(0)
})

test('nobody is led to another site, and who is in already goes on', async () => {
  const t = await site()
  for (const suite of ['https://ailleurs.exemple', '//ailleurs.exemple', '/\\ailleurs.exemple'])
    expect((await t.comes(t.anonymous(), undefined, suite)).location).toBe('/')
  const marie = await t.as(t.marie)
  expect((await marie.get(PATH)).location).toBe('/')
  expect((await marie.get(`${PATH}/retour?code=x&state=y`)).location).toBe('/')
})

import { expect, test } from 'vitest'
import { purgeLimits } from '../../../src/features/auth/limits.ts'
import { noProxies } from '../../../src/lib/network.ts'
import { behindProxy } from '../../support/app.ts'
import { PASSWORD } from '../../support/characters.ts'
import { DAY, from, HOUR, logIn, MINUTE, SECOND, secondsOf, sessionsOf, siteWithClock } from './support.ts'

const WRONG = 'ce n’est pas le bon mot de passe'

test('five wrong passwords are free, then each one makes the next wait longer, up to a quarter of an hour', async () => {
  const t = await siteWithClock()
  const visitor = t.anonymous()
  for (let n = 0; n < 5; n += 1) expect((await logIn(visitor, 'marie', WRONG)).status).toBe(422)
  for (const wait of [30, 60, 120, 240, 480, 900, 900]) {
    const refused = await logIn(visitor, 'marie')
    expect([refused.status, secondsOf(refused)]).toEqual([429, wait])
    expect(refused.page.h1).toBe('Connexion')
    expect(refused.page.value('login')).toBe('marie')
    expect(refused.page.error('login')).toContain('Trop d’essais sans succès : attendez')
    t.later(wait * SECOND)
    expect((await logIn(visitor, 'marie', WRONG)).status).toBe(422)
  }
  t.later(900 * SECOND)
  expect((await logIn(visitor, 'marie')).status).toBe(303)
  // Success forgets them all.
  for (let n = 0; n < 5; n += 1) expect((await logIn(t.anonymous(), 'marie', WRONG)).status).toBe(422)
})

test('name, address and their cases count together; other accounts and unknown names count for themselves', async () => {
  const t = await siteWithClock()
  const spellings = ['marie', 'MARIE', 'marie@exemple.fr', 'Marie@Exemple.fr', ' marie ']
  for (const login of spellings) expect((await logIn(t.anonymous(), login, WRONG)).status).toBe(422)
  expect((await logIn(t.anonymous(), 'marie')).status).toBe(429)
  expect((await logIn(t.anonymous(), 'rene')).status).toBe(303)
  for (let n = 0; n < 5; n += 1) expect((await logIn(t.anonymous(), 'Personne', WRONG)).status).toBe(422)
  const unknown = await logIn(t.anonymous(), 'personne', WRONG)
  const known = await logIn(t.anonymous(), 'marie', WRONG)
  expect([unknown.status, secondsOf(unknown)]).toEqual([429, 30])
  expect(unknown.page.text).toBe(known.page.text)
  // A name that was typed may be a password: it is not kept.
  expect(JSON.stringify(await t.db.selectFrom('limites').selectAll().execute()).toLowerCase()).not.toContain('personne')
})

test('a day without a failure forgets them', async () => {
  const t = await siteWithClock()
  for (let n = 0; n < 5; n += 1) await logIn(t.anonymous(), 'marie', WRONG)
  t.later(DAY + SECOND)
  expect((await logIn(t.anonymous(), 'marie', WRONG)).status).toBe(422)
  expect((await logIn(t.anonymous(), 'marie', WRONG)).status).toBe(422)
})

test('200 wrong tries within a minute are refused before they are hashed, fifteen at most', async () => {
  const t = await siteWithClock()
  const statuses: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(t.anonymous(), 'marie', WRONG)))
    statuses.push(...answers.map((answer) => answer.status))
    t.later(6 * SECOND)
  }
  const hashed = statuses.filter((status) => status === 422).length
  expect(statuses.filter((status) => status === 429)).toHaveLength(200 - hashed)
  expect(hashed).toBeLessThanOrEqual(15)
  expect(hashed).toBeGreaterThanOrEqual(5)
  expect(t.failures).toEqual([])
})

test('twenty failures from one address close it for five minutes, whoever they named', async () => {
  const t = await siteWithClock()
  t.deps.trustProxy = behindProxy
  const address = from('2001:db8:1:2::7')
  for (let n = 0; n < 20; n += 1) {
    expect((await logIn(t.anonymous(), `personne ${n}`, WRONG, address)).status).toBe(422)
  }
  // The next address of the same subscriber is the same one.
  const refused = await logIn(t.anonymous(), 'marie', PASSWORD, from('2001:db8:1:2:ffff::1'))
  expect([refused.status, secondsOf(refused)]).toEqual([429, 300])
  expect((await logIn(t.anonymous(), 'marie', PASSWORD, from('2001:db8:1:3::1'))).status).toBe(303)
  t.later(5 * MINUTE)
  expect((await logIn(t.anonymous(), 'marie', PASSWORD, address)).status).toBe(303)
})

test('an address that the client invents changes nothing', async () => {
  const t = await siteWithClock()
  t.deps.trustProxy = behindProxy
  for (let n = 0; n < 20; n += 1) {
    await logIn(t.anonymous(), `personne ${n}`, WRONG, from(`198.51.100.${n}, 192.0.2.1`))
  }
  expect((await logIn(t.anonymous(), 'marie', PASSWORD, from('198.51.100.99, 192.0.2.1'))).status).toBe(429)
  // Without a proxy that is trusted the header says nothing at all: no address, no limit by address.
  t.deps.trustProxy = noProxies
  expect((await logIn(t.anonymous(), 'marie', PASSWORD, from('198.51.100.99, 192.0.2.1'))).status).toBe(303)
})

test('counters are rows: another process knows them', async () => {
  const [t, other] = [await siteWithClock(), await siteWithClock()]
  for (let n = 0; n < 5; n += 1) await logIn(t.anonymous(), 'marie', WRONG)
  other.deps.db = t.db
  expect((await logIn(other.anonymous(), 'marie')).status).toBe(429)
})

test('a clock that is set back makes nobody wait longer than the rule says', async () => {
  const t = await siteWithClock()
  for (let n = 0; n < 5; n += 1) await logIn(t.anonymous(), 'marie', WRONG)
  t.later(-HOUR)
  expect(secondsOf(await logIn(t.anonymous(), 'marie'))).toBe(30)
})

test('what says nothing any more is removed', async () => {
  const t = await siteWithClock()
  await logIn(t.anonymous(), 'marie', WRONG)
  await purgeLimits(t.db, new Date(t.deps.clock().getTime() + HOUR))
  expect(await t.db.selectFrom('limites').selectAll().execute()).toHaveLength(1)
  await purgeLimits(t.db, new Date(t.deps.clock().getTime() + DAY))
  expect(await t.db.selectFrom('limites').selectAll().execute()).toEqual([])
})

test('a refused log-in opens no session', async () => {
  const t = await siteWithClock()
  for (let n = 0; n < 7; n += 1) await logIn(t.anonymous(), 'marie', n < 5 ? WRONG : PASSWORD)
  expect(await sessionsOf(t, t.marie)).toEqual([])
})

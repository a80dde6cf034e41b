// reliability.md T6: nobody learns by asking whether an account exists. What takes time is argon2: its work is counted, since
// milliseconds would be those of the machine.
import { hash, verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { PASSWORD } from '../../support/characters.ts'
import { mailSite, register } from '../acces/support.ts'
import { logIn } from './support.ts'

vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original()
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) }
})

/** What argon2 did since it was last asked: « verify m=19456,t=2,p=1 » for each time. */
function work(): string[] {
  const costOf = (phc: unknown) => /\$(m=\d+,t=\d+,p=\d+)\$/.exec(String(phc))?.[1] ?? 'none'
  const done = [
    ...vi.mocked(verify).mock.calls.map(([phc]) => `verify ${costOf(phc)}`),
    ...vi
      .mocked(hash)
      .mock.calls.map(([, cost]) => `hash m=${cost?.memoryCost},t=${cost?.timeCost},p=${cost?.parallelism}`),
  ]
  vi.clearAllMocks()
  return done
}

const COST = 'm=19456,t=2,p=1'
const WRONG = 'pas le bon mot de passe'

test('a log-in that is refused costs the same work and says the same, whoever was named', async () => {
  const t = await mailSite()
  const nobody = await t.make.user({ name: 'parti' })
  await t.db.updateTable('users').set({ password_hash: '' }).where('id', '=', nobody.id).execute()
  work()
  const answers = []
  for (const login of ['marie', 'marie@exemple.fr', 'inactif', 'parti', 'personne', 'personne@exemple.fr']) {
    const { status, page } = await logIn(t.anonymous(), login, WRONG)
    answers.push({ status, said: page.one('.erreurs').text, work: work() })
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 422, work: [`verify ${COST}`] })
})

test('a closed account says so to whoever knows its password, for the same work', async () => {
  const t = await mailSite()
  work()
  const { page } = await logIn(t.anonymous(), 'inactif', PASSWORD)
  expect([page.error('login'), work()]).toEqual([expect.stringContaining('désactivé'), [`verify ${COST}`]])
})

test('asking for an account costs the same work, whether the address has one or not', async () => {
  const t = await mailSite()
  work()
  for (const email of ['libre@exemple.fr', 'marie@exemple.fr', 'inactif@exemple.fr']) {
    expect((await register(t.anonymous(), { name: `pour ${email.replace('@', ' ')}`, email })).status).toBe(303)
    expect([email, work()]).toEqual([email, [`hash ${COST}`]])
  }
})

test('asking for another password costs none, for anybody', async () => {
  const t = await mailSite()
  work()
  for (const login of ['marie', 'personne', 'inactif@exemple.fr']) {
    expect((await t.anonymous().post('/mot-de-passe/oubli', { login })).status).toBe(303)
    expect([login, work()]).toEqual([login, []])
  }
})

test('another address costs the same work in the profile, taken or not', async () => {
  const t = await mailSite()
  const marie = await t.as(t.marie)
  work()
  for (const email of ['libre@exemple.fr', 'rene@exemple.fr']) {
    const version = Number((await marie.get('/profil')).page.value('version'))
    const answer = await marie.post('/profil', { name: 'marie', email, preuve: PASSWORD, version })
    expect([email, answer.status, work()]).toEqual([email, 303, [`verify ${COST}`]])
  }
})

// reliability.md T6: nobody learns by asking whether an account exists. What takes time is argon2: its work is counted, since
// milliseconds would be those of the machine.
import { expect, test } from 'vitest'
import { workDone } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { mailSite, register } from '../acces/support.ts'
import { logIn } from './support.ts'

const COST = 'm=19456,t=2,p=1'
const WRONG = 'pas le bon mot de passe'

test('a log-in that is refused costs the same work and says the same, whoever was named', async () => {
  const t = await mailSite()
  const nobody = await t.make.user({ name: 'parti' })
  await t.db.updateTable('users').set({ password_hash: '' }).where('id', '=', nobody.id).execute()
  workDone()
  const answers = []
  for (const login of ['marie', 'marie@exemple.fr', 'inactif', 'parti', 'personne', 'personne@exemple.fr']) {
    const { status, page } = await logIn(t.anonymous(), login, WRONG)
    answers.push({ status, said: page.one('.erreurs').text, work: workDone() })
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 422, work: [`verify ${COST}`] })
})

test('a closed account says so to whoever knows its password, for the same work', async () => {
  const t = await mailSite()
  workDone()
  const { page } = await logIn(t.anonymous(), 'inactif', PASSWORD)
  expect([page.error('login'), workDone()]).toEqual([expect.stringContaining('désactivé'), [`verify ${COST}`]])
})

test('asking for an account costs the same work, whether the address has one or not', async () => {
  const t = await mailSite()
  workDone()
  for (const email of ['libre@exemple.fr', 'marie@exemple.fr', 'inactif@exemple.fr']) {
    expect((await register(t.anonymous(), { name: `pour ${email.replace('@', ' ')}`, email })).status).toBe(303)
    expect([email, workDone()]).toEqual([email, [`hash ${COST}`]])
  }
})

test('asking for another password costs none, for anybody', async () => {
  const t = await mailSite()
  workDone()
  for (const login of ['marie', 'personne', 'inactif@exemple.fr']) {
    expect((await t.anonymous().post('/mot-de-passe/oubli', { login })).status).toBe(303)
    expect([login, workDone()]).toEqual([login, []])
  }
})

test('another address costs the same work in the profile, taken or not', async () => {
  const t = await mailSite()
  const marie = await t.as(t.marie)
  workDone()
  for (const email of ['libre@exemple.fr', 'rene@exemple.fr']) {
    const version = Number((await marie.get('/profil')).page.value('version'))
    const answer = await marie.post('/profil', { name: 'marie', email, preuve: PASSWORD, version })
    expect([email, answer.status, workDone()]).toEqual([email, 303, [`verify ${COST}`]])
  }
})

import { expect, test } from 'vitest'
import type { UserRole } from '../../../src/db/schema.ts'
import { actorWithout } from '../../../src/features/journal/actions.ts'
import { setActive } from '../../../src/features/users/actions/accounts.ts'
import { changeableAccount } from '../../../src/features/users/rules/account-lock.ts'
import { roleRefusal } from '../../../src/features/users/rules/roles.ts'
import { PASSWORD } from '../../support/characters.ts'
import { account, activeAdmins, asAdmin, formOf, LIST, proofIsOld } from './support.ts'

test('a closed account is signed out and refused at the door, an opened one comes back', async () => {
  const { t, visitor } = await asAdmin()
  const marie = await t.as(t.marie)
  const closed = await visitor.post(`${LIST}/${t.marie.id}/desactiver`, { retour: `${LIST}?status=active` })
  expect(closed).toMatchObject({ status: 303, location: `${LIST}?status=active` })
  expect((await visitor.follow(closed)).page.flash).toBe('Compte désactivé.')
  expect(await account(t, 'marie')).toMatchObject({ is_active: false, version: 2 })
  expect((await marie.get('/profil')).location).toContain('/login')
  expect(await t.db.selectFrom('sessions').select('id').where('user_id', '=', t.marie.id).execute()).toEqual([])

  const opened = await visitor.post(`${LIST}/${t.marie.id}/activer`, { retour: 'https://ailleurs.fr/' })
  expect(opened).toMatchObject({ status: 303, location: LIST })
  expect((await account(t, 'marie'))?.is_active).toBe(true)
  expect((await visitor.post(`${LIST}/${t.marie.id}/activer`)).status).toBe(303)
  expect((await account(t, 'marie'))?.version).toBe(3)
})

test('an administrator neither demotes nor closes himself, even with a colleague', async () => {
  const { t, visitor } = await asAdmin()
  await t.make.user({ name: 'second', role: 'admin' })
  const demoted = await visitor.post(
    `${LIST}/${t.admin.id}`,
    await formOf(t, t.admin, { role: 'membre', name: 'chef' }),
  )
  expect(demoted.status).toBe(422)
  expect(demoted.page.error('role')).toContain('Vous ne pouvez pas retirer votre propre rôle')
  expect([demoted.page.value('name'), demoted.page.value('role')]).toEqual(['chef', 'membre'])
  const closed = await visitor.post(`${LIST}/${t.admin.id}/desactiver`)
  expect([closed.status, closed.page.text.includes('votre propre compte')]).toEqual([403, true])
  expect(await activeAdmins(t)).toEqual(['admin', 'second'])
  expect(t.failures).toEqual([])
})

test('another administrator may be demoted or closed while one remains', async () => {
  const { t, visitor } = await asAdmin()
  const [second, third] = [await t.make.user({ role: 'admin' }), await t.make.user({ role: 'admin' })]
  expect((await visitor.post(`${LIST}/${second.id}`, await formOf(t, second, { role: 'membre' }))).status).toBe(303)
  expect((await visitor.post(`${LIST}/${third.id}/desactiver`)).status).toBe(303)
  expect(await activeAdmins(t)).toEqual(['admin'])
})

test('nobody, not even the command line, takes away the last active administrator', async () => {
  const { t } = await asAdmin()
  await t.make.user({ role: 'admin', is_active: false })
  const now = '2026-11-21T10:00:00.000Z'
  const closing = setActive(t.db, actorWithout(null), t.admin.id, false, now)
  await expect(closing).rejects.toMatchObject({
    code: 'interdit',
    message: expect.stringContaining('dernier administrateur'),
  })
  const demotion = await t.db
    .transaction()
    .execute((trx) => changeableAccount(trx, null, t.admin.id, { role: 'membre' }))
  expect(demotion.refusal?.field).toBe('role')
  expect(await activeAdmins(t)).toEqual(['admin'])
})

const admin = { id: 1, role: 'admin' as UserRole, is_active: true }
const membre = { id: 2, role: 'membre' as UserRole, is_active: true }
test.each([
  ['self demotion', 1, admin, { role: 'membre' }, 3, 'role'],
  ['self closure', 1, admin, { is_active: false }, 3, 'is_active'],
  ['self closure of a member', 2, membre, { is_active: false }, 3, 'is_active'],
  ['last demoted', 9, admin, { role: 'gestionnaire' }, 0, 'role'],
  ['last closed', 9, admin, { is_active: false }, 0, 'is_active'],
  ['last demoted and closed', null, admin, { role: 'membre', is_active: false }, 0, 'is_active'],
  ['one of two demoted', 9, admin, { role: 'membre' }, 1, undefined],
  ['one of two closed', 9, admin, { is_active: false }, 1, undefined],
  ['a closed one demoted', 9, { ...admin, is_active: false }, { role: 'membre' }, 0, undefined],
  ['a closed one opened', 9, { ...admin, is_active: false }, { is_active: true }, 0, undefined],
  ['a member closed', 1, membre, { is_active: false }, 0, undefined],
  ['a member raised', 1, membre, { role: 'admin' }, 1, undefined],
  ['self unchanged', 1, admin, {}, 0, undefined],
] as const)('rule: %s', (_case, actor, target, change, others, field) => {
  expect(roleRefusal(actor, target, { ...target, ...change }, others)?.field).toBe(field)
})

const ROUNDS = 30
test(`${ROUNDS} mutual demotions and closures at once always leave an active administrator`, {
  timeout: 120_000,
}, async () => {
  const { t } = await asAdmin()
  const other = await t.make.user({ name: 'second', role: 'admin' })
  let refusedByRule = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await t.db
      .updateTable('users')
      .set({ role: 'admin', is_active: true })
      .where('id', 'in', [t.admin.id, other.id])
      .execute()
    const [one, two] = [await t.as(t.admin), await t.as(other)]
    const attack = async (visitor: typeof one, target: { id: number }, closes: boolean) =>
      closes
        ? visitor.post(`${LIST}/${target.id}/desactiver`)
        : visitor.post(`${LIST}/${target.id}`, await formOf(t, target, { role: 'membre' }))
    const answers = await Promise.all([attack(one, other, round % 2 === 0), attack(two, t.admin, round % 3 === 0)])
    expect(await activeAdmins(t)).toHaveLength(1)
    refusedByRule += answers.filter(({ status }) => status === 403 || status === 422).length
  }
  // Else the two never met, and the rounds have shown nothing.
  expect(refusedByRule).toBeGreaterThan(0)
  expect(t.failures).toEqual([])
})

test('a role is given only by who showed the password within the last half hour, or shows it now', async () => {
  const { t, visitor } = await asAdmin()
  expect((await visitor.get(`${LIST}/${t.marie.id}/modifier`)).page.has('[name=preuve]')).toBe(false)
  await proofIsOld(t)
  expect((await visitor.get(`${LIST}/${t.marie.id}/modifier`)).page.has('[name=preuve]')).toBe(true)
  const role = async (preuve: string) =>
    visitor.post(`${LIST}/${t.marie.id}`, await formOf(t, t.marie, { role: 'admin', name: 'Marie-Ange', preuve }))
  const asked = await role('')
  expect([asked.status, asked.page.error('preuve')]).toEqual([
    422,
    'Pour ce changement, tapez votre propre mot de passe.',
  ])
  expect([asked.page.value('name'), asked.page.value('role')]).toEqual(['Marie-Ange', 'admin'])
  expect((await role('pas le bon')).page.error('preuve')).toContain('pas votre mot de passe')
  expect((await account(t, 'marie'))?.role).toBe('membre')
  const moved = await visitor.post(`${LIST}/${t.rene.id}`, await formOf(t, t.rene, { email: 'rene@pirate.fr' }))
  expect([moved.status, moved.page.error('preuve') === '']).toEqual([422, false])
  // A change that is neither of the role nor of the way to another password needs nothing.
  expect((await visitor.post(`${LIST}/${t.rene.id}`, await formOf(t, t.rene, { name: 'René' }))).status).toBe(303)
  const created = { name: 'jeanne', email: 'jeanne@exemple.fr' }
  expect((await visitor.post(LIST, { ...created, role: 'admin' })).status).toBe(422)
  expect((await visitor.post(LIST, { ...created, role: 'membre' })).status).toBe(200)
  expect((await role(PASSWORD)).status).toBe(303)
  expect(await account(t, 'Marie-Ange')).toMatchObject({ role: 'admin' })
  // Shown once, it holds for the next half hour.
  expect((await visitor.post(LIST, { name: 'luc', email: 'luc@exemple.fr', role: 'admin' })).status).toBe(200)
})

test('a temporary password is given by who shows the own one, and by nobody else', async () => {
  const { t, visitor } = await asAdmin()
  const path = `${LIST}/${t.marie.id}/mot-de-passe`
  await proofIsOld(t)
  const before = await account(t, 'marie')
  const _envoi = 'abcdefgh'
  const asked = await visitor.post(path, { _envoi })
  expect([asked.status, asked.page.h1, asked.page.has('code')]).toEqual([422, 'Mot de passe temporaire', false])
  expect((await visitor.post(path, { preuve: 'pas le bon' })).page.error('preuve')).toContain('pas votre mot de passe')
  expect(await account(t, 'marie')).toEqual(before)
  expect(asked.page.value('_envoi')).toBe(_envoi)
  const given = await visitor.post(path, { _envoi, preuve: PASSWORD })
  expect([given.status, given.page.has('code')]).toEqual([200, true])
  // Pressed twice, the button gives none anew.
  expect((await visitor.post(path, { _envoi, preuve: PASSWORD })).location).toBe(LIST)
})

import { expect, test } from 'vitest'
import { lotHandlers } from '../../../src/features/lots/task.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { LOT_KINDS } from '../../../src/lot-kinds.ts'
import { type Answer, testApp, type Visitor } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { mailSite } from '../acces/support.ts'
import { sectionsOf } from '../users/support.ts'

const LIST = '/admin/utilisateurs'
const PATH = `${LIST}/lot`

const plain = (answer: Answer): string => squeeze(answer.page.text).replace(/\s/g, ' ')

/** Sends the gesture for these people, confirmed. */
const gesture = (visitor: Visitor, geste: string, people: { id: number }[], fields = {}) => {
  const ids = people.map(({ id }) => String(id))
  return visitor.post(PATH, { geste, ids, nombre: String(ids.length), ...fields })
}

const activity = async (t: { db: Awaited<ReturnType<typeof testApp>>['db'] }) =>
  (await t.db.selectFrom('users').select(['name', 'is_active']).orderBy('name').execute())
    .filter(({ is_active }) => is_active)
    .map(({ name }) => name)

test('people are put into a section, with what they do there, and taken out again', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  await t.make.membre(t.vannes, t.marie, 'gestion')
  const before = [await sectionsOf(t, t.marie), await sectionsOf(t, t.rene)]
  const list = await admin.get(LIST)
  expect(list.page.all('input[name="ids"][form="selection"]')).toHaveLength(5)
  const asked = await admin.get(`${PATH}?geste=section&ids=${t.marie.id}&ids=${t.rene.id}`)
  expect(plain(asked)).toContain('Mettre 2 personnes dans une section')
  const wrong = await gesture(admin, 'section', [t.marie, t.rene], { choix_section: '99', choix_droit: 'pape' })
  expect([wrong.status, wrong.page.error('choix_section')]).toEqual([422, 'Choisissez une section de la liste.'])
  const done = await gesture(admin, 'section', [t.marie, t.rene], {
    choix_section: t.vannes.id,
    choix_droit: 'lecture',
  })
  expect(done.location).toBe(LIST)
  expect(await sectionsOf(t, t.marie)).toContainEqual({ section_id: t.vannes.id, kind: 'lecture' })
  expect(await sectionsOf(t, t.rene)).toContainEqual({ section_id: t.vannes.id, kind: 'lecture' })
  const lot = await t.db.selectFrom('lots').select('id').executeTakeFirstOrThrow()
  expect((await admin.post(`/lots/${lot.id}/defaire`)).status).toBe(303)
  expect([await sectionsOf(t, t.marie), await sectionsOf(t, t.rene)]).toEqual(before)
  expect(t.failures).toEqual([])
})

test('the last administrator and the own account stay open, whatever is ticked', async () => {
  const t = await testApp()
  const other = await t.make.user({ name: 'ange', role: 'admin' })
  const admin = await t.as(t.admin)
  const done = await gesture(admin, 'desactiver', [t.admin, other, t.marie, t.inactif])
  const told = plain(await admin.follow(done))
  expect(told).toContain('Vous ne pouvez pas désactiver votre propre compte.')
  expect(told).toContain('Ce compte est déjà désactivé.')
  expect(await activity(t)).toEqual(['admin', 'etienne', 'rene'])
  expect((await admin.post(`${done.location}/defaire`)).status).toBe(303)
  expect(await activity(t)).toEqual(['admin', 'ange', 'etienne', 'marie', 'rene'])
  const whole = await gesture(admin, 'desactiver', [t.admin, other], { ensemble: 'tout' })
  expect([whole.status, (await activity(t)).includes('ange')]).toEqual([409, true])
})

test('of two administrators who close each other at once, one stays', async () => {
  const t = await testApp()
  const other = await t.make.user({ name: 'ange', role: 'admin' })
  const [first, second] = [await t.as(t.admin), await t.as(other)]
  await Promise.all([gesture(first, 'desactiver', [other]), gesture(second, 'desactiver', [t.admin])])
  expect((await activity(t)).filter((name) => name === 'admin' || name === 'ange')).toHaveLength(1)
  expect(t.failures).toEqual([])
})

test('closed accounts are opened, and those who never chose a password are invited, all that a filter finds', async () => {
  const t = await mailSite()
  const admin = await t.as(t.admin)
  for (const name of ['anne', 'bruno']) {
    const { id } = await t.make.user({ name, is_active: false })
    await t.db.updateTable('users').set({ must_change_password: true }).where('id', '=', id).execute()
  }
  await admin.post(PATH, { geste: 'activer', tous: '1', status: 'inactive', nombre: '3' })
  expect(await activity(t)).toEqual(['admin', 'anne', 'bruno', 'etienne', 'inactif', 'marie', 'rene'])
  await t.mails()
  expect(t.sent().map((line) => line.split('@')[0])).toEqual(['anne', 'bruno'])
  const again = await admin.post(PATH, { geste: 'inviter', tous: '1', status: 'attente', nombre: '2' })
  expect(plain(await admin.follow(again))).toContain('2 invitations partent par courriel.')
  await t.mails()
  expect(t.sent()).toHaveLength(4)
  const marie = await gesture(admin, 'inviter', [t.marie])
  expect(plain(await admin.follow(marie))).toContain('a déjà choisi son mot de passe')
  t.deps.settings.write({ smtp: null })
  const mute = await gesture(admin, 'inviter', [{ id: (await t.account('anne'))?.id ?? 0 }])
  expect(plain(await admin.follow(mute))).toContain('n’envoie pas de courriels')
})

test('more than a hundred people are invited in the background', async () => {
  const t = await mailSite()
  const admin = await t.as(t.admin)
  const at = '2026-01-01T00:00:00.000Z'
  const rows = Array.from({ length: 120 }, (_, n) => ({
    ...{ name: `p${n}`, name_key: `p${n}`, email: `p${n}@exemple.fr`, email_key: `p${n}@exemple.fr` },
    ...{ password_hash: '!', role: 'membre' as const, must_change_password: true, created_at: at, updated_at: at },
  }))
  await t.db.insertInto('users').values(rows).execute()
  const done = await admin.post(PATH, { geste: 'inviter', tous: '1', status: 'attente', nombre: '120' })
  expect(done.location).toMatch(/^\/lots\/\d+$/)
  await runTasks(t.deps, lotHandlers(LOT_KINDS))
  const waiting = await t.db.selectFrom('taches').select('id').where('kind', '=', 'courriel.compte').execute()
  expect(waiting).toHaveLength(120)
  expect(t.failures).toEqual([])
})

test('nobody but an administrator does any of it', async () => {
  const t = await testApp()
  for (const who of [t.marie, t.rene])
    expect((await gesture(await t.as(who), 'desactiver', [t.etienne])).status).toBe(403)
  expect(await activity(t)).toContain('etienne')
})

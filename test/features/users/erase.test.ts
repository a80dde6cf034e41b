// An administrator erases the account of somebody who asked for it, or died: nothing of the person stays but what he or she typed.
import { expect, test } from 'vitest'
import { createSession } from '../../../src/features/auth/sessions.ts'
import { countOpening, writeOpenings } from '../../../src/features/corrections/openings-actions.ts'
import { testApp } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { withApplication, withKey } from '../auth/factor-support.ts'

useFastPasswords()

const HOUR = 3_600_000
const path = (user: { id: number }) => `/admin/utilisateurs/${user.id}/effacer`

async function site() {
  const t = await testApp()
  const source = await t.make.source({ section: t.saintMalo, members: [t.marie] })
  await t.make.releve(source, { nom: 'Martin' })
  await withApplication(t, t.marie)
  await withKey(t, t.marie)
  const identity = { emetteur: 'https://nuage.exemple.fr', sujet: 'u-marie', created_at: '2026-11-20T10:00:00.000Z' }
  await t.db
    .insertInto('identites')
    .values({ ...identity, user_id: t.marie.id })
    .execute()
  const account = (user: { id: number }) =>
    t.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  return { ...t, source, visitor: await t.as(t.admin), account }
}

test('the typed name erases: the person is out, the records stay, the journal says who did it', async () => {
  const t = await site()
  const edit = await t.visitor.get(`/admin/utilisateurs/${t.marie.id}/modifier`)
  const form = await t.visitor.get(edit.page.one(`a[href="${path(t.marie)}"]`).getAttribute('href') ?? '')
  expect([form.status, form.page.h1]).toEqual([200, 'Effacer le compte'])
  const marie = await t.as(t.marie)
  for (const confirmation of ['', 'rene', 'Mari']) {
    const refused = await t.visitor.post(path(t.marie), { confirmation })
    expect([confirmation, refused.status, refused.page.error('confirmation')]).toEqual([
      ...[confirmation, 422, 'Recopiez le nom de la personne, tel qu’il est écrit au-dessus.'],
    ])
  }
  expect((await t.account(t.marie)).name).toBe('marie')
  const done = await t.visitor.follow(await t.visitor.post(path(t.marie), { confirmation: ' marie ' }))
  expect(done.page.flash).toBe('Le compte de marie est effacé ; ses relevés restent.')
  const emptied = await t.account(t.marie)
  expect(emptied).toMatchObject({
    is_active: false,
    email: '',
    totp_secret: null,
    cle_at: null,
    role: 'membre',
    vu_le: null,
  })
  expect(emptied.name).toMatch(/^Compte supprimé/)
  expect((await marie.get('/profil')).location).toMatch(/^\/login/)
  expect((await t.db.selectFrom('releves').select('id').execute()).length).toBe(1)
  for (const table of [
    'section_membres',
    'source_membres',
    'codes_secours',
    'cles_acces',
    'identites',
    'defis_cles',
  ] as const)
    expect([table, await t.db.selectFrom(table).select('user_id').where('user_id', '=', t.marie.id).execute()]).toEqual(
      [...[table, []]],
    )
  const journal = t.db.selectFrom('journal').select(['user_id', 'objet_id']).where('action', '=', 'compte.suppression')
  expect(await journal.execute()).toEqual([{ user_id: t.admin.id, objet_id: t.marie.id }])
  expect((await t.visitor.get(path(t.marie))).status).toBe(404)
  expect((await t.visitor.post(path(t.marie), { confirmation: emptied.name })).status).toBe(404)
  expect(t.failures).toEqual([])
})

test('the own account, and without the own password that of anybody, stay', async () => {
  const t = await site()
  expect((await t.visitor.post(path(t.admin), { confirmation: 'admin' })).status).toBe(403)
  const since = new Date(Date.now() - 3 * HOUR).toISOString()
  t.visitor.cookies.set('session', await createSession(t.db, t.admin.id, 'test', { since, isFresh: false }))
  for (const preuve of ['', 'pas le bon'])
    expect((await t.visitor.post(path(t.marie), { confirmation: 'marie', preuve })).status).toBe(422)
  expect((await t.account(t.marie)).is_active).toBe(true)
  expect((await t.visitor.post(path(t.marie), { confirmation: 'marie', preuve: PASSWORD })).status).toBe(303)
  for (const who of [t.rene, t.etienne]) expect((await (await t.as(who)).post(path(t.marie), {})).status).toBe(403)
})

test('two administrators who erase each other at once leave one', async () => {
  const t = await site()
  const other = await t.make.user({ name: 'seconde', role: 'admin' })
  const second = await t.as(other)
  const answers = await Promise.all([
    t.visitor.post(path(other), { confirmation: 'seconde' }),
    second.post(path(t.admin), { confirmation: 'admin' }),
  ])
  expect(answers.filter(({ status }) => status === 303).length).toBe(1)
  const admins = t.db.selectFrom('users').select('id').where('role', '=', 'admin').where('is_active', '=', true)
  expect((await admins.execute()).length).toBe(1)
})

test('whoever asked for an account and is erased waits for nobody any more', async () => {
  const t = await site()
  const asked = { is_active: false, demande_at: new Date(Date.now()).toISOString() }
  await t.db.updateTable('users').set(asked).where('id', '=', t.rene.id).execute()
  expect((await t.visitor.post(path(t.rene), { confirmation: 'rene' })).status).toBe(303)
  expect((await t.account(t.rene)).demande_at).toBeNull()
  expect((await t.visitor.get('/')).page.text).not.toContain('demande')
})

test('places and leases of who is erased go at once, and what was counted for that person alone', async () => {
  const t = await site()
  const ids = await t.db.selectFrom('releves').select('id').execute()
  const of = { source_id: t.source.id, releve_id: ids[0]?.id ?? 0, user_id: t.marie.id }
  await t.db
    .insertInto('revue_baux')
    .values({ ...of, jusqua: '2099-01-01T00:00:00.000Z' })
    .execute()
  await t.db
    .insertInto('revue_places')
    .values({ ...of, updated_at: '2026-01-01T00:00:00.000Z' })
    .execute()
  await t.db.insertInto('ouvertures').values({ user_id: t.marie.id, mois: '2026-01', nombre: 3 }).execute()
  const lease = {
    prise_par: t.marie.id,
    prise_jusqua: '2099-01-01T00:00:00.000Z',
    tiree_at: '2026-01-01T00:00:00.000Z',
  }
  await t.db
    .insertInto('secondes_saisies')
    .values({ ...lease, source_id: of.source_id, releve_id: of.releve_id })
    .execute()
  await t.db.updateTable('releves').set({ created_by: t.marie.id }).execute()
  expect((await t.visitor.post(path(t.marie), { confirmation: 'marie' })).status).toBe(303)
  for (const table of ['revue_baux', 'revue_places', 'ouvertures'] as const)
    expect([table, await t.db.selectFrom(table).select('user_id').execute()]).toEqual([table, []])
  const drawn = t.db.selectFrom('secondes_saisies').select(['prise_par', 'prise_jusqua'])
  expect(await drawn.execute()).toEqual([{ prise_par: null, prise_jusqua: null }])
  // Nor are they counted again for a number that stands for nobody.
  const releve = { id: of.releve_id, created_by: t.marie.id }
  countOpening(t.deps, { releve, readerId: t.rene.id, now: t.deps.clock() })
  await writeOpenings(t.deps)
  expect(await t.db.selectFrom('ouvertures').select('user_id').execute()).toEqual([])
})

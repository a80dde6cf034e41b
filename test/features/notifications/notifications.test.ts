import { expect, test } from 'vitest'
import { notificationToMail } from '../../../src/features/notifications/queries.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'

const CANARY = 'Zanzibarquette'

/** A source that marie writes in, with one record; `submit` and `reject` go through the door. */
async function archive(titre = 'Baptêmes') {
  const t = await testApp()
  const source = await t.make.source({ titre, section: t.saintMalo, members: [t.marie, t.inactif] })
  await t.make.releve(source)
  const move = async (user: { id: number }, statut: string, motif = '') => {
    const answer = await (await t.as(user)).post(`/sources/${source.id}/statut`, { statut, motif })
    expect(answer.status).toBe(303)
  }
  return { t, source, move }
}

const told = async (t: TestApp) =>
  (await t.db.selectFrom('notifications').select(['user_id', 'kind']).orderBy('id').execute()).map(
    (row) => `${row.kind} ${row.user_id}`,
  )

const badge = async (t: TestApp, user: { id: number }): Promise<string> => {
  const { page } = await (await t.as(user)).get('/')
  return page.has('.lien-outil .compte') ? page.one('.lien-outil .compte').textContent : ''
}

test('a submission is told to active managers of the section and active admins, less the submitter', async () => {
  const { t, move } = await archive()
  const gone = await t.make.user({ role: 'admin', is_active: false })
  const plain = await t.make.user({ role: 'gestionnaire' })
  await t.make.membre(t.saintMalo, plain)
  const marked = await t.make.user({ role: 'membre' })
  await t.make.membre(t.saintMalo, marked, 'gestion')
  const elsewhere = await t.make.user({ role: 'gestionnaire' })
  await t.make.membre(t.vannes, elsewhere, 'gestion')
  await move(t.marie, 'a_valider')
  expect(await told(t)).toEqual([`SourceAValider ${t.admin.id}`, `SourceAValider ${t.rene.id}`])
  expect(gone.is_active).toBe(false)
  await move(t.rene, 'en_cours')
  await t.db.deleteFrom('notifications').execute()
  await move(t.rene, 'a_valider')
  expect(await told(t)).toEqual([`SourceAValider ${t.admin.id}`])
})

test('a rejection is told to active assigned members and to the submitter, once each', async () => {
  const { t, source, move } = await archive()
  await move(t.rene, 'a_valider')
  await t.db.deleteFrom('notifications').execute()
  await move(t.admin, 'rejetee', 'À reprendre')
  expect((await told(t)).sort()).toEqual([`SourceRejetee ${t.marie.id}`, `SourceRejetee ${t.rene.id}`].sort())
  await move(t.marie, 'a_valider')
  await t.db.deleteFrom('notifications').execute()
  await move(t.rene, 'rejetee', 'Encore')
  expect(await told(t)).toEqual([`SourceRejetee ${t.marie.id}`])
  const marie = await t.as(t.marie)
  const { page } = await marie.get('/notifications')
  expect(page.text).toContain('rene a rejeté la source Baptêmes')
  expect(page.text).toContain('Encore')
  expect(page.one(`a[href="/sources/${source.id}"]`).textContent).toBe('Baptêmes')
})

test('a submitter who left, or no longer sees the source, learns nothing of it', async () => {
  for (const leave of ['inactive', 'elsewhere'] as const) {
    const t = await testApp()
    const source = await t.make.source({ section: t.saintMalo })
    await t.make.releve(source)
    expect((await (await t.as(t.marie)).post(`/sources/${source.id}/statut`, { statut: 'a_valider' })).status).toBe(303)
    await t.db.deleteFrom('notifications').execute()
    if (leave === 'inactive')
      await t.db.updateTable('users').set({ is_active: false }).where('id', '=', t.marie.id).execute()
    else await t.db.deleteFrom('section_membres').where('user_id', '=', t.marie.id).execute()
    const answer = await (await t.as(t.rene)).post(`/sources/${source.id}/statut`, { statut: 'rejetee', motif: 'Non' })
    expect([leave, answer.status, await told(t)]).toEqual([leave, 303, []])
  }
})

test('a validation tells those who typed, other moves nobody', async () => {
  const { t, move } = await archive()
  await move(t.marie, 'a_valider')
  await t.db.deleteFrom('notifications').execute()
  await move(t.rene, 'validee')
  expect(await told(t)).toEqual([`SourceValidee ${t.marie.id}`])
  await t.db.deleteFrom('notifications').execute()
  await move(t.rene, 'en_cours')
  expect(await told(t)).toEqual([])
})

test('the badge counts the unread ones, the list shows them first and marks them one by one or all', async () => {
  const { t, move } = await archive()
  for (let turn = 0; turn < 3; turn += 1) {
    await move(t.marie, 'a_valider')
    await move(t.marie, 'en_cours')
  }
  expect([await badge(t, t.rene), await badge(t, t.marie)]).toEqual(['3', ''])
  const rene = await t.as(t.rene)
  const list = (await rene.get('/notifications')).page
  expect([list.h1, list.all('tbody tr').length, list.all('tr.neuf').length]).toEqual(['Notifications', 3, 3])
  expect(list.text).toContain('marie a soumis à validation la source Baptêmes')
  const newest = list.one('tbody form').getAttribute('action') ?? ''
  const read = await rene.post(newest)
  expect([read.location, (await rene.follow(read)).page.flash]).toEqual([
    '/notifications',
    'Notification marquée comme lue.',
  ])
  const after = (await rene.get('/notifications')).page
  expect(after.all('tbody tr').map((row) => row.getAttribute('class') ?? '')).toEqual(['neuf', 'neuf', ''])
  expect(await badge(t, t.rene)).toBe('2')
  expect((await rene.post(newest)).status).toBe(303)
  expect((await rene.post('/notifications/lues')).location).toBe('/notifications')
  expect(await badge(t, t.rene)).toBe('')
  expect(await badge(t, t.admin)).toBe('3')
  expect((await rene.get('/notifications')).page.has('form[action="/notifications/lues"]')).toBe(false)
  expect(t.failures).toEqual([])
})

test('nobody reads or marks those of another; ids that make no sense are not found', async () => {
  const { t, move } = await archive()
  await move(t.marie, 'a_valider')
  const { id } = await t.db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', t.rene.id)
    .executeTakeFirstOrThrow()
  const marie = await t.as(t.marie)
  for (const path of [id, 0, 'x', '4294967296', id + 1000])
    expect((await marie.post(`/notifications/${path}/lue`)).status).toBe(404)
  expect((await marie.get('/notifications')).page.text).toContain('Aucune notification')
  expect((await t.anonymous().post(`/notifications/${id}/lue`)).location).toMatch(/^\/login/)
  expect((await t.anonymous().get('/notifications')).location).toMatch(/^\/login/)
  await marie.post('/notifications/lues')
  expect(await badge(t, t.rene)).toBe('1')
})

test('what may no longer be seen is neither shown nor counted, and comes back with the right', async () => {
  const { t, source, move } = await archive(CANARY)
  await move(t.marie, 'a_valider')
  expect(await badge(t, t.rene)).toBe('1')
  await t.db.updateTable('sources').set({ section_id: t.vannes.id }).where('id', '=', source.id).execute()
  const rene = await t.as(t.rene)
  const { id } = await t.db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', t.rene.id)
    .executeTakeFirstOrThrow()
  for (const path of ['/', '/notifications', '/revue', `/revue/${source.id}`, `/sources/${source.id}/statut`])
    expect([path, (await rene.get(path)).text.includes(CANARY)]).toEqual([path, false])
  expect([await badge(t, t.rene), (await rene.post(`/notifications/${id}/lue`)).status]).toEqual(['', 404])
  expect((await rene.get('/notifications')).page.text).toContain('Aucune notification')
  await t.db.updateTable('sources').set({ section_id: t.saintMalo.id }).where('id', '=', source.id).execute()
  expect(await badge(t, t.rene)).toBe('1')
  expect(t.failures).toEqual([])
})

test('they go with their source and their reader; the author’s name does not stay behind', async () => {
  const { t, source, move } = await archive()
  await move(t.marie, 'a_valider')
  await t.db.deleteFrom('users').where('id', '=', t.marie.id).execute()
  const { page } = await (await t.as(t.rene)).get('/notifications')
  expect(page.text).toContain('Une personne dont le compte est supprimé a soumis')
  await t.db.deleteFrom('users').where('id', '=', t.rene.id).execute()
  expect(await told(t)).toEqual([`SourceAValider ${t.admin.id}`])
  await t.db.deleteFrom('releve_versions').execute()
  await t.db.deleteFrom('releves').execute()
  await t.db.deleteFrom('sources').where('id', '=', source.id).execute()
  expect(await told(t)).toEqual([])
})

test('the list has pages, the count stops at 99+, and queries do not grow with the rows', async () => {
  const { t, source, move } = await archive()
  await move(t.marie, 'a_valider')
  const rene = await t.as(t.rene)
  const few = await countQueries(t.deps, () => rene.get('/notifications'))
  for (let n = 0; n < 120; n += 1) {
    const row = { source_id: source.id, user_id: t.marie.id, de: 'en_cours', vers: 'a_valider' } as const
    const created_at = `2026-01-01T00:00:${String(n % 60).padStart(2, '0')}.000Z`
    const { id } = await t.db
      .insertInto('source_transitions')
      .values({ ...row, motif: null, created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await t.db
      .insertInto('notifications')
      .values({
        user_id: t.rene.id,
        kind: 'SourceAValider',
        source_id: source.id,
        transition_id: id,
        auteur_id: t.marie.id,
        cle: null,
        data: '{"motif":null}',
        created_at,
        lue_at: null,
        courriel_at: null,
      })
      .execute()
  }
  expect(await countQueries(t.deps, () => rene.get('/notifications'))).toBe(few)
  const first = (await rene.get('/notifications')).page
  expect([first.all('tbody tr').length, first.one('.lien-outil .compte').textContent]).toEqual([50, '99+'])
  expect((await rene.get('/notifications?page=3')).page.all('tbody tr')).toHaveLength(21)
  expect((await rene.fragment('/notifications?page=2')).text).not.toContain('<html')
})

test('the head of a page costs no statement beside that of the session', async () => {
  const { t } = await archive()
  const marie = await t.as(t.marie)
  const whole = await countQueries(t.deps, () => marie.get('/notifications'))
  const part = await countQueries(t.deps, () => marie.fragment('/notifications'))
  expect(whole - part).toBe(0)
})

test('what is about no source is listed, counted, marked and mailed as well, and an unknown kind is not', async () => {
  const t = await testApp()
  const base = { user_id: t.marie.id, source_id: null, transition_id: null, auteur_id: t.rene.id }
  const at = { created_at: '2026-01-01T00:00:00.000Z', lue_at: null, courriel_at: null }
  const row = { ...base, ...at, cle: '7', data: JSON.stringify({ motif: null, titre: 'Fichier d’essai' }) }
  const rows = ['SourceRejetee', 'DeDemain'].map((kind) => ({ ...row, kind }))
  const made = await t.db.insertInto('notifications').values(rows).returning('id').execute()
  const marie = await t.as(t.marie)
  const { page } = await marie.get('/notifications')
  expect([page.all('tbody tr').length, page.one('.lien-outil .compte').textContent]).toEqual([1, '1'])
  expect(page.text).toContain('rene a rejeté la source Fichier d’essai')
  const mail = await notificationToMail(t.db, made[0]?.id ?? 0)
  expect([mail?.titre, mail?.auteur, mail?.section]).toEqual(['Fichier d’essai', 'rene', null])
  expect(await notificationToMail(t.db, made[1]?.id ?? 0)).toBeUndefined()
  expect((await marie.post(`/notifications/${made[0]?.id}/lue`)).status).toBe(303)
  expect((await (await t.as(t.rene)).post(`/notifications/${made[0]?.id}/lue`)).status).toBe(404)
  // One for each person, kind and key.
  await expect(t.db.insertInto('notifications').values(rows).execute()).rejects.toThrow()
})

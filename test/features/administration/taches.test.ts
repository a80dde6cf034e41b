import { expect, test } from 'vitest'
import { enqueue, TaskRefused } from '../../../src/features/taches/actions.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { testApp } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'
import { squeeze } from '../../support/html.ts'

const PATH = '/admin/taches'

/** A site with a refused mail to rene, a task that will be tried again, and one that was done. */
async function site() {
  const t = await testApp()
  const source = await t.make.source({ titre: 'Baptêmes', section: t.saintMalo, members: [t.marie] })
  await t.make.releve(source)
  t.deps.settings.write({
    smtp: {
      host: 'x',
      port: 25,
      encryption: 'none',
      username: '',
      password: '',
      sender_address: 'a@b.fr',
      sender_name: '',
    },
  })
  await t.db.updateTable('users').set({ is_active: false }).where('id', '=', t.admin.id).execute()
  await (await t.as(t.marie)).post(`/sources/${source.id}/statut`, { statut: 'a_valider' })
  await t.db.updateTable('users').set({ is_active: true }).where('id', '=', t.admin.id).execute()
  await enqueue(t.db, { kind: 'essai', payload: {} }, t.deps.clock())
  await enqueue(t.db, { kind: 'fait', payload: {} }, t.deps.clock())
  const seen: string[] = []
  const fails = (error: Error) => ({
    run: async () => {
      seen.push(error.message)
      throw error
    },
  })
  const handlers = {
    courriel: fails(new TaskRefused('550 <boîte> inconnue')),
    essai: fails(new Error('base occupée')),
    fait: { run: async () => undefined },
  }
  await runTasks(t.deps, handlers)
  const tasks = () =>
    t.db
      .selectFrom('taches')
      .select(['id', 'kind', 'etat', 'essais'])
      .where('kind', '!=', 'avertissements')
      .orderBy('id')
      .execute()
  const idOf = async (kind: string) => (await tasks()).find((task) => task.kind === kind)?.id ?? 0
  t.failures.length = 0
  return { ...t, seen, handlers, tasks, idOf, visitor: await t.as(t.admin) }
}

test('administrators see what failed, with to whom, why and how often; the rest is not there', async () => {
  const t = await site()
  const { page } = await t.visitor.get(PATH)
  expect(page.h1).toBe('Tâches en échec')
  const rows = page.all('tbody tr').map((row) => squeeze(row.textContent))
  expect(rows).toHaveLength(2)
  expect(rows[0]).toContain('Courriel à rene, source « Baptêmes »')
  expect(rows[0]).toContain('arrêtée1550 <boîte> inconnue')
  expect(rows[1]).toContain('Tâche « essai »')
  expect(rows[1]).toMatch(/nouvel essai le 21\/11\/2026 11:00/)
  expect(page.all(`form[action$="/abandonner"]`)).toHaveLength(1)
  expect((await t.visitor.get('/admin')).page.has(`a[href="${PATH}"]`)).toBe(true)
  expect(t.failures).toEqual([])
})

test('a task taken up again has all its attempts; one given up is gone', async () => {
  const t = await site()
  const mail = await t.idOf('courriel')
  const again = await t.visitor.post(`${PATH}/${mail}/relancer`)
  expect((await t.visitor.follow(again)).page.flash).toBe('Tâche relancée.')
  expect((await t.tasks())[0]).toMatchObject({ etat: 'attente', essais: 0 })
  await runTasks(t.deps, t.handlers)
  expect(t.seen.filter((message) => message.startsWith('550'))).toHaveLength(2)
  const given = await t.visitor.post(`${PATH}/${mail}/abandonner`)
  expect((await t.visitor.follow(given)).page.flash).toBe('Tâche abandonnée.')
  expect((await t.tasks()).map(({ kind }) => kind)).toEqual(['essai', 'fait'])
})

test('all parked ones at once, and only those', async () => {
  const t = await site()
  const answer = await t.visitor.post(`${PATH}/relancer`)
  expect((await t.visitor.follow(answer)).page.flash).toBe('1 tâche relancée.')
  expect((await t.tasks()).map(({ kind, etat, essais }) => [kind, etat, essais])).toEqual([
    ['courriel', 'attente', 0],
    ['essai', 'attente', 1],
    ['fait', 'faite', 1],
  ])
})

test('what moved on meanwhile, or never was, is refused and left alone', async () => {
  const t = await site()
  const before = await t.tasks()
  for (const path of [
    `${await t.idOf('fait')}/relancer`,
    `${await t.idOf('essai')}/abandonner`,
    '4000/relancer',
    '4000/abandonner',
  ])
    expect([path, (await t.visitor.post(`${PATH}/${path}`)).status]).toEqual([path, 409])
  for (const id of ['0', 'x', '-3', '9999999999'])
    expect((await t.visitor.post(`${PATH}/${id}/relancer`)).status).toBe(404)
  expect(await t.tasks()).toEqual(before)
})

test('nobody but an administrator', async () => {
  const t = await site()
  const before = await t.tasks()
  for (const user of [t.rene, t.marie]) {
    const visitor = await t.as(user)
    expect((await visitor.get(PATH)).status).toBe(403)
    for (const path of ['relancer', `${await t.idOf('courriel')}/relancer`, `${await t.idOf('courriel')}/abandonner`])
      expect((await visitor.post(`${PATH}/${path}`)).status).toBe(403)
  }
  expect((await t.anonymous().post(`${PATH}/relancer`)).location).toMatch(/^\/login/)
  expect(await t.tasks()).toEqual(before)
})

test('the list has pages and as many queries for many as for few', async () => {
  const t = await site()
  const few = await countQueries(t.deps, () => t.visitor.get(PATH))
  const payload = (
    await t.db.selectFrom('taches').select('payload').where('kind', '=', 'courriel').executeTakeFirstOrThrow()
  ).payload
  for (let n = 0; n < 60; n += 1) await enqueue(t.db, { kind: 'courriel', payload }, t.deps.clock())
  await t.db.updateTable('taches').set({ etat: 'garee', erreur: 'x' }).where('kind', '=', 'courriel').execute()
  expect(await countQueries(t.deps, () => t.visitor.get(PATH))).toBe(few)
  expect((await t.visitor.get(PATH)).page.all('tbody tr')).toHaveLength(50)
  expect((await t.visitor.get(`${PATH}?page=2`)).page.all('tbody tr')).toHaveLength(12)
})

test('nothing failed: the page says so', async () => {
  const t = await testApp()
  const { page } = await (await t.as(t.admin)).get(PATH)
  expect(page.text).toContain('Aucune tâche en échec')
  expect(page.has(`form[action="${PATH}/relancer"]`)).toBe(false)
})

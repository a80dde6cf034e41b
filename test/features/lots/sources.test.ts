import { expect, test } from 'vitest'
import { lotHandlers } from '../../../src/features/lots/task.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { LOT_KINDS } from '../../../src/lot-kinds.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'

const PATH = '/sources/lot'

/** Three sources of Saint-Malo, managed by rene: two with a record, one without. */
async function site() {
  const t = await testApp()
  const sources = []
  for (const titre of ['A', 'B', 'C']) sources.push(await t.make.source({ titre, section: t.saintMalo }))
  const [a, b, c] = sources as [(typeof sources)[0], (typeof sources)[0], (typeof sources)[0]]
  for (const source of [a, b]) await t.make.releve(source)
  return { t, a, b, c, ids: [a.id, b.id, c.id].map(String), rene: await t.as(t.rene) }
}

const statuses = async (t: TestApp) =>
  (await t.db.selectFrom('sources').select('status').orderBy('id').execute()).map(({ status }) => status)
const members = async (t: TestApp) =>
  (await t.db.selectFrom('source_membres').select(['source_id', 'user_id']).orderBy('source_id').execute()).map(
    ({ source_id, user_id }) => `${source_id}:${user_id}`,
  )
const plain = (text: string) => text.replace(/\s/g, ' ')
const refusals = (page: { text: string }) => plain(squeeze(page.text))

test('the page that asks names how many and which ones, and changes nothing', async () => {
  const { t, ids, rene } = await site()
  const list = await rene.get('/sources')
  expect(list.page.all('input[name="ids"][form="selection"]')).toHaveLength(3)
  expect(list.page.all('form.selection button').map(({ textContent }) => textContent)).toContain('Valider…')
  const asked = await rene.get(`${PATH}?geste=soumettre&${ids.map((id) => `ids=${id}`).join('&')}`)
  expect([asked.status, plain(asked.page.one('h1').textContent)]).toEqual([200, 'Soumettre 3 sources à validation'])
  expect(asked.page.all('main li').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['A', 'B', 'C']),
  )
  expect(await statuses(t)).toEqual(['en_cours', 'en_cours', 'en_cours'])
  expect((await rene.get(`${PATH}?geste=soumettre`)).status).toBe(422)
  const one = await rene.get(`${PATH}?geste=soumettre&ids=${ids[0]}`)
  expect(plain(one.page.one('h1').textContent)).toBe('Soumettre 1 source à validation')
})

test('what can be done is done, the rest is named with its reason, and « Défaire » takes it back', async () => {
  const { t, ids, rene } = await site()
  const done = await rene.post(PATH, { geste: 'soumettre', ids, nombre: '3', _envoi: 'j1' })
  const shown = await rene.follow(done)
  expect(refusals(shown.page)).toContain('2 sources soumises à validation.')
  expect(refusals(shown.page)).toContain('ne contient aucun relevé')
  expect(await statuses(t)).toEqual(['a_valider', 'a_valider', 'en_cours'])
  // A double click sends the form a second time.
  await rene.post(PATH, { geste: 'soumettre', ids, nombre: '3', _envoi: 'j1' })
  expect(await t.db.selectFrom('lots').select('id').execute()).toHaveLength(1)
  const undone = await rene.follow(await rene.post(`${done.location}/defaire`))
  expect(plain(undone.page.flash ?? '')).toBe('Geste défait : 2 sources.')
  expect(await statuses(t)).toEqual(['en_cours', 'en_cours', 'en_cours'])
  expect((await rene.post(`${done.location}/defaire`)).status).toBe(409)
  const lines = await t.db.selectFrom('journal').select(['action', 'detail']).where('action', 'like', 'lot%').execute()
  expect(lines.map(({ action, detail }) => [action, detail])).toEqual([
    ['lot', { geste: 'sources.soumettre', lignes: 2, refus: 1 }],
    ['lot.retour', { geste: 'sources.soumettre', lignes: 2, refus: 0 }],
  ])
})

test('nothing is done where all was to be done and one cannot be', async () => {
  const { t, ids, rene } = await site()
  const fields = { geste: 'soumettre', ids, nombre: '3', ensemble: 'tout' }
  const refused = await rene.post(PATH, fields)
  expect([refused.status, refusals(refused.page).includes('ne contient aucun relevé')]).toEqual([409, true])
  expect(await statuses(t)).toEqual(['en_cours', 'en_cours', 'en_cours'])
  expect(await t.db.selectFrom('lots').select('id').execute()).toEqual([])
  expect(await t.db.selectFrom('notifications').select('id').execute()).toEqual([])
})

test('sources are assigned to more people or to others, and given back', async () => {
  const { t, a, b, ids, rene } = await site()
  await t.db.insertInto('source_membres').values({ source_id: a.id, user_id: t.etienne.id }).execute()
  const two = ids.slice(0, 2)
  const fields = { geste: 'assigner', ids: two, nombre: '2', choix_membres: String(t.marie.id) }
  expect((await rene.post(PATH, { ...fields, choix_membres: '' })).status).toBe(422)
  await rene.post(PATH, fields)
  expect(await members(t)).toEqual(
    expect.arrayContaining([`${a.id}:${t.etienne.id}`, `${a.id}:${t.marie.id}`, `${b.id}:${t.marie.id}`]),
  )
  const replaced = await rene.post(PATH, { ...fields, choix_mode: 'remplacer' })
  expect(await members(t)).toEqual([`${a.id}:${t.marie.id}`, `${b.id}:${t.marie.id}`])
  const list = await rene.follow(replaced)
  expect(plain(list.page.flash ?? '')).toContain('2 sources confiées.')
  const undo = list.page.one('#flash form').getAttribute('action') ?? ''
  await rene.post(undo)
  expect(await members(t)).toHaveLength(3)
})

test('nobody does to many what he may not do to one', async () => {
  const { t, ids } = await site()
  const elsewhere = await t.make.source({ titre: 'D', section: t.vannes })
  const marie = await t.as(t.marie)
  expect((await marie.get(`${PATH}?geste=valider&ids=${ids[0]}`)).status).toBe(403)
  const rene = await t.as(t.rene)
  // A source that he does not see is no line of his: the number tells him that something is missing.
  const fields = { geste: 'section', ids: [String(elsewhere.id), ids[0] ?? ''], nombre: '2' }
  expect((await rene.post(PATH, { ...fields, choix_section: String(t.saintMalo.id) })).status).toBe(409)
  const toVannes = await rene.post(PATH, { ...fields, nombre: '1', choix_section: String(t.vannes.id) })
  expect(toVannes.status).toBe(422)
  const admin = await t.as(t.admin)
  await admin.post(PATH, { ...fields, choix_section: 'aucune' })
  const rows = await t.db.selectFrom('sources').select('section_id').where('section_id', 'is', null).execute()
  expect(rows).toHaveLength(2)
})

test('what has moved on since is not undone, and one hour later nothing is', async () => {
  const { t, a, ids, rene } = await site()
  const done = await rene.post(`/sources/${a.id}/statut`, { statut: 'a_valider' })
  const undo = (await rene.follow(done)).page.one('#flash form').getAttribute('action') ?? ''
  await rene.post(`/sources/${a.id}/statut`, { statut: 'validee' })
  const kept = await rene.follow(await rene.post(undo))
  expect(plain(kept.page.flash ?? '')).toContain('Cette source a changé depuis')
  expect((await statuses(t))[0]).toBe('validee')
  expect((await (await t.as(t.marie)).post(undo)).status).toBe(404)
  await rene.post(PATH, { geste: 'assigner', ids: ids[1] ?? '', nombre: '1', choix_membres: String(t.marie.id) })
  const last = await t.db.selectFrom('lots').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await t.db.updateTable('lots').set({ created_at: '2026-11-21T08:59:00.000Z' }).where('id', '=', last.id).execute()
  expect((await rene.post(`/lots/${last.id}/defaire`)).status).toBe(409)
})

test('all that a filter finds is done by a task, which goes on where it was killed', async () => {
  const { t } = await site()
  for (let n = 0; n < 120; n += 1) await t.make.source({ titre: `Registre ${n}`, section: t.saintMalo })
  const admin = await t.as(t.admin)
  const fields = { geste: 'section', tous: '1', q: 'registre', choix_section: String(t.vannes.id) }
  const asked = await admin.get(`${PATH}?geste=section&tous=1&q=registre`)
  expect(plain(asked.page.one('h1').textContent)).toBe('Changer la section de 120 sources')
  expect((await admin.post(PATH, { ...fields, nombre: '119' })).status).toBe(409)
  const begun = await admin.post(PATH, { ...fields, nombre: '120' })
  expect(begun.location).toMatch(/^\/lots\/\d+$/)
  let looks = 0
  await runTasks(t.deps, lotHandlers(LOT_KINDS), () => {
    looks += 1
    return looks >= 2
  })
  const moved = () => t.db.selectFrom('sources').select('id').where('section_id', '=', t.vannes.id).execute()
  expect((await moved()).length).toBeGreaterThan(0)
  expect((await moved()).length).toBeLessThan(120)
  await runTasks(t.deps, lotHandlers(LOT_KINDS))
  expect(await moved()).toHaveLength(120)
  expect(refusals((await admin.get(begun.location ?? '')).page)).toContain('120 sources déplacées.')
  await admin.post(`${begun.location}/defaire`)
  await runTasks(t.deps, lotHandlers(LOT_KINDS))
  expect(await moved()).toEqual([])
})

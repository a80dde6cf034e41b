import { expect, test } from 'vitest'
import { lotHandlers } from '../../../src/features/lots/task.ts'
import { deleteReleve } from '../../../src/features/releves/actions/records.ts'
import { idsInOrder } from '../../../src/features/releves/queries/order.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { LOT_KINDS } from '../../../src/lot-kinds.ts'
import { type TestApp, testApp } from '../../support/app.ts'

/** Two sources of one type in Saint-Malo, the first with four records, of which the last stands after the first. */
async function site(n = 4) {
  const t = await testApp()
  const lieu = await t.make.lieu({ nom: 'Dinard' })
  const from = await t.make.source({ titre: 'Baptêmes de Dinard', section: t.saintMalo, lieu })
  const to = await t.make.source({ titre: 'Baptêmes de Pleurtuit', section: t.saintMalo, type: from.type })
  const ids: number[] = []
  for (let i = 0; i < n; i += 1) ids.push(await t.make.releve(from, { nom: `Lemoine${i}`, prenom: 'Yvette' }))
  const [first = 0, last = 0] = [ids[0], ids.at(-1)]
  await t.db.insertInto('rangs').values({ releve_id: last, source_id: from.id, apres: first, rang: 1 }).execute()
  return { t, from, to, ids, path: `/sources/${from.id}/releves/lot`, rene: await t.as(t.rene) }
}

const ordered = (t: TestApp, source: { id: number }) => idsInOrder(t.db, source.id, { limit: 500 })

/** Whatever counts the records of sources, against the records themselves. */
async function counted(t: TestApp) {
  const rows = await t.db.selectFrom('releves').select(['source_id']).execute()
  const counts = (list: { source_id: number; n: number }[]) =>
    list
      .filter(({ n }) => n > 0)
      .map(({ source_id, n }) => `${source_id}:${n}`)
      .toSorted()
  const real = [...new Set(rows.map(({ source_id }) => source_id))].map((source_id) => ({
    source_id,
    n: rows.filter((row) => row.source_id === source_id).length,
  }))
  const [sources, months, fields, values] = [
    await t.db.selectFrom('sources').select(['id as source_id', 'nb_releves as n']).execute(),
    await t.db.selectFrom('source_mois').select(['source_id', 'n']).execute(),
    await t.db.selectFrom('source_champs').select(['source_id', 'n']).where('nom', '=', 'prenom').execute(),
    await t.db.selectFrom('valeurs_sources').select(['source_id', 'n']).where('valeur', '=', 'Yvette').execute(),
  ]
  for (const list of [sources, months, fields, values]) expect(counts(list)).toEqual(counts(real))
  return counts(real)
}

const found = async (t: TestApp, query: string) =>
  (await (await t.as(t.admin)).get(`/recherche?q=yvette${query}`)).page.all('main tbody tr').length

test('boxes stand in the list of a source where somebody asks for them, and only for who may write', async () => {
  const { t, from, ids, rene } = await site()
  const path = `/sources/${from.id}/releves`
  const plain = await rene.get(`${path}?tri=date-desc`)
  expect(plain.page.all('input[name="ids"], #selection')).toEqual([])
  const link = plain.page.all('.colonnes-ligne a').find((one) => one.textContent === 'Choisir plusieurs relevés')
  const choosing = await rene.get(link?.getAttribute('href') ?? '')
  expect(link?.getAttribute('href')).toContain('tri=date-desc')
  const boxes = choosing.page.all('input[name="ids"][form="selection"]').map((one) => Number(one.getAttribute('value')))
  expect(boxes.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
  expect(choosing.page.one('#selection').getAttribute('action')).toBe(`${path}/lot`)
  await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', from.id).execute()
  const closed = await rene.get(`${path}?choisir=oui`)
  expect(closed.page.all('input[name="ids"], #selection')).toEqual([])
  expect(closed.page.text).not.toContain('Choisir plusieurs')
})

test('records move with versions, index, counters and their order, and come back', async () => {
  const { t, from, to, ids, path, rene } = await site()
  const [a = 0, b = 0, , d = 0] = ids
  const before = await ordered(t, from)
  const chosen = [String(a), String(d), String(b)]
  const asked = await rene.get(`${path}?geste=deplacer&${chosen.map((id) => `ids=${id}`).join('&')}`)
  expect(asked.page.all('datalist option').map((one) => one.getAttribute('value'))).toEqual([
    `Baptêmes de Pleurtuit (n°\u00a0${to.id})`,
  ])
  const fields = { geste: 'deplacer', ids: chosen, nombre: '3' }
  expect((await rene.post(path, { ...fields, choix_source: String(from.id) })).status).toBe(422)
  const moved = await rene.follow(await rene.post(path, { ...fields, choix_source: `Baptêmes (n° ${to.id})` }))
  expect([await ordered(t, to), await counted(t)]).toEqual([
    [a, d, b],
    [`${from.id}:1`, `${to.id}:3`],
  ])
  expect([await found(t, `&source=${to.id}`), await found(t, `&source=${from.id}`)]).toEqual([3, 1])
  const versions = await t.db
    .selectFrom('releve_versions')
    .select(['source_id', 'operation'])
    .where('releve_id', '=', a)
    .execute()
  expect(versions.map(({ source_id, operation }) => [source_id, operation])).toEqual([
    [to.id, 'creation'],
    [to.id, 'deplacement'],
  ])
  expect((await rene.get(`/releves/${a}/historique`)).page.text).toContain('Déplacement d’une autre source')
  await rene.post(moved.page.one('#flash form').getAttribute('action') ?? '')
  expect([await ordered(t, from), await counted(t)]).toEqual([before, [`${from.id}:4`]])
  expect(t.failures).toEqual([])
})

test('records go to the bin together, and out of it', async () => {
  const { t, from, ids, path, rene } = await site()
  const before = await ordered(t, from)
  const gone = await rene.post(path, { geste: 'supprimer', ids: ids.slice(1).map(String), nombre: '3' })
  expect([await ordered(t, from), await counted(t)]).toEqual([[ids[0]], [`${from.id}:1`]])
  const undo = (await rene.follow(gone)).page.one('#flash form').getAttribute('action') ?? ''
  expect((await rene.get(`/sources/${from.id}/releves/supprimes`)).page.all('tbody tr')).toHaveLength(3)
  await rene.post(undo)
  expect([await ordered(t, from), await counted(t)]).toEqual([before, [`${from.id}:4`]])
  const one = await rene.follow(await rene.post(`/releves/${ids[0]}/supprimer`))
  expect(one.page.flash).toContain('Relevé supprimé.')
  await rene.post(one.page.one('#flash form').getAttribute('action') ?? '')
  expect(await ordered(t, from)).toEqual(before)
})

test('a record that cannot go is named; one that has changed since stays where it is', async () => {
  const { t, to, ids, path, rene } = await site()
  const [a = 0, b = 0] = ids
  const fields = { geste: 'deplacer', ids: [String(a), String(b)], nombre: '2', choix_source: String(to.id) }
  await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', to.id).execute()
  const refused = await rene.follow(await rene.post(path, fields))
  expect(refused.page.text).toContain('la saisie y est fermée')
  await t.db.updateTable('sources').set({ status: 'en_cours' }).where('id', '=', to.id).execute()
  const moved = await rene.follow(await rene.post(path, fields))
  await deleteReleve(t.db, { id: b, user_id: t.rene.id, now: '2026-11-21T10:00:00.000Z' })
  await rene.post(moved.page.one('#flash form').getAttribute('action') ?? '')
  expect(await ordered(t, to)).toEqual([])
  const lines = await t.db.selectFrom('lot_lignes').select(['cible_id', 'etat']).where('etat', '=', 'gardee').execute()
  expect(lines).toEqual([{ cible_id: b, etat: 'gardee' }])
  await counted(t)
})

test('nobody moves or deletes records where he may not write', async () => {
  const { t, from, ids, path } = await site()
  const elsewhere = await t.make.source({ titre: 'Ailleurs', section: t.vannes, type: from.type })
  const marie = await t.as(t.marie)
  const fields = { geste: 'deplacer', ids: String(ids[0]), nombre: '1' }
  expect((await marie.post(path, { ...fields, choix_source: String(elsewhere.id) })).status).toBe(422)
  expect((await (await t.as(t.etienne)).post(path, fields)).status).toBe(404)
  await t.db.updateTable('sources').set({ status: 'a_valider' }).where('id', '=', from.id).execute()
  expect((await marie.get(`${path}?geste=supprimer&ids=${ids[0]}`)).status).toBe(403)
  const other = await t.make.releve(elsewhere)
  await t.db.updateTable('sources').set({ status: 'en_cours' }).where('id', '=', from.id).execute()
  expect((await marie.post(path, { geste: 'supprimer', ids: String(other), nombre: '1' })).status).toBe(422)
})

test('all of a source move by a task', { timeout: 60_000 }, async () => {
  const { t, from, to, path, rene } = await site(110)
  const before = await ordered(t, from)
  const begun = await rene.post(path, { geste: 'deplacer', tous: '1', nombre: '110', choix_source: String(to.id) })
  expect(begun.location).toMatch(/^\/lots\//)
  await runTasks(t.deps, lotHandlers(LOT_KINDS))
  expect([await ordered(t, to), await counted(t)]).toEqual([before, [`${to.id}:110`]])
})

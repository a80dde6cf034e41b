import { expect, test } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { archives } from './support.ts'

const sources = (t: TestApp) => t.db.selectFrom('sources').selectAll().orderBy('id').execute()
const links = (t: TestApp) => t.db.selectFrom('registre_sources').selectAll().execute()

async function world() {
  const site = await archives()
  return { ...site, rene: await site.t.as(site.t.rene) }
}

test('one button makes the source of a register, with its type and the only section chosen beforehand', async () => {
  const { t, rene, line, baptemes, dinard, depot } = await world()
  const id = await line({ depot_id: depot.id, cote: '10 NUM 1', note: 'Taché' })
  const button = (await rene.get('/inventaire')).page.one('tbody a[href*="geste=creer"]').getAttribute('href') ?? ''
  const ask = (await rene.get(button)).page
  expect([ask.h1, ask.value('choix_type_bapteme'), ask.value('choix_section')]).toEqual([
    ...['Créer la source', String(baptemes.id), String(t.saintMalo.id)],
  ])
  const sent = { geste: 'creer', ids: id, nombre: 1, _envoi: ask.value('_envoi') }
  const chosen = { choix_type_bapteme: baptemes.id, choix_section: t.saintMalo.id }
  const done = await rene.post('/inventaire/lot', { ...sent, ...chosen })
  expect((await rene.follow(done)).page.flash).toContain('1 source créée.')
  const [source] = await sources(t)
  expect(source).toMatchObject({
    ...{ titre: 'Baptêmes de Dinard, 1760-1768', type_source_id: baptemes.id, section_id: t.saintMalo.id },
    ...{ lieu_id: dinard.id, depot_id: depot.id, cote: '10 NUM 1', note: 'Taché', annee_debut: 1760, annee_fin: 1768 },
    status: 'a_relever',
  })
  expect(await links(t)).toEqual([{ source_id: source?.id, registre_id: id }])
  expect((await rene.get('/inventaire')).page.all('a[href*="geste=creer"]')).toEqual([])
  const lot = await t.db.selectFrom('lots').select('id').executeTakeFirstOrThrow()
  await rene.post(`/lots/${lot.id}/defaire`)
  expect([await sources(t), await links(t)]).toEqual([[], []])
  expect(t.failures).toEqual([])
})

test('many at once: lost and taken registers are told, the others made', async () => {
  const { t, rene, line, baptemes } = await world()
  const free = await line()
  const lost = await line({ etat: 'perdu' })
  const taken = await line({ annee_debut: 1750 })
  const other = await t.make.source({ titre: 'Déjà', section: t.vannes })
  await t.db.insertInto('registre_sources').values({ source_id: other.id, registre_id: taken }).execute()
  const sent = { geste: 'creer', tous: 1, nombre: 3, choix_type_bapteme: baptemes.id, choix_section: t.saintMalo.id }
  const done = await rene.post('/inventaire/lot', { ...sent, _envoi: 'jeton' })
  const page = (await rene.follow(done)).page
  expect(page.text).toContain('Ce registre n’est pas conservé.')
  expect(page.text).toContain('Ce registre est déjà pris.')
  expect((await links(t)).map(({ registre_id }) => registre_id).toSorted((a, b) => a - b)).toEqual([free, taken])
  expect(lost).toBeGreaterThan(free)
  expect(await sources(t)).toHaveLength(2)
})

test.each([
  ['choix_type_bapteme', { choix_type_bapteme: '' }, 'Choisissez le type dans la liste.'],
  ['choix_section', { choix_section: '' }, 'Choisissez une section de la liste.'],
  ['choix_section', { choix_section: 'aucune' }, 'Choisissez une section de la liste.'],
])('without a proper %s nothing is made', async (name, change, message) => {
  const { t, rene, line, baptemes } = await world()
  const ids = await line()
  const sent = { geste: 'creer', ids, nombre: 1, choix_type_bapteme: baptemes.id, choix_section: t.saintMalo.id }
  const res = await rene.post('/inventaire/lot', { ...sent, _envoi: 'jeton', ...change })
  expect([res.status, res.page.error(name)]).toEqual([422, message])
  expect(await sources(t)).toEqual([])
})

test('a source that was worked on since stays when its creation is undone', async () => {
  const { t, rene, line, baptemes } = await world()
  const ids = await line()
  const sent = { geste: 'creer', ids, nombre: 1, choix_type_bapteme: baptemes.id, choix_section: t.saintMalo.id }
  await rene.post('/inventaire/lot', { ...sent, _envoi: 'jeton' })
  const [source] = await sources(t)
  await t.make.releve({ id: source?.id ?? 0 }, { nom: 'Martin' })
  const lot = await t.db.selectFrom('lots').select('id').executeTakeFirstOrThrow()
  await rene.post(`/lots/${lot.id}/defaire`)
  expect([(await sources(t)).length, (await links(t)).length]).toEqual([1, 1])
})

test('a place and a repository of the inventory stay; a place that is merged takes its registers along', async () => {
  const { t, line, dinard, depot } = await world()
  await line({ depot_id: depot.id })
  const admin = await t.as(t.admin)
  const place = await admin.post(`/lieux/${dinard.id}/supprimer`)
  expect([place.status, place.page.root.textContent.includes('inventaire')]).toEqual([409, true])
  const held = await admin.post(`/admin/depots/${depot.id}/supprimer`)
  expect([held.status, held.page.root.textContent.includes('inventaire')]).toEqual([409, true])
  const kept = await t.make.lieu({ nom: 'Dinard ancien' })
  const before = await t.db
    .selectFrom('lieux')
    .select(['id', 'version'])
    .where('id', 'in', [dinard.id, kept.id])
    .execute()
  const version = (id: number) => before.find((one) => one.id === id)?.version ?? 0
  const merge = { vers: kept.id, version: version(dinard.id), version_vers: version(kept.id) }
  expect((await admin.post(`/lieux/${dinard.id}/fusionner`, { ...merge, confirme: 1 })).status).toBe(303)
  expect((await t.db.selectFrom('registres').select(['lieu_id', 'version']).execute())[0]).toEqual({
    lieu_id: kept.id,
    version: 2,
  })
})

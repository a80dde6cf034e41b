// A canton of twenty communes, from the file of its inventory to a board on which a hole is filled and validated; then the same as its
// people live it, with who waits for it, its statistics and its book.
import { expect, test } from 'vitest'
import { sweep } from '../../../src/features/alertes/task.ts'
import { statisticsHandlers } from '../../../src/features/statistiques/task.ts'
import { enqueue } from '../../../src/features/taches/actions.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import type { TestApp, Visitor } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'
import { importOf, sendFile, work } from '../imports/support.ts'
import { archives } from '../inventaire/support.ts'

const COMMUNES = Array.from({ length: 20 }, (_, n) => `Commune ${String(n + 1).padStart(2, '0')}`)

async function canton() {
  const site = await archives()
  const { t, ille } = site
  const place = await t.make.lieu({ nom: 'Canton de Dinan', parent: ille })
  const lieux = []
  for (const nom of COMMUNES) lieux.push(await t.make.lieu({ nom, parent: place }))
  const rows = lieux.map(
    ({ nom_long }, n) => `${nom_long};Baptêmes;B ${n + 1};1760;1764;;;https://archives.example/${n};`,
  )
  return {
    ...site,
    place,
    lieux,
    rene: await t.as(t.rene),
    text: ['lieu;acte;cote;annee_debut;annee_fin;etat;depot;url;note', ...rows].join('\n'),
  }
}

async function importInventory(t: TestApp, manager: Visitor, text: string): Promise<void> {
  expect((await sendFile(manager, '/inventaire/import', text)).status).toBe(303)
  await work(t)
  await manager.post(`/imports/${(await importOf(t)).id}/confirmer`)
  await work(t)
}

test('a canton goes from its inventory file to a board, and one of its holes from to do to validated', async () => {
  const { t, rene, place, lieux, text, baptemes } = await canton()
  await importInventory(t, rene, text)
  const board = async () => {
    const { page } = await rene.get(`/couverture?par=lieu&lieu=${place.id}`)
    return (page.all('.tableau')[1]?.querySelectorAll('tbody tr') ?? []).map((row) => squeeze(row.textContent ?? ''))
  }
  const holes = async () => (await rene.get(`/couverture/trous?lieu=${place.id}`)).page.all('.tableau tbody tr')
  const before = await board()
  expect([before.length, before.every((line) => line.includes('F 5'))]).toEqual([20, true])
  expect(await holes()).toHaveLength(20)
  const [first] = await holes()
  const create = first?.querySelector('a[href*="geste=creer"]')?.getAttribute('href') ?? ''
  const ask = (await rene.get(create)).page
  const ids = new URL(create, 'http://site').searchParams.get('ids') ?? ''
  const sent = { geste: 'creer', ids, nombre: 1, _envoi: ask.value('_envoi') }
  await rene.post('/inventaire/lot', { ...sent, choix_type_bapteme: baptemes.id, choix_section: t.saintMalo.id })
  const source = await t.db.selectFrom('sources').select('id').executeTakeFirstOrThrow()
  for (let year = 1760; year < 1765; year += 1)
    await t.make.releve(source, { nom: 'Martin', date_evenement: day(`${year}-03-01`) })
  await t.db.updateTable('sources').set({ status: 'en_cours' }).where('id', '=', source.id).execute()
  expect(await holes()).toHaveLength(19)
  for (const statut of ['a_valider', 'validee']) await rene.post(`/sources/${source.id}/statut`, { statut })
  const after = await board()
  expect(after.filter((line) => line.includes('V 5'))).toHaveLength(1)
  expect(after.find((line) => line.includes('V 5'))).toMatch(/100 %/)
  expect(after.filter((line) => line.includes('F 5'))).toHaveLength(19)
  const done = lieux.find(({ nom }) => after.find((line) => line.includes('V 5'))?.includes(nom))
  const strip = (await rene.get(`/couverture/lieux/${done?.id}`)).page.one('svg[role=group]')
  expect(strip.getAttribute('aria-label')).toBe('Baptême\u00a0: 1760-1764 validé')
  expect(t.failures).toEqual([])
})

/** Asks for the first hole of the canton as its page offers it, and is given it; the source that comes of it. */
async function takeHole(site: Awaited<ReturnType<typeof canton>>, marie: Visitor): Promise<number> {
  const { t, rene, place } = site
  const [hole] = (await marie.get(`/couverture/trous?lieu=${place.id}`)).page.all('.tableau tbody tr')
  const link = hole?.querySelector('a[href^="/registres/demander"]')?.getAttribute('href') ?? ''
  const registre = (await marie.get(link)).page.value('registre')
  await marie.post('/registres/demandes', { registre, message: 'Mes ancêtres en viennent.' })
  const { id } = await t.db.selectFrom('demandes_registres').select('id').executeTakeFirstOrThrow()
  // The ready type has all its fields, and the name of the one that the other test uses.
  await t.db.deleteFrom('types_sources').where('id', '=', site.baptemes.id).execute()
  const choice = { choix_type_bapteme: (await t.make.readyType('baptemes')).id, choix_section: t.saintMalo.id }
  await rene.post(`/registres/demandes/${id}`, { decision: 'accorder', ...choice })
  const made = await t.db.selectFrom('registre_sources').select('source_id').executeTakeFirstOrThrow()
  return made.source_id
}

/** An act as the desk sends it. */
async function typeAct(marie: Visitor, source: number, year: number, prenom: string): Promise<void> {
  const desk = `/sources/${source}/releves/nouveau`
  const sent = await marie.post(`/sources/${source}/releves`, {
    ...{ _envoi: (await marie.get(desk)).page.value('_envoi'), 'data[nom]': 'LE GOFF', 'data[prenom]': prenom },
    ...{ 'data[date_evenement][valeur]': `01/03/${year}`, 'data[date_evenement][calendrier]': 'gregorien' },
    ...{ 'data[nom_pere]': 'LE GOFF', 'data[prenom_pere]': 'Jean', 'data[nom_mere]': 'HERVÉ' },
  })
  expect(sent.status).toBe(303)
}

test('a hole is asked for, typed, validated; whoever waits for it hears, and statistics and book have it', async () => {
  const site = await canton()
  const { t, rene, place, lieux, text } = site
  let now = Date.parse('2026-11-21T10:00:00.000Z')
  t.deps.clock = () => new Date(now)
  await importInventory(t, rene, text)
  const [marie, anne] = [await t.as(t.marie), await t.as(await t.make.user({ name: 'anne', role: 'admin' }))]
  const commune = lieux[0]?.id
  const waited = (await anne.get(`/couverture/lieux/${commune}`)).page.one('form[action="/mes-recherches/attentes"]')
  const asked = Object.fromEntries(
    waited
      .querySelectorAll('input[name]')
      .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']),
  )
  await anne.post('/mes-recherches/attentes', asked)
  await anne.post('/mes-recherches', { adresse: `nom=Le+Goff&lieu=${place.id}`, titre: 'Le Goff', frequence: 'jour' })
  const source = await takeHole(site, marie)
  for (const [n, prenom] of ['Anne', 'Yves', 'Jeanne', 'Anne', 'Guillaume'].entries())
    await typeAct(marie, source, 1760 + n, prenom)
  expect((await marie.post(`/sources/${source}/statut`, { statut: 'a_valider' })).status).toBe(303)
  expect((await rene.post(`/sources/${source}/statut`, { statut: 'validee' })).status).toBe(303)
  now += 24 * 60 * 60_000
  await sweep(t.deps, async () => undefined)
  const told = squeeze((await anne.get('/notifications')).page.text)
  expect(told).toMatch(/5.actes pour 1.recherche, 1.registre attendu est fait/)
  expect((await marie.get('/notifications')).page.text).not.toContain('registre attendu')
  const { id } = await t.db.selectFrom('recherches_gardees').select('id').executeTakeFirstOrThrow()
  expect((await anne.get(`/mes-recherches/${id}`)).page.all('.trouves tbody th a')).toHaveLength(5)
  await t.db.transaction().execute((trx) => enqueue(trx, { kind: 'statistiques', payload: {} }, t.deps.clock()))
  await runTasks(t.deps, statisticsHandlers)
  const names = squeeze((await anne.get(`/statistiques/noms?lieu=${place.id}`)).page.text)
  expect(names).toMatch(/Le Goff/i)
  const book = squeeze((await anne.get(`/lieux/${place.id}/livret`)).page.text)
  for (const prenom of ['Guillaume', 'Jeanne', 'Yves']) expect(book).toContain(prenom)
  expect(t.failures).toEqual([])
})

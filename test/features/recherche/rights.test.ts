// A person who sees a source finds its records, whatever the words of the index say by then.
import { expect, test } from 'vitest'
import { updateLieu } from '../../../src/features/lieux/actions.ts'
import { mergeLieux } from '../../../src/features/lieux/merge/actions.ts'
import { createReleves } from '../../../src/features/releves/actions/records.ts'
import { enqueueRewriting, rewriteHandlers } from '../../../src/features/releves/tasks/rewrite-words.ts'
import { deleteSection } from '../../../src/features/sections/actions.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { champsOf } from '../../../src/features/types-sources/queries.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { isPostgres } from '../../support/db.ts'
import { squeeze } from '../../support/html.ts'

const NOW = '2026-01-01T00:00:00.000Z'
/** On PostgreSQL each takes four times as long, and is as far beyond what is looked up one by one. */
const ACTS = isPostgres ? 1500 : 5000
/** So many sources that they are not looked up one by one. */
const OTHERS = 30

interface Source {
  id: number
  titre: string
  type: { id: number; nom: string }
}

async function addActs(t: TestApp, source: Source, n: number): Promise<void> {
  const champs = await champsOf(t.db, source.type.id)
  const rows = Array.from({ length: n }, (_, i) => {
    const iso = `${1700 + (i % 100)}-02-03`
    // One in ten has a first name of its own, so that few enough are found to be spread.
    const prenom = i % 10 === 0 ? 'Yvette' : 'Jean'
    return { data: { nom: 'Kermartin', prenom, date_evenement: { valeur: iso, calendrier: 'gregorien', iso } } }
  })
  const author = { user_id: null, now: NOW }
  await t.db.transaction().execute((trx) => createReleves(trx, source.id, champs, rows, author))
}

/**
 * A large register in Dinard and Saint-Malo's section; beside it two sections of thirty sources with one act each, and acts
 * that are in no section.
 */
async function register(elsewhere = 0) {
  const t = await testApp()
  const { make } = t
  const place = async (nom: string, parent?: Awaited<ReturnType<typeof make.lieu>>) =>
    make.lieu({ nom, latitude: 48, longitude: -2, ...(parent && { parent }) })
  const [ille, morbihan] = [await place('Ille-et-Vilaine'), await place('Morbihan')]
  const [dinard, saintMalo, vannes] = [
    await place('Dinard', ille),
    await place('Cancale', ille),
    await place('Vannes', morbihan),
  ]
  const type = await make.typeSource({ nom: 'Baptêmes' })
  const source = await make.source({ titre: 'Baptêmes de Dinard', type, lieu: dinard, section: t.saintMalo })
  await addActs(t, source, ACTS)
  for (let n = 0; n < OTHERS; n += 1) {
    await addActs(t, await make.source({ type, lieu: saintMalo, section: t.saintMalo }), 1)
    await addActs(t, await make.source({ type, lieu: vannes, section: t.vannes }), 1)
  }
  if (elsewhere > 0) await addActs(t, await make.source({ type }), elsewhere)
  return { t, source, lieux: { ille, morbihan, dinard, vannes } }
}

type Site = Awaited<ReturnType<typeof register>>

/** Looks for the register as this person finds it: on the page, counted, among the facets, in the export, on the map. */
async function found({ t, source, lieux: { dinard } }: Site, user: { id: number }, where = '') {
  const visitor = await t.as(user)
  const page = await visitor.get(`/recherche?q=kermartin${where}`)
  const part = await visitor.get(`/recherche/repartition?q=kermartin+yvette${where}`)
  const rows = (await visitor.get(`/recherche/export/csv?nom=kermartin${where}`)).text.split('\r\n')
  const link = page.page.all('a').find((one) => one.textContent?.includes('Voir sur la carte'))
  const map = link ? await visitor.get(link.getAttribute('href') ?? '') : undefined
  const facet = part.page.all('.facette li').map((value) => squeeze(value.textContent))
  return {
    page: page.page.all(`[href="/sources/${source.id}"]`).length > 0 || page.text.includes(source.titre),
    count: /(\d+) relevés/.exec(squeeze(part.page.text))?.[1],
    facet: facet.find((one) => one.startsWith(source.titre)),
    export: rows.filter((row) => row.includes(`;${source.titre};`)).length,
    exported: rows.length - 2,
    map: map?.text.includes(`/carte/lieux/${dinard.id}`),
  }
}

const everything = (others: number) => ({
  page: true,
  count: `${ACTS / 10 + others}`,
  facet: `Baptêmes de Dinard ${ACTS / 10}`,
  export: ACTS,
  exported: ACTS + others,
})
const nothing = (others: number) => ({
  page: false,
  count: `${others}`,
  facet: undefined,
  export: 0,
  exported: others,
})

/** Runs `check` at once, in the middle of the task, when it is done. */
async function always({ t }: Site, check: () => Promise<void>): Promise<void> {
  await check()
  await enqueueRewriting(t.db, t.deps.clock())
  for (const batches of [1, 4, Number.POSITIVE_INFINITY]) {
    let asked = 0
    await runTasks(t.deps, rewriteHandlers, () => {
      asked += 1
      return asked > batches + 1
    })
    await check()
  }
  expect(t.failures).toEqual([])
}

test('a large source changes section: members of both find it, or nothing of it, from that moment on', async () => {
  const site = await register(3 * ACTS)
  const { t, source } = site
  const both = () => Promise.all([found(site, t.marie), found(site, t.etienne)])
  expect(await both()).toMatchObject([everything(OTHERS), nothing(OTHERS)])
  expect((await both()).map((one) => one.map)).toEqual([true, false])
  await t.db.updateTable('sources').set({ section_id: t.vannes.id }).where('id', '=', source.id).execute()
  await always(site, async () => {
    expect(await both()).toMatchObject([nothing(OTHERS), everything(OTHERS)])
    expect((await both()).map((one) => one.map)).toEqual([false, true])
  })
}, 120_000)

/** Each takes the register away from the place « Ille-et-Vilaine ». */
const MOVES: Record<string, (site: Site) => Promise<unknown>> = {
  'the place of the source moves below another': ({ t, lieux: { dinard, morbihan } }) => {
    const place = { nom: 'Dinard', code: null, type_id: null, latitude: 48, longitude: -2, note: null }
    return updateLieu(t.db, dinard.id, { ...place, lieu_parent_id: morbihan.id, version: 1 }, NOW)
  },
  'the place of the source is merged into another': ({ t, lieux: { dinard, vannes } }) =>
    mergeLieux(t.db, { id: dinard.id, vers: vannes.id, version: 1, version_vers: 1 }, t.admin.id, NOW),
}

test.each(Object.entries(MOVES))(
  '%s: it is found there, and nowhere else, from that moment on',
  async (_name, move) => {
    const site = await register()
    const { t, lieux } = site
    const both = () => Promise.all([lieux.ille, lieux.morbihan].map(({ id }) => found(site, t.admin, `&lieu=${id}`)))
    expect(await both()).toMatchObject([everything(OTHERS), nothing(OTHERS)])
    await move(site)
    await always(site, async () => expect(await both()).toMatchObject([nothing(OTHERS), everything(OTHERS)]))
  },
  120_000,
)

test('a section is opened to all, then closed again: everybody finds it, then nobody but its members', async () => {
  const site = await register(3 * ACTS)
  const { t } = site
  const open = (ouverte: boolean) =>
    t.db.updateTable('sections').set({ ouverte }).where('id', '=', t.saintMalo.id).execute()
  const reader = await t.make.user({ name: 'lectrice' })
  const both = () => Promise.all([found(site, t.etienne), found(site, reader)])
  expect(await both()).toMatchObject([nothing(OTHERS), { page: false, exported: 0 }])
  await open(true)
  await always(site, async () => expect(await both()).toMatchObject([everything(2 * OTHERS), everything(OTHERS)]))
  await open(false)
  await t.make.membre(t.saintMalo, reader, 'lecture')
  await always(site, async () => expect(await both()).toMatchObject([nothing(OTHERS), everything(OTHERS)]))
}, 120_000)

test('who sees every source by open sections finds what an administrator finds', async () => {
  const site = await register()
  const { t } = site
  await t.db.updateTable('sections').set({ ouverte: true }).execute()
  const nobody = await t.make.user({ name: 'lectrice' })
  expect(await found(site, nobody)).toEqual(await found(site, t.admin))
  await addActs(t, await t.make.source({ titre: 'Sans section' }), 1)
  expect((await found(site, nobody)).exported).toBe((await found(site, t.admin)).exported - 1)
}, 120_000)

test('a section is deleted, its sources have none: managers find them, members do not', async () => {
  const site = await register()
  const { t } = site
  await t.db.updateTable('sources').set({ section_id: null }).where('section_id', '=', t.vannes.id).execute()
  await t.db.updateTable('sources').set({ section_id: t.vannes.id }).where('id', '=', site.source.id).execute()
  await t.db.updateTable('sources').set({ section_id: null }).where('id', '=', site.source.id).execute()
  await deleteSection(t.db, t.vannes.id, 0)
  const both = () => Promise.all([found(site, t.rene), found(site, t.marie)])
  await always(site, async () => expect(await both()).toMatchObject([everything(2 * OTHERS), nothing(OTHERS)]))
}, 120_000)

test('a source that comes in while the task runs, and records that come into one', async () => {
  const site = await register()
  const { t, source } = site
  await t.db.updateTable('sources').set({ section_id: t.vannes.id }).where('id', '=', source.id).execute()
  await enqueueRewriting(t.db, t.deps.clock())
  const comes = async () => {
    await addActs(t, await t.make.source({ type: source.type, section: t.vannes }), 1)
    await t.make.releve(source, { nom: 'Kermartin', prenom: 'Jean' })
  }
  let come = 0
  const exported = async () => (await found(site, t.etienne)).exported
  for (let batch = 0; batch < 3; batch += 1) {
    let asked = 0
    await runTasks(t.deps, rewriteHandlers, () => {
      asked += 1
      return asked > 3
    })
    await comes()
    come += 2
    expect(await exported()).toBe(ACTS + OTHERS + come)
  }
  await runTasks(t.deps, rewriteHandlers)
  expect(await exported()).toBe(ACTS + OTHERS + come)
  expect(await found(site, t.marie)).toMatchObject(nothing(OTHERS))
}, 120_000)

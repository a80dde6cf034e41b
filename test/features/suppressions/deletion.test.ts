import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actorWithout } from '../../../src/features/journal/actions.ts'
import { deleteReleve, updateReleve } from '../../../src/features/releves/actions/records.ts'
import { purgeSuppressions } from '../../../src/features/suppressions/actions/purge.ts'
import { deleteSource } from '../../../src/features/suppressions/actions/steps.ts'
import { suppressionHandlers } from '../../../src/features/suppressions/task.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'

const NOW = '2026-11-21T10:00:00.000Z'

/** A source of Saint-Malo with records, one of them changed, one deleted, one inserted; marie is its member. */
async function site(n = 5) {
  const t = await testApp()
  const source = await t.make.source({ titre: 'Baptêmes de Dinard', section: t.saintMalo, members: [t.marie] })
  const ids: number[] = []
  for (let i = 0; i < n; i += 1)
    ids.push(
      await t.make.releve(source, { nom: `Lemoine${i}`, prenom: 'Yvette', date_evenement: day(`${1760 + i}-05-01`) }),
    )
  await t.db
    .updateTable('sources')
    .set({ annees: '[[1760,1768],[1770,1780]]', lacunes: '[{"debut":1762,"fin":1763,"motif":"brûlé"}]' })
    .execute()
  const lieu = await t.make.lieu({ nom: 'Dinard' })
  const kept = { lieu_id: lieu.id, acte: 'bapteme', annee_debut: 1760, annee_fin: 1768, etat: 'conserve' } as const
  const register = await t.db
    .insertInto('registres')
    .values({ ...kept, created_at: NOW, updated_at: NOW })
    .returning('id')
    .executeTakeFirstOrThrow()
  await t.db.insertInto('registre_sources').values({ source_id: source.id, registre_id: register.id }).execute()
  const by = { user_id: t.marie.id, now: NOW }
  await updateReleve(t.db, {
    id: ids[0] ?? 0,
    version: 1,
    data: { nom: 'Lemoyne', prenom: 'Yvette' },
    etats: {},
    lectures: { nom: ['Le Moine'] },
    ...by,
  })
  await deleteReleve(t.db, { id: ids[1] ?? 0, ...by })
  await t.db
    .insertInto('rangs')
    .values({ releve_id: ids[3] ?? 0, source_id: source.id, apres: ids[0] ?? 0, rang: 1 })
    .execute()
  return { t, source, rene: await t.as(t.rene), admin: await t.as(t.admin) }
}

const TABLES = [
  ...(['sources', 'releves', 'releve_versions', 'rangs', 'source_membres', 'source_transitions'] as const),
  ...(['source_champs', 'source_mois', 'source_annees', 'registre_sources', 'valeurs_sources', 'valeurs'] as const),
]

/** Everything that is stored of records and sources, but for what a deletion itself counts. */
async function everything(t: TestApp) {
  const all: Record<string, string[]> = {}
  for (const table of TABLES) {
    const rows = await t.db.selectFrom(table).selectAll().execute()
    all[table] = rows
      .map(({ version: _v, mots_ecrits: _e, mots_surs: _s, ...row }: Record<string, unknown>) =>
        JSON.stringify(table === 'sources' ? row : { ...row, version: _v }),
      )
      .filter((row) => !row.endsWith('"n":0}'))
      .toSorted()
  }
  return all
}

const run = (t: TestApp) => runTasks(t.deps, suppressionHandlers)
const kept = (t: TestApp) => t.db.selectFrom('sources_supprimees').select(['id', 'etat', 'fichier', 'lignes']).execute()
const folder = (t: TestApp) => join(t.deps.storage, 'app', 'supprimees')
const find = async (visitor: Awaited<ReturnType<TestApp['as']>>) =>
  (await visitor.get('/recherche?q=yvette')).page.text.includes('Dinard')

test('its title is asked for; then it leaves the tables whole, and comes back with its ids', async () => {
  const { t, source, rene, admin } = await site()
  const before = await everything(t)
  expect((await rene.get(`/sources/${source.id}/supprimer`)).page.text).toMatch(/contient 4\s+relevés/)
  const refused = await rene.post(`/sources/${source.id}/supprimer`, { confirmation: 'Baptêmes' })
  expect([refused.status, refused.page.error('confirmation')?.startsWith('Recopiez')]).toEqual([422, true])
  const begun = await rene.post(`/sources/${source.id}/supprimer`, { confirmation: 'baptemes de Dinard ' })
  expect(begun.location).toBe('/sources/supprimees')
  await run(t)
  const gone = await everything(t)
  expect(Object.entries(gone).filter(([, rows]) => rows.length > 0)).toEqual([])
  expect(await find(admin)).toBe(false)
  expect((await admin.get(`/sources/${source.id}`)).status).toBe(404)
  const [line] = await kept(t)
  expect(line).toMatchObject({ etat: 'supprimee', lignes: 4 + 7 + 1 })
  const back = await rene.post(`/sources/supprimees/${line?.id}/retablir`)
  expect(back.location).toBe('/sources/supprimees')
  expect((await admin.get(`/sources/${source.id}`)).page.text).toContain(
    'en cours de suppression, ou de rétablissement',
  )
  await run(t)
  expect(await everything(t)).toEqual(before)
  expect([await find(admin), await kept(t), readdirSync(folder(t))]).toEqual([true, [], []])
  expect(t.failures).toEqual([])
})

test('killed anywhere, it goes on, and nothing is lost', { timeout: 60_000 }, async () => {
  for (const kill of [1, 2, 4]) {
    const { t, source, admin } = await site(60)
    const before = await everything(t)
    await admin.post(`/sources/${source.id}/supprimer`, { confirmation: source.titre })
    for (const step of ['out', 'back']) {
      let looks = 0
      // Looks at itself before the task and between two batches: it stops at one of them, and another process takes it up.
      await runTasks(t.deps, suppressionHandlers, () => {
        looks += 1
        return looks > kill
      })
      await run(t)
      if (step === 'out') {
        expect(await t.db.selectFrom('releves').select('id').execute()).toEqual([])
        await admin.post(`/sources/supprimees/${(await kept(t))[0]?.id}/retablir`)
      }
    }
    expect([kill, await everything(t)]).toEqual([kill, before])
  }
})

test('a file that a kill left is written anew before anything leaves', async () => {
  const { t, source, admin } = await site()
  const before = await everything(t)
  await admin.post(`/sources/${source.id}/supprimer`, { confirmation: source.titre })
  const [line] = await kept(t)
  mkdirSync(folder(t), { recursive: true })
  writeFileSync(join(folder(t), line?.fichier ?? ''), 'half')
  await run(t)
  await admin.post(`/sources/supprimees/${line?.id}/retablir`)
  await run(t)
  expect(await everything(t)).toEqual(before)
})

test('nobody writes a record in a source that is leaving', async () => {
  const { t, source, rene } = await site()
  const confirmation = { confirmation: source.titre }
  await rene.post(`/sources/${source.id}/supprimer`, confirmation)
  await expect(t.make.releve(source)).rejects.toThrow('en cours de suppression')
  expect((await rene.post(`/sources/${source.id}/supprimer`, confirmation)).status).toBe(409)
  await run(t)
  expect(await t.db.selectFrom('releves').select('id').execute()).toEqual([])
  expect(t.failures).toEqual([])
})

test('one that never held a record goes at once, and « Défaire » brings it back', async () => {
  const { t, rene } = await site()
  const empty = await t.make.source({ titre: 'Vide', section: t.saintMalo, members: [t.marie] })
  const before = await everything(t)
  const list = await rene.follow(await rene.post(`/sources/${empty.id}/supprimer`))
  expect(list.page.flash).toContain('Source supprimée.')
  expect(await t.db.selectFrom('sources').select('id').where('id', '=', empty.id).execute()).toEqual([])
  const undone = await rene.post(list.page.one('#flash form').getAttribute('action') ?? '')
  expect(undone.location).toBe(`/sources/${empty.id}`)
  expect(await everything(t)).toEqual(before)
})

test('a record that arrives meanwhile keeps its source', async () => {
  const { t, source } = await site()
  const looked = { id: source.id, titre: source.titre, section_id: t.saintMalo.id, nb_releves: 0 }
  const deleting = t.db
    .transaction()
    .execute((trx) => deleteSource(trx, looked, actorWithout(t.rene.id), new Date(NOW)))
  await expect(deleting).rejects.toThrow('elle n’a pas été supprimée')
  expect(await kept(t)).toEqual([])
})

test('many empty ones are deleted together, those with records are named', async () => {
  const { t, source, rene } = await site()
  const empty = await t.make.source({ titre: 'Vide', section: t.saintMalo })
  const ids = [String(source.id), String(empty.id)]
  const done = await rene.post('/sources/lot', { geste: 'supprimer', ids, nombre: '2' })
  expect((await rene.follow(done)).page.text).toMatch(/contient 4\s+relevés/)
  expect((await t.db.selectFrom('sources').select('id').execute()).map(({ id }) => id)).toEqual([source.id])
  await rene.post(`${done.location}/defaire`)
  expect(await t.db.selectFrom('sources').select('id').execute()).toHaveLength(2)
})

test('what was deleted with it is nobody’s; its own section and account may be gone when it comes back', async () => {
  const { t, source, admin, rene } = await site()
  await rene.post(`/sources/${source.id}/supprimer`, { confirmation: source.titre })
  await run(t)
  const [line] = await kept(t)
  expect((await (await t.as(t.etienne)).get('/sources/supprimees')).status).toBe(403)
  const elsewhere = await t.make.user({ role: 'gestionnaire' })
  await t.make.membre(t.vannes, elsewhere, 'gestion')
  const other = await t.as(elsewhere)
  expect((await other.get('/sources/supprimees')).page.text).not.toContain('Dinard')
  expect((await other.post(`/sources/supprimees/${line?.id}/retablir`)).status).toBe(404)
  await t.db.deleteFrom('sections').where('id', '=', t.saintMalo.id).execute()
  await admin.post(`/sources/supprimees/${line?.id}/retablir`)
  await run(t)
  const back = await t.db.selectFrom('sources').select(['id', 'section_id', 'nb_releves']).executeTakeFirstOrThrow()
  expect(back).toEqual({ id: source.id, section_id: null, nb_releves: 4 })
})

test('a file that was changed brings nothing back; after thirty days line and file are gone', async () => {
  const { t, source, admin } = await site()
  await admin.post(`/sources/${source.id}/supprimer`, { confirmation: source.titre })
  await run(t)
  const [line] = await kept(t)
  await purgeSuppressions(t.db, t.deps.storage, new Date('2026-12-21T09:59:00.000Z'))
  expect([await kept(t), readdirSync(folder(t)).length]).toEqual([[line], 1])
  const later = new Date('2026-12-21T10:01:00.000Z')
  await purgeSuppressions(t.db, t.deps.storage, later)
  expect([await kept(t), readdirSync(folder(t))]).toEqual([[], []])
  const again = await site()
  await again.admin.post(`/sources/${again.source.id}/supprimer`, { confirmation: again.source.titre })
  await run(again.t)
  const [other] = await kept(again.t)
  rmSync(join(folder(again.t), other?.fichier ?? ''))
  await again.admin.post(`/sources/supprimees/${other?.id}/retablir`)
  await run(again.t)
  const task = await again.t.db
    .selectFrom('taches')
    .select(['etat', 'erreur'])
    .where('kind', '=', 'source_retour')
    .execute()
  expect(task).toEqual([{ etat: 'garee', erreur: 'Le fichier de cette source manque, ou il a été changé.' }])
})

import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { up } from '../../../db/migrations/0019_lieux_cites.ts'
import { updateLieu } from '../../../src/features/lieux/actions.ts'
import { countQuotes, countQuotesOf } from '../../../src/features/lieux/queries/quotes.ts'
import { inUse } from '../../../src/features/lieux/rules/uses.ts'
import { deleteReleve, restoreReleve, updateReleve } from '../../../src/features/releves/actions/records.ts'
import { relevesImport } from '../../../src/features/releves/import/kind.ts'
import { refreshHandlers } from '../../../src/features/releves/tasks/refresh.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { testApp } from '../../support/app.ts'
import { isPostgres, testDb } from '../../support/db.ts'
import { factories } from '../../support/factories.ts'
import { importLieux, importOf, messagesOf, work } from '../imports/support.ts'
import { lieuNow, plant, plantBretagne } from './plant.ts'

const NOW = '2026-11-21T10:00:00.000Z'
const BY = { user_id: null, now: NOW }
const FIELDS = [
  { nom: 'nom' },
  { nom: 'date_evenement', type: 'date' as const },
  { nom: 'domicile', type: 'place' as const },
  { nom: 'origine', type: 'place' as const },
]
const DATE = { valeur: '1787', calendrier: 'gregorien', iso: '1787-01-01' }

const held = ({ id, nom_long }: { id: number; nom_long: string }) => ({ id, nom_long })

async function site() {
  const t = await testApp()
  const places = await plantBretagne(t.db)
  const ker = await plant(t.db, 'Ker', places.pleurtuit)
  const source = await t.make.source({ type: await t.make.typeSource({ champs: FIELDS }), section: t.saintMalo })
  const visitor = await t.as(t.admin)
  const remove = (id: number) => visitor.post(`/lieux/${id}/supprimer`, { version: 1 })
  return { ...t, ...places, app: t, ker, source, visitor, remove }
}

const exists = async ({ db }: Pick<Awaited<ReturnType<typeof site>>, 'db'>, id: number) =>
  (await db.selectFrom('lieux').select('id').where('id', '=', id).execute()).length === 1

describe('what records hold is counted', () => {
  test('as they are created, changed, deleted and brought back; in any field, once a record', async () => {
    const t = await site()
    const [ker, malo] = [t.ker.id, t.saintMalo.id]
    const counts = async () => [await countQuotes(t.db, ker), await countQuotes(t.db, malo)]
    const data = { nom: 'Riou', date_evenement: DATE, domicile: held(t.ker), origine: held(t.ker) }
    const id = await t.make.releve(t.source, data)
    await t.make.releve(t.source, { nom: 'Ker', domicile: null })
    expect(await counts()).toEqual([1, 0])
    await updateReleve(t.db, { id, version: 1, data: { ...data, origine: held(t.saintMalo) }, etats: {}, ...BY })
    expect(await counts()).toEqual([1, 1])
    await updateReleve(t.db, { id, version: 2, data: { ...data, domicile: null, origine: null }, etats: {}, ...BY })
    expect(await counts()).toEqual([0, 0])
    await updateReleve(t.db, { id, version: 3, data, etats: {}, ...BY })
    await t.make.releve(t.source, { nom: 'Autre', origine: held(t.ker) })
    expect(await countQuotesOf(t.db, [ker, malo, 999_999])).toEqual(new Map([[ker, 2]]))
    await deleteReleve(t.db, { id, ...BY })
    expect(await counts()).toEqual([1, 0])
    await restoreReleve(t.db, { id, ...BY })
    expect(await counts()).toEqual([2, 0])
  })

  test('in an archive that is older than the count', async () => {
    const { db, close } = await testDb()
    onTestFinished(close)
    const make = factories(db)
    const [here, there] = [await make.lieu({ nom: 'Ici' }), await make.lieu({ nom: 'Là' })]
    const source = await make.source({ type: await make.typeSource({ champs: FIELDS }) })
    const data = { nom: 'Riou "nom_long"', date_evenement: DATE, domicile: held(here), origine: held(here) }
    const id = await make.releve(source, data)
    await make.releve(source, { nom: 'Morin', origine: held(here) })
    if (isPostgres) await db.schema.dropIndex('releves_lieux').execute()
    else {
      for (const event of ['insert', 'update', 'delete'])
        await sql`drop trigger ${sql.ref(`releve_lieux_${event}`)}`.execute(db)
      await sql`drop table releve_lieux_fts`.execute(db)
    }
    await up(db)
    expect([await countQuotes(db, here.id), await countQuotes(db, there.id)]).toEqual([2, 0])
    await updateReleve(db, { id, version: 1, data: { ...data, origine: held(there) }, etats: {}, ...BY })
    expect([await countQuotes(db, here.id), await countQuotes(db, there.id)]).toEqual([2, 1])
  })
})

describe('a place that is only in records', () => {
  test('is not deleted: the page and the button say how many hold it', async () => {
    const t = await site()
    const id = await t.make.releve(t.source, { nom: 'Riou', domicile: held(t.ker) })
    await t.make.releve(t.source, { nom: 'Morin', origine: held(t.ker) })
    const reason = 'Ce lieu est cité dans 2 relevés : fusionnez-le avec celui qui doit le remplacer'
    const asked = await t.visitor.get(`/lieux/${t.ker.id}/supprimer`)
    expect([asked.status, asked.page.all('form[action$="/supprimer"]').length]).toEqual([200, 0])
    expect(asked.page.text).toContain(reason)
    const answer = await t.remove(t.ker.id)
    expect(answer.status).toBe(409)
    expect(answer.page.text).toContain(reason)
    expect(await exists(t, t.ker.id)).toBe(true)
    // Held and lived in: both are told.
    const above = await t.remove(t.pleurtuit.id)
    expect(above.page.text).toContain('Ce lieu a 1 lieu en dessous de lui')
    await t.db.deleteFrom('releves').where('id', '<>', id).execute()
    await updateReleve(t.db, { id, version: 1, data: { nom: 'Riou' }, etats: {}, ...BY })
    expect((await t.visitor.get(`/lieux/${t.ker.id}/supprimer`)).page.text).toContain('aucun relevé ne le cite')
    expect((await t.remove(t.ker.id)).status).toBe(303)
    expect(await exists(t, t.ker.id)).toBe(false)
    expect(t.failures).toEqual([])
  })

  test('is merged with a count of them; until they follow, the other may not be deleted', async () => {
    const t = await site()
    const id = await t.make.releve(t.source, { nom: 'Riou', domicile: held(t.ker) })
    const other = await plant(t.db, 'Ker an Dour', t.pleurtuit)
    const asked = await t.visitor.get(`/lieux/${t.ker.id}/fusionner?vers=${other.id}`)
    expect(asked.page.text).toContain('Il est cité dans un champ de 1 relevé, qui citera l’autre')
    const none = await t.visitor.get(`/lieux/${other.id}/fusionner?vers=${t.ker.id}`)
    expect(none.page.text).toContain('Aucun relevé ne le cite dans un champ.')
    const merge = { vers: other.id, version: 1, version_vers: 1 }
    expect((await t.visitor.post(`/lieux/${t.ker.id}/fusionner`, merge)).status).toBe(303)
    expect(await countQuotes(t.db, other.id)).toBe(1)
    const answer = await t.visitor.post(`/lieux/${other.id}/supprimer`, { version: 2 })
    expect([answer.status, answer.page.text.includes('cité dans 1 relevé')]).toEqual([409, true])
    await runTasks(t.deps, refreshHandlers)
    const { data } = await t.db.selectFrom('releves').select('data').where('id', '=', id).executeTakeFirstOrThrow()
    expect(data.domicile).toEqual(held(other))
    expect(await countQuotesOf(t.db, [t.ker.id, other.id])).toEqual(new Map([[other.id, 1]]))
    expect(t.failures).toEqual([])
  })

  test('stays when its import is undone, and what it lies in stays with it; both are told', async () => {
    const t = await site()
    const rene = await t.as(t.rene)
    const { done } = await importLieux(t.app, rene, 'nom;lieu_parent\nIle;\nPort;Ile\nPhare;Ile\n')
    const port = await t.db.selectFrom('lieux').selectAll().where('nom', '=', 'Port').executeTakeFirstOrThrow()
    await t.make.releve(t.source, { nom: 'Riou', origine: held(port) })
    await rene.post(`/imports/${done.id}/annuler`)
    await work(t.app)
    expect(await importOf(t.app, done.id)).toMatchObject({ etat: 'annule', retirees: 1, conservees: 2 })
    const left = await t.db.selectFrom('lieux').select('nom').where('import_id', '=', done.id).orderBy('nom').execute()
    expect(left.map(({ nom }) => nom)).toEqual(['Ile', 'Port'])
    expect((await messagesOf(t.app, done.id)).map(({ message }) => message)).toEqual([
      expect.stringMatching(/«\u00a0Port, Ile\u00a0» reste\. Ce lieu est cité dans 1\u00a0relevé/),
      expect.stringMatching(/«\u00a0Ile\u00a0» reste\. Ce lieu a 1\u00a0lieu en dessous de lui/),
    ])
    expect(t.failures).toEqual([])
  })
})

test('the count of records says no more than it knows', () => {
  const none = { lieux: 0, sources: 0, orthographes: 0, registres: 0, releves: 0 }
  expect(inUse(none)).toBeUndefined()
  expect(inUse({ ...none, releves: 1000 })).toContain('1\u202f000\u00a0relevés')
  expect(inUse({ ...none, releves: 1001 })).toContain('plus de 1\u202f000 relevés')
  expect(inUse({ ...none, lieux: 1, sources: 2, releves: 1 })).toMatch(
    /^Ce lieu a 1.lieu .* et 2.sources.*\. Ce lieu est cité/,
  )
})

describe('places that changed while a record was away', () => {
  test('a record brought back holds them as they are today', async () => {
    const t = await site()
    const data = { nom: 'Riou', domicile: held(t.ker), origine: held(t.saintMalo) }
    const id = await t.make.releve(t.source, data)
    await deleteReleve(t.db, { id, ...BY })
    const input = { code: null, type_id: null, lieu_parent_id: t.departement.id, latitude: null, longitude: null }
    await updateLieu(t.db, t.saintMalo.id, { ...input, nom: 'Saint-Malo-de-l’Isle', note: null, version: 1 }, NOW)
    await t.visitor.post(`/lieux/${t.ker.id}/fusionner`, { vers: t.pleurtuit.id, version: 1, version_vers: 1 })
    await runTasks(t.deps, refreshHandlers)
    await restoreReleve(t.db, { id, ...BY })
    const back = await t.db.selectFrom('releves').select(['data', 'version']).where('id', '=', id).executeTakeFirst()
    const now = { ...data, domicile: held(t.pleurtuit), origine: held(await lieuNow(t.db, t.saintMalo.id)) }
    expect(back).toEqual({ data: now, version: 3 })
    const versions = await t.db.selectFrom('releve_versions').select(['operation', 'data']).orderBy('id').execute()
    expect(versions.map(({ operation }) => operation)).toEqual(['creation', 'suppression', 'restauration'])
    expect(versions.map((version) => version.data)).toEqual([data, data, now])
    const found = (q: string) => t.visitor.get(`/recherche?q=${encodeURIComponent(q)}`)
    expect((await found('isle')).page.text).toContain('Riou')
    expect(t.failures).toEqual([])
  })

  test('a rename that comes while an import writes waits for its batch, and finds its records', async () => {
    const t = await site()
    const imported = { id: 1, cible_id: t.source.id, user_id: t.app.admin.id, created_at: '2026-11-21T10:00:00.000Z' }
    const session = await relevesImport.open(t.db, imported, t.deps.clock)
    const row = { cells: { nom: 'Riou', domicile: t.ker.nom_long }, etats: {} }
    const input = { code: null, type_id: null, lieu_parent_id: t.pleurtuit.id, latitude: null, longitude: null }
    const order: string[] = []
    let renaming: Promise<unknown> = Promise.resolve()
    await t.db.transaction().execute(async (trx) => {
      expect(await session.apply(trx, [{ ligne: 2, row, cle: null, renvoi: null }])).toEqual([
        { ligne: 2, action: 'creer' },
      ])
      renaming = updateLieu(t.db, t.ker.id, { ...input, nom: 'Ker-Bihan', note: null, version: 1 }, NOW).then(() =>
        order.push('renamed'),
      )
      await new Promise((resolve) => setTimeout(resolve, 150))
      order.push('written')
    })
    await renaming
    expect(order).toEqual(['written', 'renamed'])
    await runTasks(t.deps, refreshHandlers)
    const { data } = await t.db.selectFrom('releves').select('data').executeTakeFirstOrThrow()
    expect(data.domicile).toEqual({ id: t.ker.id, nom_long: `Ker-Bihan, ${t.pleurtuit.nom_long}` })
    expect(t.failures).toEqual([])
  })
})

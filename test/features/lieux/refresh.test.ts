import { describe, expect, test } from 'vitest'
import { enqueueRefresh, REFRESH } from '../../../src/features/lieux/refresh-queue.ts'
import { updateReleve } from '../../../src/features/releves/actions/records.ts'
import { refreshHandlers } from '../../../src/features/releves/tasks/refresh.ts'
import { runTasks, type TaskDeps, type TaskHandler, type TaskRun } from '../../../src/features/taches/loop.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { lieuNow, plantBretagne, typed, typeId } from './plant.ts'

const FIELDS = [
  { nom: 'nom', label: 'Nom' },
  { nom: 'domicile', label: 'Domicile', type: 'place' as const },
  { nom: 'origine', label: 'Origine', type: 'place' as const },
]

async function site() {
  const t = await testApp()
  const places = await plantBretagne(t.db)
  const type = await t.make.typeSource({ champs: FIELDS })
  const source = await t.make.source({ type, lieu: places.pleurtuit })
  return { ...t, ...places, source, admin: await t.as(t.admin), visitor: await t.as(t.rene), app: t }
}
type Site = Awaited<ReturnType<typeof site>>

const place = ({ id, nom_long }: { id: number; nom_long: string }) => ({ id, nom_long })
const dataOf = async (t: Pick<TestApp, 'db'>, id: number) =>
  t.db.selectFrom('releves').select(['data', 'version', 'updated_at']).where('id', '=', id).executeTakeFirstOrThrow()
const tasks = (t: Pick<TestApp, 'db'>) =>
  t.db.selectFrom('taches').select(['etat', 'payload', 'essais']).where('kind', '=', REFRESH).orderBy('id').execute()

async function rename(t: Site, id: number, nom: string) {
  const row = await lieuNow(t.db, id)
  const parent = row.lieu_parent_id === null ? null : await lieuNow(t.db, row.lieu_parent_id)
  const { version, type_id } = row
  const answer = await t.visitor.post(
    `/lieux/${id}`,
    typed({
      ...{ nom, version, type_id: type_id ?? '', lieu_parent_id: parent?.id ?? '' },
      'texte:lieu_parent_id': parent?.nom_long ?? '',
    }),
  )
  expect(answer.status).toBe(303)
}

const found = async (t: Site, q: string) => {
  const text = (await t.admin.get(`/recherche?q=${encodeURIComponent(q)}`)).page.text
  return /Kermartin/.test(text)
}

describe('after a rename', () => {
  test('records, search, page and CSV agree; no version is written; the page says how many remain', async () => {
    const t = await site()
    const id = await t.make.releve(t.source, { nom: 'Kermartin', domicile: place(t.pleurtuit), origine: null })
    const other = await t.make.releve(t.source, { nom: 'Autre', domicile: null, origine: place(t.france) })
    const before = await dataOf(t, id)
    const untouched = await dataOf(t, other)
    const versions = () => t.db.selectFrom('releve_versions').select('id').execute()
    const history = (await versions()).length
    await rename(t, t.bretagne.id, 'Breizh')

    const waiting = (await t.admin.get(`/lieux/${t.pleurtuit.id}`)).page
    expect(waiting.text).toContain('Il reste 2 relevés à relire')
    expect((await t.admin.get(`/lieux/${t.france.id}`)).page.text).not.toContain('à relire')
    expect(await found(t, 'Breizh')).toBe(false)

    expect(await runTasks(t.deps, refreshHandlers)).toBe(1)
    const renamed = { id: t.pleurtuit.id, nom_long: 'Pleurtuit, Ille-et-Vilaine, Breizh, France' }
    expect(await dataOf(t, id)).toEqual({ ...before, data: { nom: 'Kermartin', domicile: renamed, origine: null } })
    expect(await dataOf(t, other)).toEqual(untouched)
    expect(await versions()).toHaveLength(history)
    expect(await found(t, 'Breizh')).toBe(true)
    expect(await found(t, 'Bretagne')).toBe(false)
    expect((await t.admin.get(`/lieux/${t.pleurtuit.id}`)).page.text).not.toContain('à relire')
    expect((await t.admin.get(`/releves/${id}`)).page.text).toContain(renamed.nom_long)
    expect((await t.admin.get(`/export/source/${t.source.id}/csv`)).text).toContain(renamed.nom_long)
    expect(t.failures).toEqual([])
  })

  test('a note alone asks for nothing; a flag of a type asks for everything', async () => {
    const t = await site()
    const id = await t.make.releve(t.source, { nom: 'Kermartin', domicile: place(t.pleurtuit) })
    await rename(t, t.bretagne.id, 'Bretagne')
    expect(await tasks(t)).toEqual([])
    const region = await typeId(t.db, 'Région')
    const answer = await t.admin.post(`/admin/types-lieux/${region}`, { nom: 'Région', ordre: 2, version: 1 })
    expect(answer.status).toBe(303)
    expect((await tasks(t)).map(({ payload }) => payload.lieux)).toEqual([null])
    expect((await t.admin.get(`/lieux/${t.saintMalo.id}`)).page.text).toContain('Il reste 1 relevé à relire')
    await runTasks(t.deps, refreshHandlers)
    expect((await dataOf(t, id)).data.domicile).toEqual({
      id: t.pleurtuit.id,
      nom_long: 'Pleurtuit, Ille-et-Vilaine, France',
    })
  })

  test('one pass does the work of all that wait, and a second run changes nothing', async () => {
    const t = await site()
    const id = await t.make.releve(t.source, {
      nom: 'Kermartin',
      domicile: place(t.pleurtuit),
      origine: place(t.saintMalo),
    })
    await rename(t, t.bretagne.id, 'Breizh')
    await rename(t, t.departement.id, 'Illevilaine')
    await rename(t, t.saintMalo.id, 'Saint-Malo-de-l’Isle')
    expect(await runTasks(t.deps, refreshHandlers)).toBe(1)
    expect((await tasks(t)).map(({ etat }) => etat)).toEqual(['faite', 'faite', 'faite'])
    const after = await dataOf(t, id)
    expect(after.data).toEqual({
      nom: 'Kermartin',
      domicile: { id: t.pleurtuit.id, nom_long: 'Pleurtuit, Illevilaine, Breizh, France' },
      origine: { id: t.saintMalo.id, nom_long: 'Saint-Malo-de-l’Isle, Illevilaine, Breizh, France' },
    })
    await enqueueRefresh(t.db, null, t.deps.clock())
    expect(await runTasks(t.deps, refreshHandlers)).toBe(1)
    expect(await dataOf(t, id)).toEqual(after)
    expect(await found(t, 'Illevilaine')).toBe(true)
  })

  test('a pass that was stopped goes on where it stood', async () => {
    const t = await site()
    const row = { nom: 'Kermartin', domicile: place(t.pleurtuit) }
    for (let n = 0; n < 3; n += 1) await t.make.releve(t.source, row)
    // Ids far apart: other windows of the pass.
    const now = t.deps.clock().toISOString()
    const base = { source_id: t.source.id, etats: '{}', created_at: now, updated_at: now }
    const data = JSON.stringify(row)
    for (const id of [600, 1200])
      await t.db
        .insertInto('releves')
        .values({ ...base, id, data })
        .execute()
    await rename(t, t.bretagne.id, 'Breizh')
    let stop = false
    // The process is told to stop while the first window is under way.
    const handler = refreshHandlers[REFRESH] as TaskHandler
    const stopping = {
      [REFRESH]: {
        run: (deps: TaskDeps, run: TaskRun) => {
          const alive = (progres?: number | null) => {
            stop = true
            return run.alive(progres)
          }
          return handler.run(deps, { ...run, alive })
        },
      },
    }
    expect(await runTasks(t.deps, stopping, () => stop)).toBe(1)
    const [left] = await tasks(t)
    expect(left).toMatchObject({ etat: 'attente', essais: 0, payload: { vus: 3 } })
    const stale = async () =>
      (await t.db.selectFrom('releves').select(['id', 'data']).orderBy('id').execute())
        .filter(({ data: d }) => JSON.stringify(d).includes('Bretagne'))
        .map(({ id }) => id)
    expect(await stale()).toEqual([600, 1200])
    await runTasks(t.deps, refreshHandlers)
    expect(await stale()).toEqual([])
    expect((await tasks(t)).map(({ etat }) => etat)).toEqual(['faite'])
  })

  test('a record that somebody saves meanwhile keeps what they typed, under the new name', async () => {
    const t = await site()
    const ids = []
    for (let n = 0; n < 20; n += 1)
      ids.push(await t.make.releve(t.source, { nom: `Kermartin ${n}`, domicile: place(t.pleurtuit) }))
    await rename(t, t.bretagne.id, 'Breizh')
    const save = (id: number) =>
      updateReleve(t.db, {
        ...{ id, version: 1, etats: {}, user_id: t.app.admin.id, now: t.deps.clock().toISOString() },
        data: { nom: 'Corrigé', domicile: place(t.pleurtuit) },
      })
    await Promise.all([runTasks(t.deps, refreshHandlers), ...ids.map(save)])
    // Saved after the pass with the old name: the next one corrects it, and nothing of it is lost.
    await enqueueRefresh(t.db, t.bretagne.id, t.deps.clock())
    await runTasks(t.deps, refreshHandlers)
    for (const id of ids) {
      const { data, version } = await dataOf(t, id)
      expect([data.nom, version]).toEqual(['Corrigé', 2])
      expect(data.domicile).toEqual({ id: t.pleurtuit.id, nom_long: 'Pleurtuit, Ille-et-Vilaine, Breizh, France' })
    }
    const indexed = await t.db.selectFrom('mots').select('terme').where('terme', '=', 'breizh').execute()
    expect(indexed).toHaveLength(1)
    expect(t.failures).toEqual([])
  })

  test('a place that is gone leaves its name in the record', async () => {
    const t = await site()
    const gone = { id: 999_999, nom_long: 'Ys, Bretagne' }
    const id = await t.make.releve(t.source, { nom: 'Kermartin', domicile: gone, origine: place(t.pleurtuit) })
    await rename(t, t.pleurtuit.id, 'Pleurtuit-sur-Mer')
    await runTasks(t.deps, refreshHandlers)
    const { data } = await dataOf(t, id)
    expect(data.domicile).toEqual(gone)
    expect(data.origine).toMatchObject({ nom_long: 'Pleurtuit-sur-Mer, Ille-et-Vilaine, Bretagne, France' })
  })
})

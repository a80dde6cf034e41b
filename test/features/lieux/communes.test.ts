import { describe, expect, test } from 'vitest'
import { COMMUNES, communesHandlers, lastLoad } from '../../../src/features/lieux/communes.ts'
import { franceChoices, readFrance } from '../../../src/features/lieux/communes-file.ts'
import { claim, LEASE_MS } from '../../../src/features/taches/actions.ts'
import { runTasks, type TaskDeps, type TaskHandler, type TaskRun } from '../../../src/features/taches/loop.ts'
import { testApp } from '../../support/app.ts'
import { plant, typeId } from './plant.ts'

const PATH = '/lieux/communes'
/** Île de Clipperton, Saint-Pierre-et-Miquelon, Martinique: 1, 2 and 34 communes. */
const SMALL = ['989', '975', '972']
const PLACES = 1 + 3 + 3 + 1 + 2 + 34

async function site() {
  const t = await testApp()
  const visitor = await t.as(t.admin)
  return {
    ...t,
    visitor,
    load: (departements: string[]) => visitor.post(PATH, { portee: 'departements', departements }),
    run: () => runTasks(t.deps, communesHandlers),
    lieux: () => t.db.selectFrom('lieux').selectAll().orderBy('id').execute(),
  }
}

describe('the file', () => {
  test('holds France, every département in its region, every commune in its département', async () => {
    const { pays, regions } = await readFrance()
    const departements = regions.flatMap((region) => region.departements)
    const communes = departements.flatMap((departement) => departement.communes)
    expect([pays.nom, regions.length, departements.length, communes.length]).toEqual(['France', 26, 109, 34_969])
    const pleurtuit = communes.find(({ code }) => code === '35228')
    expect(pleurtuit).toMatchObject({ nom: 'Pleurtuit', code: '35228' })
    expect(communes.every(({ nom, code }) => nom !== '' && code !== null)).toBe(true)
    const positions = communes.flatMap(({ latitude, longitude }) => (latitude === null ? [] : [[latitude, longitude]]))
    expect(positions.every(([lat, lon]) => Math.abs(lat ?? 91) <= 90 && Math.abs(lon ?? 181) <= 180)).toBe(true)
    const codes = (await franceChoices()).map(({ code }) => code)
    expect([codes.length, codes.slice(18, 22), codes.at(-1)]).toEqual([109, ['19', '2A', '2B', '21'], '989'])
  })
})

describe('loading', () => {
  test('makes the chosen départements with what they lie in, once', async () => {
    const t = await site()
    const answer = await t.load(SMALL)
    expect([answer.status, answer.location]).toEqual([303, PATH])
    const running = (await t.visitor.get(PATH)).page
    expect(running.text).toContain('Chargement des communes')
    expect(running.one('#chargement').getAttribute('hx-get')).toBe(PATH)
    // Somebody else, or a second click: told, not done twice.
    expect((await t.load(SMALL)).status).toBe(409)
    expect(await t.run()).toBe(1)

    const lieux = await t.lieux()
    expect(lieux).toHaveLength(PLACES)
    const martinique = lieux.find(({ code }) => code === '972')
    const ducos = lieux.find(({ nom }) => nom === 'Ducos')
    expect(ducos).toMatchObject({
      nom_long: 'Ducos, Martinique, Martinique, France',
      lieu_parent_id: martinique?.id,
      chemin: `${martinique?.chemin}${ducos?.id}/`,
      recherche: ' ducos martinique martinique france ',
      type_id: await typeId(t.db, 'Commune'),
    })
    const done = (await t.visitor.get(PATH)).page
    expect(done.text).toContain(`Dernier chargement : ${PLACES} lieux créés.`)
    expect(done.one('#chargement').getAttribute('hx-get')).toBeUndefined()
    expect(done.text).toContain('Licence Ouverte (Etalab)')
    expect(done.text).toContain('CC BY 4.0')

    expect((await t.load(SMALL)).status).toBe(303)
    await t.run()
    expect(await t.lieux()).toEqual(lieux)
    expect(await lastLoad(t.db)).toMatchObject({ crees: 0, etat: 'faite', faits: 3, total: 3 })
    expect(t.failures).toEqual([])
  })

  test('keeps the places that are there, whatever was changed in them', async () => {
    const t = await site()
    const france = await plant(t.db, 'FRANCE', undefined, { note: 'La nôtre.' })
    const martinique = await plant(t.db, 'Martinique', france)
    const departement = await plant(t.db, 'La Martinique', martinique, { code: '972' })
    const fort = await plant(t.db, 'Fort Royal', departement, { code: '97209' })
    const ducos = await plant(t.db, 'DUCOS', departement)
    const hamlet = await plant(t.db, 'Ducos', fort)
    await t.load(['972'])
    await t.run()
    const lieux = await t.lieux()
    for (const { id } of [france, martinique, departement, fort, ducos, hamlet])
      expect(lieux.find((lieu) => lieu.id === id)).toMatchObject({ version: 1 })
    expect(lieux.filter(({ lieu_parent_id }) => lieu_parent_id === departement.id)).toHaveLength(34)
    expect(lieux.filter(({ nom_tri }) => nom_tri === 'ducos').map(({ id }) => id)).toEqual([ducos.id, hamlet.id])
    expect(await lastLoad(t.db)).toMatchObject({ crees: 32, gardes: 3 })
  })

  test('goes on after a stop with the next département, and counts each once', async () => {
    const t = await site()
    await t.load(SMALL)
    let stop = false
    const handler = communesHandlers[COMMUNES] as TaskHandler
    const stopping = {
      [COMMUNES]: {
        run: (deps: TaskDeps, run: TaskRun) => {
          const alive = (progres?: number | null) => {
            stop = true
            return run.alive(progres)
          }
          return handler.run(deps, { ...run, alive })
        },
      },
    }
    await runTasks(t.deps, stopping, () => stop)
    expect(await lastLoad(t.db)).toMatchObject({ etat: 'attente', faits: 1, total: 3 })
    await t.run()
    expect(await lastLoad(t.db)).toMatchObject({ etat: 'faite', faits: 3, crees: PLACES, gardes: 0 })
    expect(await t.lieux()).toHaveLength(PLACES)
  })

  test('a process that lost the task to another writes nothing more', async () => {
    const t = await site()
    await t.load(['989'])
    const task = await claim(t.db, [COMMUNES], t.deps.clock())
    if (!task) throw new Error('nothing to claim')
    // Its lease ends and another process takes the task up.
    const later = new Date(t.deps.clock().getTime() + LEASE_MS + 1)
    await claim(t.db, [COMMUNES], later)
    const alive = () => Promise.reject(new Error('left'))
    const handler = communesHandlers[COMMUNES] as TaskHandler
    await expect(handler.run(t.deps, { task, alive })).rejects.toThrow('left')
    expect(await t.lieux()).toEqual([])
  })

  test('a type of place that was taken away is made again', async () => {
    const t = await site()
    await t.db.deleteFrom('types_lieux').where('nom', '=', 'Commune').execute()
    await t.load(['989'])
    await t.run()
    const commune = (await t.lieux()).find(({ code }) => code === '98901')
    expect(commune?.type_id).toBe(await typeId(t.db, 'Commune'))
    expect(t.failures).toEqual([])
  })
})

describe('the page', () => {
  test('is offered where no place is, to administrators', async () => {
    const t = await site()
    const link = `.vide a[href="${PATH}"]`
    expect((await t.visitor.get('/lieux')).page.one(link).text).toBe('Commencer avec les communes de France')
    const rene = await t.as(t.rene)
    expect((await rene.get('/lieux')).page.has(link)).toBe(false)
    expect((await rene.get(PATH)).status).toBe(403)
    const page = (await t.visitor.get(PATH)).page
    expect([page.h1, page.all('[name=departements]').length]).toEqual(['Communes de France', 109])
  })

  test('the last step of the wizard leads to it, by the log-in', async () => {
    const t = await site()
    // Where the link of features/setup/views/result.tsx goes.
    const login = await t.anonymous().get(`/login?suite=${PATH}`)
    expect(login.page.value('suite')).toBe(PATH)
  })

  test('only an administrator loads', async () => {
    const t = await site()
    for (const user of [t.rene, t.marie, t.etienne])
      expect((await (await t.as(user)).post(PATH, { portee: 'france' })).status).toBe(403)
    const anonymous = await t.anonymous().post(PATH, { portee: 'france' })
    expect(anonymous.location).toMatch(/^\/login/)
    expect(await lastLoad(t.db)).toBeUndefined()
  })

  test.each([
    [{}, 'portee', 'Choisissez entre'],
    [{ portee: 'monde' }, 'portee', 'Choisissez entre'],
    [{ portee: 'departements' }, 'departements', 'Cochez au moins un département'],
    [{ portee: 'departements', departements: ['35', '999'] }, 'departements', 'de la liste'],
    [{ portee: 'departements', departements: ['\u0000', 'x'.repeat(9000)] }, 'departements', 'de la liste'],
  ])('refuses %j beside the field, and keeps what was ticked', async (fields, name, message) => {
    const t = await site()
    const { status, page } = await t.visitor.post(PATH, fields)
    expect(status).toBe(422)
    expect(page.one(`#${name}-erreur`).text).toContain(message)
    const ticked = page.all('[name=departements][checked]').map((box) => box.getAttribute('value'))
    expect(ticked).toEqual('departements' in fields && fields.departements?.[0] === '35' ? ['35'] : [])
    expect(await lastLoad(t.db)).toBeUndefined()
    expect(t.failures).toEqual([])
  })
})

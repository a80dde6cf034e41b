import { describe, expect, test } from 'vitest'
import { firstLines } from '../../../../src/features/imports/queries/imports.ts'
import type { CommuneRow } from '../../../../src/features/lieux/communes/actions.ts'
import { franceChoices, franceCsv, readFrance } from '../../../../src/features/lieux/communes/file.ts'
import { communesImport, lastLoad } from '../../../../src/features/lieux/communes/queries.ts'
import { recomputeAll } from '../../../../src/features/lieux/rules/cascade.ts'
import { testApp } from '../../../support/app.ts'
import { importOf, work } from '../../imports/support.ts'
import { plant, typeId } from '../plant.ts'

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
    /** Asks for a load and lets its lines be counted: nothing is created yet. */
    count: async (fields: Record<string, string | string[]>) => {
      const answer = await visitor.post(PATH, fields)
      await work(t)
      return { answer, planned: await importOf(t) }
    },
    load: async (departements: string[]) => {
      await visitor.post(PATH, { departements })
      await work(t)
      const planned = await importOf(t)
      if (planned.a_creer > 0) await visitor.post(`/imports/${planned.id}/confirmer`)
      await work(t)
      return { planned, done: await importOf(t) }
    },
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
    expect(positions.length).toBe(34_865)
    expect(positions.every(([lat, lon]) => Math.abs(lat ?? 91) <= 90 && Math.abs(lon ?? 181) <= 180)).toBe(true)
    const codes = (await franceChoices()).map(({ code }) => code)
    const lines = async (of: string[] | null) => (await franceCsv(of)).trimEnd().split('\n').length
    expect([await lines(null), await lines(SMALL), await lines([])]).toEqual([35_106, PLACES + 1, 2])
    expect([codes.length, codes.slice(18, 22), codes.at(-1)]).toEqual([109, ['19', '2A', '2B', '21'], '989'])
  })
})

describe('loading', () => {
  test('counts before anything is created, makes the chosen départements with what they lie in, once', async () => {
    const t = await site()
    const { answer, planned } = await t.count({ portee: 'departements', departements: SMALL })
    expect([answer.status, answer.location]).toEqual([303, `/imports/${planned.id}`])
    expect(planned).toMatchObject({ kind: 'communes', etat: 'pret', a_creer: PLACES, inchangees: 0, refusees: 0 })
    expect(await t.lieux()).toEqual([])
    const { page } = await t.visitor.get(`/imports/${planned.id}`)
    expect(page.text).toContain(`Enregistrer ${PLACES} lieux`)
    expect(page.text).not.toContain('Encodage')

    await t.visitor.post(`/imports/${planned.id}/confirmer`)
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'termine', creees: PLACES, refusees: 0 })
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
      import_id: planned.id,
    })
    const consistent = await t.db.transaction().execute((trx) => recomputeAll(trx))
    expect(consistent).toBe(0)

    const again = await t.load(SMALL)
    expect(again.planned).toMatchObject({ a_creer: 0, inchangees: PLACES })
    expect((await t.visitor.get(`/imports/${again.planned.id}`)).page.text).toContain('Il n’y a rien à enregistrer')
    expect(await t.lieux()).toEqual(lieux)
    expect(t.failures).toEqual([])
  })

  test('is an import like others: in the list, in the journal, and it can be undone', async () => {
    const t = await site()
    const { done } = await t.load(['989'])
    const kept = await t.lieux()
    expect(kept).toHaveLength(4)
    expect((await t.visitor.get('/imports')).page.one(`a[href="/imports/${done.id}"]`).text).toContain('Clipperton')
    const page = (await t.visitor.get(PATH)).page
    expect(page.one(`a[href="/imports/${done.id}"]`).text).toContain('annuler')
    await t.visitor.post(`/imports/${done.id}/annuler`)
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'annule', retirees: 4, conservees: 0 })
    expect(await t.lieux()).toEqual([])
    const undone = (await t.visitor.get(`/imports/${done.id}`)).page.text
    expect(undone).toMatch(/Créés ?4.*Retirés ?4/)
    expect(undone).not.toMatch(/fichier|Retirées/)
    const journal = await t.db.selectFrom('journal').select(['action', 'objet_id', 'detail']).orderBy('id').execute()
    expect(journal.filter(({ action }) => action.startsWith('import.'))).toMatchObject([
      { action: 'import.confirmation', objet_id: done.id, detail: { de: 'communes', lignes: 4 } },
      { action: 'import.annulation', objet_id: done.id },
    ])
    expect(t.failures).toEqual([])
  })

  test('a tick wins over « toute la France », of a département or of a region, and that is told', async () => {
    const t = await site()
    const { answer, planned } = await t.count({ portee: 'france', departements: '989' })
    expect(planned).toMatchObject({ a_creer: 4, nom_fichier: expect.stringContaining('Clipperton') })
    const page = (await t.visitor.get(answer.location ?? '')).page
    expect(page.text).toContain('eux seuls seront chargés, et non toute la France')
    expect((await t.count({ portee: 'france', regions: '989' })).planned.a_creer).toBe(4)
    expect((await t.count({ regions: ['975', '989'], departements: ['989'] })).planned.a_creer).toBe(1 + 3 + 4)
  })

  test('keeps the places that are there, whatever was changed in them', async () => {
    const t = await site()
    const france = await plant(t.db, 'FRANCE', undefined, { note: 'La nôtre.' })
    const martinique = await plant(t.db, 'Martinique', france)
    const departement = await plant(t.db, 'La Martinique', martinique, { code: '972' })
    const fort = await plant(t.db, 'Fort Royal', departement, { code: '97209' })
    const ducos = await plant(t.db, 'DUCOS', departement)
    const hamlet = await plant(t.db, 'Ducos', fort)
    const { planned, done } = await t.load(['972'])
    const lieux = await t.lieux()
    for (const { id } of [france, martinique, departement, fort, ducos, hamlet])
      expect(lieux.find((lieu) => lieu.id === id)).toMatchObject({ version: 1 })
    expect(lieux.filter(({ lieu_parent_id }) => lieu_parent_id === departement.id)).toHaveLength(34)
    expect(lieux.filter(({ nom_tri }) => nom_tri === 'ducos').map(({ id }) => id)).toEqual([ducos.id, hamlet.id])
    expect(planned).toMatchObject({ a_creer: 32, inchangees: 5 })
    expect(done).toMatchObject({ creees: 32, refusees: 0 })
    expect(lieux.at(-1)?.nom_long).toContain(', La Martinique, Martinique, FRANCE')
  })

  test('what others made or removed since it was counted is looked at again', async () => {
    const t = await site()
    await t.load(['989'])
    const { planned } = await t.count({ departements: '975' })
    const found = (await t.lieux()).find(({ nom }) => nom === 'France')
    if (!found) throw new Error('France was loaded')
    const region = await plant(t.db, 'Saint-Pierre-et-Miquelon', found)
    await t.visitor.post(`/imports/${planned.id}/confirmer`)
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'termine', creees: 3, inchangees: 2, refusees: 0 })
    expect((await t.lieux()).filter(({ lieu_parent_id }) => lieu_parent_id === region.id)).toHaveLength(1)
  })

  test('a load that was cut short in the middle goes on where it stood', async () => {
    const t = await site()
    const { planned } = await t.count({ departements: SMALL })
    await t.visitor.post(`/imports/${planned.id}/confirmer`)
    // Another process held it, and wrote the first ten lines.
    const session = await communesImport.open(t.db, planned, t.deps.clock)
    const lines = await firstLines<CommuneRow>(t.db, planned.id, 10)
    await t.db.transaction().execute(async (trx) => {
      await session.apply(trx, lines)
      const position = { position_ligne: lines.at(-1)?.ligne ?? 0, creees: 10 }
      await trx.updateTable('imports').set(position).where('id', '=', planned.id).execute()
    })
    await work(t)
    expect(await importOf(t)).toMatchObject({ etat: 'termine', creees: PLACES, refusees: 0 })
    expect(await t.lieux()).toHaveLength(PLACES)
  })

  test('the button pressed twice makes one import', async () => {
    const t = await site()
    const jeton = (await t.visitor.get(PATH)).page.value('_envoi')
    const fields = { departements: '989', _envoi: jeton }
    const [one, two] = [await t.visitor.post(PATH, fields), await t.visitor.post(PATH, fields)]
    expect(one.location).toBe(two.location)
    await work(t)
    expect(await t.db.selectFrom('imports').select('etat').execute()).toEqual([{ etat: 'pret' }])
  })

  test('a type of place that was taken away is made again', async () => {
    const t = await site()
    await t.db.deleteFrom('types_lieux').where('nom', '=', 'Commune').execute()
    await t.load(['989'])
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
    expect(page.all('[name=portee][checked]').map((box) => box.getAttribute('value'))).toEqual(['departements'])
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
    [{}, 'departements', 'Cochez au moins un département'],
    [{ portee: 'monde' }, 'portee', 'Choisissez entre'],
    [{ portee: 'departements' }, 'departements', 'Cochez au moins un département'],
    [{ portee: 'departements', departements: ['35', '999'] }, 'departements', 'de la liste'],
    [{ regions: ['999'] }, 'departements', 'de la liste'],
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

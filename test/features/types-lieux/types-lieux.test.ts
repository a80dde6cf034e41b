import { describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'
import { squeeze } from '../../support/html.ts'
import { lieuNow, plant, typeId } from '../lieux/plant.ts'

const PATH = '/admin/types-lieux'
const names = async (t: TestApp) =>
  (await t.db.selectFrom('types_lieux').select('nom').orderBy('ordre').orderBy('nom_key').execute()).map(
    ({ nom }) => nom,
  )
const typeNow = (t: TestApp, id: number) =>
  t.db.selectFrom('types_lieux').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Field, what is typed in it, what is said beside it. */
const BAD: [string, string, string][] = [
  ['nom', '', 'Indiquez le nom du type de lieu.'],
  ['nom', '—', 'Ce nom doit contenir au moins une lettre ou un chiffre.'],
  ['nom', 'x'.repeat(121), 'Ce texte est trop long : 120 caractères au plus.'],
  ['nom', 'Trê\u0000ve', 'Ce texte contient un caractère interdit (caractère de contrôle).'],
  ['nom', 'REGION', 'Un type de lieu de ce nom existe déjà.'],
  ['ordre', '', 'Ce champ est obligatoire.'],
  ['ordre', 'abc', 'Indiquez un nombre entier de 0 à 9999.'],
  ['ordre', '1,5', 'Indiquez un nombre entier de 0 à 9999.'],
  ['ordre', '10000', 'Indiquez un nombre entier de 0 à 9999.'],
]

/** Canton de Dinard with a commune below it, under a département. */
async function withCanton(t: TestApp) {
  const canton = await typeId(t.db, 'Canton')
  const departement = await plant(t.db, 'Ille-et-Vilaine')
  const dinard = await plant(t.db, 'Canton de Dinard', departement, { type_id: canton })
  const commune = await plant(t.db, 'Pleurtuit', dinard)
  return { canton, dinard, commune }
}

test('the list shows order, name, flag and number of places', async () => {
  const t = await testApp()
  await withCanton(t)
  const admin = await t.as(t.admin)
  const { page, status } = await admin.get(PATH)
  expect([status, page.h1]).toEqual([200, 'Types de lieux'])
  const rows = page.all('tbody tr').map((row) => row.querySelectorAll('td,th').map((cell) => squeeze(cell.textContent)))
  expect(rows.map(([ordre, nom, flag, lieux]) => [ordre, nom, flag, lieux])).toEqual([
    ['1', 'Pays', 'Oui', '0'],
    ['2', 'Région', 'Oui', '0'],
    ['3', 'Département', 'Oui', '0'],
    ['4', 'Canton', 'Oui', '1'],
    ['5', 'Commune', 'Oui', '0'],
    ['6', 'Paroisse', 'Oui', '0'],
    ['7', 'Lieu-dit', 'Oui', '0'],
  ])
  expect(t.failures).toEqual([])
})

describe('creating', () => {
  test('a type comes at the end unless another order is typed', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    const { page } = await admin.get(`${PATH}/nouveau`)
    expect([page.h1, page.value('ordre')]).toEqual(['Nouveau type de lieu', '8'])
    expect(page.one('[name="dans_nom_long"]').hasAttribute('checked')).toBe(true)
    const fields = { nom: ' Trêve ', ordre: 6, _envoi: page.value('_envoi') }
    const answer = await admin.post(PATH, fields)
    expect((await admin.follow(answer)).page.flash).toBe('Type de lieu créé.')
    // A form that is sent again makes nothing more.
    expect((await admin.post(PATH, fields)).status).toBe(303)
    expect(await names(t)).toEqual([
      'Pays',
      'Région',
      'Département',
      'Canton',
      'Commune',
      'Paroisse',
      'Trêve',
      'Lieu-dit',
    ])
    const trêve = await typeNow(t, await typeId(t.db, 'Trêve'))
    expect(trêve).toMatchObject({ ordre: 6, dans_nom_long: false, version: 1 })
  })

  test('refuses what is empty, too long, forbidden or taken, beside its field, and keeps what was typed', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    for (const [name, value, message] of BAD) {
      const fields = { nom: 'Trêve', ordre: '8', dans_nom_long: '1', [name]: value }
      const answer = await admin.post(PATH, fields)
      expect([name, answer.status, squeeze(answer.page.error(name))]).toEqual([name, 422, message])
      const kept = Object.entries(fields).filter(([, text]) => !text.includes('\u0000'))
      expect(kept.map(([field]) => answer.page.value(field))).toEqual(kept.map(([, text]) => text))
    }
    expect(await names(t)).toHaveLength(7)
    expect(t.failures).toEqual([])
  })
})

describe('changing', () => {
  test('the flag recomputes the long names of all places below, both ways', async () => {
    const t = await testApp()
    const { canton, dinard, commune } = await withCanton(t)
    const admin = await t.as(t.admin)
    const form = (await admin.get(`${PATH}/${canton}/modifier`)).page
    expect([form.value('nom'), form.value('ordre'), form.value('version')]).toEqual(['Canton', '4', '1'])
    const off = await admin.post(`${PATH}/${canton}`, { nom: 'Canton', ordre: 4, version: 1 })
    expect((await admin.follow(off)).page.flash).toBe('Type de lieu enregistré.')
    expect((await lieuNow(t.db, commune.id)).nom_long).toBe('Pleurtuit, Ille-et-Vilaine')
    expect((await lieuNow(t.db, commune.id)).recherche).toBe(' pleurtuit ille et vilaine ')
    expect((await lieuNow(t.db, dinard.id)).nom_long).toBe('Canton de Dinard, Ille-et-Vilaine')
    await admin.post(`${PATH}/${canton}`, { nom: 'Canton', ordre: 4, dans_nom_long: '1', version: 2 })
    expect((await lieuNow(t.db, commune.id)).nom_long).toBe('Pleurtuit, Canton de Dinard, Ille-et-Vilaine')
    // The places were not edited: forms of them that are open elsewhere stay valid.
    expect((await lieuNow(t.db, commune.id)).version).toBe(1)
    expect(t.failures).toEqual([])
  })

  test('a name already taken, bad input and a late save are told, nothing stored', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    const id = await typeId(t.db, 'Canton')
    const taken = await admin.post(`${PATH}/${id}`, { nom: 'commune', ordre: 4, version: 1 })
    expect([taken.status, taken.page.error('nom')]).toEqual([422, 'Un type de lieu de ce nom existe déjà.'])
    const empty = await admin.post(`${PATH}/${id}`, { nom: '', ordre: 12, version: 1 })
    expect([empty.status, empty.page.value('ordre')]).toEqual([422, '12'])
    await t.db.updateTable('types_lieux').set({ version: 5 }).where('id', '=', id).execute()
    const late = await admin.post(`${PATH}/${id}`, { nom: 'Baillage', ordre: 4, version: 1 })
    expect([late.status, late.page.value('nom'), late.page.value('version')]).toEqual([409, 'Baillage', '5'])
    expect(late.page.one('[role="alert"]').textContent).toContain('modifié entre-temps')
    expect(await typeNow(t, id)).toMatchObject({ nom: 'Canton', ordre: 4, dans_nom_long: true, version: 5 })
    expect(t.failures).toEqual([])
  })
})

describe('deleting', () => {
  test('a type that no place bears goes after a question', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    const id = await typeId(t.db, 'Paroisse')
    const asked = await admin.get(`${PATH}/${id}/supprimer`)
    expect([asked.page.h1, asked.page.text.includes('« Paroisse »')]).toEqual(['Supprimer le type de lieu', true])
    const answer = await admin.post(`${PATH}/${id}/supprimer`, { version: asked.page.value('version') })
    expect((await admin.follow(answer)).page.flash).toBe('Type de lieu supprimé.')
    expect(await names(t)).not.toContain('Paroisse')
  })

  test('a type in use stays, with the count', async () => {
    const t = await testApp()
    const { canton, dinard } = await withCanton(t)
    const admin = await t.as(t.admin)
    const refusal = async () => {
      const asked = await admin.get(`${PATH}/${canton}/supprimer`)
      expect(asked.page.has('main form')).toBe(false)
      const answer = await admin.post(`${PATH}/${canton}/supprimer`, { version: 1 })
      expect(answer.status).toBe(409)
      return answer.page.text
    }
    expect(await refusal()).toContain('Un lieu est de ce type : donnez-lui d’abord un autre type.')
    await plant(t.db, 'Canton de Dol', dinard, { type_id: canton })
    expect(await refusal()).toContain('2 lieux sont de ce type : donnez-leur d’abord un autre type.')
    expect(await names(t)).toContain('Canton')
  })

  test('a type changed since the question stays', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    const id = await typeId(t.db, 'Paroisse')
    await t.db.updateTable('types_lieux').set({ version: 2 }).where('id', '=', id).execute()
    expect((await admin.post(`${PATH}/${id}/supprimer`, { version: 1 })).status).toBe(409)
    expect(await names(t)).toContain('Paroisse')
  })

  test('an id of no type is a page that does not exist', async () => {
    const t = await testApp()
    const admin = await t.as(t.admin)
    for (const id of ['99999', 'abc']) {
      for (const path of [`${id}/modifier`, `${id}/supprimer`])
        expect([path, (await admin.get(`${PATH}/${path}`)).status]).toEqual([path, 404])
      for (const path of [id, `${id}/supprimer`])
        expect([path, (await admin.post(`${PATH}/${path}`, { nom: 'x' })).status]).toEqual([path, 404])
    }
  })
})

test('only administrators read or write types', async () => {
  const t = await testApp()
  const id = await typeId(t.db, 'Paroisse')
  const writes = [PATH, `${PATH}/${id}`, `${PATH}/${id}/supprimer`]
  for (const person of [t.rene, t.marie]) {
    const visitor = await t.as(person)
    for (const path of [PATH, `${PATH}/nouveau`, `${PATH}/${id}/modifier`, `${PATH}/${id}/supprimer`])
      expect([path, (await visitor.get(path)).status]).toEqual([path, 403])
    for (const path of writes)
      expect([path, (await visitor.post(path, { nom: 'Intrus', ordre: 1, version: 1 })).status]).toEqual([path, 403])
  }
  const anonymous = t.anonymous()
  for (const path of writes)
    expect((await anonymous.post(path, { nom: 'Intrus', ordre: 1, version: 1 })).location?.split('?')[0]).toBe('/login')
  expect(await names(t)).toEqual(['Pays', 'Région', 'Département', 'Canton', 'Commune', 'Paroisse', 'Lieu-dit'])
})

test('the list costs the same number of queries for ten types and for twenty, and is paged', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  const more = async (from: number, to: number) => {
    for (let n = from; n < to; n += 1) {
      const type = { nom: `Type ${n}`, nom_key: `type ${n}`, ordre: n }
      await t.db.insertInto('types_lieux').values(type).execute()
      await plant(t.db, `Lieu ${n}`, undefined, { type_id: await typeId(t.db, type.nom) })
    }
  }
  const cost = () => countQueries(t.deps, () => admin.get(PATH))
  await more(10, 20)
  const ten = await cost()
  await more(20, 30)
  expect(await cost()).toBe(ten)
  const second = await admin.get(`${PATH}?par_page=25&page=2`)
  expect(second.page.all('tbody tr')).toHaveLength(2)
})

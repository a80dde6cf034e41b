import { expect, test } from 'vitest'
import { mergeLieux } from '../../../src/features/lieux/merge/actions.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { idsWith } from '../../support/search.ts'
import { releves } from './support.ts'

const NOW = '2026-11-21T10:00:00.000Z'

/** A register of a type with places, a number and notes; its record lives in Pleurtuit. */
async function site(t: TestApp, notes = 'Marraine absente') {
  const [pleurtuit, dinard] = [await t.make.lieu({ nom: 'Pleurtuit' }), await t.make.lieu({ nom: 'Dinard' })]
  const champs = [
    { nom: 'nom' },
    { nom: 'domicile', label: 'Domicile', type: 'place' as const },
    { nom: 'age', label: 'Âge', type: 'number' as const },
    { nom: 'notes', label: 'Notes', type: 'textarea' as const },
  ]
  const type = await t.make.typeSource({ champs })
  const source = await t.make.source({ section: t.saintMalo, type })
  const domicile = { id: pleurtuit.id, nom_long: pleurtuit.nom_long }
  const id = await t.make.releve(source, { nom: 'Kermartin', domicile, age: 12, notes }, { domicile: 'douteux' })
  const rene = await t.as(t.rene)
  const setType = (nom: string, kind: 'text' | 'boolean') =>
    t.db.updateTable('champs').set({ type: kind }).where('nom', '=', nom).execute()
  return { pleurtuit, dinard, source, id, rene, setType }
}
type Site = Awaited<ReturnType<typeof site>>

const gone = (t: TestApp, { pleurtuit }: Site) => t.db.deleteFrom('lieux').where('id', '=', pleurtuit.id).execute()

const merged = (t: TestApp, { pleurtuit, dinard }: Site) =>
  mergeLieux(t.db, { id: pleurtuit.id, vers: dinard.id, version: 1, version_vers: 1 }, t.admin.id, NOW)

const options = (page: { all(css: string): { textContent: string }[] }) =>
  page.all('main fieldset label').map((label) => squeeze(label.textContent))

/** Saves the form of a record as its page holds it: what comes back must be possible to save again. */
async function saveAgain({ rene, id }: Site): Promise<number> {
  const { page } = await rene.get(`/releves/${id}/modifier`)
  const fields = page.all('main form[data-releve] :is(input, select, textarea)[name]').map((control) => {
    const chosen = control.querySelector('option[selected]')?.getAttribute('value')
    const name = control.getAttribute('name') ?? ''
    return [
      name,
      chosen ?? (control.tagName === 'TEXTAREA' ? control.textContent : control.getAttribute('value')) ?? '',
    ]
  })
  return (await rene.post(`/releves/${id}`, Object.fromEntries(fields))).status
}

test('a deleted record that cites a place that is gone asks what becomes of it, and can be saved again', async () => {
  const t = await testApp()
  const s = await site(t)
  const { rene, id } = s
  await rene.post(`/releves/${id}/supprimer`, { version: 1 })
  await gone(t, s)
  const asked = await rene.post(`/releves/${id}/restauration`)
  expect(asked.status).toBe(422)
  expect(asked.page.text).toContain('Le lieu « Pleurtuit » n’existe plus.')
  expect(options(asked.page)).toEqual([
    'L’écrire dans les notes : « Domicile : Pleurtuit »',
    'Ne rien garder dans ce relevé',
  ])
  expect(await releves(t)).toEqual([])
  const wrong = await rene.post(`/releves/${id}/restauration`, { 'choix[domicile]': 'lieu' })
  expect(wrong.status).toBe(422)
  const done = await rene.post(`/releves/${id}/restauration`, { 'choix[domicile]': 'notes' })
  expect([done.status, done.location]).toEqual([303, `/releves/${id}`])
  const [row] = await releves(t)
  expect([row?.data.domicile, row?.data.notes]).toEqual([undefined, 'Marraine absente\nDomicile\u00a0: Pleurtuit'])
  expect(row?.etats).toEqual({})
  expect(await idsWith(t.db, 'pleurtuit')).toEqual([id])
  expect(await saveAgain(s)).toBe(303)
  expect(t.failures).toEqual([])
})

test('one whose place was merged away is offered what replaces it', async () => {
  const t = await testApp()
  const s = await site(t)
  const { rene, id, dinard } = s
  await rene.post(`/releves/${id}/supprimer`, { version: 1 })
  await merged(t, s)
  const asked = await rene.post(`/releves/${id}/restauration`)
  expect(asked.page.text).toContain('Le lieu « Pleurtuit » a été fusionné avec un autre.')
  expect(options(asked.page)).toEqual([
    'Prendre le lieu qui le remplace : Dinard',
    'L’écrire dans les notes : « Domicile : Pleurtuit »',
    'Ne rien garder dans ce relevé',
  ])
  expect(asked.page.one('main fieldset input[checked]').getAttribute('value')).toBe('lieu')
  await rene.post(`/releves/${id}/restauration`, { 'choix[domicile]': 'lieu' })
  const [row] = await releves(t)
  expect(row?.data.domicile).toEqual({ id: dinard.id, nom_long: 'Dinard' })
  expect(row?.etats).toEqual({ domicile: 'douteux' })
  expect(await saveAgain(s)).toBe(303)
})

test('an older version asks the same, keeps the version its form was made from, and nothing is written before', async () => {
  const t = await testApp()
  const s = await site(t)
  const { rene, id, dinard } = s
  const moved = { 'data[nom]': 'Kermartin', 'data[domicile]': dinard.id, 'data[notes]': '', version: 1 }
  expect((await rene.post(`/releves/${id}`, moved)).status).toBe(303)
  await gone(t, s)
  const path = `/releves/${id}/versions/1/retablir`
  const asked = await rene.post(path, { version: 2 })
  expect([asked.status, asked.page.value('version')]).toEqual([422, '2'])
  expect((await releves(t))[0]).toMatchObject({ version: 2, data: { domicile: { id: dinard.id } } })
  const late = await rene.post(path, { version: 1, 'choix[domicile]': 'vide' })
  expect(late.status).toBe(409)
  expect((await rene.post(path, { version: 2, 'choix[domicile]': 'vide' })).status).toBe(303)
  const [row] = await releves(t)
  expect(row).toMatchObject({ version: 3, data: { nom: 'Kermartin', age: 12, notes: 'Marraine absente' } })
  expect(row?.data.domicile).toBeUndefined()
  expect(await saveAgain(s)).toBe(303)
  expect(t.failures).toEqual([])
})

test('a value of another kind becomes the text it was shown as, or is asked for', async () => {
  const t = await testApp()
  const s = await site(t)
  const { rene, id, setType } = s
  await rene.post(`/releves/${id}/supprimer`, { version: 1 })
  await setType('age', 'boolean')
  const asked = await rene.post(`/releves/${id}/restauration`)
  expect([asked.status, asked.page.text]).toEqual([
    422,
    expect.stringContaining('Ce champ est aujourd’hui de type « oui ou non » : il ne peut plus contenir « 12 ».'),
  ])
  await setType('age', 'text')
  expect((await rene.post(`/releves/${id}/restauration`)).status).toBe(303)
  expect((await releves(t))[0]?.data).toMatchObject({ age: '12' })
  expect(await saveAgain(s)).toBe(303)
})

test('notes that are full take nothing more, and who may not bring a record back is asked nothing', async () => {
  const t = await testApp()
  const s = await site(t, 'x'.repeat(9990))
  const { rene, id } = s
  await rene.post(`/releves/${id}/supprimer`, { version: 1 })
  await gone(t, s)
  expect(options((await rene.post(`/releves/${id}/restauration`)).page)).toEqual(['Ne rien garder dans ce relevé'])
  expect((await (await t.as(t.marie)).post(`/releves/${id}/restauration`)).status).toBe(403)
  expect((await (await t.as(t.etienne)).post(`/releves/${id}/restauration`)).status).toBe(404)
})

import { expect, test } from 'vitest'
import { updateReleve } from '../../../src/features/releves/actions/records.ts'
import { testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { importOf, sendFile, work } from '../imports/support.ts'

const NOW = '2026-01-01T00:00:00.000Z'

async function site() {
  const t = await testApp()
  const source = await t.make.source({ titre: 'Baptêmes', section: t.saintMalo })
  const id = await t.make.releve(source, { nom: 'LE GOF', prenom: 'Marie', date_evenement: day('1787-08-12') })
  const stored = () => t.db.selectFrom('releves').selectAll().where('id', '=', id).executeTakeFirst()
  const keep = async (lectures: Record<string, string[]> | null) => {
    const { version = 0, data = {}, etats = {} } = (await stored()) ?? {}
    await updateReleve(t.db, { id, version, data, etats, lectures, user_id: null, now: NOW })
  }
  const csv = async () => (await (await t.as(t.marie)).get(`/export/source/${source.id}/csv`)).text
  return { t, source, id, stored, keep, csv, marie: await t.as(t.marie), path: `/releves/${id}/lectures/nom` }
}

test('whoever enters acts keeps, changes and removes the other readings of a field', async () => {
  const t = await site()
  const done = await t.marie.post(t.path, { version: 1, lectures: 'LE GOFF\r\n\r\n LE GOFFE \r\nLE GOFF\r\nLE GOF' })
  expect((await t.marie.follow(done)).page.text).toContain('(autres lectures : LE GOFF, LE GOFFE)')
  expect((await t.stored())?.lectures).toEqual({ nom: ['LE GOFF', 'LE GOFFE'] })
  expect((await t.marie.get(t.path)).page.value('lectures')).toBe('LE GOFF\nLE GOFFE')
  const late = await t.marie.post(t.path, { version: 1, lectures: 'GOFF' })
  expect([late.status, late.page.value('lectures')]).toEqual([409, 'GOFF'])
  const many = await t.marie.post(t.path, { version: 2, lectures: ['a', 'b', 'c', 'd', 'e', 'f'].join('\n') })
  expect([many.status, many.page.error('lectures')]).toEqual([
    422,
    expect.stringContaining('5 autres lectures au plus'),
  ])
  await t.marie.post(t.path, { version: 2, lectures: '' })
  expect((await t.stored())?.lectures).toBe(null)
  const history = await t.marie.get(`/releves/${t.id}/historique`)
  expect(history.page.text).toContain('LE GOF (autres lectures : LE GOFF, LE GOFFE)')
  await t.marie.post(`/releves/${t.id}/versions/2/retablir`, { version: 3 })
  expect((await t.stored())?.lectures).toEqual({ nom: ['LE GOFF', 'LE GOFFE'] })
})

test('readings outlive an edit, the bin and what is done to other fields', async () => {
  const t = await site()
  await t.keep({ nom: ['LE GOFF'], prenom: ['Maria'] })
  await t.marie.post(`/releves/${t.id}/champs/prenom`, { version: 2, 'data[prenom]': 'Maria' })
  expect((await t.stored())?.lectures).toEqual({ nom: ['LE GOFF'] })
  await t.marie.post(`/releves/${t.id}/supprimer`, { version: 3 })
  const rene = await t.t.as(t.t.rene)
  await rene.post(`/releves/${t.id}/restauration`)
  expect((await t.stored())?.lectures).toEqual({ nom: ['LE GOFF'] })
  expect((await rene.get('/recherche?nom=le+goff')).page.all('.trouves tbody tr')).toHaveLength(1)
  const refused = await (await t.t.as(t.t.etienne)).post(t.path, { version: 5, lectures: 'RIOU' })
  expect(refused.status).toBe(404)
})

test('a file has a column of readings only where there are some, and is read back word for word', async () => {
  const t = await site()
  const before = await t.csv()
  expect(before).not.toContain('lecture')
  await t.keep({ nom: ['LE GOFF', 'LE GOFFE'] })
  const file = await t.csv()
  expect(file.split('\r\n')[0]).toContain('Nom (autre lecture)')
  expect(file).toContain('LE GOFF | LE GOFFE')
  expect((await t.marie.get('/recherche/export/csv?nom=le+goffe')).text).toContain('LE GOFF | LE GOFFE')
  const copy = await t.t.make.source({ titre: 'Copie', section: t.t.saintMalo, type: t.source.type })
  const take = async (content: string) => {
    const { location } = await sendFile(t.marie, `/sources/${copy.id}/import`, content)
    await work(t.t)
    const { a_creer, inchangees, a_verifier } = await importOf(t.t)
    if (a_creer > 0) await t.marie.post(`${location}/confirmer`, {})
    await work(t.t)
    return [a_creer, inchangees, a_verifier]
  }
  expect(await take(file)).toEqual([1, 0, 0])
  const [made] = await t.t.db.selectFrom('releves').select('lectures').where('source_id', '=', copy.id).execute()
  expect(made?.lectures).toEqual({ nom: ['LE GOFF', 'LE GOFFE'] })
  // Equal with its readings in any order; without them it is another record of the same date and names.
  expect(await take(file.replace('LE GOFF | LE GOFFE', 'LE GOFFE|LE GOFF'))).toEqual([0, 1, 0])
  expect(await take(before)).toEqual([0, 0, 1])
})

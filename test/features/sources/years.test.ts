import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../support/app.ts'

async function world() {
  const t = await testApp()
  const source = await t.make.source({ titre: 'Baptêmes', section: t.saintMalo, annee_debut: 1760, annee_fin: 1790 })
  const rene = await t.as(t.rene)
  const path = `/sources/${source.id}`
  /** Sends the form as it is shown, with what is typed in it. */
  const type = async (typed: Record<string, string>) => {
    const { page } = await rene.get(`${path}/modifier`)
    const names = ['titre', 'type_source_id', 'section_id', 'annee_debut', 'annee_fin', 'annees', 'lacunes', 'version']
    return rene.post(path, { ...Object.fromEntries(names.map((name) => [name, page.value(name)])), ...typed })
  }
  return { t, source, rene, path, type }
}

const stored = (t: TestApp) =>
  t.db
    .selectFrom('sources')
    .select(['annees', 'lacunes', 'annee_debut', 'annee_fin', 'version'])
    .executeTakeFirstOrThrow()

test('years and gaps are typed in the form, shown on the page, and typed again', async () => {
  const { t, rene, path, type } = await world()
  const res = await type({ annees: '1780-1790; 1760-1778', lacunes: '1770-1773 registre manquant\n1775' })
  const page = (await rene.follow(res)).page
  expect(await stored(t)).toMatchObject({
    annees: [
      [1760, 1778],
      [1780, 1790],
    ],
    lacunes: [
      { debut: 1770, fin: 1773, motif: 'registre manquant' },
      { debut: 1775, fin: 1775, motif: '' },
    ],
  })
  expect(page.text).toContain('1760-1778, 1780-1790')
  expect(page.text).toContain('1770-1773 registre manquant')
  const again = (await rene.get(`${path}/modifier`)).page
  expect([again.value('annees'), again.value('lacunes')]).toEqual([
    '1760-1778, 1780-1790',
    '1770-1773 registre manquant\n1775',
  ])
  await type({ annees: '', lacunes: '' })
  expect(await stored(t)).toMatchObject({ annees: null, lacunes: null, annee_debut: 1760, annee_fin: 1790 })
})

test.each([
  ['annees', '1760 environ', 'n’est pas une année'],
  ['annees', '1750-1770', 'sort des années de la source'],
  ['annees', '1770-1760', 'la dernière année précède la première'],
  ['lacunes', 'perdu', 'commencez par les années'],
  ['lacunes', '1791 perdu', 'sort des années de la source'],
  ['lacunes', '1770-1773\n1773', 'L’année 1773 est dans deux lacunes.'],
])('%s « %s » is refused beside its field, and stays typed', async (name, typed, message) => {
  const { t, type } = await world()
  const res = await type({ [name]: typed })
  expect(res.status).toBe(422)
  expect(res.page.error(name)).toContain(message)
  expect(res.page.value(name)).toBe(typed)
  expect(await stored(t)).toMatchObject({ annees: null, lacunes: null, version: 1 })
})

test('the list keeps those with gaps, and their CSV tells years and gaps', async () => {
  const { t, source, rene } = await world()
  await t.make.source({ titre: 'Sans lacune', section: t.saintMalo })
  const lacunes = JSON.stringify([{ debut: 1770, fin: 1773, motif: 'perdu' }])
  await t.db.updateTable('sources').set({ lacunes, annees: '[[1760,1778]]' }).where('id', '=', source.id).execute()
  const list = (await rene.get('/sources?lacunes=oui')).page
  expect(list.all('tbody th a').map((link) => link.textContent)).toEqual(['Baptêmes'])
  expect(list.text).toContain('Avec lacunes')
  const csv = (await rene.get('/sources/export/csv?lacunes=oui')).text
  expect(csv).toContain(';annees;lacunes\r\n')
  expect(csv).toContain(';1760-1778;1770-1773 perdu\r\n')
  expect(csv).not.toContain('Sans lacune')
})

test('a form without these fields leaves years and gaps as they are', async () => {
  const { t, rene, path } = await world()
  await t.db.updateTable('sources').set({ annees: '[[1760,1778]]' }).execute()
  const { type_source_id } = await t.db.selectFrom('sources').selectAll().executeTakeFirstOrThrow()
  const sent = {
    titre: 'Autre',
    type_source_id,
    section_id: t.saintMalo.id,
    version: 1,
    annee_debut: 1760,
    annee_fin: 1790,
  }
  expect((await rene.post(path, sent)).status).toBe(303)
  expect(await stored(t)).toMatchObject({ annees: [[1760, 1778]], version: 2 })
})

// The coverage of a place against a plain filter over the same tables, reader by reader.
import { expect, test } from 'vitest'
import { coverageOfPlace } from '../../../src/features/couverture/queries.ts'
import { testApp } from '../../support/app.ts'
import { PASSWORD } from '../../support/characters.ts'
import { day } from '../../support/factories.ts'
import { county, expected, NOW, readersOf } from './county.ts'

test.each([1, 7, 42])(
  'each reader is told what a plain filter finds, and nothing of hidden sources (%i)',
  async (seed) => {
    const { t, commune, parish } = await county(seed)
    for (const [reader, sees] of readersOf(t)) {
      const user = await t.db.selectFrom('users').selectAll().where('id', '=', reader.id).executeTakeFirstOrThrow()
      const { chemin } = await t.db
        .selectFrom('lieux')
        .select('chemin')
        .where('id', '=', commune.id)
        .executeTakeFirstOrThrow()
      const runs = await coverageOfPlace(t.db, user, chemin)
      const told = runs.flatMap(({ acte, debut, fin, etat }) =>
        Array.from({ length: fin - debut + 1 }, (_, n) => `${acte} ${debut + n} ${etat}`),
      )
      const lines = await expected(t, sees, [commune.id, parish.id])
      expect(lines.length).toBeGreaterThan(0)
      expect([reader.id, told.toSorted()]).toEqual([
        reader.id,
        lines.map((line) => line.replace(/ \d+$/, '')).toSorted(),
      ])
      const acts = runs.reduce((sum, { actes }) => sum + actes, 0)
      expect(acts).toBe(lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0))
    }
  },
)

test('the page tells years by letter and in a table, and where nothing is known says so', async () => {
  const t = await testApp()
  const lieu = await t.make.lieu({ nom: 'Dinard' })
  const marie = await t.as(t.marie)
  expect((await marie.get(`/couverture/lieux/${lieu.id}`)).page.text).toContain('Rien n’est connu de ce lieu')
  const type = await t.make.typeSource({ nom: 'Baptêmes' })
  await t.db.updateTable('types_sources').set({ acte: 'bapteme' }).where('id', '=', type.id).execute()
  await t.make.source({ lieu, type, section: t.saintMalo, status: 'validee', annee_debut: 1760, annee_fin: 1768 })
  const row = { lieu_id: lieu.id, acte: 'bapteme', annee_debut: 1769, annee_fin: 1770, etat: 'brule' } as const
  await t.db
    .insertInto('registres')
    .values({ ...row, created_at: NOW, updated_at: NOW })
    .execute()
  const page = (await marie.get(`/couverture/lieux/${lieu.id}`)).page
  expect(page.one('svg[role=group]').getAttribute('aria-label')).toBe(
    'Baptême\u00a0: 1760-1768 validé, 1769-1770 manque',
  )
  expect(page.all('svg[role=group] text').map((letter) => letter.textContent)).toEqual(['V', 'M'])
  expect(page.all('tbody tr').map((line) => line.textContent)).toEqual([
    'Baptême1760-1768Validé',
    'Baptême1769-1770ManquePrévenez-moi quand ce sera fait',
  ])
  expect((await marie.get(`/lieux/${lieu.id}`)).page.has(`a[href="/couverture/lieux/${lieu.id}"]`)).toBe(true)
  expect((await marie.get('/couverture/lieux/999999')).status).toBe(404)
})

test('years that are done lead to the search in exactly their acts', async () => {
  const t = await testApp()
  const lieu = await t.make.lieu({ nom: 'Dinard' })
  const type = await t.make.typeSource({ nom: 'Baptêmes' })
  await t.db.updateTable('types_sources').set({ acte: 'bapteme' }).where('id', '=', type.id).execute()
  const made = { lieu, type, section: t.saintMalo, annee_debut: 1760, annee_fin: 1768 }
  await t.make.releve(await t.make.source(made), { nom: 'LE GALL', date_evenement: day('1765-03-01') })
  const other = await t.make.source({ ...made, type: await t.make.typeSource({ nom: 'Autres' }) })
  await t.make.releve(other, { nom: 'MARTIN', date_evenement: day('1765-03-01') })
  const marie = await t.as(t.marie)
  const asked = `/recherche?acte=bapteme&annee_debut=1760&annee_fin=1768&lieu=${lieu.id}`
  const { page } = await marie.get(`/couverture/lieux/${lieu.id}`)
  expect(page.one(`.tableau a[href="${asked}"]`).textContent).toBe('1')
  expect(page.all(`svg a[href="${asked}"]`)).toHaveLength(1)
  const found = (await marie.get(asked)).page.text
  expect([found.includes('LE GALL'), found.includes('MARTIN')]).toEqual([true, false])
  expect((await marie.get(asked.replace('1760', '1766'))).page.text).not.toContain('LE GALL')
  expect(t.failures).toEqual([])
})

test('who wishes it is named to those who see the sources typed, in the livret too, until the account is gone', async () => {
  const t = await testApp()
  const lieu = await t.make.lieu({ nom: 'Dinard' })
  const near = await t.make.source({ lieu, section: t.saintMalo })
  const far = await t.make.source({ lieu: await t.make.lieu({ nom: 'Saint-Énogat', parent: lieu }), section: t.vannes })
  const typed = { mois: '2026-01', n: 3, dernier_id: 1, derniere_at: '2026-01-05T10:00:00.000Z' }
  for (const [{ id }, source] of [
    [t.marie, near],
    [t.rene, near],
    [t.etienne, far],
  ] as const)
    await t.db
      .insertInto('saisies')
      .values({ ...typed, user_id: id, source_id: source.id })
      .execute()
  await t.make.releve(near, { nom: 'LE GALL', date_evenement: day('1765-03-01') })
  await t.db.updateTable('releves').set({ created_by: t.marie.id }).where('source_id', '=', near.id).execute()
  const [marie, etienne, boss] = [await t.as(t.marie), await t.as(t.etienne), await t.as(t.admin)]
  const line = (page: { text: string }) => /Relevé par ?((marie|rene|etienne|, )*)/.exec(page.text)?.[1]
  const told = async (reader: typeof marie) => line((await reader.get(`/couverture/lieux/${lieu.id}`)).page)
  const inBook = async () => line((await marie.get(`/sources/${near.id}/livret`)).page)
  expect([await told(boss), await inBook()]).toEqual([undefined, undefined])
  const said = await marie.follow(await marie.post('/profil/contributeur', { contributeur_nomme: '1' }))
  expect(said.page.flash).toContain('Vous serez nommé')
  expect(said.page.has('input[name="contributeur_nomme"][checked]')).toBe(true)
  expect(JSON.parse((await marie.get('/profil/donnees')).text).compte.contributeur_nomme).toBe(true)
  await etienne.post('/profil/contributeur', { contributeur_nomme: '1' })
  expect([await told(boss), await told(marie), await inBook()]).toEqual(['etienne, marie', 'marie', 'marie'])
  await etienne.post('/profil/contributeur', { contributeur_nomme: 'peut-être' })
  expect(await told(boss)).toBe('marie')
  await marie.post('/profil/suppression', { actuel: PASSWORD })
  const gone = t.db.selectFrom('users').select('contributeur_nomme').where('id', '=', t.marie.id)
  expect([await told(boss), (await gone.executeTakeFirstOrThrow()).contributeur_nomme]).toEqual([undefined, false])
  expect(t.failures).toEqual([])
})

// The end of a search tells what was looked through: the registers of the place, in the years and of the kind that were asked for.
import { expect, test } from 'vitest'
import { testApp } from '../../support/app.ts'
import { day } from '../../support/factories.ts'
import { squeeze } from '../../support/html.ts'

/** Baptisms of Dinard: 1750-1769 validated, 1770-1779 under way, 1780-1785 burnt; marriages of 1750-1760 that only Vannes sees. */
async function searched() {
  const t = await testApp()
  const dinard = await t.make.lieu({ nom: 'Dinard' })
  const [baptisms, marriages] = [
    await t.make.typeSource({ nom: 'Baptêmes' }),
    await t.make.typeSource({ nom: 'Mariages' }),
  ]
  for (const [type, acte] of [
    [baptisms, 'bapteme'],
    [marriages, 'mariage'],
  ] as const)
    await t.db.updateTable('types_sources').set({ acte }).where('id', '=', type.id).execute()
  const at = { lieu: dinard, type: baptisms, section: t.saintMalo }
  const done = await t.make.source({ ...at, status: 'validee', annee_debut: 1750, annee_fin: 1769 })
  await t.make.source({ ...at, status: 'en_cours', annee_debut: 1770, annee_fin: 1779 })
  const hidden = { lieu: dinard, type: marriages, section: t.vannes }
  await t.make.source({ ...hidden, status: 'validee', annee_debut: 1750, annee_fin: 1760 })
  const now = '2026-01-01T00:00:00.000Z'
  const burnt = { acte: 'bapteme' as const, etat: 'brule' as const, annee_debut: 1780, annee_fin: 1785 }
  await t.db
    .insertInto('registres')
    .values({ lieu_id: dinard.id, ...burnt, created_at: now, updated_at: now })
    .execute()
  await t.make.releve(done, { nom: 'LE GALL', date_evenement: day('1765-03-01') })
  const path = `/couverture/lieux/${dinard.id}`
  return { ...t, dinard, baptisms, marriages, path, marie: await t.as(t.marie) }
}

type Searched = Awaited<ReturnType<typeof searched>>

const rowsOf = ({ page }: Awaited<ReturnType<Searched['marie']['get']>>) =>
  page.all('.tableau tbody tr').map((row) =>
    row
      .querySelectorAll('th, td')
      .map((cell) => squeeze(cell.textContent))
      .join(' ')
      .trim(),
  )

test('results end with the registers of the place, in the years that were asked for; they are counted when somebody looks', async () => {
  const t = await searched()
  const { page } = await t.marie.get(`/recherche?nom=LE+GALL&lieu=${t.dinard.id}&annee_debut=1760&annee_fin=1790`)
  const fold = page.one('.recherche-couverture')
  expect([fold.getAttribute('open'), fold.getAttribute('hx-trigger')]).toEqual([undefined, 'toggle once'])
  const asked = `${t.path}?de=1760&a=1790`
  expect([fold.getAttribute('hx-get'), fold.querySelector('a')?.getAttribute('href')]).toEqual([asked, asked])
  const part = await t.marie.get(asked, { 'HX-Request': 'true' })
  expect(part.text).not.toContain('<html')
  expect(rowsOf(part)).toEqual([
    'Baptême 1760-1769 Validé 1',
    'Baptême 1770-1779 En cours  Prévenez-moi quand ce sera fait',
    'Baptême 1780-1785 Manque  Prévenez-moi quand ce sera fait',
  ])
  const whole = await t.marie.get(asked)
  expect(squeeze(whole.page.text)).toContain('Seulement : à partir de 1760, jusqu’à 1790. Voir toutes les années')
  expect(t.failures).toEqual([])
})

test('nothing found never stands alone; a search without a place ends as before', async () => {
  const t = await searched()
  const none = await t.marie.get(`/recherche?nom=INTROUVABLE&lieu=${t.dinard.id}`)
  const fold = none.page.one('.recherche-couverture')
  expect([fold.getAttribute('open'), fold.getAttribute('hx-trigger'), fold.getAttribute('hx-get')]).toEqual([
    '',
    'load once',
    t.path,
  ])
  expect((await t.marie.get('/recherche?nom=INTROUVABLE')).page.has('.recherche-couverture')).toBe(false)
})

test('the kind of act narrows too; what one may not see is not told, and nonsense asks for all', async () => {
  const t = await searched()
  expect(rowsOf(await t.marie.get(`${t.path}?type=${t.marriages.id}`))).toEqual([])
  expect(rowsOf(await (await t.as(t.admin)).get(`${t.path}?type=${t.marriages.id}`))).toEqual([
    'Mariage 1750-1760 Validé',
  ])
  const all = rowsOf(await t.marie.get(t.path))
  expect(all).toHaveLength(3)
  for (const query of ['de=x', 'a=-1', 'type=999999', 'de=1e99&a=NaN', 'type=1.5'])
    expect(rowsOf(await t.marie.get(`${t.path}?${query}`))).toEqual(all)
  expect(rowsOf(await t.marie.get(`${t.path}?de=1800&a=1700`))).toEqual([])
  expect(t.failures).toEqual([])
})

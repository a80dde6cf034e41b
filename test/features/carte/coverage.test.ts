// The layer of the coverage: the same places, told by their years, each reader as far as he or she sees the sources.
import { expect, test } from 'vitest'
import type { Visitor } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'
import { squeeze } from '../../support/html.ts'
import { archive } from './support.ts'

const LAYER = 'couche=couverture'
const NOW = '2026-01-01T00:00:00.000Z'

/** Pleurtuit has a register to do (1903-1904), one lost (1905) and one that a source of Vannes takes (1906-1907). */
async function inventoried() {
  const site = await archive()
  const { t, lieux, sources } = site
  const add = async (annee_debut: number, annee_fin: number, etat: 'conserve' | 'brule' = 'conserve') => {
    const row = { lieu_id: lieux.pleurtuit.id, acte: 'autre', annee_debut, annee_fin, etat } as const
    const made = t.db.insertInto('registres').values({ ...row, created_at: NOW, updated_at: NOW })
    return (await made.returning('id').executeTakeFirstOrThrow()).id
  }
  await add(1903, 1904)
  await add(1905, 1905, 'brule')
  const registre_id = await add(1906, 1907)
  await t.db.insertInto('registre_sources').values({ source_id: sources.vannes.id, registre_id }).execute()
  return { ...site, add }
}

const rowsOf = async (visitor: Visitor, query: string) =>
  (await visitor.get(`/carte?${query}`)).page
    .all('tbody tr')
    .map((row) => row.querySelectorAll('th,td').map((cell) => squeeze(cell.textContent)))

test('the list says of each place how many years are validated, under way, to do and missing', async () => {
  const { t, lieux, types } = await inventoried()
  const marie = await t.as(t.marie)
  expect(await rowsOf(marie, LAYER)).toEqual([
    ['Dinard, Bretagne', 'Aucune année connue', '0', '0', '0', '0', ''],
    ['Pleurtuit, Bretagne', 'En cours', '21', '3', '5', '1', '72 %'],
  ])
  // The administrator sees the source of Vannes, and that it has no years: its register is still to be done.
  expect((await rowsOf(await t.as(t.admin), LAYER))[1]).toEqual([
    'Pleurtuit, Bretagne',
    'En cours',
    '21',
    '1',
    '7',
    '1',
    '72 %',
  ])
  const { page } = await marie.get(`/carte?${LAYER}&annee_debut=1710&annee_fin=1720&type=${types.baptemes.id}`)
  expect(page.one('tbody td').textContent).toBe('Validé')
  expect(page.one('tbody td a').getAttribute('href')).toBe(
    `/couverture/lieux/${lieux.pleurtuit.id}?de=1710&a=1720&type=${types.baptemes.id}`,
  )
  expect(page.value('couche')).toBe('couverture')
  const bubble = await marie.get(`/carte/lieux/${lieux.pleurtuit.id}?${LAYER}`, { 'hx-request': 'true' })
  expect(squeeze(bubble.page.text)).toContain('Couverture : 21 années validées, 3 en cours, 5 à faire, 1 manque.')
  const wrong = await marie.get('/carte?couche=nulle')
  expect([wrong.status, wrong.page.text.includes('Choisissez les relevés ou la couverture.')]).toEqual([422, true])
  const asked = (query: string) => countQueries(t.deps, () => marie.get(`/carte?${query}`))
  expect(await asked(LAYER)).toBe((await asked('')) + 3)
  expect(t.failures).toEqual([])
})

test('the data have one member more where the layer is asked for, and columns of years for the map', async () => {
  const { t, lieux } = await inventoried()
  const marie = await t.as(t.marie)
  const members = async (query: string) =>
    JSON.parse((await marie.get(`/carte/data?${query}`)).text).features.find(
      (one: { properties: { id: number } }) => one.properties.id === lieux.pleurtuit.id,
    ).properties
  const { couverture, ...rest } = await members(LAYER)
  expect(couverture).toEqual({
    ...{ validees: 21, en_cours: 3, a_faire: 5, manquent: 1 },
    ...{ part_validee: 72, part_en_cours: 10 },
  })
  expect(await members('')).toEqual(rest)
  const columns = JSON.parse((await marie.get(`/carte/data?forme=colonnes&${LAYER}`)).text)
  expect(columns).toMatchObject({ validees: [21, 0], en_cours: [3, 0], a_faire: [5, 0] })
  expect(JSON.parse((await marie.get('/carte/data?forme=colonnes')).text)).not.toHaveProperty('validees')
})

test('the tag of the layer follows the inventory, that of the map does not', async () => {
  const { t, sources, add } = await inventoried()
  const marie = await t.as(t.marie)
  const tagOf = async (query: string) => (await marie.get(`/carte/data?${query}`)).headers.get('etag')
  const plain = await tagOf('')
  const seen = new Set([plain, await tagOf(LAYER)])
  const registre_id = await add(1910, 1911)
  seen.add(await tagOf(LAYER))
  await t.db.insertInto('registre_sources').values({ source_id: sources.dinard.id, registre_id }).execute()
  seen.add(await tagOf(LAYER))
  await t.db.deleteFrom('registres').where('id', '=', registre_id).execute()
  const { page } = await marie.get(`/carte?${LAYER}`)
  expect(page.all('tbody tr')).toHaveLength(2)
  expect(await tagOf('')).toBe(plain)
  const rene = await t.as(t.rene)
  await rene.post(`/sources/${sources.recente.id}/statut`, { statut: 'a_valider' })
  seen.add(await tagOf(LAYER))
  expect(seen.size).toBe(5)
})

// Names of places inside acts that no place bears: asked on a page of their own, as for an import of records.
import { expect, test } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { countQueries } from '../../support/count-queries.ts'
import { squeeze } from '../../support/html.ts'
import { importOf, work } from '../imports/support.ts'
import { choicesOf, dryRun, sendFiles, site } from './site.ts'
import { bytesOf, v3 } from './support.ts'

const wedding = (n: number, origine: string, other = '') =>
  v3('M', { 7: `${1800 + (n % 90)}`, 11: `EPOUX${n}`, 13: origine, 29: 'ROUX', 31: other, 60: String(n + 1) })
const file = (...lines: string[]) => [{ nom: 'mariages.txt', bytes: bytesOf(lines) }]

const stored = async (t: TestApp) => {
  const rows = await t.db.selectFrom('releves').select('data').orderBy('id').execute()
  return rows.map(({ data: { origine_epoux, notes } }) => ({ lieu: (origine_epoux as { id?: number })?.id, notes }))
}

/** Saint-Malo in its département, and a place that one name may mean. */
async function around() {
  const { t, admin } = await site()
  const ille = await t.make.lieu({ nom: 'Ille-et-Vilaine', type: 'Département' })
  const malo = await t.make.lieu({ nom: 'Saint-Malo', type: 'Commune', parent: ille })
  const dol = await t.make.lieu({ nom: 'Dol-de-Bretagne', type: 'Commune', parent: ille })
  return { t, admin, ille, malo, dol }
}

test('are listed with their acts; chosen, made or kept in notes, the acts are verified again by it', async () => {
  const { t, admin, ille, dol } = await around()
  const lines = [wedding(1, 'Dol (35)'), wedding(2, 'Plouer', 'Plouer'), wedding(3, 'aux colonies'), wedding(4, '')]
  const { location, imported } = await dryRun(t, admin, file(...lines))
  expect(imported).toMatchObject({ a_creer: 4, refusees: 0 })
  const before = await admin.get(location)
  expect(squeeze(before.page.text)).toContain('3 noms de lieux n’ont pas été reconnus, dans 4 lignes')
  expect(before.page.has(`a[href="${location}/colonnes"]`)).toBe(false)
  const { page } = await admin.get(`${location}/lieux`)
  expect(page.all('tbody th').map(({ text }) => text)).toEqual(['Plouer', 'Dol (35)', 'aux colonies'])
  expect(squeeze(page.text)).toContain('Un nom sans réponse va dans les notes.')
  expect(page.value('lieu_parent_id')).toBe(String(ille.id))
  const answers = {
    ...{ 'nom[0]': 'Plouer', 'choix[0]': 'creer', 'nom[1]': 'Dol (35)', 'choix[1]': 'autre' },
    ...{ 'lieu[1]': String(dol.id), 'texte:lieu[1]': dol.nom_long, 'nom[2]': 'aux colonies', 'choix[2]': 'notes' },
    ...{ lieu_parent_id: String(ille.id), 'texte:lieu_parent_id': ille.nom_long },
  }
  const decided = await admin.post(`${location}/lieux`, answers)
  expect([decided.status, decided.location]).toEqual([303, location])
  await work(t)
  const again = await admin.get(location)
  expect(again.page.has(`a[href="${location}/lieux"]`)).toBe(false)
  await admin.post(`${location}/confirmer`)
  await work(t)
  const made = await t.db.selectFrom('lieux').select(['id', 'nom_long']).where('nom', '=', 'Plouer').execute()
  expect(made).toMatchObject([{ nom_long: 'Plouer, Ille-et-Vilaine' }])
  const told = await stored(t)
  expect(told.map(({ lieu }) => lieu)).toEqual([dol.id, made[0]?.id, undefined, undefined])
  expect(told[2]?.notes).toMatch(/\u00a0: aux colonies$/)
  await admin.post(`${location}/annuler`)
  await work(t)
  expect(await t.db.selectFrom('lieux').select('id').where('nom', '=', 'Plouer').execute()).toEqual([])
  expect(t.failures).toEqual([])
})

test('a place that was made for an import goes when it is given up', async () => {
  const { t, admin, ille } = await around()
  const { location } = await dryRun(t, admin, file(wedding(1, 'Plouer')))
  await admin.post(`${location}/lieux`, {
    ...{ 'nom[0]': 'Plouer', 'choix[0]': 'creer' },
    ...{ lieu_parent_id: String(ille.id), 'texte:lieu_parent_id': ille.nom_long },
  })
  await work(t)
  expect(await t.db.selectFrom('lieux').select('id').where('nom', '=', 'Plouer').execute()).toHaveLength(1)
  await admin.post(`${location}/abandonner`)
  expect(await t.db.selectFrom('lieux').select('id').where('nom', '=', 'Plouer').execute()).toEqual([])
})

test('others do not answer for whoever sent the files', async () => {
  const { t, admin } = await around()
  const { location } = await dryRun(t, admin, file(wedding(1, 'Plouer')))
  for (const person of [t.rene, t.marie]) {
    const visitor = await t.as(person)
    expect((await visitor.get(`${location}/lieux`)).status).toBe(404)
    expect((await visitor.post(`${location}/lieux`, { 'nom[0]': 'Plouer', 'choix[0]': 'notes' })).status).toBe(404)
  }
  expect((await importOf(t)).etat).toBe('pret')
})

test('are looked up together: four times as many names cost few questions more', async () => {
  const { t, admin } = await around()
  const cost = async (names: number) => {
    const lines = Array.from({ length: 400 }, (_, n) => wedding(n, `Lieu ${n % names} perdu`))
    const { location } = await sendFiles(admin, [{ nom: `${names}.txt`, bytes: bytesOf(lines) }])
    const { location: sent } = await admin.post(location ?? '', choicesOf(await admin.get(location ?? '')))
    const queries = await countQueries(t.deps, () => work(t))
    await admin.post(`${sent}/abandonner`)
    return queries
  }
  const [few, many] = [await cost(100), await cost(400)]
  // A question for each name would be three hundred more at least; how many batches there are is a matter of time.
  expect(many - few).toBeLessThan(150)
})

import { expect, test } from 'vitest'
import { createTypeFromModel, modelByKey } from '../../../src/features/types-sources/actions/models.ts'
import { testApp } from '../../support/app.ts'

/** Records of one ready type, each known by the surname of whom it is about. */
async function acts(key: string, list: (t: Awaited<ReturnType<typeof places>>) => Record<string, unknown>[]) {
  const t = await places()
  const model = modelByKey(key)
  if (!model) throw new Error(`no model ${key}`)
  const id = await t.db.transaction().execute((trx) => createTypeFromModel(trx, model))
  const source = await t.make.source({ type: { id, nom: key } })
  for (const data of list(t)) await t.make.releve(source, data)
  const admin = await t.as(t.admin)
  const found = async (query: string) => {
    const { page } = await admin.get(`/recherche?${query}`)
    const rows = page.all('tbody th').map((name) => name.textContent)
    return list(t).flatMap(({ nom }) => (rows.join().includes(String(nom)) ? [nom] : []))
  }
  return { ...t, source, admin, found }
}

async function places() {
  const t = await testApp()
  const bretagne = await t.make.lieu({ nom: 'Bretagne' })
  const malo = await t.make.lieu({ nom: 'Saint-Malo', parent: bretagne })
  const caen = await t.make.lieu({ nom: 'Caen' })
  return { ...t, bretagne, malo, caen }
}

const at = ({ id, nom_long }: { id: number; nom_long: string }) => ({ id, nom_long })

test('a place of a person is searched with all that lies below it, apart from the place of the source', async () => {
  const { bretagne, caen, malo, found } = await acts('mariages_paroissiaux', (t) => [
    { nom: 'ALLAIN', prenom: 'Yves', origine_epoux: at(t.malo), nom_epouse: 'Brune', domicile_epouse: at(t.caen) },
    { nom: 'BOSSARD', prenom: 'Yves', origine_epoux: at(t.caen), nom_epouse: 'Carré', origine_epouse: at(t.malo) },
  ])
  expect(await found(`origine=${bretagne.id}`)).toEqual(['ALLAIN', 'BOSSARD'])
  expect(await found(`origine=${malo.id}&role=principal&prenom=yves`)).toEqual(['ALLAIN'])
  expect(await found(`origine=${bretagne.id}&nom=carré`)).toEqual(['BOSSARD'])
  expect(await found(`origine=${caen.id}&nom=bossard`)).toEqual(['BOSSARD'])
  expect(await found(`domicile=${caen.id}&nom=allain`)).toEqual([])
  expect(await found(`domicile=${caen.id}&nom=brune`)).toEqual(['ALLAIN'])
  expect(await found(`ne_a=${malo.id}`)).toEqual([])
  expect(await found(`nom=allain&nom2=brune&origine=${malo.id}`)).toEqual(['ALLAIN'])
  expect(await found(`nom=brune&nom2=allain&origine=${malo.id}`)).toEqual([])
  expect(await found(`lieu=${malo.id}`)).toEqual([])
})

test('profession and age are those of the person who bears the name', async () => {
  const { found } = await acts('mariages_paroissiaux', () => [
    { nom: 'ALLAIN', age_epoux: '25 ans', nom_epouse: 'Brune', age_epouse: '19 ans', profession_epoux: 'laboureur' },
    { nom: 'BOSSARD', age_epoux: '19 ans', nom_epouse: 'Carré', profession_epouse: 'laboureur' },
  ])
  expect(await found('q=profession:laboureur')).toEqual(['ALLAIN', 'BOSSARD'])
  expect(await found('q=profession:laboureur&nom=bossard')).toEqual([])
  expect(await found('q=profession:labour*&nom=carré')).toEqual(['BOSSARD'])
  expect(await found('q=age:19&nom=brune')).toEqual(['ALLAIN'])
  expect(await found('q=age:19')).toEqual(['ALLAIN', 'BOSSARD'])
  expect(await found('q=age:25&nom=brune')).toEqual([])
})

const MANY = Array.from({ length: 30 }, (_, n) => `Nom${n}x Prénom${n}x`).join(' ')

test('a field of many names has its persons found, though it gives the index no pairs', async () => {
  const t = await testApp()
  const champs = ['nom', 'pere', 'mere', 'temoins'].map((nom) => ({ nom }))
  const type = await t.make.typeSource({ champs })
  const source = await t.make.source({ type })
  await t.make.releve(source, { nom: 'ALLAIN', temoins: MANY, pere: MANY, mere: 'Anne RIOU' })
  await t.make.releve(source, { nom: 'BOSSARD', temoins: 'Paul HAMON', pere: 'HAMON Yves', mere: 'RIOU Anne' })
  const admin = await t.as(t.admin)
  const found = async (query: string) =>
    (await admin.get(`/recherche?${query}`)).page.text
      .match(/ALLAIN|BOSSARD/g)
      ?.filter((nom, i, all) => all.indexOf(nom) === i) ?? []
  expect(await found('nom=nom7x&prenom=prénom9x')).toEqual(['ALLAIN'])
  expect(await found('nom=nom7x&prenom=prénom9x&role=temoin')).toEqual(['ALLAIN'])
  expect(await found('nom=nom7x&prenom=paul')).toEqual([])
  expect(await found('nom=hamon&prenom=paul')).toEqual(['BOSSARD'])
  expect(await found('nom=hamon&prenom=paul&role=pere')).toEqual([])
  expect(await found('nom=nom8x&nom2=riou')).toEqual(['ALLAIN'])
  expect(await found('q=enfants:"hamon %2B riou"')).toEqual(['BOSSARD'])
})

test('a mother of whom no surname is told is asked for by a question mark', async () => {
  const { found } = await acts('baptemes', () => [
    { nom: 'ALLAIN', nom_pere: 'Allain', prenom_mere: 'Anne' },
    { nom: 'COUPPEL', nom_pere: 'Allain', nom_mere: 'Riou', prenom_mere: 'Anne' },
    { nom: 'BOSSARD', nom_pere: 'Bossard' },
  ])
  expect(await found('q=enfants:"allain %2B ?"')).toEqual(['ALLAIN'])
  expect(await found('q=enfants:"allain"')).toEqual(['ALLAIN', 'COUPPEL'])
  expect(await found('q=enfants:"riou"')).toEqual(['COUPPEL'])
  expect(await found('q=couple:"~alain %2B ~rioux"')).toEqual(['COUPPEL'])
})

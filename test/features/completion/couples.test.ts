// A father who is named again: the wife, the trade and the house that the acts before gave him.
import { expect, test } from 'vitest'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'

/** Baptisms in which marie types, baptisms and marriages of the same place, and marriages that she does not see. */
async function parish(t: TestApp) {
  const [type, wedding] = [await t.make.readyType('baptemes'), await t.make.readyType('mariages_paroissiaux')]
  const lieu = await t.make.lieu({ nom: 'Pleurtuit' })
  const place = { lieu, section: t.saintMalo }
  const [here, older] = [await t.make.source({ type, ...place }), await t.make.source({ type, ...place })]
  const weddings = await t.make.source({ type: wedding, ...place })
  const hidden = await t.make.source({ type, lieu, section: t.vannes })
  return { here, older, weddings, hidden }
}

const on = (iso: string) => ({ date_evenement: { valeur: iso, calendrier: 'gregorien', iso } })

interface Couple {
  texte: string
  valeurs: Record<string, string>
}

async function couples(
  visitor: Visitor,
  source: { id: number },
  [prenom, nom]: [string, string],
  champ = 'nom_pere',
): Promise<Couple[]> {
  const query = new URLSearchParams({ source: String(source.id), champ, nom, prenom })
  const answer = await visitor.fragment(`/completions/couples?${query}`)
  expect(answer.status).toBe(200)
  return JSON.parse(answer.text) as Couple[]
}

const texts = async (...asked: Parameters<typeof couples>) => (await couples(...asked)).map(({ texte }) => texte)

const FATHER = { nom_pere: 'Le Goff', prenom_pere: 'Jean', profession_pere: 'laboureur' }

test('the latest couple of this source, with trade and house, whatever the accents and capitals typed', async () => {
  const t = await testApp()
  const { here } = await parish(t)
  const { id, nom_long } = await t.make.lieu({ nom: 'La Ville-Bague' })
  const mother = { nom_mere: 'Hervé', prenom_mere: 'Perrine' }
  await t.make.releve(here, { ...on('1780-01-02'), ...FATHER, nom_mere: 'Le Gac', prenom_mere: 'Anne' })
  await t.make.releve(here, { ...on('1785-01-02'), ...FATHER, ...mother, profession_pere: 'tisserand' })
  await t.make.releve(here, { ...on('1787-01-02'), ...FATHER, ...mother, domicile: { id, nom_long } })
  await t.make.releve(here, { ...on('1788-01-02'), ...FATHER, prenom_pere: 'Jean Marie', ...mother })
  await t.make.releve(here, { ...on('1789-01-02'), nom_parrain: 'Le Goff', prenom_parrain: 'Jean', nom_mere: 'Autre' })
  const found = await couples(await t.as(t.marie), here, ['JEAN', 'le goff'])
  expect(found.map(({ texte }) => texte)).toEqual([
    'et Perrine Hervé, laboureur, La Ville-Bague',
    'et Anne Le Gac, laboureur',
  ])
  expect(found[0]?.valeurs).toEqual({
    'data[profession_pere]': 'laboureur',
    'data[domicile]': String(id),
    'texte:data[domicile]': nom_long,
    'data[nom_mere]': 'Hervé',
    'data[prenom_mere]': 'Perrine',
  })
  expect(t.failures).toEqual([])
})

test('else of the place: other registers, those of marriages too, as far as they are seen', async () => {
  const t = await testApp()
  const { here, older, weddings, hidden } = await parish(t)
  const secret = { ...FATHER, nom_mere: 'Secrète', prenom_mere: 'Zoé' }
  await t.make.releve(hidden, { ...on('1790-01-02'), ...secret })
  const marie = await t.as(t.marie)
  expect(await texts(marie, here, ['Jean', 'Le Goff'])).toEqual([])
  expect(await texts(await t.as(t.admin), here, ['Jean', 'Le Goff'])).toEqual(['et Zoé Secrète, laboureur'])
  const spouses = {
    nom: 'Le Goff',
    prenom: 'Jean',
    profession_epoux: 'maçon',
    nom_epouse: 'Briand',
    prenom_epouse: 'Julie',
  }
  await t.make.releve(weddings, { ...on('1770-01-02'), ...spouses })
  expect(await texts(marie, here, ['Jean', 'Le Goff'])).toEqual(['et Julie Briand, maçon'])
  await t.make.releve(older, { ...on('1775-01-02'), ...FATHER, nom_mere: 'Briand', prenom_mere: 'Julie' })
  expect(await texts(marie, here, ['Jean', 'Le Goff'])).toEqual(['et Julie Briand, laboureur'])
  // This source is nearer than anything else.
  await t.make.releve(here, { ...on('1760-01-02'), ...FATHER, profession_pere: '', nom_mere: 'Hervé' })
  expect(await texts(marie, here, ['Jean', 'Le Goff'])).toEqual(['et Hervé'])
})

test('in a marriage each father brings the mother of the spouse whose father he is', async () => {
  const t = await testApp()
  const { here, weddings } = await parish(t)
  await t.make.releve(here, { ...on('1760-01-02'), ...FATHER, nom_mere: 'Hervé', prenom_mere: 'Perrine' })
  const marie = await t.as(t.marie)
  const [found] = await couples(marie, weddings, ['Jean', 'Le Goff'], 'prenom_pere_epouse')
  expect(found?.valeurs).toEqual({
    'data[profession_pere_epouse]': 'laboureur',
    'data[nom_mere_epouse]': 'Hervé',
    'data[prenom_mere_epouse]': 'Perrine',
  })
  expect(await texts(marie, weddings, ['Jean', 'Le Goff'], 'nom_mere_epouse')).toEqual([])
  expect(await texts(marie, weddings, ['Jean', 'Le Goff'], 'constructor')).toEqual([])
  expect(await texts(marie, weddings, ['—', '*'])).toEqual([])
  expect(await texts(marie, weddings, ['Je*', 'Le G*'])).toEqual([])
})

test('a dead wife is no mother; capitals are those of the field', async () => {
  const t = await testApp()
  const { here, weddings } = await parish(t)
  const widower = { nom: 'Le Goff', prenom: 'Jean', nom_epouse: 'Briand', prenom_epouse: 'Julie' }
  const dead = { nom_veuvage_epoux: 'Morte', prenom_veuvage_epoux: 'Anne' }
  await t.make.releve(weddings, { ...on('1770-01-02'), ...widower, ...dead })
  const fields = t.db.updateTable('champs').set({ majuscules: true })
  await fields.where('nom', '=', 'nom_mere').execute()
  const found = await couples(await t.as(t.marie), here, ['Jean', 'Le Goff'])
  expect(found.map(({ texte }) => texte)).toEqual(['et Julie Briand'])
  expect(found[0]?.valeurs).toEqual({ 'data[nom_mere]': 'BRIAND', 'data[prenom_mere]': 'Julie' })
})

test('refused to those who may not write there', async () => {
  const t = await testApp()
  const { here } = await parish(t)
  await t.make.releve(here, { ...on('1780-01-02'), ...FATHER, nom_mere: 'Hervé' })
  const path = `/completions/couples?source=${here.id}&champ=nom_pere&nom=Le+Goff&prenom=Jean`
  expect((await (await t.as(t.etienne)).get(path)).status).toBe(404)
  expect((await t.anonymous().get(path)).location).toContain('/login')
  await t.db.updateTable('sources').set({ status: 'validee' }).where('id', '=', here.id).execute()
  const closed = await (await t.as(t.marie)).get(path)
  expect([closed.status, closed.text.includes('Hervé')]).toEqual([403, false])
  expect(t.failures).toEqual([])
})

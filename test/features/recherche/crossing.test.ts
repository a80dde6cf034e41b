// A marriage in which every name is there, many with a first name that somebody else bears.
import { expect, test } from 'vitest'
import { createTypeFromModel, modelByKey } from '../../../src/features/types-sources/actions/models.ts'
import { testApp } from '../../support/app.ts'

const ACT = {
  nom: 'CARIOU',
  prenom: 'Alain',
  nom_veuvage_epoux: 'KERVELLA',
  prenom_veuvage_epoux: 'Louise',
  nom_pere_epoux: 'MARTIN',
  prenom_pere_epoux: 'Paul',
  nom_mere_epoux: 'RIOU',
  prenom_mere_epoux: 'Anne',
  nom_epouse: 'LE BIHAN',
  prenom_epouse: 'Marie',
  nom_pere_epouse: 'HAMON',
  prenom_pere_epouse: 'Yves',
  nom_mere_epouse: 'LE GOFF',
  prenom_mere_epouse: 'Jeanne',
  nom_temoin_1: 'TANGUY',
  prenom_temoin_1: 'Hervé',
  nom_temoin_2: 'MORVAN',
  prenom_temoin_2: 'Guy',
}

async function crossing() {
  const t = await testApp()
  const model = modelByKey('mariages_paroissiaux')
  if (!model) throw new Error('no model')
  const id = await t.db.transaction().execute((trx) => createTypeFromModel(trx, model))
  await t.make.releve(await t.make.source({ type: { id, nom: 'Mariages' } }), ACT)
  const admin = await t.as(t.admin)
  return async (query: string) => (await admin.get(`/recherche?${query}`)).page.has('.trouves')
}

/** Somebody of the act is asked for. */
const RIGHT = [
  'nom=martin&prenom=paul&role=pere',
  'nom=martin&prenom=paul',
  'nom=riou&prenom=anne',
  'nom=tanguy&prenom=hervé&role=temoin',
  'nom=kervella&prenom=louise&role=conjoint',
  'nom=le+bihan&prenom=marie&role=conjoint',
  'q="paul martin"',
  'q="le goff jeanne"',
  'q=pere:martin mere:riou',
  'q=nom:tanguy prenom:herve',
  'q=pere:martin pere:paul',
  'nom=mart&prenom=pau&mode=debut',
  'nom=artin&prenom=aul&mode=contient',
  'nom=martain&prenom=paul&mode=sonore',
  'q=~tangui guy',
  // Full text is that of the whole act.
  'q=martin yves',
  'nom=cariou&nom2=le+bihan',
  'nom=le+goff&prenom=jeanne&nom2=hamon&prenom2=yves',
  'nom=cariou&nom2=kervella',
  'q=couple:"le bihan %2B cariou"',
  'q=enfants:"martin %2B riou"',
  'q=enfants:"riou"',
]

/** Nobody of the act bears these names together. */
const WRONG = [
  'nom=martin&prenom=yves&role=pere',
  'nom=martin&prenom=yves',
  'nom=riou&prenom=jeanne',
  'nom=tanguy&prenom=guy',
  'nom=tanguy&prenom=guy&role=temoin',
  'q="yves martin"',
  'q="guy tanguy"',
  'nom=kervella&prenom=marie&role=conjoint',
  'q=pere:martin mere:le-goff',
  'q=pere:martin mere:goff',
  'q=pere:martin pere:yves',
  'q=nom:tanguy prenom:guy',
  'nom=mart&prenom=yve&mode=debut',
  'nom=artin&prenom=ves&mode=contient',
  'nom=martain&prenom=yves&mode=sonore',
  'nom=kervella&prenom=louise&role=temoin',
  'nom=martin&nom2=le+goff',
  'nom=le+bihan&nom2=kervella',
  'nom=cariou&prenom=alain&nom2=le+bihan&prenom2=jeanne',
  'q=couple:"martin %2B hamon"',
  'q=enfants:"cariou %2B le bihan"',
]

test('one person bears all the names asked for, in every mode, role and operator', async () => {
  const isFound = await crossing()
  const found: string[] = []
  for (const query of [...RIGHT, ...WRONG]) if (await isFound(query)) found.push(query)
  expect(found).toEqual(RIGHT)
})

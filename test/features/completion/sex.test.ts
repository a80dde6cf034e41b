// The sex that first names tell, in the words of the list; and what the desk is told to propose.
import { describe, expect, test } from 'vitest'
import { genderOfNames, optionFor } from '../../../src/features/completion/rules/sex.ts'
import { createTypeFromModel, modelByKey } from '../../../src/features/types-sources/actions/models.ts'
import { type TestApp, testApp } from '../../support/app.ts'

test.each([
  ['Jean', 'M'],
  ['Jeanne', 'F'],
  ['Anne Marie', 'F'],
  ['Jean-Baptiste', 'M'],
  ['Marie Joseph', undefined],
  ['Joseph Marie', undefined],
  ['Camille', undefined],
  ['Claude', undefined],
  ['Xyzabc', undefined],
  ['', undefined],
])('« %s » is %s', (prenoms, gender) => {
  expect(genderOfNames(prenoms)).toBe(gender)
})

test('a list says it in its own words, or does not', () => {
  expect(optionFor(['M', 'F', '?'], 'F')).toBe('F')
  expect(optionFor(['Garçon', 'Fille', 'Mort-né'], 'M')).toBe('Garçon')
  expect(optionFor(['masculin', 'Féminin'], 'F')).toBe('Féminin')
  expect(optionFor(['1', '2'], 'M')).toBeUndefined()
  expect(optionFor(['M', 'Homme'], 'M')).toBeUndefined()
})

async function baptisms(t: TestApp) {
  const model = modelByKey('baptemes')
  if (!model) throw new Error('no model')
  const type = { id: await createTypeFromModel(t.db, { ...model, nom: 'Nos baptêmes' }), nom: model.nom }
  return t.make.source({ type, section: t.saintMalo })
}

describe('GET /completions/sexe', () => {
  test('answers an option of the list, and nothing of another field or of a name that does not say', async () => {
    const t = await testApp()
    const source = await baptisms(t)
    const marie = await t.as(t.marie)
    const ask = async (champ: string, prenom: string) => {
      const query = new URLSearchParams({ source: String(source.id), champ, prenom })
      return JSON.parse((await marie.get(`/completions/sexe?${query}`)).text)
    }
    expect(await ask('sexe', 'Perrine')).toEqual({ valeur: 'F' })
    expect(await ask('sexe', 'Claude')).toEqual({ valeur: null })
    expect(await ask('legitimite', 'Perrine')).toEqual({ valeur: null })
    expect(await ask('constructor', 'Perrine')).toEqual({ valeur: null })
    expect(await ask('sexe', '')).toEqual({ valeur: null })
  })

  test('two records that agree tell what a first name does not; one, or two that differ, do not', async () => {
    const t = await testApp()
    const source = await baptisms(t)
    const marie = await t.as(t.marie)
    const ask = async () =>
      JSON.parse((await marie.get(`/completions/sexe?source=${source.id}&champ=sexe&prenom=Joseph+Marie`)).text)
    await t.make.releve(source, { prenom: 'Joseph Marie', sexe: 'M' })
    expect(await ask()).toEqual({ valeur: null })
    await t.make.releve(source, { prenom: 'Joseph Marie', sexe: 'M' })
    await t.make.releve(source, { prenom: 'Joseph Marie' })
    expect(await ask()).toEqual({ valeur: 'M' })
    await t.make.releve(source, { prenom: 'Joseph Marie', sexe: 'F' })
    expect(await ask()).toEqual({ valeur: null })
  })

  test('a source out of sight is none', async () => {
    const t = await testApp()
    const source = await baptisms(t)
    const etienne = await t.as(t.etienne)
    expect((await etienne.get(`/completions/sexe?source=${source.id}&champ=sexe&prenom=Jean`)).status).toBe(404)
  })
})

test('the desk is told which lists follow from what, and proposes nothing by itself', async () => {
  const t = await testApp()
  const source = await baptisms(t)
  const { page } = await (await t.as(t.marie)).get(`/sources/${source.id}/releves/nouveau`)
  const attribute = (champ: string, name: string) => page.all(`[data-champ=${champ}]`)[0]?.getAttribute(name)
  expect(attribute('sexe', 'data-sexe-de')).toBe('prenom')
  expect([attribute('legitimite', 'data-propose'), attribute('legitimite', 'data-si')]).toEqual([
    'légitime',
    'nom_pere nom_mere',
  ])
  expect([page.value('data[sexe]'), page.value('data[legitimite]')]).toEqual(['', ''])
})

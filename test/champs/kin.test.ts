import { expect, test } from 'vitest'
import { kinOf } from '../../src/champs/kin.ts'
import type { Champ, Group } from '../../src/champs/kind.ts'
import { modelByKey } from '../../src/features/types-sources/actions/models.ts'

/** The fields of a ready type, as the database gives them. */
function champsOf(key: string): Champ[] {
  const { groupes = [] } = modelByKey(key) ?? {}
  const ids = new Map(groupes.map(({ cle }, index) => [cle, index + 1]))
  return groupes.flatMap(({ cle, libelle, role, de, champs }) => {
    const groupe: Group = { id: ids.get(cle) ?? 0, libelle, role, de: de === null ? null : (ids.get(de) ?? null) }
    const partOf = (nom: string) => /^(nom|prenom|profession|domicile)(_|$)/.exec(nom)?.[1] ?? null
    return champs.map((champ) => ({ ...champ, groupe, partie: role === null ? null : partOf(champ.nom) }) as Champ)
  })
}

const told = (key: string, ...noms: string[]) => {
  const champs = champsOf(key)
  return noms.map((nom) => {
    const { principal, pere, isHeir } = kinOf(champs, nom) ?? {}
    return [nom, principal, pere, isHeir].filter(Boolean).join(' ')
  })
}

test('in a baptism all is of the child and of its father', () => {
  expect(told('baptemes', 'nom', 'nom_pere', 'nom_mere', 'nom_parrain')).toEqual([
    'nom nom_pere',
    'nom_pere nom true',
    'nom_mere nom nom_pere',
    'nom_parrain nom nom_pere',
  ])
  expect(told('baptemes', 'profession_mere', 'prenom_mere', 'domicile', 'vue', 'notes')).toEqual([
    ...['profession_mere profession_pere', 'prenom_mere', 'domicile', 'vue', 'notes'],
  ])
})

test('in a marriage each father is of the one whose father he is', () => {
  expect(told('mariages_paroissiaux', 'nom_pere_epoux', 'nom_pere_epouse', 'nom_epouse', 'nom_mere_epouse')).toEqual([
    'nom_pere_epoux nom true',
    'nom_pere_epouse nom_epouse true',
    'nom_epouse nom_pere_epouse',
    'nom_mere_epouse nom_epouse nom_pere_epouse',
  ])
  expect(told('mariages_paroissiaux', 'nom_temoin_1')).toEqual(['nom_temoin_1 nom nom_pere_epoux'])
})

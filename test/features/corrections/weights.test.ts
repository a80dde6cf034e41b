import { expect, test } from 'vitest'
import type { Champ } from '../../../src/champs/kind.ts'
import { proposedWeight } from '../../../src/features/corrections/rules/weights.ts'

const champ = (more: Partial<Champ>): Champ => ({
  ...{ id: 1, nom: 'x', label: 'X', type: 'text', required: false, options: [], aide: null, politique: 'vide' },
  ...{ majuscules: false, completion: false, groupe: null, partie: null },
  ...more,
})
const person = (role: 'principal' | 'pere' | 'conjoint' | 'temoin') => ({ id: 1, libelle: role, role, de: null })
const day = (iso: string) => ({ valeur: iso, calendrier: 'gregorien', iso })

const weight = (one: Champ, before: unknown, after: unknown) => {
  const held = (value: unknown) => ({ data: value === undefined ? {} : { [one.nom]: value }, etats: {} })
  return proposedWeight(one, held(before), held(after))
}

test.each([
  ['a surname', champ({ nom: 'nom' }), 'LE GOF', 'LE GOFF', 3],
  ['the surname of a spouse', champ({ partie: 'nom', groupe: person('conjoint') }), 'Rio', 'Riou', 3],
  ['the first name of the father', champ({ partie: 'prenom', groupe: person('pere') }), 'Jean', 'Jacques', 3],
  ['the first name of a spouse', champ({ partie: 'prenom', groupe: person('conjoint') }), 'Jean', 'Jacques', 2],
  ['a witness', champ({ partie: 'nom_complet', groupe: person('temoin') }), 'Jean Rio', 'Yves Rio', 2],
  ['a surname that was left out', champ({ nom: 'nom' }), undefined, 'RIOU', 3],
  ['accents and capitals', champ({ nom: 'nom' }), 'lefevre', 'LEFÈVRE', 1],
  ['signs between words', champ({ nom: 'prenom' }), 'Jean Marie', 'Jean-Marie', 1],
  ['the year', champ({ nom: 'date_evenement', type: 'date' }), day('1787-08-12'), day('1778-08-12'), 3],
  ['the day', champ({ nom: 'date_evenement', type: 'date' }), day('1787-08-12'), day('1787-08-13'), 2],
  ['another date', champ({ type: 'date', partie: 'date_naissance' }), day('1787-08-12'), day('1786-08-12'), 2],
  ['the commune', champ({ type: 'place' }), { id: 1, nom_long: 'Dol' }, { id: 2, nom_long: 'Dinan' }, 3],
  ['a domicile', champ({ type: 'place', partie: 'domicile' }), { id: 1, nom_long: 'Dol' }, undefined, 2],
  ['a profession', champ({ partie: 'profession' }), 'laboureur', 'tisserand', 2],
  ['a remark', champ({ type: 'textarea' }), 'une croix', 'signe', 1],
])('%s', (_, one, before, after, expected) => {
  expect(weight(one, before, after)).toBe(expected)
})

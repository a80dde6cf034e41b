// Kinds of which the register of thirty mistakes has none: what each points at, its sentence, and what it must leave alone.
import { expect, test } from 'vitest'
import type { Champ } from '../../../src/champs/kind.ts'
import type { Facts } from '../../../src/features/avertissements/rules/facts.ts'
import type { Act } from '../../../src/features/avertissements/rules/kind.ts'
import { findWarnings, type Genre, sentenceOf } from '../../../src/features/avertissements/rules/kinds.ts'

const NOTHING: Facts = {
  ...{ unknown: new Set(), fathers: new Map(), mothers: new Map(), near: new Map() },
  ...{ lostPlaces: new Set(), reviewers: new Set() },
}

const field = (champ: Partial<Champ> & Pick<Champ, 'nom' | 'type'>): Champ => ({
  ...{ id: 1, label: champ.nom, required: false, options: [], aide: null, politique: 'libre' as never },
  ...{ majuscules: false, completion: false, groupe: null, partie: null },
  ...champ,
})

const act = (id: number, data: Act['data'], more: Partial<Act> = {}): Act => ({
  ...{ id, data, etats: {}, version: 1, created_by: 1, updated_by: 1 },
  ...more,
})

/** Gives the sentences of one kind about these acts, as the page has them. */
function said(genre: Genre, champs: readonly Champ[], acts: readonly Act[], facts: Partial<Facts> = {}) {
  const source = { annee_debut: null, annee_fin: null }
  return findWarnings({ champs, source, acts, facts: { ...NOTHING, ...facts } })
    .filter((found) => found.genre === genre)
    .map(({ releve_id, champ, valeur, detail }) => [
      releve_id,
      sentenceOf(genre, { label: champ, valeur, detail }).replace(/\u00a0/g, ' '),
    ])
}

test('a number of two acts is said of the second one; a new year, which begins again, has none', () => {
  const champs = [field({ nom: 'num_acte', type: 'number' })]
  const numbered = (...numbers: number[]) => numbers.map((n, at) => act(at + 1, { num_acte: n }))
  const sure = Array.from({ length: 20 }, (_, at) => at + 1)
  expect(said('numero_double', champs, numbered(...sure, 20, 21, 22))).toEqual([
    [21, 'Le n° 20 est déjà celui d’un autre acte.'],
  ])
  expect(said('numero_double', champs, numbered(...sure, 1, 2, 3))).toEqual([])
})

test('an act is of another hand where somebody else changed it, who is no reviewer', () => {
  const [typed, changed, own, anonymous] = [
    act(1, {}, { updated_by: 2 }),
    act(2, {}, { version: 2, updated_by: 2 }),
    act(3, {}, { version: 2 }),
    act(4, {}, { version: 2, created_by: null, updated_by: 2 }),
  ]
  const champs = [field({ nom: 'nom', type: 'text' })]
  const acts = [typed, changed, own, anonymous]
  expect(said('autre_main', champs, acts)).toEqual([[2, 'Modifié par une autre personne que celle qui l’a saisi.']])
  expect(said('autre_main', champs, acts, { reviewers: new Set([2]) })).toEqual([])
})

test('a place that is no more is said by the name that the act holds', () => {
  const champs = [field({ nom: 'domicile', type: 'place' }), field({ nom: 'note', type: 'text' })]
  const acts = [
    act(1, { domicile: { id: 7, nom_long: 'Paramé, Ille-et-Vilaine' } }),
    act(2, { domicile: { id: 8, nom_long: 'Saint-Malo, Ille-et-Vilaine' } }),
    act(3, { domicile: null, note: 'Paramé' }),
  ]
  expect(said('lieu_disparu', champs, acts)).toEqual([])
  expect(said('lieu_disparu', champs, acts, { lostPlaces: new Set([7]) })).toEqual([
    [1, 'Le lieu « Paramé, Ille-et-Vilaine » n’est plus dans la liste des lieux.'],
  ])
})

test('a choice that its list never had is said; one that it had once is not', () => {
  const champs = [field({ nom: 'sexe', type: 'select', options: ['M', 'F'], anciennes: ['Masculin'] })]
  const acts = ['M', 'Masculin', 'Homme', ''].map((sexe, at) => act(at + 1, { sexe }))
  expect(said('hors_liste', champs, acts)).toEqual([[3, 'sexe : « Homme » n’est pas dans la liste.']])
})

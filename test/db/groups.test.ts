// Persons come to types that never knew them: migration 0060 reads today's names and gives every field its group and part.
import { expect, test } from 'vitest'
import { ACT_OF_TYPE, groupsFromNames } from '../../db/migrations/groups-from-names.ts'
import { partFromName } from '../../src/champs/groups.ts'
import { READY_TYPES } from '../../src/features/types-sources/actions/models.ts'
import { champsOfModel } from '../../src/features/types-sources/rules/models/pieces.ts'
import { sortKey } from '../../src/lib/text.ts'

interface Placed {
  role: string | null
  partie: string | null
  /** A field of the person whose father, mother or spouse it is, as that person's group has it. */
  kinOf: string | null
}

const readyTypes = READY_TYPES.map((model) => [model.nom, model] as const)

test.each(readyTypes)('%s gets by its names the persons that a new installation has', (_nom, model) => {
  const champs = champsOfModel(model)
  const found = groupsFromNames(
    champs.map(({ nom }) => nom),
    model.acte,
  )
  const first = (cle: string) => champs[found.findIndex(({ groupe }) => groupe.cle === cle)]?.nom ?? null
  const derived = Object.fromEntries(
    champs.map(({ nom }, at): [string, Placed] => {
      const { groupe, partie } = found[at] ?? { groupe: { role: null, de: null }, partie: null }
      return [nom, { role: groupe.role, partie, kinOf: groupe.de === null ? null : first(groupe.de) }]
    }),
  )
  const own = Object.fromEntries(
    model.groupes.flatMap(({ role, de, champs: fields }) =>
      fields.map(({ nom, partie }): [string, Placed] => [
        nom,
        {
          role,
          partie: partie ?? (role === null ? null : partFromName(nom)),
          kinOf: model.groupes.find(({ cle }) => cle === de)?.champs[0]?.nom ?? null,
        },
      ]),
    ),
  )
  expect(derived).toEqual(own)
})

test('the ready types have the kind of act that the migration gives them', () => {
  expect(Object.fromEntries(READY_TYPES.map(({ nom, acte }) => [sortKey(nom), acte]))).toEqual(ACT_OF_TYPE)
})

test('a type of other names keeps one group for what fits no rule', () => {
  const found = groupsFromNames(['date_evenement', 'ferme', 'loyer', 'notes'], 'autre')
  expect(found.map(({ groupe }) => groupe.libelle)).toEqual(['Repères', 'Autres', 'Autres', 'Notes'])
})

test('the husband of a type without a kind of act is the spouse of somebody', () => {
  const found = groupsFromNames(['nom', 'prenom', 'nom_epouse', 'nom_pere_epouse'], 'autre')
  expect(found.map(({ groupe: { cle, role, de } }) => [cle, role, de])).toEqual([
    ['', 'principal', null],
    ['', 'principal', null],
    ['epouse', 'conjoint', ''],
    ['pere_epouse', 'pere', 'epouse'],
  ])
})

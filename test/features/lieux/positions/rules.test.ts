import { describe, expect, test } from 'vitest'
import { communeOf, gazetteerOf, type Lost } from '../../../../src/features/lieux/positions/rules.ts'
import { sortKey } from '../../../../src/lib/text.ts'

const commune = (nom: string, code: string, latitude: number | null = 48) => ({ nom, code, latitude, longitude: -2 })
const departement = (nom: string, code: string, communes: ReturnType<typeof commune>[]) => ({
  ...commune(nom, code, null),
  communes,
})

const gazetteer = gazetteerOf({
  pays: commune('France', 'FR'),
  regions: [
    {
      ...commune('Bretagne', '53', null),
      departements: [
        departement('Côtes-d’Armor', '22', [commune('Plélan', '22180'), commune('Saint-Malo', '22300')]),
        departement('Ille-et-Vilaine', '35', [
          commune('Saint-Malo', '35288'),
          commune('Dinan', '35001'),
          commune('Nouvelle', '35999', null),
        ]),
      ],
    },
    { ...commune('Occitanie', '76', null), departements: [departement('Lot', '46', [commune('Dinan', '46001')])] },
  ],
})

const place = (nom: string, above: string[] = [], more: Partial<Lost> = {}): Lost => ({
  ...{ nom, code: null, type: null, ...more },
  above: above.map((one) => {
    const [name = '', type] = one.split(':')
    return { nom: name, code: type === 'Département' ? name : null, type: type ? sortKey(type) : null }
  }),
})

const told = (lost: Lost): string => {
  const outcome = communeOf(lost, gazetteer)
  if (outcome === 'none') return 'none'
  return 'found' in outcome ? (outcome.found.code ?? '') : outcome.doubt.slice(0, 17)
}

describe('a place is the commune', () => {
  test.each([
    ['of its name and code, wherever it lies', place('saint malo', ['Ailleurs'], { code: '35288' }), '35288'],
    ['of its name in its département', place('St-Malo', ['France', 'Ille-et-Vilaine']), '35288'],
    ['in a département known by its code', place('Saint-Malo', ['35:Département']), '35288'],
    ['in a département by its former name', place('Saint-Malo', ['Côtes-du-Nord']), '22300'],
    ['of its region, if it is the only one there', place('Dinan', ['France', 'Bretagne']), '35001'],
    ['of its name, if France has but one', place('PLELAN', ['France:Pays']), '22180'],
    ['though it is called a parish', place('Plélan', [], { type: sortKey('Paroisse') }), '22180'],
  ])('%s', (_, lost, code) => {
    expect(told(lost)).toBe(code)
  })

  test.each([
    ['of several in its region', place('Saint-Malo', ['Bretagne']), 'Plusieurs commune'],
    ['where nothing tells which', place('Dinan'), 'Plusieurs commune'],
    ['in places that nobody knows', place('Plélan', ['Pays de Rance']), 'Une commune de Fr'],
    ['in a département that has none', place('Plélan', ['Lot']), 'Une commune de Fr'],
  ])('that a person has to choose: %s', (_, lost, doubt) => {
    expect(told(lost)).toBe(doubt)
  })

  test.each([
    ['without such a name', place('Nulle-Part')],
    ['without a position', place('Nouvelle', ['Ille-et-Vilaine'])],
    ['for a hamlet', place('Plélan', [], { type: sortKey('Hameau') })],
    ['for what lies in a commune', place('Plélan', ['Rennes:Commune'])],
    ['abroad', place('Plélan', ['Canada:Pays'])],
  ])('none %s', (_, lost) => {
    expect(told(lost)).toBe('none')
  })
})

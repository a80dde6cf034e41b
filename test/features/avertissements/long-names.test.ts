import { expect, test } from 'vitest'
import type { Champ } from '../../../src/champs/kind.ts'
import type { Act } from '../../../src/features/avertissements/rules/kind.ts'
import { rareSurnames } from '../../../src/features/avertissements/rules/name-kinds.ts'

const nom = { nom: 'nom', type: 'text', partie: 'nom', groupe: { role: 'principal' } } as Champ
const actOf = (text: string, i: number) => ({ id: i + 1, data: { nom: text }, etats: {} }) as unknown as Act

test('a remark that stands in the column of surnames is none, and is held against no other', () => {
  const remark = 'Acte illisible, voir la page suivante et la marge du registre'
  const acts = ['Kermarrec', remark, 'a'.repeat(500)].map(actOf)
  expect(rareSurnames({ champs: [nom], acts })).toEqual(['kermarrec'])
})

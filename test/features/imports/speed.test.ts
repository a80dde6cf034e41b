import { expect, test } from 'vitest'
import { progressOf } from '../../../src/features/imports/rules/speed.ts'
import { squeeze } from '../../support/html.ts'

const WORK = { etat: 'en_cours' as const, avancement: 0, total: 60_000, taille: 1, nb_lignes: 60_000, travail_de: 0 }
const START = '2026-11-21T10:00:00.000Z'
const after = (seconds: number) => new Date(Date.parse(START) + 1000 * seconds)
const told = (work: Partial<Parameters<typeof progressOf>[0]>, seconds: number) =>
  progressOf({ ...WORK, travail_at: START, ...work }, after(seconds)).map(squeeze)

test('says how far the work is, how fast it goes and how long it will take', () => {
  expect(told({ avancement: 6000 }, 10)).toEqual([
    '6 000 lignes sur 60 000',
    '600 lignes par seconde',
    'encore environ 2 minutes',
  ])
  expect(told({ avancement: 59_000 }, 10)).toEqual([
    '59 000 lignes sur 60 000',
    '5 900 lignes par seconde',
    'encore moins d’une minute',
  ])
  expect(told({ avancement: 2 }, 10)[2]).toBe('encore environ 83 heures')
  // Taken up after a kill: what was done before is no part of the speed.
  expect(told({ avancement: 31_000, travail_de: 30_000 }, 10)[1]).toBe('100 lignes par seconde')
})

test('leaves out what nobody can tell yet', () => {
  expect([told({}, 10), told({ avancement: 50, travail_at: null }, 10)]).toEqual([[], []])
  expect(told({ avancement: 1 }, 1)).toEqual(['1 ligne sur 60 000'])
  const reading = { etat: 'analyse' as const, taille: 1000, total: 2000, nb_lignes: 50 }
  expect(told({ ...reading, avancement: 500 }, 5)).toEqual([
    '50 lignes lues',
    '10 lignes par seconde',
    'encore moins d’une minute',
  ])
  expect(told({ ...reading, avancement: 1500 }, 5)).toEqual(['50 lignes lues', 'encore moins d’une minute'])
})

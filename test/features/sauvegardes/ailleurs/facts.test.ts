import { expect, test } from 'vitest'
import { elsewhereFact } from '../../../../src/features/sauvegardes/ailleurs/rules/facts.ts'

const last = { at: '2026-11-21T03:10:00.000Z', fichier: 'releves-20261121-031000-quotidienne.tar.age' }
const none = { last: undefined, failed: undefined, late: undefined }

test('a line says whether copies go elsewhere, when the last one did, and what is wrong', () => {
  const said = (state?: Parameters<typeof elsewhereFact>[0]) => elsewhereFact(state).replaceAll('\u00a0', ' ')
  expect(said()).toBe('non réglée')
  expect(said(none)).toBe('aucune encore')
  expect(said({ ...none, last })).toBe('21 novembre 2026 à 4:10 (releves-20261121-031000-quotidienne.tar.age)')
  expect(said({ ...none, last, late: 5 })).toMatch(/, aucune depuis 5 jours$/)
  const failed = { created_at: '2026-11-22T03:10:00.000Z', erreur: 'Le serveur est en panne.' }
  expect(said({ ...none, failed })).toBe('aucune encore, échec le 22 novembre 2026 à 4:10')
})

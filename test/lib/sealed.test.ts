import { expect, test } from 'vitest'
import { seal, unseal } from '../../src/lib/sealed.ts'

test('a sealed text comes back with its secret and purpose, and never looks the same twice', () => {
  const [one, two] = [seal('secret', 'smtp', 'mot de passe é'), seal('secret', 'smtp', 'mot de passe é')]
  expect(one).not.toBe(two)
  expect(one).not.toContain('mot de')
  expect([unseal('secret', 'smtp', one), unseal('secret', 'smtp', two), unseal('s', 'x', seal('s', 'x', ''))]).toEqual([
    'mot de passe é',
    'mot de passe é',
    '',
  ])
})

test('another secret, another purpose or a changed byte opens nothing', () => {
  const sealed = seal('secret', 'smtp', 'x')
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  expect(() => unseal('autre', 'smtp', sealed)).toThrow()
  expect(() => unseal('secret', 'autre', sealed)).toThrow()
  expect(() => unseal('secret', 'smtp', changed)).toThrow()
  expect(() => unseal('secret', 'smtp', 'v1.')).toThrow()
  expect(() => unseal('secret', 'smtp', 'en clair')).toThrow('not a sealed text')
})

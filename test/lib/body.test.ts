import { expect, test } from 'vitest'
import { shown, shownAll } from '../../src/lib/body.ts'

test('one value, several, none', () => {
  const raw = { nom: 'Pleurtuit', membres: ['1', '2'] }
  expect(shown(raw, 'nom')).toBe('Pleurtuit')
  expect(shown(raw, 'membres')).toBe('1')
  expect(shownAll(raw, 'nom')).toEqual(['Pleurtuit'])
  expect(shownAll(raw, 'membres')).toEqual(['1', '2'])
  expect(shown(raw, 'absent')).toBe('')
  expect(shownAll(raw, 'absent')).toEqual([])
})

test('what every object inherits was not typed by anybody', () => {
  expect(shown({}, 'constructor')).toBe('')
  expect(shownAll({}, '__proto__')).toEqual([])
})

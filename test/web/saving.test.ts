import { expect, test } from 'vitest'
import { shownForm } from '../../src/web/saving.ts'

test('a form keeps the version it was made from until it is told another one', () => {
  const raw = { nom: 'AD 35', version: '2' }
  expect(shownForm(raw)).toEqual({ raw, errors: {}, status: 200 })
  expect(shownForm(raw, { errors: { nom: 'Pris.' } })).toEqual({ raw, errors: { nom: 'Pris.' }, status: 422 })
  const late = shownForm(raw, { errors: { '': 'Trop tard.' }, version: 7 })
  expect(late).toEqual({ raw: { ...raw, version: '7' }, errors: { '': 'Trop tard.' }, status: 409 })
})

// The whole of France; the tests of the import do the same with one region.
import { test } from 'vitest'
import { franceWhere, goInAndOut } from '../features/lieux/import/places.ts'

test(
  'the 35,105 places of France go in, come out and are known again',
  () =>
    goInAndOut(
      franceWhere(() => true),
      35_105,
    ),
  240_000,
)

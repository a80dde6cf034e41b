import { expect, test } from 'vitest'
import {
  asked,
  askedBox,
  askedOption,
  askedWords,
  FilterForm,
  found,
  orderedBy,
  sortLink,
  WAYS,
  YEARS,
  yearsInOrder,
} from '../../src/web/filter.ts'
import { optionalId } from '../../src/web/form.ts'

interface Filter {
  q: string
  statut: 'neuf' | 'vieux' | null
  type: number | null
  lieu: { id: number } | null
  annee_debut: number | null
  annee_fin: number | null
  mien: boolean
  tri: 'nom' | 'date'
  ordre: 'asc' | 'desc'
}

const form = new FilterForm<Filter>(
  {
    q: askedWords(5),
    statut: askedOption(['neuf', 'vieux'], 'Pas ce statut.'),
    type: asked(optionalId),
    lieu: found(({ id }) => id),
    ...YEARS,
    mien: askedBox('moi'),
    tri: orderedBy(['nom', 'date']),
    ordre: WAYS,
  },
  yearsInOrder,
)

const NOTHING = form.read({}).filter

test('an address without criteria asks nothing, and nothing makes an address without criteria', () => {
  const none = { q: '', statut: null, type: null, lieu: null, annee_debut: null, annee_fin: null, mien: false }
  expect(form.read({})).toEqual({ filter: { ...none, tri: 'nom', ordre: 'asc' }, errors: {} })
  expect(form.address('/x', NOTHING)({})).toBe('/x')
})

test('what is read makes the address that reads so', () => {
  const query = { q: 'cadic', statut: 'vieux', type: '3', annee_debut: '1700', mien: 'moi', tri: 'date', ordre: 'desc' }
  const { filter, errors } = form.read(query, { lieu: { id: 7 } })
  expect(errors).toEqual({})
  const url = form.address('/x', filter, { par_page: '25', autre: 'chose' })
  expect(url({})).toBe(
    '/x?par_page=25&q=cadic&statut=vieux&type=3&lieu=7&annee_debut=1700&mien=moi&tri=date&ordre=desc',
  )
  const again = Object.fromEntries(new URL(url({ statut: null, page: 2 }), 'http://x').searchParams)
  expect(form.read(again, { lieu: { id: 7 } }).filter).toEqual({ ...filter, statut: null })
  expect(again.page).toBe('2')
})

test('what cannot be read asks nothing, and is told', () => {
  const read = form.read({
    q: ' a\u0000bcdefg',
    statut: 'mort',
    type: '-1',
    mien: 'oui',
    tri: 'x',
    ordre: 'y',
    lieu: '7',
  })
  expect(read).toEqual({
    filter: { ...NOTHING, q: 'a bcd' },
    errors: { statut: 'Pas ce statut.', type: 'Choisissez une valeur dans la liste.' },
  })
  expect(form.read({ annee_debut: '1800', annee_fin: '1700' })).toEqual({
    filter: NOTHING,
    errors: { annee_fin: 'La dernière année précède la première.' },
  })
})

test('each criterion in force is a chip that takes itself away, unless there is no word for it', () => {
  const filter: Filter = { ...NOTHING, q: 'cadic', statut: 'neuf', type: 3, tri: 'date' }
  const words = {
    statut: (statut: string) => `Statut ${statut}`,
    q: (q: string) => `« ${q} »`,
    type: () => undefined,
    lieu: () => 'un lieu',
    annee_debut: String,
    annee_fin: String,
    mien: () => 'à moi',
  }
  expect(form.chips(filter, words, form.address('/x', filter))).toEqual([
    { label: 'Statut neuf', href: '/x?q=cadic&type=3&tri=date' },
    { label: '« cadic »', href: '/x?statut=neuf&type=3&tri=date' },
  ])
})

test('a column sorts, then the other way round', () => {
  const link = (query: Record<string, string>, by: 'nom' | 'date') => {
    const { filter } = form.read(query)
    return sortLink(filter, form.address('/x', filter), { by, first: 'nom' })
  }
  expect(link({}, 'nom')).toEqual({ dir: 'asc', href: '/x?ordre=desc' })
  expect(link({}, 'date')).toEqual({ dir: null, href: '/x?tri=date' })
  expect(link({ ordre: 'desc' }, 'nom')).toEqual({ dir: 'desc', href: '/x' })
})

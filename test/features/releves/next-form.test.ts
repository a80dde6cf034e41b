// The form of the next record as the browser makes it without a line, held against the server's.
import { expect, test } from 'vitest'
import { fieldName, KINDS } from '../../../src/champs/index.ts'
import type { Champ, Lookup } from '../../../src/champs/kind.ts'
import { readChamps } from '../../../src/champs/read.ts'
import { FIELD_POLICIES, type FieldType } from '../../../src/db/schema.ts'
import { emptyForm } from '../../../src/features/releves/form.ts'
import { nextFormRules } from '../../../src/features/releves/rules/next-form.ts'
import { previousRaw } from '../../../src/features/releves/rules/previous.ts'

const { nextForm } = await import(new URL('../../../static/js/file-suite.js', import.meta.url).href)

const PLACE = { id: 7, nom_long: 'Pleurtuit, Ille-et-Vilaine' }
const lookup: Lookup = {
  lieuById: async (id) => (id === PLACE.id ? PLACE : undefined),
  lieuxByNomLong: async (name) => (name === PLACE.nom_long ? [PLACE] : []),
  lieuxSuggested: async () => [],
  lieuxNear: async () => [],
}

/** Values are as typed; the calendar of a date comes after a bar. */
const TYPED: Record<FieldType, string[]> = {
  text: ['', 'f° 9', 'Le  Goff ', '12 bis', '099', 'été\u0301', '999999999', 'x\u200ey', 'a\tb'],
  textarea: ['', ' deux\r\nlignes ', 'é', 'tab\there'],
  number: ['', '12', '12,50', '-3.5', '1 234', '1\u202f234', '0', '007', '−4', '+5'],
  date: [
    '',
    '12/08/1787',
    '3/8/1787',
    '1787',
    '08/1787',
    '8/1787',
    '178?|gregorien',
    '3-8-1787|julien',
    '14 therm. an II|republicain',
    '14 therm. an II',
  ],
  boolean: ['', 'oui', 'non'],
  select: ['', 'M', 'F'],
  place: ['', PLACE.nom_long],
}

const champOf = (type: FieldType, politique: Champ['politique'], majuscules: boolean): Champ => ({
  ...{ id: 1, nom: 'x', label: 'X', type, politique, majuscules, required: false, completion: false },
  ...{ options: ['M', 'F'], aide: null, groupe: null, partie: null },
})

function sent(champ: Champ, typed: string): [string, string][] {
  const name = fieldName(champ)
  const [text = '', calendar = 'gregorien'] = typed.split('|')
  if (champ.type === 'date')
    return [
      [`${name}[valeur]`, text],
      [`${name}[calendrier]`, calendar],
    ]
  if (champ.type === 'place')
    return [
      [`texte:${name}`, text],
      [name, text && '7'],
    ]
  return [[name, text]]
}

const CASES = (Object.keys(TYPED) as FieldType[]).flatMap((type) =>
  FIELD_POLICIES.flatMap((politique) => [false, true].map((majuscules) => ({ type, politique, majuscules }))),
)

const DEFAULTS: Record<FieldType, unknown> = {
  ...{ text: 'défaut', textarea: 'un\ndeux', number: 3.5, boolean: false, select: 'M', place: PLACE },
  date: { valeur: '1787-08', calendrier: 'julien', iso: '1787-08-12' },
}

test.each(CASES)('$type, $politique, capitals $majuscules', async ({ type, politique, majuscules }) => {
  const champ = champOf(type, politique, majuscules)
  const defauts = { x: DEFAULTS[type] }
  const start = (await emptyForm([champ], '', { defauts, previous: undefined }, lookup)).raw
  for (const typed of TYPED[type]) {
    for (const etat of ['sur', 'douteux', 'illisible']) {
      const isSent = etat !== 'illisible'
      const values: [string, string][] = [...(isSent ? sent(champ, typed) : []), ['etats[x]', etat]]
      const { values: data, etats, errors } = await readChamps([champ], Object.fromEntries(values), lookup)
      expect(errors).toEqual({})
      for (const isBare of [false, true]) {
        const previous = isBare ? undefined : data
        const server = await emptyForm([champ], '', { defauts, previous, calendars: data }, lookup)
        const browser = nextForm(nextFormRules([champ]), start, values, isBare)
        expect({ ...browser.valeurs }, `${typed} ${etat}`).toEqual({ ...server.raw })
        expect(browser.repris).toEqual([...(server.carried ?? [])])
        const before = previousRaw([champ], { data, etats }, new Map()).get('x')
        expect(browser.precedents.x ?? {}, `${typed} ${etat}`).toEqual({ ...before })
      }
    }
  }
})

test.each(['12 août 1787', '12.8.1787', '2/1787', '12 thermidor an 2'])(
  '%s, taken over in its words, means the same',
  async (text) => {
    const champ = champOf('date', 'repris', false)
    const calendar = text.includes('an') ? 'republicain' : 'gregorien'
    const values = sent(champ, `${text}|${calendar}`)
    const { values: data } = await readChamps([champ], Object.fromEntries(values), lookup)
    const { valeurs } = nextForm(nextFormRules([champ]), {}, values, false)
    expect((await readChamps([champ], valeurs, lookup)).values).toEqual(data)
    expect(KINDS.date.isValue(data.x)).toBe(true)
  },
)

test('the calendar of the act goes on in its other dates', async () => {
  const champs = ['date_evenement', 'naissance', 'deces'].map((nom) => ({ ...champOf('date', 'vide', false), nom }))
  const values: [string, string][] = [
    ['data[date_evenement][valeur]', '14 thermidor an II'],
    ['data[date_evenement][calendrier]', 'republicain'],
    ['data[naissance][valeur]', '1/8/1794'],
    ['data[naissance][calendrier]', 'julien'],
  ]
  const { values: data } = await readChamps(champs, Object.fromEntries(values), lookup)
  const server = await emptyForm(champs, '', { defauts: {}, previous: data }, lookup)
  const browser = nextForm(nextFormRules(champs), {}, values, false)
  expect(browser.valeurs).toEqual({ ...server.raw })
  expect(Object.values(server.raw)).toEqual(['republicain', 'julien', 'republicain'])
})

test('« = » that found nothing to repeat is no value to go on with', () => {
  const champs = [champOf('text', 'repris', false), { ...champOf('date', 'vide', false), nom: 'jour' }]
  const values = [
    ['data[x]', ' = '],
    ['data[jour][valeur]', '='],
  ]
  const { valeurs, repris, precedents } = nextForm(nextFormRules(champs), {}, values, false)
  expect([valeurs, repris, precedents]).toEqual([{}, [], { x: {}, jour: {} }])
})

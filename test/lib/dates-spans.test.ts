// Dates that a register tells about, before, after or between, and days of the week that come along with a date.
import { expect, test } from 'vitest'
import {
  type CalendarType,
  type DateValue,
  dateFromCell,
  dateInSentence,
  dateInTable,
  dateInWords,
  dateToCell,
  dateToText,
  periodOf,
  readDate,
  readTyped,
  understood,
  yearsOf,
} from '../../src/lib/dates.ts'
import { accepted, LOST, messageOf, read } from './dates-support.ts'

test.each([
  ['vers 1780', '~1780', '1780-01-01', '1780-12-31', 'vers 1780'],
  ['~1780', '~1780', '1780-01-01', '1780-12-31', 'vers 1780'],
  ['VERS  1780', '~1780', '1780-01-01', '1780-12-31', 'vers 1780'],
  ['env. 1780', '~1780', '1780-01-01', '1780-12-31', 'vers 1780'],
  ['environ 1780', '~1780', '1780-01-01', '1780-12-31', 'vers 1780'],
  ['1780 environ', '~1780', '1780-01-01', '1780-12-31', 'vers 1780'],
  ['ca 1780', '~1780', '1780-01-01', '1780-12-31', 'vers 1780'],
  ['ca. 1780', '~1780', '1780-01-01', '1780-12-31', 'vers 1780'],
  ['vers l’an 1780', '~1780', '1780-01-01', '1780-12-31', 'vers 1780'],
  ['vers août 1780', '~1780-08', '1780-08-01', '1780-08-31', 'vers 08/1780'],
  ['vers le 12 août 1780', '~1780-08-12', '1780-08-12', '1780-08-12', 'vers 12/08/1780'],
  ['avant 1750', '<1750', null, '1749-12-31', 'avant 1750'],
  ['< 1750', '<1750', null, '1749-12-31', 'avant 1750'],
  ['av. 1750', '<1750', null, '1749-12-31', 'avant 1750'],
  ['avant le 3 mai 1750', '<1750-05-03', null, '1750-05-02', 'avant 03/05/1750'],
  ['après 1750', '>1750', '1751-01-01', null, 'après 1750'],
  ['apres 1750', '>1750', '1751-01-01', null, 'après 1750'],
  ['>1750', '>1750', '1751-01-01', null, 'après 1750'],
  ['1780-1785', '1780/1785', '1780-01-01', '1785-12-31', '1780-1785'],
  ['1780/1785', '1780/1785', '1780-01-01', '1785-12-31', '1780-1785'],
  ['1780 – 1785', '1780/1785', '1780-01-01', '1785-12-31', '1780-1785'],
  ['entre 1780 et 1785', '1780/1785', '1780-01-01', '1785-12-31', '1780-1785'],
  ['de 1780 à 1785', '1780/1785', '1780-01-01', '1785-12-31', '1780-1785'],
  ['entre mai et juin 1780', '1780-05/1780-06', '1780-05-01', '1780-06-30', 'entre 05/1780 et 06/1780'],
  [
    'entre le 3 et le 5 mai 1780',
    '1780-05-03/1780-05-05',
    '1780-05-03',
    '1780-05-05',
    'entre 03/05/1780 et 05/05/1780',
  ],
] as const)('reads %j as %s', (typed, valeur, iso, iso_fin, text) => {
  const value = read(typed, 'gregorien')
  expect(value).toEqual({ valeur, calendrier: 'gregorien', iso, iso_fin })
  expect([dateToText(value), dateToCell(value)]).toEqual([text, text])
  expect(readDate(text, 'gregorien')).toEqual({ ok: true, value })
})

test.each([
  ['vers 1780', 'vers 1780', 'vers 1780', [1780, 1780]],
  ['avant 1750', 'avant 1750', 'avant 1750', [Number.NEGATIVE_INFINITY, 1749]],
  ['après 03/1750', 'après mars 1750', 'après mars 1750', [1750, Number.POSITIVE_INFINITY]],
  ['après 1750', 'après 1750', 'après 1750', [1751, Number.POSITIVE_INFINITY]],
  ['1780-1785', 'entre 1780 et 1785', 'entre 1780 et 1785', [1780, 1785]],
  ['avant le 3 mai 1750', 'avant le 3 mai 1750', 'avant le 3 mai 1750', [Number.NEGATIVE_INFINITY, 1750]],
] as const)('tells %s', (typed, words, sentence, years) => {
  const value = read(typed, 'gregorien')
  expect([dateInWords(value), dateInSentence(value), yearsOf(value)]).toEqual([words, sentence, years])
  expect(understood(value)).toBe(words)
})

test('is Julian too, and says where that lies today', () => {
  const value = read('avant 1580', 'julien')
  expect(value).toEqual({ valeur: '<1580', calendrier: 'julien', iso: null, iso_fin: '1580-01-10' })
  expect(dateToCell(value)).toBe('avant 1580 (calendrier julien)')
  expect(understood(value)).toBe('jusqu’au 10 janvier 1580 (calendrier grégorien)')
  expect(dateInTable(value)).toEqual({ text: 'avant 1580 (julien)', gregorien: 'jusqu’au 10/01/1580' })
  expect(dateInTable(read('après 1580', 'julien')).gregorien).toBe('à partir du 11/01/1581')
  expect(yearsOf(value)).toEqual([Number.NEGATIVE_INFINITY, 1579])
})

test.each([
  ['1785-1780', /^Cette période finit avant de commencer\u00a0: écrivez d’abord 1780, puis 1785\.$/],
  ['entre 1780 et 17??', LOST],
  ['vers 178?', LOST],
  ['vers 80', /en quatre chiffres/],
  ['avant le 31/02/1750', /31 février 1750 n’existe pas/],
  ['vers', /n’est pas comprise/],
  ['avant', /n’est pas comprise/],
  ['entre 1780', /n’est pas comprise/],
  ['vers midi', /n’est pas comprise/],
  ['mardi 1787', /n’est pas comprise/],
  ['mardi août 1787', /n’est pas comprise/],
])('refuses %j', (typed, message) => {
  const told = messageOf(readDate(typed, 'gregorien'))
  if (typeof message === 'string') expect(told).toBe(message)
  else expect(told).toMatch(message)
})

test('between a date and itself is that date', () => {
  expect(read('1780-1780', 'gregorien').valeur).toBe('1780')
})

test.each([
  ['jeudi 12 février 1789', '1789-02-12', undefined],
  ['le jeudy 12 fevrier 1789', '1789-02-12', undefined],
  ['Jeudi, 12/02/1789', '1789-02-12', undefined],
  ['mercredi 12 février 1789', '1789-02-12', 'Le 12 février 1789 est un jeudi, non un mercredi.'],
  ['dimanche 12 février 1789', '1789-02-12', 'Le 12 février 1789 est un jeudi, non un dimanche.'],
  ['sabmedi 14 février 1789', '1789-02-14', undefined],
  ['premier janvier 1787', '1787-01-01', undefined],
  ['le premier de janvier 1787', '1787-01-01', undefined],
  ['dernier février 1788', '1788-02-29', undefined],
  ['le dernier jour de février 1787', '1787-02-28', undefined],
  ['le dernier jour du mois d’avril 1787', '1787-04-30', undefined],
  ['12 février de l’an 1789', '1789-02-12', undefined],
])('reads the register’s %j', (typed, valeur, warning) => {
  const reading = readDate(typed, 'gregorien')
  expect(accepted(reading).valeur).toBe(valeur)
  expect(reading.ok && reading.warning).toBe(warning)
})

test('a weekday is held against the calendar of the register', () => {
  expect(readDate('dimanche 9 décembre 1582', 'gregorien')).toHaveProperty('warning')
  expect(readDate('dimanche 9 décembre 1582', 'julien')).not.toHaveProperty('warning')
})

test.each(['an -1', 'l’an -1', '12 vendémiaire an -3', 'an – 3', 'An - 1'])(
  'refuses the year before the first: %s',
  (typed) => {
    for (const calendrier of ['republicain', 'gregorien'] as const)
      expect(messageOf(readTyped(typed, calendrier))).toMatch(/^Il n’y a pas d’année avant l’an I/)
    expect(messageOf(dateFromCell(typed))).toMatch(/^Il n’y a pas d’année avant/)
  },
)

test('a hyphen before the year is none of these', () => {
  expect(read('14-11-an II', 'republicain').iso).toBe('1794-08-01')
})

test.each([
  ['12 vendémiaire an III', 'republicain', '1794-10-03'],
  ['14 therm. an 2', 'republicain', '1794-08-01'],
  ['31 vendémiaire an 4', 'republicain', null],
  ['9/12/1582 (calendrier julien)', 'julien', '1582-12-19'],
  ['12/08/1787', 'gregorien', '1787-08-12'],
] as const)('the calendar that a form starts with gives way to %j', (typed, calendrier, iso) => {
  expect(accepted(readTyped(typed, 'gregorien'))).toMatchObject({ calendrier, iso })
})

test('a calendar that was chosen gives way to nothing', () => {
  expect(messageOf(readTyped('12 vendémiaire an III', 'julien'))).toMatch(/choisissez ce calendrier/)
  expect(accepted(readTyped('12/08/1794', 'republicain')).iso).toBeNull()
})

const CIVIL: CalendarType[] = ['gregorien', 'julien']

/** Every kind of date before every other one. */
function* spans(): Generator<DateValue> {
  const dates = ['0001', '0987', '1582', '10/1582', '29/02/1788', '01/01/1750', '31/12/2999', '2999']
  for (const calendrier of CIVIL) {
    for (const date of dates) for (const word of ['vers', 'avant', 'après']) yield read(`${word} ${date}`, calendrier)
    for (const [at, from] of dates.entries())
      for (const to of dates.slice(at + 1)) {
        const reading = readDate(`entre ${from} et ${to}`, calendrier)
        if (reading.ok) yield reading.value
      }
  }
}

test('export then import is the identity, in cells and in fields', () => {
  const all = [...spans()]
  expect(all.length).toBeGreaterThan(80)
  for (const value of all) {
    expect(accepted(dateFromCell(dateToCell(value)))).toEqual(value)
    expect(read(dateToText(value), value.calendrier)).toEqual(value)
    expect(read(value.valeur, value.calendrier)).toEqual(value)
    const [first, last] = periodOf(value) ?? []
    expect(first).toBeLessThanOrEqual(last as number)
  }
})

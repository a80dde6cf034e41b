import { expect, test } from 'vitest'
import { dateInTable, dateToText, readDate, yearsOf } from '../../src/lib/dates.ts'
import { FORBIDDEN, LONG, LOST, messageOf, read, SHORT, UNREAD } from './dates-support.ts'

test.each([
  ['12/08/1787', '1787-08-12'],
  ['12/8/1787', '1787-08-12'],
  ['1.8.1787', '1787-08-01'],
  ['12-08-1787', '1787-08-12'],
  ['12 08 1787', '1787-08-12'],
  ['12 / 08 / 1787', '1787-08-12'],
  ['  12/08/1787\t', '1787-08-12'],
  ['12082787', '2787-08-12'],
  ['12081787', '1787-08-12'],
  ['1787-08-12', '1787-08-12'],
  ['1787-08', '1787-08'],
  ['12 août 1787', '1787-08-12'],
  ['12 aou\u0302t 1787', '1787-08-12'],
  ['12 AOUT 1787', '1787-08-12'],
  ['le 1er août 1787', '1787-08-01'],
  ['1er aoust 1787', '1787-08-01'],
  ['12-févr.-1787', '1787-02-12'],
  ['3 sept. 1787', '1787-09-03'],
  ['3 7bre 1787', '1787-09-03'],
  ['3 8bre 1787', '1787-10-03'],
  ['3 9bre 1787', '1787-11-03'],
  ['3 Xbre 1787', '1787-12-03'],
  ['3 10bre 1787', '1787-12-03'],
  ['08/1787', '1787-08'],
  ['8/1787', '1787-08'],
  ['août 1787', '1787-08'],
  ['Xbre 1787', '1787-12'],
  ['1787', '1787'],
  ['0001', '0001'],
  ['2999', '2999'],
  ['29/02/1788', '1788-02-29'],
  ['\u200e12/08/1787\u200f', '1787-08-12'],
])('reads %j as %s', (typed, valeur) => {
  const value = read(typed, 'gregorien')
  expect(value.valeur).toBe(valeur)
  expect(value.iso).toBe(`${valeur}-01-01`.slice(0, 10))
  expect(readDate(dateToText(value), 'gregorien')).toEqual({ ok: true, value })
})

test.each([
  ['17??', 'gregorien', '17??', '1700-01-01'],
  [' 178? ', 'gregorien', '178?', '1780-01-01'],
  ['001?', 'gregorien', '001?', '0010-01-01'],
  ['29??', 'gregorien', '29??', '2900-01-01'],
  ['17??', 'julien', '17??', '1700-01-11'],
  ['158?', 'julien', '158?', '1580-01-11'],
] as const)('keeps the lost figures of %j (%s) and its first day', (typed, calendrier, valeur, iso) => {
  const value = read(typed, calendrier)
  expect(value).toEqual({ valeur, calendrier, iso })
  expect(readDate(dateToText(value), calendrier)).toEqual({ ok: true, value })
})

test.each([
  ['17??', 'gregorien', [1700, 1799]],
  ['178?', 'julien', [1780, 1789]],
  ['25/12/1787', 'julien', [1787, 1787]],
  ['08/1787', 'gregorien', [1787, 1787]],
  ['an II', 'republicain', [1793, 1794]],
  ['jour de la fête', 'republicain', null],
] as const)('%s (%s) is of the years %j', (typed, calendrier, years) => {
  expect(yearsOf(read(typed, calendrier))).toEqual(years)
})

const LIMITS = 'L’année doit être comprise entre 0001 et 2999.'

test.each([
  ['12/8/87', SHORT],
  ['12 août 87', SHORT],
  ['12/08/987', SHORT],
  ['987', SHORT],
  ['87', SHORT],
  ['08/87', SHORT],
  ['120887', SHORT],
  ['12/08/17877', SHORT],
  ['31/02/1787', 'Le 31 février 1787 n’existe pas dans le calendrier grégorien.'],
  ['29/02/1700', 'Le 29 février 1700 n’existe pas dans le calendrier grégorien.'],
  ['1700-02-29', 'Le 29 février 1700 n’existe pas dans le calendrier grégorien.'],
  ['00/02/1700', 'Le 0 février 1700 n’existe pas dans le calendrier grégorien.'],
  ['08/25/1787', 'Le mois 25 n’existe pas\u00a0: écrivez le jour, puis le mois (1 à 12), puis l’année.'],
  ['00/1787', 'Le mois 0 n’existe pas\u00a0: écrivez le jour, puis le mois (1 à 12), puis l’année.'],
  ['1???', LOST],
  ['?787', LOST],
  ['17?7', LOST],
  ['17???', LOST],
  ['1787?', LOST],
  ['17??-05', LOST],
  ['05/17??', LOST],
  ['17 ??', UNREAD],
  ['??/08/1787', UNREAD],
  ['????', UNREAD],
  ['00??', LIMITS],
  ['30??', LIMITS],
  ['0000', LIMITS],
  ['3000', LIMITS],
  ['12/08/3000', LIMITS],
  ['', 'La date est vide.'],
  [' \u00a0 ', 'La date est vide.'],
  ['\u200f\u200b', 'La date est vide.'],
  ['-1787', UNREAD],
  ['1787-', UNREAD],
  ['12//08/1787', UNREAD],
  ['1/2/3/1787', UNREAD],
  ['12 messe 1787', UNREAD],
  ['douze août 1787', UNREAD],
  ['1787/08/12', UNREAD],
  ['août', UNREAD],
  ['constructor 1787', UNREAD],
  ['１２/０８/１７８７', UNREAD],
  ['١٢/٠٨/١٧٨٧', UNREAD],
  ['12/08/1787\u0000', FORBIDDEN],
  ['\u001b[31m1787', FORBIDDEN],
  ['1787\ud800', FORBIDDEN],
  ['7'.repeat(101), LONG],
  ['1'.repeat(10_000), LONG],
  [' '.repeat(10_000), LONG],
])('refuses %j', (typed, message) => {
  expect(readDate(typed, 'gregorien')).toEqual({ ok: false, message })
})

test('points to the Republican calendar when that is what was typed', () => {
  expect(messageOf(readDate('14 thermidor an II', 'gregorien'))).toMatch(
    /^Cette date se lit dans le calendrier républicain/,
  )
  expect(messageOf(readDate('an XI', 'julien'))).toMatch(/choisissez ce calendrier/)
  expect(messageOf(readDate('14/11/2', 'gregorien'))).toBe(SHORT)
})

test.each([
  ['09/12/1582', '1582-12-09', '1582-12-19'],
  ['29/02/1700', '1700-02-29', '1700-03-11'],
  ['02/1700', '1700-02', '1700-02-11'],
  ['1582', '1582', '1582-01-11'],
])('keeps the Julian %s and its Gregorian day', (typed, valeur, iso) => {
  expect(readDate(typed, 'julien')).toEqual({ ok: true, value: { valeur, calendrier: 'julien', iso } })
})

test('refuses a Julian day that does not exist', () => {
  expect(messageOf(readDate('29/02/1701', 'julien'))).toBe('Le 29 février 1701 n’existe pas dans le calendrier julien.')
})

test.each([
  ['12/08/1787', 'gregorien', '12/08/1787', null],
  ['1787', 'gregorien', '1787', null],
  ['17??', 'gregorien', '17??', null],
  ['178?', 'julien', '178? (julien)', '12/01/1780\u00a0– 11/01/1790'],
  ['22/12/1549', 'julien', '22/12/1549 (julien)', '01/01/1550'],
  ['12/1549', 'julien', '12/1549 (julien)', '11/12/1549\u00a0– 10/01/1550'],
  ['14 thermidor an II', 'republicain', '14 thermidor an II', '01/08/1794'],
  ['an II', 'republicain', 'an II', '22/09/1793\u00a0– 21/09/1794'],
  ['jour de la fête', 'republicain', 'jour de la fête', null],
] as const)('in a table, %s (%s) is %s, %s', (typed, calendrier, text, gregorien) => {
  const reading = readDate(typed, calendrier)
  expect(reading.ok && dateInTable(reading.value)).toEqual({ text, gregorien })
})

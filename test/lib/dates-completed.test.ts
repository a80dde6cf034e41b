// A date that leans on another one is completed from it, typed as typists type.
import { expect, test } from 'vitest'
import type { CalendarType } from '../../src/lib/calendar.ts'
import { completed } from '../../src/lib/dates-completed.ts'
import { read } from './dates-support.ts'

const GREGORIAN = read('12/08/1787', 'gregorien')
const JULIAN = read('28/02/1700', 'julien')
const REPUBLICAN = read('12 vendémiaire an III', 'republicain')

const act = (valeur: string, calendrier: CalendarType = 'gregorien') => ({
  value: read(valeur, calendrier),
  isEmpty: false,
})

const text = (found: ReturnType<typeof completed>) => found && (found.ok ? found.text : found.message)

test.each([
  ['15', '15/08/1787'],
  [' 15 ', '15/08/1787'],
  ['1er', '01/08/1787'],
  ['le 15', '15/08/1787'],
  ['15/5', '15/05/1787'],
  ['15-5', '15/05/1787'],
  ['15 mai', '15/05/1787'],
  ['15 Xbre', '15/12/1787'],
  ['dernier février', '28/02/1787'],
  ['le dernier', '31/08/1787'],
  ['premier janvier', '01/01/1787'],
  ['jeudi 16', 'jeudi 16/08/1787'],
  ['le 3 du courant', '03/08/1787'],
  ['3 ct', '03/08/1787'],
  ['le 3 de ce mois', '03/08/1787'],
  ['le 28 du mois dernier', '28/07/1787'],
  ['dudit jour', '12/08/1787'],
  ['ledit jour', '12/08/1787'],
  ['du même jour', '12/08/1787'],
  ['le lendemain', '13/08/1787'],
  ['la veille', '11/08/1787'],
])('after 12/08/1787, %j is %s', (typed, whole) => {
  expect(completed(typed, 'gregorien', { before: GREGORIAN })).toEqual({
    ...{ ok: true, text: whole, calendrier: 'gregorien' },
  })
})

test.each([
  ['15', '15 vendémiaire an III'],
  ['1', '1er vendémiaire an III'],
  ['15/5', '15 pluviôse an III'],
  ['15 5', '15 pluviôse an III'],
  ['15 brumaire', '15 brumaire an III'],
  ['15 brum.', '15 brumaire an III'],
  ['5/13', '5e jour complémentaire an III'],
  ['dernier fructidor', '30 fructidor an III'],
  ['décadi 10', 'décadi 10 vendémiaire an III'],
  ['le 3 du courant', '3 vendémiaire an III'],
  ['le 2 du mois dernier', '2e jour complémentaire an II'],
  ['dudit jour', '12 vendémiaire an III'],
  ['la veille', '11 vendémiaire an III'],
])('after 12 vendémiaire an III, %j is %s', (typed, whole) => {
  expect(completed(typed, 'republicain', { before: REPUBLICAN })).toEqual({
    ...{ ok: true, text: whole, calendrier: 'republicain' },
  })
})

test('only the name of a month turns the calendar', () => {
  expect(completed('15 brumaire', 'gregorien', { before: REPUBLICAN })).toMatchObject({ calendrier: 'republicain' })
  expect(completed('15', 'gregorien', { before: REPUBLICAN })).toBeNull()
  expect(completed('15', 'republicain', { before: GREGORIAN })).toBeNull()
  expect(completed('29', 'julien', { before: JULIAN })).toMatchObject({ text: '29/02/1700', calendrier: 'julien' })
})

test.each([
  ['j', '12/08/1787'],
  ['J', '12/08/1787'],
  ['v', '11/08/1787'],
  ['-3', '09/08/1787'],
  ['- 3', '09/08/1787'],
  ['−3', '09/08/1787'],
  ['-12', '31/07/1787'],
  ['j-3', '09/08/1787'],
  ['3 jours avant', '09/08/1787'],
  ['hier', '11/08/1787'],
  ['d’hier', '11/08/1787'],
  ['avant-hier', '10/08/1787'],
  ['ledit jour', '12/08/1787'],
  ['de ce jour', '12/08/1787'],
  ['aujourd’hui', '12/08/1787'],
  ['le 3 du courant', '03/08/1787'],
])('born %j, for an act of 12/08/1787, is %s', (typed, whole) => {
  const around = { act: act('12/08/1787'), before: read('01/02/1780', 'gregorien') }
  expect(text(completed(typed, 'gregorien', around))).toBe(whole)
})

test.each([
  ['v', '12 vendémiaire an III', '11 vendémiaire an III'],
  ['v', '1er vendémiaire an III', '5e jour complémentaire an II'],
  ['j', '14 therm. 2', '14 therm. 2'],
  ['-2', '2 brumaire an III', '30 vendémiaire an III'],
])('born %j, for an act of %s, is %s in its calendar', (typed, day, whole) => {
  const around = { act: act(day, 'republicain') }
  expect(completed(typed, 'gregorien', around)).toEqual({ ok: true, text: whole, calendrier: 'republicain' })
})

test('a birth before the first day of the Republic is Gregorian, a Julian act has Julian births', () => {
  expect(completed('v', 'republicain', { act: act('1er vendémiaire an I', 'republicain') })).toEqual({
    ...{ ok: true, text: '21/09/1792', calendrier: 'gregorien' },
  })
  expect(completed('v', 'gregorien', { act: act('01/03/1700', 'julien') })).toEqual({
    ...{ ok: true, text: '29/02/1700', calendrier: 'julien' },
  })
})

test('says why it cannot tell a birth', () => {
  const nothing = { act: { value: null, isEmpty: true } }
  expect(text(completed('j', 'gregorien', nothing))).toMatch(/^La date de l’acte est vide\u00a0:/)
  expect(text(completed('j', 'gregorien', { act: { value: null, isEmpty: false } }))).toMatch(/n’est pas comprise/)
  for (const vague of ['08/1787', '1787', 'vers 1787', '178?', 'avant 12/08/1787'])
    expect(text(completed('v', 'gregorien', { act: act(vague) }))).toMatch(/ne dit pas le jour\u00a0:/)
  expect(text(completed('le 3 du courant', 'gregorien', { act: act('1787') }))).toMatch(/ne dit pas le mois/)
  expect(text(completed('dudit jour', 'gregorien', {}))).toMatch(/^Aucun relevé précédent/)
})

test('a text that leans on nothing stays as it is', () => {
  const around = { act: act('12/08/1787'), before: GREGORIAN }
  const whole = ['12/08/1787', '12 août 1787', '1787', '08/1787', 'août 1787', '178?', 'vers 1780', '32', 'x', '']
  for (const typed of [...whole, 'jean', '15/25/1787', '120', '1/2/3', 'an II', '14 thermidor an II'])
    expect([typed, text(completed(typed, 'gregorien', around))]).toEqual([typed, typed === '32' ? '32/08/1787' : null])
  for (const typed of ['j', 'v', '-3', 'x', '\u0000'])
    expect(completed(typed, 'gregorien', { before: GREGORIAN })).toBeNull()
})

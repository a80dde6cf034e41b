import { expect, test } from 'vitest'
import {
  type CalendarType,
  type DateValue,
  dateFromCell,
  dateInWords,
  dateToCell,
  dateToText,
  readDate,
  understood,
} from '../../src/lib/dates.ts'
import { accepted, FORBIDDEN, LONG, messageOf, read, SHORT, UNREAD } from './dates-support.ts'

const CALENDARS: CalendarType[] = ['gregorien', 'julien', 'republicain']

const republican = (typed: string) => read(typed, 'republicain')

test.each([
  ['12/08/1787', 'gregorien', '12 août 1787', 'dimanche 12 août 1787', '12/08/1787'],
  ['01/08/1794', 'gregorien', '1er août 1794', 'vendredi 1er août 1794', '01/08/1794'],
  ['08/1787', 'gregorien', 'août 1787', 'août 1787', '08/1787'],
  ['1787', 'gregorien', '1787', '1787', '1787'],
  ['0987', 'gregorien', '987', '987', '0987'],
  ['17??', 'gregorien', '17?? (entre 1700 et 1799)', 'entre 1700 et 1799', '17??'],
  ['178?', 'gregorien', '178? (entre 1780 et 1789)', 'entre 1780 et 1789', '178?'],
  [
    '178?',
    'julien',
    '178? (entre 1780 et 1789) (calendrier julien)',
    'du 12 janvier 1780 au 11 janvier 1790 (calendrier grégorien)',
    '178? (calendrier julien)',
  ],
  [
    '12/08/1700',
    'julien',
    '12 août 1700 (calendrier julien)',
    'lundi 23 août 1700 (calendrier grégorien)',
    '12/08/1700 (calendrier julien)',
  ],
  [
    '09/12/1582',
    'julien',
    '9 décembre 1582 (calendrier julien)',
    'dimanche 19 décembre 1582 (calendrier grégorien)',
    '09/12/1582 (calendrier julien)',
  ],
  [
    '02/1700',
    'julien',
    'février 1700 (calendrier julien)',
    'du 11 février au 11 mars 1700 (calendrier grégorien)',
    '02/1700 (calendrier julien)',
  ],
  [
    '1582',
    'julien',
    '1582 (calendrier julien)',
    'du 11 janvier 1582 au 10 janvier 1583 (calendrier grégorien)',
    '1582 (calendrier julien)',
  ],
  [
    '14 therm. 2',
    'republicain',
    '14 thermidor an II (1er août 1794)',
    'vendredi 1er août 1794',
    '14 therm. 2 (calendrier républicain)',
  ],
  [
    'thermidor an 2',
    'republicain',
    'thermidor an II (du 19 juillet au 17 août 1794)',
    'du 19 juillet au 17 août 1794',
    'thermidor an 2 (calendrier républicain)',
  ],
  [
    'an 2',
    'republicain',
    'an II (du 22 septembre 1793 au 21 septembre 1794)',
    'du 22 septembre 1793 au 21 septembre 1794',
    'an 2 (calendrier républicain)',
  ],
  [
    'jours compl. an 3',
    'republicain',
    'jours complémentaires an III (du 17 au 22 septembre 1795)',
    'du 17 au 22 septembre 1795',
    'jours compl. an 3 (calendrier républicain)',
  ],
  [
    'jour de la Vertu an 2',
    'republicain',
    '1er jour complémentaire an II (17 septembre 1794)',
    'mercredi 17 septembre 1794',
    'jour de la Vertu an 2 (calendrier républicain)',
  ],
  [
    'nivôse an XIV',
    'republicain',
    'nivôse an XIV (du 22 au 31 décembre 1805)',
    'du 22 au 31 décembre 1805',
    'nivôse an XIV (calendrier républicain)',
  ],
] as const)('shows %s (%s)', (typed, calendrier, words, echo, cell) => {
  const value = read(typed, calendrier)
  expect([dateToText(value), dateInWords(value), understood(value), dateToCell(value)]).toEqual([
    typed,
    words,
    echo,
    cell,
  ])
})

test('shows a stored text that is no date as it is', () => {
  for (const valeur of ['', 'abc', '1700-13', '1700-02-31', '17', '1???', '17?7', '17??-05']) {
    const value: DateValue = { valeur, calendrier: 'gregorien', iso: null }
    expect([understood(value), dateInWords(value)]).toEqual([null, valeur])
  }
})

test.each([
  ['14 thermidor an II', '14 thermidor an II', 'republicain'],
  ['an XI', 'an XI', 'republicain'],
  ['5e compl. 3', '5e compl. 3', 'republicain'],
  ['31 vendémiaire an 4', '31 vendémiaire an 4', 'republicain'],
  ['14/11/2 (calendrier républicain)', '14/11/2', 'republicain'],
  ['14/11/2 (CALENDRIER REPUBLICAIN)', '14/11/2', 'republicain'],
  ['illisible (calendrier re\u0301publicain)', 'illisible', 'republicain'],
  ['9/12/1582(calendrier julien)', '1582-12-09', 'julien'],
  ['12/08/1787 (calendrier grégorien)', '1787-08-12', 'gregorien'],
  ['3/4/1787', '1787-04-03', 'gregorien'],
  ['17??', '17??', 'gregorien'],
  ['17?? (calendrier julien)', '17??', 'julien'],
  ['17?? (calendrier républicain)', '17??', 'republicain'],
  ['1787-08-12', '1787-08-12', 'gregorien'],
] as const)('reads the cell %j', (cell, valeur, calendrier) => {
  expect(accepted(dateFromCell(cell))).toMatchObject({ valeur, calendrier })
})

test.each([
  ['12/8/87', SHORT],
  ['12/8/12', SHORT],
  ['14/11/2', SHORT],
  ['an 1787', UNREAD],
  ['an 15', UNREAD],
  ['illisible', UNREAD],
  ['(calendrier julien)', 'La date est vide.'],
  ['14 thermidor an II (calendrier julien)', null],
  ['an 2 (calendrier maya)', UNREAD],
  ['12/08/1787\u0000 (calendrier julien)', FORBIDDEN],
  [`${'é'.repeat(101)} (calendrier républicain)`, LONG],
])('refuses the cell %j', (cell, message) => {
  const reading = dateFromCell(cell)
  expect(reading.ok).toBe(false)
  if (message !== null) expect(messageOf(reading)).toBe(message)
})

test('passes on the warning of a Republican cell', () => {
  expect(dateFromCell('31 vendémiaire an 4')).toMatchObject({
    ok: true,
    warning: expect.stringContaining('trente jours'),
  })
})

/** Every day, month and year shape, and Republican texts made to be taken for something else. */
function* values(): Generator<DateValue> {
  for (const calendrier of ['gregorien', 'julien'] as const) {
    for (const year of ['17??', '178?', '29??', '001?']) yield read(year, calendrier)
    for (const year of ['0001', '0987', '1582', '1700', '1787', '2999']) {
      yield read(year, calendrier)
      for (let mois = 1; mois <= 12; mois++) {
        yield read(`${mois}/${year}`, calendrier)
        for (const jour of [1, 9, 28]) yield read(`${jour}/${mois}/${year}`, calendrier)
      }
    }
  }
  for (let an = 1; an <= 14; an++) for (let mois = 1; mois <= 13; mois++) yield republican(`5/${mois}/${an}`)
  const traps = [
    '12/08/1794',
    '1787',
    '1787-08-12',
    '14 thermidor (an II)',
    '(calendrier julien)',
    '()',
    '"; \';',
    '=1+1',
  ]
  const labelled = ['12/08/1794 (calendrier républicain)', '9/12/1582 (calendrier julien)', 'x (Calendrier grégorien)']
  for (const text of [...traps, ...labelled, 'é'.repeat(100), '𝔵'.repeat(100), 'İ', '\u0301a', '-', "'=x"])
    yield republican(text)
}

test('export then import is the identity, in cells and in fields', () => {
  const all = [...values()]
  expect(all.length).toBeGreaterThan(700)
  expect(all.map((value) => accepted(dateFromCell(dateToCell(value))))).toEqual(all)
  expect(all.map((value) => read(dateToText(value), value.calendrier))).toEqual(all)
})

test('a hostile text is refused or kept, and never throws', () => {
  const seeds = [
    '\u0000',
    '\u202e',
    '\ud800',
    '\uffff',
    'e\u0301',
    '１',
    ' ',
    '-',
    '(',
    'i',
    'an ',
    '1 ',
    '/',
    '’',
    '(calendrier julien)',
  ]
  const texts = seeds.flatMap((seed) => [1, 3, 50, 10_000].map((n) => seed.repeat(n)))
  const mixed = texts.flatMap((text) => [
    text,
    `12/08/1787${text}`,
    `${text}14 thermidor an II`,
    `${text} (calendrier républicain)`,
  ])
  for (const text of mixed) {
    for (const reading of [...CALENDARS.map((calendrier) => readDate(text, calendrier)), dateFromCell(text)]) {
      if (!reading.ok) {
        expect(reading.message).toMatch(/\.$/)
        continue
      }
      expect(reading.value.valeur).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]|^\s|\s$|\s\s/u)
      expect(reading.value.iso ?? '1787-08-12').toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(accepted(dateFromCell(dateToCell(reading.value)))).toEqual(reading.value)
      expect(dateInWords(reading.value)).not.toBe('')
      expect(understood(reading.value)).not.toBe('')
    }
  }
})

test('reads a day in figures as it does behind a blank, where it takes the long way', () => {
  const cells = [0, 1, 28, 29, 30, 31, 32].flatMap((jour) =>
    [0, 1, 2, 4, 12, 13].flatMap((mois) =>
      ['0000', '0001', '0004', '0987', '1582', '1700', '1792', '1800', '2000', '2999', '3000'].map(
        (annee) => `${String(jour).padStart(2, '0')}/${String(mois).padStart(2, '0')}/${annee}`,
      ),
    ),
  )
  expect(cells.map((cell) => dateFromCell(cell))).toEqual(cells.map((cell) => dateFromCell(` ${cell}`)))
})

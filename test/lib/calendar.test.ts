import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  type CalendarDay,
  type CalendarType,
  COMPLEMENTARY_DAYS,
  DECADE_DAYS,
  dayOfWeek,
  daySinceYear1,
  daysInMonth,
  decadeOfDay,
  FIRST_REPUBLICAN_JDN,
  firstDayOfDecade,
  firstDayOfYear,
  gregorianOfJdn,
  isoOfJdn,
  jdnOf,
  jdnOfIso,
  julianOfJdn,
  LAST_REPUBLICAN_JDN,
  MONTHS,
  parseRoman,
  REPUBLICAN_MONTHS,
  republicanOfJdn,
  roman,
  WEEKDAYS,
} from '../../src/lib/calendar.ts'

const day = (annee: number, mois: number, jour: number): CalendarDay => ({ annee, mois, jour })

/** The days PHP knows, one by one: the Gregorian ones are counted by JavaScript's own Date. */
function* referenceDays(file: string): Generator<{ day: CalendarDay; iso: string; weekday: number; length: number }> {
  const text = readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8')
  for (const line of text.trim().split('\n')) {
    const [annee = 0, mois = 0, , weekday = 0, length = 0] = line.split(' ').map(Number)
    const first = Date.parse(`${line.split(' ')[2]}T00:00:00Z`)
    for (let jour = 1; jour <= length; jour++) {
      const iso = new Date(first + (jour - 1) * 86_400_000).toISOString().slice(0, 10)
      // PHP counts weekdays from Sunday, we from Monday.
      yield { day: day(annee, mois, jour), iso, weekday: (weekday + 6 + jour - 1) % 7, length }
    }
  }
}

/** Every disagreement with the reference, so that one assertion covers thousands of days and names the wrong ones. */
function differences(file: string, calendrier: CalendarType, back: (jdn: number) => CalendarDay | null) {
  const wrong: string[] = []
  let count = 0
  for (const known of referenceDays(file)) {
    if (calendrier === 'republicain' && known.iso > '1805-12-31') continue
    count++
    const jdn = jdnOf(calendrier, known.day) ?? -1
    const found = [isoOfJdn(jdn), dayOfWeek(jdn), daysInMonth(calendrier, known.day.annee, known.day.mois), back(jdn)]
    const wanted = [known.iso, known.weekday, known.length, known.day]
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      wrong.push(`${JSON.stringify(wanted)} ≠ ${JSON.stringify(found)}`)
  }
  return { count, wrong }
}

test('agrees with PHP on every day of the Republican calendar', () => {
  const { count, wrong } = differences('republicain.txt', 'republicain', republicanOfJdn)
  expect(wrong).toEqual([])
  expect(count).toBe(LAST_REPUBLICAN_JDN - FIRST_REPUBLICAN_JDN + 1)
})

test('refuses the days of an XIV after the calendar was abolished', () => {
  const after = [...referenceDays('republicain.txt')].filter(({ iso }) => iso > '1805-12-31')
  expect(after).toHaveLength(265)
  expect(after.filter((known) => jdnOf('republicain', known.day) !== null)).toEqual([])
  expect(republicanOfJdn(LAST_REPUBLICAN_JDN + 1)).toBeNull()
  expect(republicanOfJdn(FIRST_REPUBLICAN_JDN - 1)).toBeNull()
})

test('agrees with PHP on every Julian day from 1500 to 1582', () => {
  const { count, wrong } = differences('julien.txt', 'julien', julianOfJdn)
  expect(wrong).toEqual([])
  expect(count).toBe(30_316)
})

test('agrees with Date on the Gregorian days of years 1 to 2999, and inverts both calendars there', () => {
  const wrong: string[] = []
  const end = jdnOf('gregorien', day(2999, 12, 31)) ?? 0
  // A step prime to 7, 30, 365 and 1461 meets every kind of day.
  for (let jdn = jdnOf('gregorien', day(1, 1, 1)) ?? 0; jdn <= end; jdn += 11) {
    const iso = isoOfJdn(jdn)
    const at = new Date((jdn - 2440588) * 86_400_000)
    const same = iso === at.toISOString().slice(0, 10) && dayOfWeek(jdn) === (at.getUTCDay() + 6) % 7
    const inverted = jdnOf('gregorien', gregorianOfJdn(jdn)) === jdn && jdnOf('julien', julianOfJdn(jdn)) === jdn
    if (!same || !inverted || jdnOfIso(iso) !== jdn) wrong.push(iso)
  }
  expect(wrong).toEqual([])
})

test.each([
  ['gregorien', day(1700, 2, 29), null],
  ['julien', day(1700, 2, 29), '1700-03-11'],
  ['gregorien', day(1600, 2, 29), '1600-02-29'],
  ['gregorien', day(1787, 2, 31), null],
  ['gregorien', day(1787, 4, 31), null],
  ['gregorien', day(1787, 13, 1), null],
  ['gregorien', day(1787, 0, 1), null],
  ['gregorien', day(1787, 1, 0), null],
  ['gregorien', day(1787, 1, 1.5), null],
  ['gregorien', day(1787.5, 1, 1), null],
  ['gregorien', day(1787, 1.5, 1), null],
  ['gregorien', day(Number.NaN, 1, 1), null],
  ['julien', day(1582, 12, 9), '1582-12-19'],
  ['julien', day(1, 1, 1), '0000-12-30'],
  ['republicain', day(1, 1, 1), '1792-09-22'],
  ['republicain', day(2, 11, 9), '1794-07-27'],
  ['republicain', day(8, 2, 18), '1799-11-09'],
  ['republicain', day(3, 13, 6), '1795-09-22'],
  ['republicain', day(4, 13, 6), null],
  ['republicain', day(12, 1, 1), '1803-09-24'],
  ['republicain', day(14, 4, 10), '1805-12-31'],
  ['republicain', day(14, 4, 11), null],
  ['republicain', day(0, 1, 1), null],
  ['republicain', day(15, 1, 1), null],
  ['republicain', day(2, 14, 1), null],
  ['republicain', day(2, 1.5, 1), null],
  ['republicain', day(2, 1, 31), null],
] as const)('%s %o is %s', (calendrier, known, iso) => {
  const jdn = jdnOf(calendrier, known)
  expect(jdn === null ? null : isoOfJdn(jdn)).toBe(iso)
})

test('follows the French change of calendar: 9 December 1582 Julian, then 20 December Gregorian', () => {
  expect(jdnOf('julien', day(1582, 12, 9))).toBe(2299226)
  expect(jdnOf('gregorien', day(1582, 12, 20))).toBe(2299227)
})

test.each(['', '1787', '1787-02-31', '1700-02-29', '1787-8-12', '12/08/1787', '1787-08-12T00:00', '１７８７-08-12'])(
  'reads no day in %j',
  (iso) => {
    expect(jdnOfIso(iso)).toBeNull()
    expect(daySinceYear1(iso)).toBe(0)
  },
)

test('counts the days of the search key from the year 1', () => {
  expect(daySinceYear1(null)).toBe(0)
  expect(daySinceYear1('0000-12-31')).toBe(0)
  // Not 0, which stands for « no date »: the first day of all is found by its year too.
  expect(daySinceYear1('0001-01-01')).toBe(1)
  expect(daySinceYear1('0001-01-02')).toBe(2)
  expect(daySinceYear1('1500-01-01')).toBe(547_499)
  expect(daySinceYear1('1787-08-12')).toBe(547_499 + (Date.UTC(1787, 7, 12) - Date.UTC(1500, 0, 1)) / 86_400_000)
  expect([1, 1550].map(firstDayOfYear)).toEqual([1, daySinceYear1('1550-01-01')])
  // The key day * 2^28 + id must stay an exact number.
  expect(daySinceYear1('9999-12-31') * 2 ** 28).toBeLessThan(Number.MAX_SAFE_INTEGER)
})

test('numbers the decades of the search key; what has no date has one to itself', () => {
  const days = ['0001-01-01', '0019-12-31', '0020-01-01', '1499-12-31', '1500-01-01', '1999-12-31', '2000-01-01']
  expect(days.map(daySinceYear1).map(decadeOfDay)).toEqual([1, 1, 2, 149, 150, 199, 200])
  expect(decadeOfDay(0)).toBe(0)
  expect([0, 1, 2, 178].map(firstDayOfDecade)).toEqual([0, 1, daySinceYear1('0020-01-01'), firstDayOfYear(1780)])
})

test('names months and days in French', () => {
  expect([MONTHS.length, MONTHS[0], MONTHS[7], MONTHS[11]]).toEqual([12, 'janvier', 'août', 'décembre'])
  expect([REPUBLICAN_MONTHS.length, REPUBLICAN_MONTHS[0], REPUBLICAN_MONTHS[11]]).toEqual([
    12,
    'vendémiaire',
    'fructidor',
  ])
  expect([COMPLEMENTARY_DAYS.length, COMPLEMENTARY_DAYS[5]]).toEqual([6, 'jour de la Révolution'])
  expect([DECADE_DAYS.length, DECADE_DAYS[9]]).toEqual([10, 'décadi'])
  expect(WEEKDAYS[dayOfWeek(jdnOfIso('1794-08-01') ?? 0)]).toBe('vendredi')
})

test('writes and reads Roman numerals', () => {
  expect([1, 4, 9, 14, 40, 1794].map(roman)).toEqual(['I', 'IV', 'IX', 'XIV', 'XL', 'MDCCXCIV'])
  expect([0, 4000, 1.5].map(roman)).toEqual(['0', '4000', '1.5'])
  const wrong = Array.from({ length: 3999 }, (_, i) => i + 1).filter((n) => parseRoman(roman(n)) !== n)
  expect(wrong).toEqual([])
  expect(['xiv', 'IIII', 'VIIII', 'XIIII', 'XXIIII', 'MMMDCCCLXXXVIIII'].map(parseRoman)).toEqual([
    4 + 10,
    4,
    9,
    14,
    24,
    3889,
  ])
  const refused = ['', 'IIX', 'VV', 'IIIII', 'VIV', 'IC', 'XIVI', '14', 'ı', 'X'.repeat(17), 'M'.repeat(10_000)]
  expect(refused.filter((text) => parseRoman(text) !== null)).toEqual([])
})

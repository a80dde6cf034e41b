// Which nightly backups go, by example: what is named is the day and hour (UTC) at which each was made.
import { expect, test } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { backupName, readName } from '../../../src/features/sauvegardes/rules/names.ts'
import { type Nightly, newestOf, outlived, type Rhythm } from '../../../src/features/sauvegardes/rules/retention.ts'
import { temporaryFolder } from '../../support/folder.ts'

const USUAL: Rhythm = { jours: 7, semaines: 4, mois: 6 }
const NONE: Rhythm = { jours: 0, semaines: 0, mois: 0 }
const DAY_MS = 86_400_000
const WIDE = Number.MAX_SAFE_INTEGER

const made = (at: string, taille = 1): Nightly => ({
  ...{ name: backupName(new Date(at), 'quotidienne'), at: new Date(at).toISOString(), taille },
})
const at = (short: string) => made(`${short.length > 10 ? short : `${short}T02:00`}:00Z`)

/** Gives the backups that stay, by day. */
function staying(backups: readonly Nightly[], rhythm: Rhythm, now: string, room = WIDE): string[] {
  const gone = outlived(backups, rhythm, room, new Date(now))
  return backups
    .filter(({ name }) => !gone.includes(name))
    .map((one) => one.at.slice(0, 'yyyy-mm-ddThh'.length).replace(/T02$/, ''))
}

const nights = (first: string, count: number): Nightly[] =>
  Array.from({ length: count }, (_, n) => made(new Date(Date.parse(`${first}T02:00:00Z`) + n * DAY_MS).toISOString()))

interface Example {
  what: string
  backups: Nightly[]
  rhythm?: Rhythm
  now?: string
  stays: string[]
}

const EXAMPLES: Example[] = [
  { what: 'none', backups: [], stays: [] },
  { what: 'the only one, whatever its age', backups: [at('2019-01-01')], stays: ['2019-01-01'] },
  {
    what: 'the newest, even where nothing is to be kept',
    backups: nights('2026-11-01', 3),
    rhythm: NONE,
    stays: ['2026-11-03'],
  },
  {
    what: 'a year of nights: seven days, the Sundays of three weeks more, the last days of five months more',
    backups: nights('2025-11-23', 365),
    stays: [
      ...[
        '2026-06-30',
        '2026-07-31',
        '2026-08-31',
        '2026-09-30',
        '2026-10-31',
        '2026-11-01',
        '2026-11-08',
        '2026-11-15',
      ],
      ...['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
    ],
  },
  {
    what: 'nights without a backup take nothing away',
    backups: [at('2025-01-10'), at('2025-01-11'), at('2025-03-01'), at('2026-11-22')],
    stays: ['2025-01-10', '2025-01-11', '2025-03-01', '2026-11-22'],
  },
  {
    what: 'several on one day: the last of them',
    backups: [at('2026-11-21T02:00'), at('2026-11-22T02:00'), at('2026-11-22T09:00'), at('2026-11-22T11:00')],
    stays: ['2026-11-21', '2026-11-22T11'],
  },
  {
    what: 'days are those of Paris: 22:30 UTC in July is the next day, 23:30 UTC in winter too, 22:30 UTC in winter is not',
    backups: [
      at('2026-07-20T21:30'),
      at('2026-07-20T22:30'),
      at('2026-07-21T02:00'),
      at('2026-11-20T22:30'),
      at('2026-11-20T23:30'),
    ],
    rhythm: { jours: 9, semaines: 0, mois: 0 },
    stays: ['2026-07-20T21', '2026-07-21', '2026-11-20T22', '2026-11-20T23'],
  },
  {
    what: 'the night on which the clock goes back has 25 hours and is one day, the one on which it goes forward too',
    backups: [
      at('2026-03-28T23:30'),
      at('2026-03-29T00:59'),
      at('2026-03-29T01:01'),
      at('2026-10-24T22:30'),
      at('2026-10-25T00:59'),
      at('2026-10-25T22:30'),
    ],
    rhythm: { jours: 9, semaines: 0, mois: 0 },
    stays: ['2026-03-29T01', '2026-10-25T22'],
  },
  {
    what: 'weeks begin on Monday, over the new year too',
    backups: [at('2025-12-28'), at('2025-12-29'), at('2026-01-04'), at('2026-01-05')],
    rhythm: { jours: 0, semaines: 9, mois: 0 },
    stays: ['2025-12-28', '2026-01-04', '2026-01-05'],
  },
  {
    what: 'months by their last one, over the new year too',
    backups: [at('2025-11-30'), at('2025-12-01'), at('2025-12-31'), at('2026-01-01')],
    rhythm: { jours: 0, semaines: 0, mois: 9 },
    stays: ['2025-11-30', '2025-12-31', '2026-01-01'],
  },
  {
    what: 'a clock that was years ahead: those of the future stay and take no place of the others',
    backups: [...nights('2026-11-20', 3), ...nights('2031-01-01', 9)],
    rhythm: { jours: 2, semaines: 0, mois: 0 },
    stays: ['2026-11-21', '2026-11-22', ...nights('2031-01-01', 9).map((one) => one.at.slice(0, 10))],
  },
  {
    what: 'a clock that lost its year: nothing of the real past goes',
    backups: [...nights('1970-01-01', 3), ...nights('2026-11-01', 9)],
    rhythm: { jours: 2, semaines: 0, mois: 0 },
    now: '1970-01-03T03:00:00Z',
    stays: ['1970-01-02', '1970-01-03', ...nights('2026-11-01', 9).map((one) => one.at.slice(0, 10))],
  },
]

test.each(EXAMPLES)('$what', ({ backups, rhythm = USUAL, now = '2026-11-22T03:00:00Z', stays }) => {
  expect(staying(backups, rhythm, now)).toEqual(stays)
  // In whatever order a folder lists them.
  expect(staying(backups.toReversed(), rhythm, now).sort()).toEqual(stays.toSorted())
})

test('where they pass the room, the oldest go first, and the newest never', () => {
  const backups = nights('2026-11-16', 7).map((one) => ({ ...one, taille: 100 }))
  const now = '2026-11-22T03:00:00Z'
  expect(staying(backups, USUAL, now, 350)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22'])
  expect(staying(backups, USUAL, now, 0)).toEqual(['2026-11-22'])
  const ahead = [...backups, { ...at('2030-01-01'), taille: 100 }]
  expect(staying(ahead, USUAL, now, 250)).toEqual(['2026-11-22', '2030-01-01'].slice(0, 2))
})

test('the newest is never one of the future, unless there are no others', () => {
  const newest = (days: string[], now: string) => newestOf(days.map(at), new Date(`${now}T03:00:00Z`))?.at.slice(0, 10)
  expect(newest([], '2026-11-22')).toBeUndefined()
  expect(newest(['2031-01-02', '2031-01-01', '2026-11-22', '2026-11-21'], '2026-11-22')).toBe('2026-11-22')
  expect(newest(['2026-11-22', '2026-11-21', '2019-01-01'], '2019-01-01')).toBe('2019-01-01')
  expect(newest(['2031-01-02', '2031-01-01'], '2026-11-22')).toBe('2031-01-02')
})

test('night after night for three years, as many stay as the rhythm has, and never fewer than before', () => {
  let backups: Nightly[] = []
  for (const night of nights('2024-01-01', 1096)) {
    backups.push(night)
    const gone = outlived(backups, USUAL, WIDE, new Date(night.at))
    backups = backups.filter(({ name }) => !gone.includes(name))
    expect([backups.at(-1)?.name, backups.length <= 17]).toEqual([night.name, true])
  }
  const months = new Set(backups.map((one) => one.at.slice(0, 7)))
  expect([...months]).toEqual(['2026-07', '2026-08', '2026-09', '2026-10', '2026-11', '2026-12'])
})

test('the numbers are of the environment, and one that makes no sense is refused in words', () => {
  const storage = temporaryFolder()
  const numbers = (text?: string) => readConfig({ STORAGE_DIR: storage, NIGHTLY_BACKUPS_TO_KEEP: text }).nightsToKeep
  expect([numbers(), numbers('14, 0,12')]).toEqual([USUAL, { jours: 14, semaines: 0, mois: 12 }])
  for (const wrong of ['7', '7,4', '0,4,6', '7,4,6,1', '7,-1,6', 'sept,4,6', '7,4,1.5'])
    expect(() => numbers(wrong)).toThrow(/NIGHTLY_BACKUPS_TO_KEEP doit donner des jours/)
})

test.each([
  'releves-20260231-020000-quotidienne.tar',
  'releves-20261321-020000-quotidienne.tar',
  'releves-20261121-250000-quotidienne.tar',
  'releves-20261121-020000-hebdomadaire.tar',
  'releves-20261121-020000-quotidienne.tar.gz',
  'copie de releves-20261121-020000-quotidienne.tar',
])('%s is none of our files', (name) => expect(readName(name)).toBeUndefined())

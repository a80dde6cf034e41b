import { expect, test } from 'vitest'
import { type DateValue, dateInWords, readDate, understood } from '../../src/lib/dates.ts'
import { FORBIDDEN, LONG, messageOf, read } from './dates-support.ts'

const republican = (typed: string) => read(typed, 'republicain')

test.each([
  ['14 therm. 2', '1794-08-01'],
  ['14 thermidor an II', '1794-08-01'],
  ['14 THERMIDOR AN 2', '1794-08-01'],
  ['14/11/2', '1794-08-01'],
  ['14 11 02', '1794-08-01'],
  ['14-11-an II', '1794-08-01'],
  ['14 thermidor an deux', '1794-08-01'],
  ['le quatorze thermidor, l’an second de la République', '1794-08-01'],
  ['l’an IIe de la République, le 14 thermidor', '1794-08-01'],
  ['14 thermidor an 2 (calendrier républicain)', '1794-08-01'],
  ['9 thermidor l’an II de la Révolution', '1794-07-27'],
  ['18 brum. VIII', '1799-11-09'],
  ['vingt-et-un nivose an iij', '1795-01-10'],
  ['dix sept prairial an XIII', '1805-06-06'],
  ['5e jour complémentaire an 3', '1795-09-21'],
  ['5° compl. an III', '1795-09-21'],
  ['Cinquième jour complémentaire, jour des Récompenses, an 3', '1795-09-21'],
  ['5/13/3', '1795-09-21'],
  ['1re sans-culottide an II', '1794-09-17'],
  ['2e sansculotide an II', '1794-09-18'],
  ['jour de la Révolution an III', '1795-09-22'],
  ['jour de l’opinion an 1', '1793-09-20'],
  ['décadi 10 frimaire an XII', '1803-12-02'],
  ["primidi 1er vendémiaire l'an 4 de la République française une et indivisible", '1795-09-23'],
  ['1 vende\u0301miaire an I', '1792-09-22'],
  ['10 nivôse an XIIII', '1805-12-31'],
  ['thermidor an 2', '1794-07-19'],
  ['therm. II', '1794-07-19'],
  ['an 2, thermidor', '1794-07-19'],
  ['jours complémentaires an III', '1795-09-17'],
  ['an XI', '1802-09-23'],
  ['an 14', '1805-09-23'],
  ['l’an deux de la République', '1793-09-22'],
])('reads the Republican %j as %s', (typed, iso) => {
  expect(readDate(typed, 'republicain')).toEqual({
    ok: true,
    value: { valeur: typed.normalize('NFC'), calendrier: 'republicain', iso },
  })
})

test.each(
  'vend brum frim niv pluv vent germ flor prair mess therm fruct'.split(' ').map((name, i) => [name, i] as const),
)('knows the abbreviation %s.', (name, i) => {
  expect(republican(`1 ${name}. an 8`).iso).toBe(republican(`1/${i + 1}/8`).iso)
  expect(republican(`1${i ? 'er' : 'ER'} ${name.toUpperCase()} VIII`).iso).toBe(republican(`1/${i + 1}/8`).iso)
})

test.each([
  '14 thermidor',
  'thermidor',
  'an',
  'II',
  '2',
  '11/2',
  '14 thermidor an II ?',
  '14 ou 15 thermidor an II',
  '5e complémentaire, jour de la Vertu, an 3',
  'constructor an 2',
  'illisible',
  '１４ thermidor an ２',
  '= 1 + 1',
])('keeps the unread Republican text %j without a day or a warning', (typed) => {
  const value: DateValue = { valeur: typed, calendrier: 'republicain', iso: null }
  expect(readDate(typed, 'republicain')).toEqual({ ok: true, value })
  expect(understood(value)).toBeNull()
  expect(dateInWords(value)).toBe(typed)
})

const COUNT_4 = 'l’an IV compte cinq jours complémentaires, seuls les ans III, VII et XI en ont six.'

test.each([
  ['31 vendémiaire an 4', 'Le 31 vendémiaire an IV n’existe pas\u00a0: les mois républicains ont trente jours.'],
  ['0 vendémiaire an 4', 'Le 0 vendémiaire an IV n’existe pas\u00a0: les mois républicains ont trente jours.'],
  ['6e complémentaire an 4', `Le 6e jour complémentaire an IV n’existe pas\u00a0: ${COUNT_4}`],
  ['jour de la Révolution an 4', `Le 6e jour complémentaire an IV n’existe pas\u00a0: ${COUNT_4}`],
  [
    '7e complémentaire an 3',
    'Le 7e jour complémentaire an III n’existe pas\u00a0: l’an III compte six jours complémentaires.',
  ],
  ['an 15', 'L’an XV n’existe pas\u00a0: le calendrier républicain va de l’an I au 10 nivôse an XIV.'],
  ['3 brumaire an 0', 'L’an 0 n’existe pas\u00a0: le calendrier républicain va de l’an I au 10 nivôse an XIV.'],
  ['12/08/1794', 'L’an 1794 n’existe pas\u00a0: le calendrier républicain va de l’an I au 10 nivôse an XIV.'],
  [
    '1/14/2',
    'Le mois 14 n’existe pas\u00a0: les mois républicains vont de 1 à 12, 13 désigne les jours complémentaires.',
  ],
  ['11 nivôse an XIV', 'Le calendrier républicain s’arrête au 10 nivôse an XIV (31 décembre 1805).'],
  ['pluviôse an 14', 'Le calendrier républicain s’arrête au 10 nivôse an XIV (31 décembre 1805).'],
])('keeps the impossible %j and says why', (typed, warning) => {
  const value: DateValue = { valeur: typed, calendrier: 'republicain', iso: null }
  expect(readDate(typed, 'republicain')).toEqual({ ok: true, value, warning })
  expect(understood(value)).toBeNull()
})

test('points out a day of the décade that contradicts its number, and believes the number', () => {
  expect(readDate('décadi 9 frimaire an XII', 'republicain')).toEqual({
    ok: true,
    value: { valeur: 'décadi 9 frimaire an XII', calendrier: 'republicain', iso: '1803-12-01' },
    warning: 'Le 9 du mois est un nonidi, non un décadi.',
  })
})

test('cleans a Republican text: blanks, invisible marks, length, control characters', () => {
  expect(republican('  14 \u00a0 therm.\r\n an\u200f 2 ').valeur).toBe('14 therm. an 2')
  expect(republican('é'.repeat(100)).valeur).toHaveLength(100)
  expect(republican('e\u0301'.repeat(100)).valeur).toBe('é'.repeat(100))
  expect(republican('𝔵'.repeat(100)).valeur).toBe('𝔵'.repeat(100))
  expect(messageOf(readDate('é'.repeat(101), 'republicain'))).toBe(LONG)
  expect(messageOf(readDate('an 2\u0000', 'republicain'))).toBe(FORBIDDEN)
  expect(messageOf(readDate('an\u00852', 'republicain'))).toBe(FORBIDDEN)
  expect(messageOf(readDate('', 'republicain'))).toBe('La date est vide.')
})

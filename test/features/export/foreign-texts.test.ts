// Dates and signs as other programs have room for them.
import { expect, test } from 'vitest'
import { foreignDay, loneDay, sortDay } from '../../../src/features/export/programmes/rules/dates.ts'
import { cp1252Bytes, inCp1252 } from '../../../src/features/export/programmes/rules/signs.ts'
import { dateFromCell } from '../../../src/lib/dates.ts'

const dateOf = (cell: string) => {
  const reading = dateFromCell(cell)
  if (!reading.ok) throw new Error(reading.message)
  return reading.value
}

test.each([
  ['08/12/1787', { day: '08/12/1787', republican: '' }],
  ['12/1787', { day: '00/12/1787', republican: '' }],
  ['1787', { day: '00/00/1787', republican: '' }],
  ['178?', { day: '00/00/178?', republican: '' }],
  ['17??', { day: '00/00/17??', republican: '' }],
  ['1780-1785', { day: '1780-1785', republican: '' }],
  ['vers 1780', { day: '00/00/1780', republican: '', whole: 'vers 1780' }],
  ['avant 1750', { day: '00/00/1750', republican: '', whole: 'avant 1750' }],
  ['09/12/1582 (calendrier julien)', { day: '09/12/1582', republican: '', isJulian: true }],
  ['9 thermidor an II (calendrier républicain)', { day: '27/07/1794', republican: '9 thermidor an II' }],
  ['thermidor an II (calendrier républicain)', { day: '00/00/1794', republican: 'thermidor an II' }],
  [
    '2e jour complémentaire an VII (calendrier républicain)',
    { day: '18/09/1799', republican: '02/COM/07', isShort: true },
  ],
  [
    'le vingt-huit ventôse de l’an VIII (calendrier républicain)',
    { day: '19/03/1800', republican: '28/VTO/08', isShort: true },
  ],
  [
    'un jour que personne ne sait lire (calendrier républicain)',
    { day: '', republican: '', whole: 'un jour que personne ne sait lire (calendrier républicain)' },
  ],
])('%s', (cell, wanted) => {
  expect(foreignDay(dateOf(cell))).toEqual(wanted)
})

test('where there is no column for a Republican text, the day stands alone and the text beside', () => {
  expect(loneDay(dateOf('9 thermidor an II (calendrier républicain)'))).toEqual({
    day: '27/07/1794',
    republican: '',
    whole: '9 thermidor an II (calendrier républicain)',
  })
})

test('no day is wider than its column; ExpoActes sorts unknown parts as 01', () => {
  expect(['08/12/1787', '00/12/1787', '00/00/17??', '1780-1785', ''].map(sortDay)).toEqual([
    '1787-12-08',
    '1787-12-01',
    '1700-01-01',
    '1780-01-01',
    '1001-01-01',
  ])
})

test('every sign is one of cp1252, the nearest where it has none; its five free bytes are never written', () => {
  const text = 'Ș Ő Łódź ĳ “œ” ’ … € † — − ⅓ ﬁ α 漢 🙂 a\u0301 \u0081\u008d\u008f\u0090\u009d \u202f|\u2009| \u200b!'
  const written = inCp1252(text)
  expect(written).toBe('S O Lódz ij “œ” ’ … € † — - 1/3 fi ? ? ? á  \u00a0| | !')
  const bytes = cp1252Bytes(written)
  expect([0x81, 0x8d, 0x8f, 0x90, 0x9d].filter((byte) => bytes.includes(byte))).toEqual([])
  expect(bytes).toHaveLength(written.length)
  for (let code = 0x20; code < 0x2000; code += 1) {
    const one = inCp1252(String.fromCharCode(code))
    expect(cp1252Bytes(one)).toHaveLength(one.length)
    expect(
      [...cp1252Bytes(one)].filter((byte) => byte < 0x20 || [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte)),
    ).toEqual([])
  }
})

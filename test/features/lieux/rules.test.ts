import { describe, expect, test } from 'vitest'
import { positionText, readCoordinate, typedCoordinate } from '../../../src/features/lieux/rules/coordinates.ts'
import { nomLong } from '../../../src/features/lieux/rules/long-name.ts'
import {
  namePrefixes,
  searchedWords,
  searchSuffix,
  wordPatterns,
} from '../../../src/features/lieux/rules/search-words.ts'
import { ancestorIds, endOfRange, idsOf } from '../../../src/lib/place-path.ts'

const place = (nom: string, dans_nom_long: boolean | null = true) => ({ nom, dans_nom_long })

describe('nomLong', () => {
  test('joins the names of the ancestors, nearest first', () => {
    const ancestors = [place('Ille-et-Vilaine'), place('Bretagne'), place('France', null)]
    expect(nomLong('Pleurtuit', ancestors)).toBe('Pleurtuit, Ille-et-Vilaine, Bretagne, France')
  })

  test('is the name alone without ancestors, or when none of them is to be shown', () => {
    expect(nomLong('France', [])).toBe('France')
    expect(nomLong('Pleurtuit', [place('Canton de Dinard', false)])).toBe('Pleurtuit')
  })

  test('leaves types out that stay out of long names', () => {
    const ancestors = [place('Canton de Dinard', false), place('Ille-et-Vilaine')]
    expect(nomLong('Pleurtuit', ancestors)).toBe('Pleurtuit, Ille-et-Vilaine')
  })
})

test('a path gives the ids of the ancestors and the end of its range', () => {
  expect(idsOf('/1/7/79/')).toEqual([1, 7, 79])
  expect(ancestorIds('/1/7/79/')).toEqual([1, 7])
  expect(ancestorIds('/1/')).toEqual([])
  expect(endOfRange('/1/7/')).toBe('/1/70')
  expect(['/1/7/', '/1/7/79/', '/1/7/8/9/'].every((chemin) => chemin >= '/1/7/' && chemin < '/1/70')).toBe(true)
  expect(['/1/70/', '/1/71/', '/1/8/', '/1/6/'].some((chemin) => chemin >= '/1/7/' && chemin < '/1/70')).toBe(false)
})

describe('readCoordinate', () => {
  test.each([
    ['48.6493', 48.6493],
    ['48,6493', 48.6493],
    [' -2,0083 ', -2.0083],
    ['\u22122.0083', -2.0083],
    ['+2', 2],
    ['48,85°', 48.85],
    ['0', 0],
    ['-0', 0],
    ['90', 90],
    ['-90', -90],
    ['48°38′57″N', 48.6491667],
    ['48° 38\' 57" N', 48.6491667],
    ['48 38 57', 48.6491667],
    ['N 48°38,95′', 48.6491667],
    ['48º38’57.5’’N', 48.6493056],
    ['48°30′S', -48.5],
    ['-48°30′', -48.5],
    ['', null],
  ])('reads the latitude « %s »', (text, value) => {
    expect(readCoordinate(text, 'latitude')).toEqual({ ok: true, value })
  })

  test.each([
    ['2° 0\' 30" O', -2.0083333],
    ['2°0′30″W', -2.0083333],
    ['2°0′30″E', 2.0083333],
    ['180', 180],
    ['-180', -180],
  ])('reads the longitude « %s »', (text, value) => {
    expect(readCoordinate(text, 'longitude')).toEqual({ ok: true, value })
  })

  test.each([
    'quarante-huit',
    '48.64.93',
    '48°60′',
    '48°38′60″',
    '48,5°30′',
    '48°30,5′10″',
    '48°E',
    '-48°N',
    '1e3',
    '48,',
    'N',
    '48 N N',
    '48°38′57″12',
  ])('refuses « %s » as a latitude', (text) => {
    const reading = readCoordinate(text, 'latitude')
    expect(reading).toMatchObject({
      ok: false,
      message: expect.stringContaining('Cette latitude ne peut pas être lue'),
    })
  })

  test('refuses what lies beyond the poles or the antimeridian', () => {
    expect(readCoordinate('91', 'latitude')).toMatchObject({ message: expect.stringContaining('entre -90 et 90') })
    expect(readCoordinate('90°0′1″', 'latitude').ok).toBe(false)
    expect(readCoordinate('-180,1', 'longitude')).toMatchObject({
      message: expect.stringContaining('entre -180 et 180'),
    })
    expect(readCoordinate('48 N', 'longitude').ok).toBe(false)
  })

  test('what an edit form holds reads back as the same value', () => {
    for (const value of [48.6491667, -2, 0, 1e-7, -179.9999999, 10, 100]) {
      expect(readCoordinate(typedCoordinate(value), 'longitude')).toEqual({ ok: true, value })
    }
    expect(typedCoordinate(10)).toBe('10')
    expect(typedCoordinate(1e-7)).toBe('0,0000001')
  })

  test('a position is told in degrees and in decimals, seconds carried', () => {
    const text = positionText(48.6491667, -2.0083333).replace(/[\u00a0\u202f]/g, ' ')
    expect(text).toBe('48° 38′ 57″ N, 2° 00′ 30″ O (48,6491667 ; -2,0083333)')
    expect(positionText(-0.99999, 0)).toContain('1°\u202f00′\u202f00″\u00a0S')
  })
})

describe('search words', () => {
  test('« st » stands for « saint » and for words that start so', () => {
    expect(wordPatterns('St-Malo')).toEqual([['% st%', '% saint %'], ['% malo%']])
    expect(namePrefixes('St Malo')).toEqual(['st malo', 'saint malo'])
    expect(namePrefixes('Saint')).toEqual(['saint', 'st '])
    expect(namePrefixes('ste')).toEqual(['ste', 'sainte '])
  })

  test('signs of LIKE never reach a pattern, and nothing gives no pattern', () => {
    expect(wordPatterns("100% d'_Évran\\")).toEqual([['% 100%'], ['% d%'], ['% evran%']])
    expect(wordPatterns(' %_ ')).toEqual([])
    expect(namePrefixes('%')).toEqual([])
  })

  test('a long text is cut, not refused', () => {
    expect(searchedWords('a '.repeat(50))).toHaveLength(8)
    expect(searchedWords('x'.repeat(500))[0]).toHaveLength(60)
  })

  test('the suffix keeps a blank after each word', () => {
    expect(searchSuffix('Île-de-France, France')).toBe('ile de france france ')
    expect(searchSuffix('')).toBe('')
  })
})

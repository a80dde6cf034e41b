import { describe, expect, test } from 'vitest'
import {
  champCell,
  champText,
  KINDS,
  listedChamps,
  placeIds,
  storedValue,
  withPlaceNames,
} from '../../src/champs/index.ts'
import type { Champ } from '../../src/champs/kind.ts'
import { carriedOver, champsKeeping, champsToRaw, echoesOf, readChamps } from '../../src/champs/read.ts'
import type { FieldType } from '../../src/db/schema.ts'
import { csvLines } from '../../src/lib/csv.ts'
import { champ, LIEUX, lookup } from './support.ts'

const NAME = 'data[champ]'
const read = (type: FieldType, text: string, change: Partial<Champ> = {}) =>
  KINDS[type].read(
    { [NAME]: text, [`${NAME}[valeur]`]: text, [`texte:${NAME}`]: text },
    NAME,
    champ(type, change),
    lookup,
  )

const readDate = (valeur: string, calendrier: string) =>
  KINDS.date.read({ [`${NAME}[valeur]`]: valeur, [`${NAME}[calendrier]`]: calendrier }, NAME, champ('date'), lookup)

describe('text', () => {
  test('one line, NFC, trimmed; capitals when the field asks for them', async () => {
    expect(await read('text', '  Le\u0301fe\n\tvre ')).toBe('Léfe vre')
    expect(await read('text', 'Lefèvre', { majuscules: true })).toBe('LEFÈVRE')
    expect(await KINDS.text.fromCell('Lefèvre', champ('text', { majuscules: true }), lookup)).toBe('LEFÈVRE')
  })

  test('500 characters, not 501', async () => {
    expect(await read('text', 'x'.repeat(500))).toHaveLength(500)
    await expect(read('text', 'x'.repeat(501))).rejects.toThrow('trop long')
  })

  test('counts on from a number at its end', () => {
    expect(KINDS.text.next?.('f° 12')).toBe('f° 13')
    expect(KINDS.text.next?.('099')).toBe('100')
    expect(KINDS.text.next?.('12 bis')).toBe('12 bis')
  })
})

describe('number', () => {
  test.each([
    ['12', 12],
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['-3', -3],
    ['1\u202f234', 1234],
    ['1 234 567,25', 1_234_567.25],
    ['1\u00a0234.5', 1234.5],
    ['−1\u2009234,5', -1234.5],
    ['1’234,5', 1234.5],
    ['1,234', 1.234],
    ['999999999999999', 999_999_999_999_999],
    ['-0', 0],
  ])('%s', async (text, value) => {
    expect(Object.is(await read('number', text), value)).toBe(true)
    expect(Object.is(await KINDS.number.fromCell(text, champ('number'), lookup), value)).toBe(true)
  })

  test.each(['douze', '1e3', '1,2,3', '1,234.5', '1.234,5', '0x10', '1 2', '9999999999999999', '1.', 'Infinity'])(
    'refuses %s',
    async (text) => {
      await expect(read('number', text)).rejects.toThrow('Indiquez un nombre')
    },
  )

  test('a cell holds it as a French spreadsheet reads it, without a formula guard', () => {
    const cells = [-12.5, 3.5, 1_234_567, 0.000001].map((value) => KINDS.number.toCell(value))
    expect(csvLines([cells])).toBe('-12,5;3,5;1234567;0,000001\r\n')
    expect(KINDS.number.toText(-12.5)).toBe('-12,5')
  })
})

describe('boolean', () => {
  test('every word of the decisions, any case', async () => {
    for (const word of ['oui', 'O', '1', 'VRAI', 'x']) expect(await read('boolean', word)).toBe(true)
    for (const word of ['Non', 'n', '0', 'faux']) expect(await read('boolean', word)).toBe(false)
    await expect(read('boolean', 'peut-être')).rejects.toThrow('Oui ou Non')
  })

  test('a no is not nothing', () => {
    expect(champText(champ('boolean'), { champ: false })).toBe('Non')
    expect(champText(champ('boolean'), {})).toBe('')
  })
})

describe('date', () => {
  test('31/02 and 29/02/1700 are refused, the latter exists for Julian', async () => {
    await expect(readDate('31/02/1787', 'gregorien')).rejects.toThrow('n’existe pas')
    await expect(readDate('29/02/1700', 'gregorien')).rejects.toThrow('grégorien')
    expect(await readDate('29/02/1700', 'julien')).toMatchObject({ valeur: '1700-02-29', calendrier: 'julien' })
  })

  test('no calendar is the Gregorian one, another is refused', async () => {
    expect(await readDate('1787', '')).toMatchObject({ calendrier: 'gregorien' })
    await expect(readDate('1787', 'toString')).rejects.toThrow('calendrier')
  })

  test('says what it understood, and what cannot be', () => {
    const of = (valeur: string) =>
      echoesOf([champ('date')], { champ: { valeur, calendrier: 'republicain', iso: null } })
    expect(of('14 thermidor an II').champ).toBe('= vendredi 1er août 1794')
    expect(of('31 thermidor an II').champ).toContain('n’existe pas')
    expect(of('un beau matin').champ).toBeUndefined()
    const gregorian = (valeur: string) =>
      echoesOf([champ('date')], { champ: { valeur, calendrier: 'gregorien', iso: null } }).champ
    // A year alone says all that is to say of it.
    expect([gregorian('1846'), gregorian('1846-05')]).toEqual([undefined, '= mai 1846'])
  })
})

describe('select', () => {
  test('only its options', async () => {
    expect(await read('select', 'M')).toBe('M')
    await expect(read('select', 'X')).rejects.toThrow('dans la liste')
    await expect(read('select', 'm')).rejects.toThrow('dans la liste')
  })

  test('a cell is read whatever its case, and the list is told when it fails', async () => {
    const one = champ('select', { options: ['Légitime', 'Naturel'] })
    expect(await KINDS.select.fromCell('legitime', one, lookup)).toBe('Légitime')
    await expect(KINDS.select.fromCell('autre', one, lookup)).rejects.toThrow('Légitime, Naturel')
  })

  test('a stored value that is no longer offered may stay', async () => {
    const [kept = champ('select')] = champsKeeping([champ('select')], { champ: 'N' })
    expect(await KINDS.select.read({ [NAME]: 'N' }, NAME, kept, lookup)).toBe('N')
    expect(String(KINDS.select.Input({ champ: kept, name: NAME, raw: {} }))).toContain('>N (ancienne valeur)</option>')
  })
})

describe('place', () => {
  const readPlace = (raw: Record<string, string>) => KINDS.place.read(raw, NAME, champ('place'), lookup)

  test('an id alone must be an integer and exist', async () => {
    expect(await readPlace({ [NAME]: '1' })).toEqual(LIEUX[0])
    for (const id of ['99', 'abc', '1.5', '-1', '1e0', '99999999999999999999']) {
      await expect(readPlace({ [NAME]: id })).rejects.toThrow('n’existe pas')
    }
  })

  test('two places of one name are never guessed, in a form or a file', async () => {
    const typed = readPlace({ [`texte:${NAME}`]: 'Saint-Jean, Aude' })
    await expect(typed).rejects.toMatchObject({ candidates: [{ id: 2 }, { id: 3 }] })
    await expect(KINDS.place.fromCell('Saint-Jean, Aude', champ('place'), lookup)).rejects.toThrow('Plusieurs lieux')
    await expect(KINDS.place.fromCell('Nulle part', champ('place'), lookup)).rejects.toThrow('Aucun lieu')
  })
})

describe('a whole form', () => {
  const champs = [
    champ('date', { nom: 'date_evenement', required: true }),
    champ('text', { nom: 'nom', required: true }),
    champ('number', { nom: 'numero' }),
    champ('place', { nom: 'domicile' }),
    champ('text', { nom: 'constructor' }),
  ]

  test('tells all that is wrong at once and keeps what was typed', async () => {
    const raw = { 'data[date_evenement][valeur]': '31/02/1787', 'data[numero]': 'x', 'texte:data[domicile]': 'Rien' }
    const reading = await readChamps(champs, raw, lookup)
    expect(Object.keys(reading.errors)).toEqual(['data[date_evenement]', 'data[nom]', 'data[numero]', 'data[domicile]'])
    expect(reading.raw).toMatchObject(raw)
    expect(reading.values).toEqual({})
  })

  test('illisible and absent satisfy « required », douteux does not', async () => {
    const states = { 'etats[date_evenement]': 'absent', 'etats[nom]': 'illisible' }
    const reading = await readChamps(champs, states, lookup)
    expect(reading.errors).toEqual({})
    expect(reading.etats).toEqual({ date_evenement: 'absent', nom: 'illisible' })
    const doubtful = await readChamps(champs, { ...states, 'etats[nom]': 'douteux' }, lookup)
    expect(Object.keys(doubtful.errors)).toEqual(['data[nom]'])
  })

  test('a value typed in a field said to be unreadable is not dropped in silence', async () => {
    const raw = { 'data[nom]': 'Mart', 'etats[nom]': 'illisible', 'etats[date_evenement]': 'absent' }
    expect((await readChamps(champs, raw, lookup)).errors['data[nom]']).toContain('videz-le')
    // With JavaScript the text box is disabled, only the hidden id is sent.
    const place = { ...raw, 'data[nom]': '', 'data[domicile]': '1', 'etats[domicile]': 'absent' }
    const reading = await readChamps(champs, place, lookup)
    expect(reading.errors).toEqual({})
    expect(reading.values).toEqual({})
  })

  test('unknown states are refused, unknown names dropped, prototypes left alone', async () => {
    const raw = JSON.parse(
      '{"data[nom]":"Martin","data[__proto__]":"x","data[inconnu]":"y","etats[numero]":"toString"}',
    )
    const reading = await readChamps(champs, { ...raw, 'etats[date_evenement]': 'absent' }, lookup)
    expect(reading.errors).toEqual({ 'data[numero]': 'Choisissez un état dans la liste.' })
    expect(JSON.stringify(reading.values)).toBe('{"nom":"Martin"}')
    expect(Object.getPrototypeOf(reading.values)).toBeNull()
    expect(storedValue({}, 'constructor')).toBeUndefined()
    expect(champText(champ('text', { nom: 'constructor' }), {})).toBe('')
  })

  test('a stored record goes through its form unchanged, states included', async () => {
    const data = {
      date_evenement: { valeur: '1787-08', calendrier: 'julien', iso: '1787-08-12' },
      nom: 'Martin',
      numero: 12.5,
      domicile: { id: 1, nom_long: 'Pleurtuit, Ille-et-Vilaine' },
    }
    const etats = { nom: 'douteux' } as const
    const reading = await readChamps(champs, champsToRaw(champs, data, etats), lookup)
    expect(reading.errors).toEqual({})
    expect(reading.values).toEqual(data)
    expect(reading.etats).toEqual(etats)
  })

  test('the place found by its name is in the form when another field is refused', async () => {
    const reading = await readChamps(champs, { 'texte:data[domicile]': 'Pleurtuit, Ille-et-Vilaine' }, lookup)
    expect(reading.raw['data[domicile]']).toBe('1')
  })
})

test('the next form: emptied, taken over or counted on', () => {
  const champs = [
    champ('text', { nom: 'nom' }),
    champ('place', { nom: 'domicile', politique: 'repris' }),
    champ('number', { nom: 'numero', politique: 'incremente' }),
    champ('boolean', { nom: 'ondoye', politique: 'incremente' }),
  ]
  const data = { nom: 'Martin', domicile: LIEUX[0], numero: 12, ondoye: true }
  expect({ ...carriedOver(champs, data) }).toEqual({
    'data[domicile]': '1',
    'texte:data[domicile]': 'Pleurtuit, Ille-et-Vilaine',
    'data[numero]': '13',
  })
})

test('places are shown under their name of today, a deleted one under its copy', () => {
  const champs = [champ('place', { nom: 'a' }), champ('place', { nom: 'b' }), champ('text', { nom: 'c' })]
  const data = { a: { id: 1, nom_long: 'Ancien' }, b: { id: 9, nom_long: 'Disparu' }, c: { id: 5, nom_long: 'x' } }
  expect(placeIds(champs, [{ data }])).toEqual([1, 9])
  const shown = withPlaceNames(champs, data, new Map([[1, 'Nouveau']]))
  expect(champs.slice(0, 2).map((one) => champCell(one, shown))).toEqual(['Nouveau', 'Disparu'])
})

test('a value of another type is shown as it is, never an error page', () => {
  expect(champText(champ('date'), { champ: '12 août' })).toBe('12 août')
  expect(champCell(champ('number'), { champ: { a: 1 } })).toBe('{"a":1}')
})

test('short lists begin with names and date and leave long texts out', () => {
  const champs = ['notes:textarea', 'x:text', 'date_evenement:date', 'prenom:text', 'nom:text', 'y:text'].map(
    (text) => {
      const [nom = '', type] = text.split(':')
      return champ(type as FieldType, { nom })
    },
  )
  expect(listedChamps(champs, 4).map((one) => one.nom)).toEqual(['nom', 'prenom', 'date_evenement', 'x'])
})

test('short lists name both spouses of a marriage before anything else', () => {
  const spouse = (id: number) => ({ id, libelle: 'Époux', role: 'principal' as const, de: null })
  const father = { ...spouse(3), role: 'pere' as const }
  const champs = [
    champ('text', { nom: 'publications' }),
    champ('date', { nom: 'date_evenement' }),
    champ('text', { nom: 'nom', groupe: spouse(1), partie: 'nom' }),
    champ('text', { nom: 'nom_pere', groupe: father, partie: 'nom' }),
    champ('text', { nom: 'nom_epouse', groupe: spouse(2), partie: 'nom' }),
  ]
  expect(listedChamps(champs, 4).map((one) => one.nom)).toEqual(['nom', 'date_evenement', 'nom_epouse', 'publications'])
})

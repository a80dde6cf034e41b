// Every kind of field promises this, and the promise is asked of each in turn.
import { describe, expect, test } from 'vitest'
import { KINDS } from '../../src/champs/index.ts'
import { CellError, FieldError } from '../../src/champs/kind.ts'
import { FIELD_TYPES } from '../../src/db/schema.ts'
import type { Body } from '../../src/lib/body.ts'
import { readPage } from '../support/html.ts'
import { champ, lookup } from './support.ts'
import { VALUES } from './values.ts'

const NAME = 'data[champ]'
const HOSTILE = [
  'a\u0000b',
  'x'.repeat(10_000),
  'x'.repeat(10_001),
  '\u202etxet\u202c\u200f',
  '__proto__',
  'constructor',
  '\ud800',
  '<script>alert(1)</script>',
  "'; drop table releves; --",
  '-0',
  '1e400',
  'NaN',
  '99999999999999999999',
  '٣٤',
  '\u00a0\u2028\t',
]

/** Puts one hostile text into each control that a kind may read. */
const typedEverywhere = (text: string | string[]): Body => ({
  [NAME]: text,
  [`${NAME}[valeur]`]: text,
  [`${NAME}[calendrier]`]: 'gregorien',
  [`texte:${NAME}`]: text,
})

describe.each(FIELD_TYPES)('%s', (type) => {
  const kind = KINDS[type]
  const one = champ(type)

  test.each(VALUES[type])('form and back: %j', async (value) => {
    expect(kind.isValue(value)).toBe(true)
    expect(await kind.read(kind.toRaw(value, NAME), NAME, one, lookup)).toEqual(value)
  })

  test.each(VALUES[type])('CSV and back: %j', async (value) => {
    expect(await kind.fromCell(String(kind.toCell(value)), one, lookup)).toEqual(value)
  })

  test('nothing is null, whatever nothing looks like', async () => {
    for (const body of [{}, typedEverywhere(''), typedEverywhere(' \t ')]) {
      expect(await kind.read(body, NAME, one, lookup)).toBeNull()
    }
    expect(await kind.fromCell('', one, lookup)).toBeNull()
    expect(await kind.fromCell(' ', one, lookup)).toBeNull()
  })

  test('the control shows what it is given, typed or stored, and its error', () => {
    for (const value of VALUES[type]) {
      const raw = kind.toRaw(value, NAME)
      const html = String(kind.Input({ champ: one, name: NAME, raw }))
      const page = readPage(html)
      for (const [name, text] of Object.entries(raw)) expect(page.value(name).trim()).toBe(text)
      expect(kind.typed(raw, NAME)).not.toBe('')
    }
    const html = String(kind.Input({ champ: one, name: NAME, raw: {}, error: 'Faux.' }))
    expect(html).toContain('Faux.')
    expect(html).toContain('aria-invalid="true"')
    expect(html).toContain('<label for="data-champ">Champ</label>')
  })

  test.each(HOSTILE)('hostile text is refused in French or stored clean: %j', async (text) => {
    for (const body of [typedEverywhere(text), typedEverywhere([text, 'autre'])]) {
      const outcome = await kind.read(body, NAME, one, lookup).catch((error: unknown) => error)
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(FieldError)
        expect(outcome.message).toMatch(/\.$/)
        continue
      }
      if (outcome === null) continue
      expect(kind.isValue(outcome)).toBe(true)
      expect(JSON.stringify(outcome)).not.toMatch(/\\u0000|\\ud800|[\u202a-\u202e\u200f]/)
      expect(await kind.read(kind.toRaw(outcome, NAME), NAME, one, lookup)).toEqual(outcome)
    }
  })

  test.each(HOSTILE)('a hostile cell is refused in French or read: %j', async (text) => {
    const outcome = await kind.fromCell(text, one, lookup).catch((error: unknown) => error)
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(CellError)
    else if (outcome !== null) expect(kind.isValue(outcome)).toBe(true)
  })

  test('a value of another kind is not one of this kind', () => {
    for (const other of [undefined, null, [], {}, { id: '1' }, { valeur: 1 }, Symbol.iterator]) {
      expect(kind.isValue(other)).toBe(false)
    }
  })

  test('has a French name', () => {
    expect(kind.label).toMatch(/^\p{Lu}/u)
  })
})

// Abbreviations written out at the desk, by keys.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { deskOfFile } from './at-desk.ts'
import { field, focused } from './desk.ts'

const at = deskOfFile(({ deps }, { marie }) => {
  const dated = { created_at: '2026-11-21T10:00:00.000Z', updated_at: '2026-11-21T10:00:00.000Z' }
  const row = { user_id: marie, section_id: null, recherche: '', ...dated }
  return deps.db
    .insertInto('abreviations')
    .values([
      { ...row, abreviation: 'jn', texte: 'Jean' },
      { ...row, abreviation: 'né', texte: 'ne signe pas' },
    ])
    .execute()
})

const typeIn = async (page: Page, nom: string, text: string) => {
  await page.focus(field(nom))
  await page.keyboard.type(text)
  return page.inputValue(field(nom))
}
const TRADE = 'profession_pere'

describe('an abbreviation', () => {
  test('is written out at a blank, a punctuation, Enter and Tab, its capitals kept, and in no surname', async () => {
    const { context, page, errors } = await at.open()
    expect(await typeIn(page, 'notes', 'lab, Lab. LAB ')).toBe('laboureur, Laboureur. LABOUREUR ')
    await page.fill(field('notes'), '')
    expect(await typeIn(page, 'notes', 'lablab labour né')).toBe('lablab labour né')
    await page.keyboard.press('Tab')
    expect(await page.inputValue(field('notes'))).toBe('lablab labour ne signe pas')
    await typeIn(page, 'prenom', 'jn jn')
    await page.keyboard.press('Enter')
    expect(await page.inputValue(field('prenom'))).toBe('Jean Jean')
    await typeIn(page, 'nom', 'lab ')
    await page.keyboard.press('Enter')
    expect(await page.inputValue(field('nom'))).toBe('lab ')
    expect(await typeIn(page, TRADE, 'constructor ')).toBe('constructor ')
    expect(errors).toEqual([])
    await context.close()
  })

  test('one Backspace right after gives back what was typed, where it stays; later it only takes a letter', async () => {
    const { context, page, errors } = await at.open()
    expect(await typeIn(page, TRADE, 'lab ')).toBe('laboureur ')
    await page.keyboard.press('Backspace')
    expect(await page.inputValue(field(TRADE))).toBe('lab ')
    await page.keyboard.press('Backspace')
    await page.keyboard.type(' et lab.')
    expect(await page.inputValue(field(TRADE))).toBe('lab et laboureur.')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Backspace')
    expect(await page.inputValue(field(TRADE))).toBe('lab et laboureu.')
    expect(errors).toEqual([])
    await context.close()
  })

  test('after Enter one Backspace goes back to the field with what was typed', async () => {
    const { context, page, errors } = await at.open()
    await typeIn(page, 'profession_mere', 'lab')
    await page.keyboard.press('Enter')
    expect(await page.inputValue(field('profession_mere'))).toBe('laboureur')
    expect(await focused(page)).not.toBe('data[profession_mere]')
    await page.keyboard.press('Backspace')
    expect([await page.inputValue(field('profession_mere')), await focused(page)]).toEqual([
      'lab',
      'data[profession_mere]',
    ])
    await page.keyboard.press('Enter')
    expect(await page.inputValue(field('profession_mere'))).toBe('lab')
    expect(errors).toEqual([])
    await context.close()
  })
})

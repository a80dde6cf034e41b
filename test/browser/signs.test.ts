// « = », « ? » and « - » alone in a field of the desk, as soon as it is left.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { deskOfFile } from './at-desk.ts'
import { DATE, field, focused, save, text, until } from './desk.ts'

const at = deskOfFile()

const etat = (nom: string) => `[name="etats[${nom}]"]`

async function withActBefore() {
  const desk = await at.open()
  await desk.page.fill(DATE, '12/08/1787')
  await desk.page.fill(field('nom'), 'AVANT')
  await desk.page.selectOption(etat('nom'), 'douteux')
  await save(desk.page)
  return desk
}

const type = async (page: Page, name: string, ...keys: string[]) => {
  await page.focus(name)
  for (const key of keys) await page.keyboard.press(key)
}

test('Enter, Tab and a click leave the field with what the sign means; « Annuler » takes it back', async () => {
  const { context, page, errors } = await withActBefore()
  await type(page, field('nom'), '=', 'Enter')
  expect([await page.inputValue(field('nom')), await page.inputValue(etat('nom'))]).toEqual(['AVANT', 'douteux'])
  expect(await focused(page)).toBe('data[prenom]')
  await type(page, field('prenom'), '?', 'Tab')
  expect([await page.inputValue(field('prenom')), await page.inputValue(etat('prenom'))]).toEqual(['', 'illisible'])
  expect(await page.isDisabled(field('prenom'))).toBe(true)
  await type(page, '[name="data[date_naissance][valeur]"]', '?')
  await page.click(field('nom_pere'))
  expect(await page.inputValue(etat('date_naissance'))).toBe('illisible')
  await type(page, '[name="texte:data[domicile]"]', '-', 'Tab')
  expect(await page.inputValue(etat('domicile'))).toBe('absent')
  expect(await text(page, '[data-saisie-etat]')).toContain('Absent du registre')
  await page.click('[data-saisie-etat] button')
  expect([await page.inputValue(etat('domicile')), await focused(page)]).toEqual(['sur', 'texte:data[domicile]'])
  await type(page, field('sexe'), '?')
  expect(await page.inputValue(etat('sexe'))).toBe('sur')
  expect(errors).toEqual([])
  await context.close()
})

test('Ctrl+Enter in the field saves what the sign means, and the next form repeats the record just saved', async () => {
  const { context, page, errors } = await withActBefore()
  await type(page, DATE, '1', '3', 'Enter')
  await page.fill(field('nom'), 'APRÈS')
  await page.focus(field('prenom'))
  await page.keyboard.type('-')
  await save(page)
  await page.fill(DATE, '14/08/1787')
  await page.focus(field('nom'))
  await page.keyboard.type('=')
  await save(page)
  const stored = await at.site.deps.db
    .selectFrom('releves')
    .select(['nom', 'etats'])
    .where('source_id', '=', at.source)
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(stored.map(({ nom }) => nom)).toEqual(['APRÈS', 'APRÈS'])
  expect(stored[1]?.etats).toEqual({ prenom: 'absent' })
  expect(errors).toEqual([])
  await context.close()
})

test('nothing to repeat: it is said, « = » stays, and the server refuses it beside its field', async () => {
  const { context, page } = await withActBefore()
  await type(page, field('prenom'), '=', 'Enter')
  expect(await text(page, '[data-saisie-etat]')).toBe('Le relevé précédent n’a rien dans ce champ.')
  await page.fill(DATE, '13/08/1787')
  await page.fill(field('nom'), 'REFUS')
  await page.keyboard.press('Control+Enter')
  await until(page, "document.querySelector('[aria-invalid=true]')")
  expect(await page.inputValue(field('prenom'))).toBe('=')
  await context.close()
})

test('a state that is « sûr » is no part of the form, and is stored all the same where it was another', async () => {
  const { context, page, errors } = await withActBefore()
  const stored = () =>
    at.site.deps.db
      .selectFrom('releves')
      .select(['id', 'etats'])
      .where('source_id', '=', at.source)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  const { id, etats } = await stored()
  expect(etats).toEqual({ nom: 'douteux' })
  await page.goto(`${at.site.url}/releves/${id}/modifier`)
  const parts = `Array.from(document.querySelector('form[data-pret]').elements, ({ name }) => name).filter((name) => /^etats/.test(name))`
  await until(page, `${parts}.join() === 'etats[nom]'`)
  await page.selectOption(etat('nom'), 'sur')
  expect(await page.evaluate(parts)).toEqual([])
  await page.focus(field('nom'))
  await page.keyboard.press('Control+Enter')
  await until(page, "/Relevé modifié/.test(document.querySelector('#flash').textContent)")
  expect((await stored()).etats).toEqual({})
  expect(errors).toEqual([])
  await context.close()
})

// Sex and legitimacy proposed at the desk: seen, passed by Enter, changed by whoever types.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { deskOfFile } from './at-desk.ts'
import { DATE, field, focused, save, until } from './desk.ts'

const at = deskOfFile()

const shownIn = (page: Page, nom: string) =>
  page.evaluate<string>(`(function (o) { return o.label })(document.querySelector('${field(nom)}').selectedOptions[0])`)

async function typeName(page: Page, prenom: string): Promise<void> {
  await page.focus(field('prenom'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type(prenom)
}

test('the first name proposes the sex, and says so; Enter passes it; a name that says nothing takes it back', async () => {
  const { context, page, errors } = await at.open()
  await page.fill(DATE, '12/08/1787')
  await page.fill(field('nom'), 'PROPOSE')
  await typeName(page, 'Perrine')
  await until(page, `document.querySelector('${field('sexe')}').value === 'F'`)
  expect(await shownIn(page, 'sexe')).toBe('F, proposé d’après le prénom')
  await typeName(page, 'Perrin')
  await typeName(page, 'Claude')
  await until(page, `document.querySelector('${field('sexe')}').value === ''`)
  await typeName(page, 'Jean')
  await until(page, `document.querySelector('${field('sexe')}').value === 'M'`)
  await page.keyboard.press('Enter')
  expect(await focused(page)).toBe('data[date_naissance][valeur]')
  await page.focus(field('sexe'))
  await page.keyboard.press('f')
  expect([await page.inputValue(field('sexe')), await shownIn(page, 'sexe')]).toEqual(['F', 'F'])
  await typeName(page, 'Guillaume')
  await page.waitForTimeout(600)
  expect(await page.inputValue(field('sexe'))).toBe('F')
  await save(page)
  expect(await shownIn(page, 'sexe')).toBe('Non renseigné')
  expect(errors).toEqual([])
  await context.close()
})

test('both parents named: « légitime » is proposed; one of them gone, it is taken back', async () => {
  const { context, page, errors } = await at.open()
  await page.fill(field('nom_pere'), 'LEBRET')
  expect(await page.inputValue(field('legitimite'))).toBe('')
  await page.fill(field('nom_mere'), 'HERVE')
  expect(await page.inputValue(field('legitimite'))).toBe('légitime')
  expect(await shownIn(page, 'legitimite')).toBe('légitime, proposé d’après les parents')
  await page.fill(field('nom_pere'), '')
  expect(await page.inputValue(field('legitimite'))).toBe('')
  await page.selectOption(field('legitimite'), 'naturel')
  await page.fill(field('nom_pere'), 'LEBRET')
  expect(await page.inputValue(field('legitimite'))).toBe('naturel')
  expect(errors).toEqual([])
  await context.close()
})

// A new administrator makes « Contrat de mariage » with four persons, from the empty list of types, on what is to be seen: 44 s for
// the type (10 clicks, 8 pages) and 82 s with its source and one act typed and read (16 clicks, 13 pages), at 1 s a click or scroll,
// 0.25 s a key and 1.5 s a page. Before its persons came with their fields, the type alone took 84 clicks, 21 pages and 265 s.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { text, until } from './desk.ts'
import { names, testOnce } from './driven.ts'
import { newAdministrator, type Person } from './person.ts'

let site: Site

beforeAll(async () => {
  site = await startSite()
})

afterAll(async () => {
  await site?.close()
})

async function makeType(person: Person): Promise<void> {
  const { page } = person
  await page.goto(`${site.url}/admin/types-sources`)
  await person.follow(person.link('Nouveau type de source'))
  await person.fill(page.getByLabel('Nom'), 'Contrats de mariage')
  await person.choose(page.getByLabel('Acte', { exact: true }), 'Contrat de mariage')
  await person.follow(person.button('Créer le type de source'))
  await person.follow(person.button('Commencer par la date de l’acte'))
  for (const libelle of ['Époux', 'Père de l’époux', 'Épouse', 'Père de l’épouse']) {
    await person.click(person.link('Ajouter un groupe'))
    await person.keys(libelle)
    if (libelle === 'Époux') await person.click(page.getByLabel('Profession', { exact: true }))
    await person.enter()
  }
}

async function makeSource(person: Person): Promise<void> {
  const { page } = person
  await person.follow(person.link('Sources').first())
  await person.follow(person.link('Nouvelle source').first())
  await person.choose(page.locator('#type_source_id'), 'Contrats de mariage')
  await person.fill(page.getByLabel('Titre'), 'Contrats de 1787')
  await person.enter()
}

const ACT = [
  '12/08/1787',
  'MARTIN',
  'Jean',
  'laboureur',
  'MARTIN',
  'Paul',
  '',
  'LE GOFF',
  'Marie',
  '',
  'LE GOFF',
  'Yves',
]

async function typeAct(person: Person): Promise<void> {
  const { page } = person
  await person.follow(person.link('Saisir un relevé').first())
  await until(page, "document.activeElement.name === 'data[date_evenement][valeur]'")
  for (const value of ACT) {
    await person.keys(value)
    await person.press('Enter')
  }
  await person.press('Control+Enter')
  await until(page, '/Enregistré à/.test(document.body.textContent)')
  await person.follow(page.locator('#saisie-recents tr.neuf a').first())
}

/** The counts that went above what they were. */
const above = (counts: Person['counts'], most: Person['counts']) =>
  Object.entries(most).filter(([what, n]) => counts[what as keyof Person['counts']] > n)

describe.each(names)('%s', (name) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(name)
  })
  afterAll(async () => {
    await browser?.close()
  })

  testOnce(name)(
    'a contract of marriage: the type in 10 clicks and 8 pages, an act of it read after 16 and 13',
    async () => {
      const person = await newAdministrator(browser, site)
      await makeType(person)
      expect(above(person.counts, { clicks: 10, scrolls: 5, keys: 68, loads: 8 })).toEqual([])
      expect(await text(person.page, '#apercu')).toContain('Prénoms du père de l’épouse')
      await makeSource(person)
      await typeAct(person)
      expect(above(person.counts, { clicks: 16, scrolls: 6, keys: 163, loads: 13 })).toEqual([])
      expect(person.seconds).toBeLessThan(5 * 60)
      expect(await text(person.page, '.acte-phrase')).toBe(
        'Contrat de mariage de Jean MARTIN, laboureur, fils de Paul MARTIN, avec Marie LE GOFF, fille d’Yves LE GOFF, le 12 août 1787.',
      )
      await person.page.context().close()
    },
  )

  testOnce(name)('without scripts the same clicks make the same type', async () => {
    const person = await newAdministrator(browser, site, false)
    await makeType(person)
    expect(above(person.counts, { clicks: 10, scrolls: 5, keys: 68, loads: 8 })).toEqual([])
    expect(await text(person.page, '#apercu')).toContain('Prénoms du père de l’épouse')
    await person.page.context().close()
  })

  test('a field dragged to where its part is taken says so, in the live region and where it stands', async () => {
    const person = await newAdministrator(browser, site)
    await makeType(person)
    const { page } = person
    const entry = (label: string) => page.locator(`.champs > li[data-nom="${label}"]`)
    const dragged = entry('Nom du père de l’époux')
    await dragged.locator('[data-poignee]').dragTo(entry('Prénoms de l’époux'))
    await until(page, "/Ordre enregistré/.test(document.querySelector('[data-ordre-avis]').textContent)")
    const lost = '« Nom du père de l’époux » n’a plus de partie : un autre champ de ce groupe dit déjà la même chose'
    const told = await text(page, '[data-ordre-avis]')
    expect(told).toMatch(/^Ordre enregistré : Nom du père de l’époux, Époux, place \d sur 4\. «/)
    expect(told).toContain(lost)
    expect(await text(page, '[data-sans-partie]')).toContain(lost)
    expect(await dragged.locator('[data-sans-partie]').count()).toBe(1)
    await entry('Nom du père de l’époux').locator('[data-deplacer="-1"]').click()
    await until(page, "!document.querySelector('[data-sans-partie]')")
    expect(await text(page, '[data-ordre-avis]')).not.toContain('n’a plus de partie')
    await page.context().close()
  })
})

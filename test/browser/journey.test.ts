// The main job of the site, from an empty desk to the exported CSV, in an old Chromium and in today's, without scripts too.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BrowserName, start } from '../support/browsers.ts'
import type { CdpBrowser } from '../support/cdp.ts'
import { Page } from '../support/page.ts'
import { logIn, type Site, startSite } from '../support/site.ts'
import { askedOf, everyBrowser } from './driven.ts'
import { choose, choosePlace, openPath, saveReleve, send, sendReleve, type, type Visit } from './gestures.ts'

const visits: { name: BrowserName; scripts: boolean }[] = [
  ...everyBrowser.map((name) => ({ name, scripts: true })),
  ...askedOf(everyBrowser).map((name) => ({ name, scripts: false })),
]

let site: Site
const started = new Map<BrowserName, CdpBrowser>()

beforeAll(async () => {
  site = await startSite()
})

afterAll(async () => {
  for (const browser of started.values()) await browser.close()
  await site?.close()
})

async function browserOf(name: BrowserName): Promise<CdpBrowser> {
  const browser = started.get(name) ?? (await start(name))
  started.set(name, browser)
  return browser
}

const PLEURTUIT = 'Pleurtuit, Ille-et-Vilaine, Bretagne, France'

test('the browsers of the package are there', () => {
  expect(visits.length).toBeGreaterThanOrEqual(process.platform === 'linux' && process.arch === 'x64' ? 4 : 1)
})

describe.each(visits)('$name, scripts: $scripts', ({ name, scripts }) => {
  // A second try finds what the first one left: it names its own things anew.
  let tries = 0
  test('from nothing to the first exported record', async () => {
    tries += 1
    const page = await Page.open(await browserOf(name), { javaScript: scripts })
    const visit: Visit = { site, page, scripts }
    const own = `${name}${scripts ? '' : ' sans script'}, essai ${tries}`
    await logIn(page, site, 'admin')

    const lieu = await createLieu(visit, `Essai de ${own}`)
    await createType(visit, `Baptêmes de ${own}`)
    const source = await createSource(visit, `Baptêmes de ${own}`, `Essai de ${own}`, lieu)
    await enterReleves(visit, source)
    await refuseReleve(visit)
    await find(visit, own)
    await exportCsv(visit, source)
    await changeAppearance(visit)
    await page.leaving(() => page.click('form[action="/logout"] button'))
    expect(await page.text('#flash')).toBe('Vous êtes déconnecté.')
    await openPath(visit, '/lieux')
    expect(await page.text('h1')).toBe('Connexion')

    expect(page.errors).toEqual([])
    expect(site.failures).toEqual([])
  })
})

/** Its long name. */
async function createLieu(visit: Visit, nom: string): Promise<string> {
  await openPath(visit, '/lieux/nouveau')
  await choosePlace(visit, 'lieu_parent_id', 'pleurt', PLEURTUIT)
  await type(visit, 'nom', nom)
  await send(visit)
  expect(await visit.page.text('h1')).toBe(nom)
  expect(await visit.page.text('#flash')).toBe('Lieu créé.')
  return `${nom}, ${PLEURTUIT}`
}

async function createType(visit: Visit, nom: string): Promise<void> {
  await openPath(visit, '/admin/types-sources/nouveau')
  await choose(visit, 'modele', 'Baptêmes (')
  await type(visit, 'nom', nom)
  await send(visit)
  expect(await visit.page.text('h1')).toContain(nom)
  expect(await visit.page.text('main')).toContain('Prénoms de la marraine')
}

/** Its id. */
async function createSource(visit: Visit, nomType: string, nomLieu: string, lieu: string): Promise<number> {
  await openPath(visit, '/sources/nouvelle')
  await choose(visit, 'type_source_id', nomType)
  await choosePlace(visit, 'lieu_id', nomLieu.toLowerCase(), lieu)
  await type(visit, 'annee_debut', '1702')
  await type(visit, 'annee_fin', '1794')
  await choose(visit, 'section_id', 'Section de Saint-Malo')
  await send(visit)
  expect(await visit.page.text('h1')).toBe(`${nomType} d’${nomLieu}, 1702-1794`)
  return Number(/\/sources\/(\d+)/.exec(await visit.page.url())?.[1])
}

/** One record in each calendar, one with a place, one whose name cannot be read. */
async function enterReleves(visit: Visit, source: number): Promise<void> {
  await openPath(visit, `/sources/${source}/releves/nouveau`)
  await typeAct(visit, '12/08/1787', 'Grégorien', 'LE BRETON', 'Julie Marie')
  await choosePlace(visit, 'data[domicile]', 'richard', `La Richardais, ${PLEURTUIT.replace('Pleurtuit, ', '')}`)
  await saveReleve(visit)
  expect(await visit.page.text('#saisie-recents')).toContain('LE BRETON')
  expect(await visit.page.text('#saisie-recents')).toContain('12/08/1787')

  await typeAct(visit, '29/02/1700', 'Julien', 'HERVÉ', 'Guillaume')
  await saveReleve(visit)
  await typeAct(visit, '14 thermidor an II', 'Républicain', 'ROUXEL', 'Perrine')
  await saveReleve(visit)
  await typeAct(visit, '1789', 'Grégorien', '', 'Anne')
  await choose(visit, 'etats[nom]', 'illisible')
  await saveReleve(visit)
  expect(await visit.page.text('#saisie-recents tr.neuf')).toMatch(/Anne.*illisible/)
}

async function typeAct(visit: Visit, date: string, calendrier: string, nom: string, prenom: string): Promise<void> {
  await type(visit, 'data[date_evenement][valeur]', date)
  await choose(visit, 'data[date_evenement][calendrier]', calendrier)
  await type(visit, 'data[nom]', nom)
  await type(visit, 'data[prenom]', prenom)
}

/** A date that never was: said beside its field, nothing lost of the rest, nothing stored. */
async function refuseReleve(visit: Visit): Promise<void> {
  const { page, scripts } = visit
  await typeAct(visit, '31/02/1788', 'Grégorien', 'MORIN', 'Jeanne')
  await sendReleve(visit)
  const field = `document.querySelector('[name="data[date_evenement][valeur]"]')`
  expect(await page.evaluate(`${field}.getAttribute('aria-describedby')`)).toContain('data-date_evenement-erreur')
  expect(await page.text('#data-date_evenement-erreur')).toMatch(/31|février/)
  expect(await page.evaluate(`${field}.value`)).toBe('31/02/1788')
  expect(await page.evaluate(`document.querySelector('[name="data[nom]"]').value`)).toBe('MORIN')
  expect(await page.text('.erreurs')).toContain('Date de baptême')
  if (scripts) await page.waitFor(`document.activeElement.matches('.erreurs')`)
  await page.evaluate(`document.querySelector('.erreurs a').focus()`)
  await page.press('Enter')
  await page.waitFor(`document.activeElement === ${field}`)
  expect(await page.text('#saisie-recents')).not.toContain('MORIN')
  // The browser notes every answer of an error status by itself; nothing else may be there.
  const heard = page.errors.splice(0)
  expect(heard.filter((error) => !error.includes('status of 422'))).toEqual([])

  await type(visit, 'data[date_evenement][valeur]', '28/02/1788')
  await saveReleve(visit)
  expect(await page.text('#saisie-recents')).toContain('MORIN')
}

/** Accents and case aside; the link leads to the record. */
async function find(visit: Visit, own: string): Promise<void> {
  const { page } = visit
  await openPath(visit, '/recherche')
  await choose(visit, 'type', `Baptêmes de ${own}`)
  // Chosen is asked for.
  if (visit.scripts) await page.text('.recherche-compte')
  await type(visit, 'q', 'herve guillaume')
  await (visit.scripts ? page.press('Enter') : page.leaving(() => page.press('Enter')))
  // Until then the acts found before stand there, and go away under the mouse.
  await page.waitFor(`location.search.includes('guillaume')`)
  expect(await page.text('.recherche-compte')).toMatch(/^(\d+) relevé/)
  expect(await page.text('main table')).toContain('29/02/1700 (julien)')
  await page.leaving(() => page.click('main table tbody th a'))
  expect(await page.text('main')).toContain('HERVÉ')
  expect(await page.text('main')).toContain('Guillaume')
}

async function exportCsv({ page }: Visit, source: number): Promise<void> {
  const csv = await page.evaluate<string>(
    `fetch('/export/source/${source}/csv').then(function (answer) { return answer.text() })`,
  )
  const lines = csv.trim().split('\n')
  expect(lines).toHaveLength(6)
  expect(csv).toContain('14 thermidor an II')
  for (const word of ['LE BRETON', 'HERVÉ', 'ROUXEL', 'MORIN', 'La Richardais, Ille-et-Vilaine'])
    expect(csv).toContain(word)
}

/** Dark and very large, at once with scripts, and still so on the next page. */
async function changeAppearance(visit: Visit): Promise<void> {
  const { page, scripts } = visit
  const shown = `document.documentElement.dataset.theme + ' ' + document.documentElement.dataset.taille`
  await openPath(visit, '/lieux')
  expect(await page.evaluate(shown)).toBe('auto normale')
  const light = await page.evaluate(`getComputedStyle(document.body).backgroundColor`)
  await page.click('details[data-menu] summary')
  await page.click('[name=theme][value=sombre]')
  await page.click('[name=taille][value=tres-grande]')
  if (!scripts) await page.leaving(() => page.click('form[data-apparence] button'))
  expect(await page.evaluate(shown)).toBe('sombre tres-grande')
  expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`)).not.toBe(light)
  await openPath(visit, '/sources')
  expect(await page.evaluate(shown)).toBe('sombre tres-grande')
  await page.click('details[data-menu] summary')
}

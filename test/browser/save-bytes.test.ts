// The save of an act is weighed on the line: its request and its answer, headers of the browser included, in every browser.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldName } from '../../src/champs/index.ts'
import type { Champ } from '../../src/champs/kind.ts'
import { createTypeFromModel, modelByKey } from '../../src/features/types-sources/actions/models.ts'
import { champsOf } from '../../src/features/types-sources/queries.ts'
import { start } from '../support/browsers.ts'
import { type CountedLine, countedLine } from '../support/counted.ts'
import { Page } from '../support/page.ts'
import { type Site, sessionOf, startSite } from '../support/site.ts'
import { askedOf, everyBrowser } from './driven.ts'

const MOST = 2_500
const ACTS = 3
const NOMS = ['LE GALLOU', 'GAUTIER', 'HERVÉ', 'BRIAND', 'TREHEN', 'CHAUCHIX', 'ROUXEL', 'LEMOINE', 'PICOT', 'DAGORNE']
const PRENOMS = ['Marie Jeanne', 'Joseph', 'Perrine', 'Olivier', 'Jean Marie', 'Hélène', 'Julien', 'Guillemette']
const WORDS = ['laboureur', 'oncle de l’époux', 'fileuse', 'ami', 'tante paternelle', 'matelot']
/** The register says this of few. */
const RARE = /contrat|veuvage|naissance|commentaire_(ep|temoin_[34])|profession_mere|mention|ondoye/

let site: Site
let line: CountedLine
let place: { id: number; nom_long: string }

beforeAll(async () => {
  site = await startSite()
  line = await countedLine(site)
  // The site is found at one address alone.
  site.deps.appUrl = line.url
  place = await site.deps.db
    .selectFrom('lieux')
    .select(['id', 'nom_long'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
})

afterAll(async () => {
  await line?.close()
  await site?.close()
})

/** A register of a ready type, where marie enters records. */
async function register(key: string): Promise<{ source: number; champs: Champ[] }> {
  const { db } = site.deps
  const model = modelByKey(key)
  if (!model) throw new Error(`no ready type ${key}`)
  const known = await db.selectFrom('sources').select(['id', 'section_id']).orderBy('id').executeTakeFirstOrThrow()
  const type = await createTypeFromModel(db, model).catch(async () => {
    const { id } = await db
      .selectFrom('types_sources')
      .select('id')
      .where('nom', '=', model.nom)
      .executeTakeFirstOrThrow()
    return id
  })
  const dated = { created_at: '2026-11-21T10:00:00.000Z', updated_at: '2026-11-21T10:00:00.000Z' }
  const { id } = await db
    .insertInto('sources')
    .values({
      titre: key,
      titre_tri: key,
      type_source_id: type,
      section_id: known.section_id,
      status: 'en_cours',
      ...dated,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { source: id, champs: await champsOf(db, type) }
}

/** [name, value] of the controls of an act in which everybody is named. */
function filled(champs: readonly Champ[], act: number): [string, string][] {
  const pick = (from: readonly string[], n: number) => from[(n * 7 + act) % from.length] ?? ''
  return champs.flatMap((champ, n): [string, string][] => {
    const name = fieldName(champ)
    if (champ.nom === 'date_evenement') return [[`${name}[valeur]`, `${10 + act}/07/1793`]]
    if (RARE.test(champ.nom) || champ.type === 'date' || champ.type === 'boolean') return []
    if (champ.type === 'place')
      return [
        [name, String(place.id)],
        [`texte:${name}`, place.nom_long],
      ]
    if (/^(vue|num)/.test(champ.nom)) return [[name, String(20 + act)]]
    if (champ.type === 'select') return [[name, champ.options[0] ?? '']]
    if (champ.partie === 'nom') return [[name, pick(NOMS, n)]]
    return [[name, champ.partie === 'prenom' ? pick(PRENOMS, n) : pick(WORDS, n)]]
  })
}

/** Fills the form in and saves it; the next one is there when this ends. */
async function enter(page: Page, values: readonly [string, string][]): Promise<void> {
  const cle = await page.evaluate<string>(`(function () {
    var form = document.querySelector('form[data-saisie]')
    var values = ${JSON.stringify(values)}
    values.forEach(function (pair) { form.elements[pair[0]].value = pair[1] })
    form.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true }))
    form.querySelector('[data-enregistrer]').click()
    return form.dataset.cle
  })()`)
  await page.waitFor(`document.querySelector('form[data-saisie][data-pret]').dataset.cle !== '${cle}'`)
}

/** Every browser has headers of its own; the longest form is the same in each. */
const SAVES = [
  ...everyBrowser.map((name) => [name, 'baptemes'] as const),
  ...askedOf(everyBrowser).map((name) => [name, 'mariages_paroissiaux'] as const),
]

test.each(SAVES)(
  '%s: the save of an act (%s) costs 2.5 kB at most, there and back',
  async (name, key) => {
    const { source, champs } = await register(key)
    const browser = await start(name)
    try {
      const page = await Page.open(browser)
      await page.setCookie('session', await sessionOf(site, 'marie'), line.url)
      await page.goto(`${line.url}/sources/${source}/releves/nouveau`)
      await page.waitFor("document.querySelector('form[data-saisie][data-pret]')")
      for (let act = 0; act < ACTS; act += 1) await enter(page, filled(champs, act))
      // The next form comes before the answer of a slow machine.
      const saves = () => line.exchanges.filter((one) => one.line.startsWith(`POST /sources/${source}/releves HTTP`))
      await expect.poll(() => saves().filter(({ down }) => down > 0).length, { timeout: 15_000 }).toBe(ACTS)
      const bytes = saves().map(({ up, down }) => up + down)
      process.stdout.write(`a save, ${key}, ${name}: ${bytes.join(', ')} bytes\n`)
      expect(page.errors).toEqual([])
      // The form of the first act has none before it, and is drawn anew.
      for (const one of bytes.slice(1)) expect(one).toBeLessThanOrEqual(MOST)
      const stored = await site.deps.db.selectFrom('releves').select('data').where('source_id', '=', source).execute()
      expect(stored.map(({ data }) => Object.keys(data).length)).toEqual(
        Array(ACTS).fill(Object.keys(stored[0]?.data ?? {}).length),
      )
      expect(Object.keys(stored[0]?.data ?? {}).length).toBeGreaterThan(15)
    } finally {
      await browser.close()
    }
  },
  60_000,
)

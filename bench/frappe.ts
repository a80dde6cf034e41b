// Twenty baptisms and twenty marriages, every field of the register, by somebody who looks at what the desk offers and takes it
// when that costs fewer keys; once where the names are known (acts of the same families before), once on an empty site.
// « Beyond » is all keys (Enter, Tab, Shift, chords as their keys) less the letters of all names written in full.
// Use: npm run bench -- frappe [--browser chromium|chromium-109|chromium-79] [--acte bapteme|mariage] [--noms connus|inconnus]
//   [--acts 20] [--slow yes] [--fields yes]
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserName, start } from '../test/support/browsers.ts'
import { Page } from '../test/support/page.ts'
import { baptisms, type Register } from './support/frappe/baptisms.ts'
import { marriages } from './support/frappe/marriages.ts'
import { ABBREVIATIONS, type Act } from './support/frappe/parish.ts'
import { WATCH } from './support/frappe/screen.ts'
import { type Desk, openDesk } from './support/frappe/site.ts'
import { checkStored } from './support/frappe/stored.ts'
import { Typist } from './support/frappe/typist.ts'
import { Wire } from './support/frappe/wire.ts'
import { benchFolder, say } from './support/report.ts'
import { quantile } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: {
    browser: { type: 'string', default: 'chromium' },
    acte: { type: 'string', default: 'bapteme,mariage' },
    noms: { type: 'string', default: 'connus,inconnus' },
    acts: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1789' },
    slow: { type: 'string', default: 'no' },
    fields: { type: 'string', default: 'no' },
  },
})
const COUNT = Number(asked.acts)
const SEED = Number(asked.seed)
/** Where times are measured: 150 words a minute. Keys sent without a pause wait for one another, and the first of a text for the last. */
const PACE_MS = 80
const GOALS = { saveMs: 500, paintMs: 100, saveBytes: 2500 }

interface Kind {
  key: string
  label: string
  register: (seed: number, count: number) => Register
  goals: Record<'connus' | 'inconnus', number>
  /** Fields that the register hardly ever fills: passed for good, once, before the first act. */
  passed: readonly string[]
}

const KINDS: Record<string, Kind> = {
  bapteme: {
    ...{ key: 'baptemes', label: 'baptism', register: baptisms, goals: { connus: 0, inconnus: 30 } },
    passed: ['ondoye', 'pere_decede', 'profession_mere', 'mere_decedee', 'mention_marginale'],
  },
  mariage: {
    ...{ key: 'mariages_paroissiaux', label: 'marriage', register: marriages, goals: { connus: 15, inconnus: 37 } },
    passed: [
      ...['notaire_contrat', 'date_contrat', 'date_naissance_epoux', 'date_naissance_epouse'],
      ...['commentaire_epoux', 'commentaire_epouse', 'nom_veuvage_epoux', 'prenom_veuvage_epoux'],
      ...['nom_veuvage_epouse', 'prenom_veuvage_epouse', 'profession_mere_epoux', 'profession_mere_epouse'],
    ],
  },
}

const isName = (nom: string): boolean => /^(pre)?nom(_|$)/.test(nom)
const lettersOf = ({ texts }: Act): number =>
  Object.entries(texts).reduce((sum, [nom, text]) => sum + (isName(nom) ? text.length : 0), 0)

/** Alt+S in each of them: kept out of the count of an act, told beside it. */
const passFields = (page: Page, noms: readonly string[]) =>
  page.evaluate(`(function () {
    var form = document.querySelector('form[data-saisie]')
    var noms = ${JSON.stringify(noms)}
    noms.forEach(function (nom) {
      var field = form.querySelector('[data-champ="' + nom + '"] input:not([type=hidden]), [data-champ="' + nom + '"] select')
      field.focus()
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 's', code: 'KeyS', altKey: true, bubbles: true, cancelable: true }))
    })
    form.querySelector('[name="data[date_evenement][valeur]"]').focus()
  })()`)

async function openPage(browser: Awaited<ReturnType<typeof start>>, desk: Desk): Promise<Page> {
  const page = await Page.open(browser, { width: 1366, height: 625 })
  await page.command('Page.addScriptToEvaluateOnNewDocument', { source: WATCH })
  await page.setCookie('session', desk.session, desk.url)
  await page.goto(`${desk.url}/sources/${desk.source}/releves/nouveau`)
  await page.waitFor("document.querySelector('form[data-saisie][data-pret]')")
  return page
}

const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length

function tellKeys(label: string, keys: readonly number[], acts: readonly Act[], goal: number): void {
  const letters = mean(acts.map(lettersOf))
  const beyond = mean(keys) - letters
  const sorted = keys.map((n, index) => n - lettersOf(acts[index] as Act)).toSorted((a, b) => a - b)
  const verdict = beyond < goal ? `within ${goal}` : `OVER ${goal}`
  if (beyond >= goal) process.exitCode = 1
  say(
    `${label.padEnd(28)} ${mean(keys).toFixed(1)} keys an act, letters of names ${letters.toFixed(1)}, beyond ${beyond.toFixed(1)}` +
      ` (${sorted[0]} to ${sorted.at(-1)})  ${verdict}`,
  )
}

function tellFields(typist: Typist): void {
  const rows = [...typist.spent].sort((a, b) => b[1] - a[1])
  say(rows.map(([champ, n]) => `    ${champ.padEnd(26)} ${(n / COUNT).toFixed(1)}`).join('\n'))
}

async function tellTimes(page: Page, wire: Wire): Promise<void> {
  const { paints, saves } = await page.evaluate<Record<'paints' | 'saves', number[]>>('window.frappe')
  const told = (what: string, list: readonly number[], goal: number, unit: string) =>
    say(
      `    ${what.padEnd(26)} median ${quantile(list, 0.5).toFixed(0)}, p95 ${quantile(list, 0.95).toFixed(0)} ${unit} (goal ${goal})`,
    )
  told('key to paint', paints, GOALS.paintMs, 'ms')
  told('Ctrl+Enter to next form', saves, GOALS.saveMs, 'ms')
  told(
    'a save, up and down',
    wire.saves.map(({ up, down }) => up + down),
    GOALS.saveBytes,
    'bytes',
  )
  say(
    `    of which the body sent     ${mean(wire.saves.map(({ body }) => body)).toFixed(0)} bytes, headers sent ${mean(wire.saves.map(({ up, body }) => up - body)).toFixed(0)}, answer ${mean(wire.saves.map(({ down }) => down)).toFixed(0)}`,
  )
}

async function measure(
  browser: Awaited<ReturnType<typeof start>>,
  kind: Kind,
  noms: 'connus' | 'inconnus',
): Promise<void> {
  const folder = join(benchFolder(), 'site')
  mkdirSync(folder, { recursive: true })
  const { before, acts } = kind.register(SEED, COUNT)
  const known = noms === 'connus' ? before : []
  const desk = await openDesk(folder, kind.key, { before: known, abbreviations: ABBREVIATIONS })
  try {
    const page = await openPage(browser, desk)
    await passFields(page, kind.passed)
    const wire = await Wire.on(page, `/sources/${desk.source}/releves`, asked.slow === 'yes')
    const familiar = new Set(known.flatMap(({ texts }) => Object.entries(texts).map((pair) => pair.join(' '))))
    const typist = new Typist(page, familiar, asked.slow === 'yes' ? PACE_MS : 0)
    const keys: number[] = []
    const { champs, longName } = desk
    for (const [n, act] of acts.entries()) {
      const previous = acts[n - 1] ?? known.at(-1)
      keys.push(await typist.type({ act, previous, champs, longName, abbreviations: ABBREVIATIONS }))
    }
    await checkStored(desk, acts)
    tellKeys(`${kind.label}, names ${noms === 'connus' ? 'known' : 'unknown'}`, keys, acts, kind.goals[noms])
    if (asked.fields === 'yes') tellFields(typist)
    await tellTimes(page, wire)
    if (page.errors.length > 0) say(`    the page complains: ${page.errors.join(' · ')}`)
  } finally {
    await desk.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const browser = await start(asked.browser as BrowserName)
try {
  for (const acte of asked.acte.split(','))
    for (const noms of ['connus', 'inconnus'] as const)
      if (asked.noms.split(',').includes(noms)) await measure(browser, KINDS[acte] as Kind, noms)
} finally {
  await browser.close()
}

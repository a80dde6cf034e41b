// The map of twenty thousand places: /carte/data in both its forms, just after a change of the data (cold) and again (warm), with its
// weight on the wire; then the page itself in Chromium slowed six times, until its discs are drawn. Places bear the names of the
// communes of France. Use: npm run bench -- carte [--places 20000] [--engine sqlite|postgres] [--browser no]
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { serve } from '@hono/node-server'
import type { createApp } from '../src/app.tsx'
import type { Db } from '../src/db/schema.ts'
import { launch } from '../test/support/browsers.ts'
import { fillMap, SEEN_BY_ALL } from './support/carte.ts'
import { cookieOf, onEngines, openSite } from './support/engines.ts'
import { benchFolder, say } from './support/report.ts'
import { type Times, timed } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: {
    places: { type: 'string', default: '20000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    browser: { type: 'string', default: 'yes' },
  },
})
const GOAL_MS = 60
const GOAL_BYTES = 400_000
const GOAL_READY_MS = 3000
const SLOWED = 6
const LOOKS = 5
const folder = benchFolder()

type App = ReturnType<typeof createApp>

/** The map asks for one of these, others may ask for the other; the goals are those of the map. */
const FORMS = [
  { name: 'columns', path: '/carte/data?forme=colonnes', isOurs: true, runs: 40 },
  { name: 'GeoJSON', path: '/carte/data', isOurs: false, runs: 5 },
]

function tell(label: string, figures: string, isOver: boolean): void {
  if (isOver) process.exitCode = 1
  say(`  ${label.padEnd(34)} ${figures}${isOver ? '  OVER' : ''}`)
}

const inWords = ({ median, p95, cpu }: Times) =>
  `p50 ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, processor ${cpu.toFixed(1)} ms`

async function measureData(db: Db, app: App, cookie: string, label: string): Promise<void> {
  for (const { name, path, isOurs, runs } of FORMS) {
    const ask = async (coding = 'br'): Promise<number> => {
      const res = await app.request(path, { headers: { cookie, 'accept-encoding': coding } })
      if (res.status !== 200) throw new Error(`${path} answered ${res.status}`)
      return (await res.arrayBuffer()).byteLength
    }
    const change = () => {
      const more = db.updateTable('sources').set((eb) => ({ version: eb('version', '+', 1) }))
      return more.where('id', '=', SEEN_BY_ALL).execute()
    }
    const who = `${label}, ${name}`
    for (const coding of ['br', 'gzip']) {
      const bytes = await ask(coding)
      tell(`${who}, weight by ${coding}`, `${(bytes / 1000).toFixed(0)} kB`, isOurs && bytes > GOAL_BYTES)
    }
    for (const [state, before] of [['cold', change] as const, ['warm', () => undefined] as const]) {
      const times = await timed(() => ask(), { runs, before })
      tell(`${who}, ${state}`, inWords(times), isOurs && times.p95 > GOAL_MS)
    }
  }
}

/** Milliseconds from the click on « Carte » to the discs, each time in a new browser that has seen nothing yet. */
async function measurePage(app: App, cookie: string): Promise<void> {
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((ready) => server.once('listening', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await launch()
  const times: number[] = []
  for (let i = 0; i < LOOKS; i += 1) {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
    await context.addCookies([{ name: 'session', value: cookie.replace('session=', ''), url }])
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    await page.addInitScript(`new MutationObserver(function () {
      if (!window.prete && document.querySelector('[data-carte-prete]')) window.prete = performance.now()
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-carte-prete'] })`)
    await page.goto(`${url}/carte`)
    times.push(Number(await (await page.waitForFunction(() => (globalThis as { prete?: number }).prete)).jsonValue()))
    await context.close()
  }
  await browser.close()
  server.close()
  times.sort((a, b) => a - b)
  const worst = times.at(-1) ?? Number.NaN
  const figures = `${times.map((ms) => ms.toFixed(0)).join(', ')} ms (goal ${GOAL_READY_MS})`
  tell(`map ready, ${SLOWED} times slower`, figures, worst > GOAL_READY_MS)
}

async function measure(label: string, url: string): Promise<void> {
  const { db, app } = await openSite(folder, url)
  const filled = await fillMap(db, Number(asked.places))
  say(`${label}: ${filled}; goals ${GOAL_MS} ms and ${GOAL_BYTES / 1000} kB`)
  await measureData(db, app, await cookieOf(db, 'admin'), 'admin')
  await measureData(db, app, await cookieOf(db, 'membre'), 'membre')
  if (asked.browser === 'yes') await measurePage(app, await cookieOf(db, 'admin'))
  await db.destroy()
}

await onEngines(asked.engine, folder, measure)

// A transcriber waits on the server for the save of a record, the form that comes after it, and the values offered at each
// letter, with a million records stored, on both engines.
// Use: npm run bench -- saisie [--records 1000000] [--sources 1000] [--engine sqlite|postgres]
import { parseArgs } from 'node:util'
import type { createApp } from '../src/app.tsx'
import { randomToken } from '../src/lib/crypto.ts'
import { fillArchive, names, pick, SECTIONS } from './support/archive.ts'
import { cookieOf, onEngines, openSite } from './support/engines.ts'
import { benchFolder, say } from './support/report.ts'
import { quantile } from './support/timing.ts'

const { values: asked } = parseArgs({
  options: {
    sources: { type: 'string', default: '1000' },
    records: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
  },
})
const NB_SOURCES = Number(asked.sources)
const NB_RELEVES = Number(asked.records)
const SAVES = 300
const ASKED = 400
const WARM = 20
const GOALS = { save: 15, completion: 10, couples: 20 }
/** Registers of baptisms in the section of this member, one after the other: those between are of marriages. */
const sourceAt = (n: number): number => 1 + ((n * 2 * SECTIONS) % NB_SOURCES)
const folder = benchFolder()

/** Times stand by the clock, and by the processor, which a busy machine leaves as it is. */
class Times {
  readonly #clock: number[] = []
  readonly #processor: number[] = []

  async of<T>(work: () => Promise<T>): Promise<T> {
    const [at, used] = [performance.now(), process.cpuUsage()]
    const done = await work()
    this.#clock.push(performance.now() - at)
    const { user, system } = process.cpuUsage(used)
    this.#processor.push((user + system) / 1000)
    return done
  }

  /** `goal`: by the clock, of 95 in 100. */
  report(label: string, goal?: number): void {
    const [clock, processor] = [this.#clock.slice(WARM), this.#processor.slice(WARM)]
    const p95 = quantile(clock, 0.95)
    const verdict = goal === undefined ? '' : p95 <= goal ? `  within ${goal} ms` : `  OVER ${goal} ms`
    if (goal !== undefined && p95 > goal) process.exitCode = 1
    const told = `median ${quantile(clock, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, processor ${quantile(processor, 0.5).toFixed(1)} ms`
    say(`  ${label.padEnd(30)} ${told}${verdict}`)
  }
}

type App = ReturnType<typeof createApp>

async function ask(app: App, times: Times, path: string, init: RequestInit, expected: number): Promise<string> {
  const { answer, body } = await times.of(async () => {
    const response = await app.request(`http://localhost${path}`, init)
    return { answer: response, body: await response.text() }
  })
  if (answer.status !== expected) throw new Error(`${path}: ${answer.status} ${body.slice(0, 300)}`)
  return answer.headers.get('location') ?? ''
}

function actOf(n: number): Record<string, string> {
  const name = (factor: number) => names[(n * factor) % names.length]?.nom ?? ''
  const others = Object.entries({ nom_pere: 37, prenom_pere: 3, nom_mere: 41, prenom_mere: 43 })
  return {
    _envoi: randomToken(),
    'data[date_evenement][valeur]': `${1 + (n % 28)}/08/1787`,
    'data[nom]': name(37),
    'data[prenom]': `${name(11)} ${n}`,
    ...Object.fromEntries(others.map(([champ, factor]) => [`data[${champ}]`, name(factor)])),
  }
}

/** The form of a source sends its fields along too, so that a save is answered with their values alone. */
async function hiddenOf(app: App, headers: Record<string, string>): Promise<Record<string, string>> {
  const page = await (await app.request('http://localhost/sources/1/releves/nouveau', { headers })).text()
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? ''
  return { _csrf: value('_csrf'), _forme: value('_forme') }
}

/** As the desk saves, the next record's values in the answer; and as a browser without JavaScript does, in two requests. */
async function measureSaves(app: App, headers: Record<string, string>): Promise<void> {
  const [direct, plain, forms] = [new Times(), new Times(), new Times()]
  const hidden = await hiddenOf(app, headers)
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  for (let n = 0; n < 2 * (SAVES + WARM); n += 1) {
    const path = `/sources/${sourceAt(n)}/releves`
    const init = { method: 'POST', body: new URLSearchParams({ ...actOf(n), ...hidden }).toString() }
    if (n % 2 === 0) {
      await ask(app, direct, path, { ...init, headers: { ...headers, ...type, 'HX-Request': 'true' } }, 200)
      continue
    }
    const next = await ask(app, plain, path, { ...init, headers: { ...headers, ...type } }, 303)
    await ask(app, forms, next, { headers }, 200)
  }
  direct.report('save, with what comes next', GOALS.save)
  plain.report('save without JavaScript', GOALS.save)
  forms.report('and the page that comes next')
}

/** Any answer costs this before it does anything: the session, the rights, one small query. */
async function measureFloor(app: App, headers: Record<string, string>): Promise<void> {
  const times = new Times()
  for (let n = 0; n < 100 + WARM; n += 1)
    await ask(app, times, '/dates/comprendre?valeur=1787&calendrier=gregorien', { headers }, 200)
  times.report('any answer at all')
}

async function measureCompletion(app: App, headers: Record<string, string>, who: string): Promise<void> {
  const times = new Times()
  for (let n = 0; n < ASKED + WARM; n += 1) {
    const word = names[(n * 101) % names.length]?.nom ?? ''
    const q = encodeURIComponent(n % 7 === 0 ? `${word}zz` : word.slice(0, 1 + (n % 5)))
    const champ = pick(['nom', 'prenom', 'nom_mere'], n)
    await ask(app, times, `/completions?source=${sourceAt(n)}&champ=${champ}&q=${q}`, { headers }, 200)
  }
  times.report(`completion, ${who}`, GOALS.completion)
}

/** The fathers of acts that were just saved, in their own sources. */
async function measureCouples(app: App, headers: Record<string, string>): Promise<void> {
  const times = new Times()
  for (let n = 0; n < SAVES + WARM; n += 1) {
    const act = actOf(n)
    const asked = { champ: 'nom_pere', nom: act['data[nom_pere]'] ?? '', prenom: act['data[prenom_pere]'] ?? '' }
    const query = new URLSearchParams({ source: String(sourceAt(n)), ...asked })
    await ask(app, times, `/completions/couples?${query}`, { headers }, 200)
  }
  times.report('couples of a father', GOALS.couples)
}

async function measure(label: string, url: string): Promise<void> {
  say(label)
  const { db, app } = await openSite(folder, url)
  try {
    say(await fillArchive(db, { records: NB_RELEVES, sources: NB_SOURCES, isMixed: true }))
    for (const [who, role] of [
      ['a member', 'membre'],
      ['an administrator', 'admin'],
    ] as const) {
      const headers = { cookie: await cookieOf(db, role) }
      await measureFloor(app, headers)
      await measureCompletion(app, headers, who)
      if (role !== 'membre') continue
      await measureSaves(app, headers)
      await measureCouples(app, headers)
    }
  } finally {
    await db.destroy()
  }
}

await onEngines(asked.engine, folder, measure)

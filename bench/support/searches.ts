// How long searches take, class by class.
import type { createApp } from '../../src/app.tsx'
import type { Corpus } from './corpus.ts'
import type { Floor } from './floor.ts'
import { address, CLASSES, drawer, type Params } from './search-classes.ts'
import { quantile } from './timing.ts'

type App = ReturnType<typeof createApp>

export interface Options {
  sets: number
  only: string
  /** In place of the page, this part of it. */
  part: string | undefined
  say: (text: string) => void
}

const shown = (times: number[], ...parts: number[]): string =>
  parts.map((part) => quantile(times, part).toFixed(1).padStart(6)).join(' /')

/** Milliseconds of processor that this process has used: what a busy machine cannot falsify. PostgreSQL's are not in it. */
function processor(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const ROUNDS = 3
/** A search slower than this is named, to be looked at. */
const TOLD_MS = 40
const HEAD = 'p50 /   p95 /   max  | first |processor p50/95 | driver p50/95  | rows'

interface Measured {
  path: string
  first: number
  best: number
  cpu: number
  floor: number
  rows: number
}

class Meter {
  readonly #app: App
  readonly #floor: Floor
  readonly #cookie: string

  constructor(app: App, floor: Floor, cookie: string) {
    this.#app = app
    this.#floor = floor
    this.#cookie = cookie
  }

  async page(path: string): Promise<{ ms: number; cpu: number; html: string }> {
    const before = performance.now()
    const used = processor()
    const answer = await this.#app.request(`http://localhost${path}`, { headers: { cookie: this.#cookie } })
    const html = await answer.text()
    const ms = performance.now() - before
    const cpu = processor() - used
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${html.slice(0, 500)}`)
    return { ms, cpu, html }
  }

  /** The address of a page further on, by its keys. */
  async #address(params: Params, part: string | undefined): Promise<string> {
    let path = address(params, part)
    for (let page = 1; page < Number(params.page ?? 1); page += 1) {
      const next = /href="([^"]*)" rel="next"/.exec((await this.page(path)).html)?.[1]
      if (!next) return path
      path = next.replaceAll('&amp;', '&')
    }
    return path
  }

  /** Best of some rounds, for the page and for its rows. */
  async measure(params: Params, part: string | undefined): Promise<Measured> {
    const path = await this.#address(params, part)
    const pages = []
    for (let round = 0; round < ROUNDS; round += 1) pages.push(await this.page(path))
    const ids = [...(pages[0]?.html ?? '').matchAll(/<th[^>]*><a href="\/releves\/(\d+)"/g)].map((match) =>
      Number(match[1]),
    )
    const floors: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = performance.now()
      await this.#floor.fetch(ids)
      floors.push(performance.now() - before)
    }
    const best = Math.min(...pages.map((one) => one.ms))
    const cpu = Math.min(...pages.map((one) => one.cpu))
    return { path, first: pages[0]?.ms ?? 0, best, cpu, floor: Math.min(...floors), rows: ids.length }
  }
}

/** The line of a class, and its slowest search where that is too slow. */
function told(label: string, all: readonly Measured[]): string[] {
  const of = (name: Exclude<keyof Measured, 'path'>, ...parts: number[]) =>
    shown(
      all.map((one) => one[name]),
      ...parts,
    )
  const times = [of('best', 0.5, 0.95, 1 - 1e-9), of('first', 0.95), of('cpu', 0.5, 0.95), of('floor', 0.5, 0.95)]
  const line = `  ${label.padEnd(42)} ${[...times, of('rows', 0.5)].join('  |')}`
  const slowest = all.reduce((a, b) => (b.best > a.best ? b : a))
  return slowest.best > TOLD_MS ? [line, `    slowest: ${slowest.path}`] : [line]
}

/** All classes, asked by one person. */
async function measureAs(meter: Meter, made: Corpus, { sets, only, part, say }: Options): Promise<void> {
  for (const [label, params] of CLASSES.filter(([name]) => name.includes(only))) {
    const d = drawer(made)
    // Nothing is asked: there is nothing to spread.
    if (part !== undefined && Object.keys(params(d)).length === 0) continue
    const all: Measured[] = []
    for (let set = 0; set < sets; set += 1) all.push(await meter.measure(params(d), part))
    for (const line of told(label, all)) say(line)
  }
}

/** Prints a line for each class: whole page, best of three and first of all, beside the rows alone. */
export async function measure(
  app: App,
  people: Record<string, string>,
  made: Corpus,
  floor: Floor,
  options: Options,
): Promise<void> {
  for (const [who, cookie] of Object.entries(people)) {
    const meter = new Meter(app, floor, cookie)
    for (let n = 0; n < 30; n += 1) await meter.page(address({ q: drawer(made).first(), annee_debut: 1600 + n }))
    options.say(`  ${who}, ms; page: best of ${ROUNDS}`.padEnd(45) + HEAD)
    await measureAs(meter, made, options)
  }
}

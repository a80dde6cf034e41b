// The searches that are measured, class by class, and how.
import type { createApp } from '../../src/app.tsx'
import { fold } from '../../src/lib/text.ts'
import type { Corpus } from './corpus.ts'
import { pick } from './corpus-names.ts'
import type { Floor } from './floor.ts'
import { type Chance, chance } from './random.ts'
import { quantile } from './timing.ts'

type App = ReturnType<typeof createApp>

interface Draw {
  next: Chance
  made: Corpus
  rare: () => string
  medium: () => string
  common: () => string
  first: () => string
}

const COMMON_FIRSTS = ['Marie', 'Jean', 'Jeanne', 'Pierre', 'Anne', 'François']

function drawer(made: Corpus): Draw {
  const next = chance(11)
  const { surnames } = made.names
  const of = (from: number, to: number) => () => pick(next, surnames.slice(from, to))
  const [rare, medium, common] = [of(12_000, 20_000), of(250, 2000), of(0, 20)]
  return { next, made, rare, medium, common, first: () => pick(next, COMMON_FIRSTS) }
}

type Params = Record<string, string | number>

/** A place of this level above a source drawn, with years around those of its registers. */
function where({ next, made }: Draw, level: number): Params {
  const source = pick(next, made.sources)
  const path = made.places[source.lieu_id - 1]?.chemin.split('/') ?? []
  return {
    lieu: path[level] ?? '',
    annee_debut: Math.max(1550, source.annee_debut - 10),
    annee_fin: source.annee_debut + 30,
  }
}

const place = (d: Draw, level: number): Params => ({ lieu: where(d, level).lieu ?? '' })

const prefix = (d: Draw, length: number): string =>
  fold(pick(d.next, [d.common(), d.common(), d.medium(), d.rare(), d.first()]))
    .replace(/[^a-z]/g, '')
    .slice(0, length)

const named = (d: Draw, length: number): Params => ({ nom: prefix(d, length), prenom: d.first().slice(0, 3) })

/** Name → the parameters of a search; `page`: that page, reached by its keys. */
const CLASSES: [string, (d: Draw) => Params][] = [
  ['the form alone', () => ({})],
  ['rare surname', (d) => ({ nom: d.rare() })],
  ['medium surname', (d) => ({ nom: d.medium() })],
  ['common surname', (d) => ({ nom: d.common() })],
  ['common word anywhere', (d) => ({ q: d.first() })],
  ['surname + first name, one person', (d) => ({ nom: d.common(), prenom: d.first() })],
  ['medium surname + first name', (d) => ({ nom: d.medium(), prenom: d.first() })],
  ['rare surname + first name', (d) => ({ nom: d.rare(), prenom: d.first() })],
  ['surname + first name of the father', (d) => ({ nom: d.common(), prenom: d.first(), role: 'pere' })],
  ['words of two persons', (d) => ({ q: `${d.common()} ${d.medium()}` })],
  ['prefix of 2 letters', (d) => ({ q: `${prefix(d, 2)}*` })],
  ['prefix of 3 letters', (d) => ({ q: `${prefix(d, 3)}*` })],
  ['prefix of 4 letters', (d) => ({ q: `${prefix(d, 4)}*` })],
  ['surname begins with 3 letters', (d) => ({ nom: prefix(d, 3), mode: 'debut' })],
  ['the same with a first name', (d) => ({ nom: prefix(d, 3), prenom: d.first(), mode: 'debut' })],
  ['surname contains 4 letters', (d) => ({ nom: prefix(d, 5).slice(1), mode: 'contient' })],
  ['sounds like, common surname', (d) => ({ nom: d.common(), mode: 'sonore' })],
  ['sounds like, rare surname', (d) => ({ nom: d.rare(), mode: 'sonore' })],
  ['sounds like, surname + first name', (d) => ({ nom: d.common(), prenom: d.first(), mode: 'sonore' })],
  ['phrase', (d) => ({ q: `"${d.first()} ${d.common()}"` })],
  [
    'phrase of a text',
    (d) => ({
      q: `"${pick(d.next, d.made.names.words.slice(0, 40))} ${pick(d.next, d.made.names.words.slice(0, 40))}"`,
    }),
  ],
  ['place with descendants + years, no word', (d) => where(d, 2)],
  ['common surname + region', (d) => ({ nom: d.common(), ...place(d, 2) })],
  ['common surname + region + 40 years', (d) => ({ nom: d.common(), ...where(d, 2) })],
  ['common first name + département', (d) => ({ q: d.first(), ...place(d, 3) })],
  ['common first name + région + 40 years', (d) => ({ q: d.first(), ...where(d, 2) })],
  ['common first name + commune', (d) => ({ q: d.first(), ...place(d, 5) })],
  ['rare surname + region', (d) => ({ nom: d.rare(), ...place(d, 2) })],
  ['phrase + région', (d) => ({ q: `"${d.first()} ${d.common()}"`, ...place(d, 2) })],
  ['common surname + 40 years', (d) => ({ nom: d.common(), annee_debut: 1700, annee_fin: 1740 })],
  [
    'surname + first name + 40 years',
    (d) => ({ nom: d.common(), prenom: d.first(), annee_debut: 1800, annee_fin: 1840 }),
  ],
  ['couple', (d) => ({ nom: d.common(), nom2: d.medium() })],
  ['couple of common surnames', (d) => ({ nom: d.common(), nom2: d.common() })],
  ['couple with first names', (d) => ({ nom: d.common(), prenom: d.first(), nom2: d.common(), prenom2: d.first() })],
  ['couple, sounds like', (d) => ({ nom: d.common(), nom2: d.medium(), mode: 'sonore' })],
  ['children of a couple', (d) => ({ q: `enfants:"${d.common()} + ${d.medium()}"` })],
  ['surname + two first names', (d) => ({ nom: d.common(), prenom: `${d.first()} ${d.first()}` })],
  ['surname + first name of a role, begins with', (d) => ({ ...named(d, 4), role: 'mere', mode: 'debut' })],
  ['surname + first name, contains', (d) => ({ ...named(d, 5), mode: 'contient' })],
  ['surname + profession', (d) => ({ nom: d.common(), q: 'profession:laboureur' })],
  ['years alone', (d) => ({ annee_debut: 1600 + (d.next() % 250) })],
  ['no filter but the type', (d) => ({ type: 1 + (d.next() % 6) })],
  ['latest first, common first name', (d) => ({ q: d.first(), tri: 'date-desc' })],
  ['page 20, common surname', (d) => ({ nom: d.common(), page: 20 })],
  ['page 20, common first name', (d) => ({ q: d.first(), page: 20 })],
]

/** `part`: what the page asks for once it is there, `repartition` or `graphies`; the page itself without. */
const address = ({ page: _page, ...params }: Params, part?: string): string =>
  `/recherche${part === undefined ? '' : `/${part}`}?${new URLSearchParams(Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]))}`

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

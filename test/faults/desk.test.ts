// A register typed at the desk while the line is cut, the browser is killed and the server is killed: each act is stored once, in the
// order of the register. FAULTS_ACTS=60 FAULTS_SEED=… types a smaller one, or the same one again.
import { type ChildProcess, spawn } from 'node:child_process'
import { connect, createServer, type Socket } from 'node:net'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { seedDemo } from '../../db/seeds/demo.ts'
import { readChamps } from '../../src/champs/read.ts'
import { createSession } from '../../src/features/auth/sessions.ts'
import { lookupOf } from '../../src/features/lieux/queries/lookup.ts'
import { champsOf } from '../../src/features/types-sources/queries.ts'
import { isAlive } from '../../src/lib/processes.ts'
import { browsers } from '../support/browsers.ts'
import { temporaryFolder } from '../support/folder.ts'
import { sharedDb } from '../support/shared-db.ts'
import { type Broken, brokenSite, pause, read, serve, serving, tell } from './support.ts'

const ACTS = Number(process.env.FAULTS_ACTS ?? 1000)
const SEED = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000)
const PER_ACT = { cuts: 40 / 1000, browsers: 20 / 1000, servers: 10 / 1000 }
const PATIENCE_MS = 60_000

/** Mulberry32: the same numbers for the same seed. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}
const roll = dice(SEED)

/** So many different acts of the register. */
function moments(n: number): Set<number> {
  const found = new Set<number>()
  while (found.size < Math.min(n, ACTS - 2)) found.add(1 + roll(ACTS - 2))
  return found
}

/** Between browser and server; cut, it ends what is on its way, answers included, and takes nothing new. */
async function wire() {
  const open = new Set<Socket>()
  const state = { port: 0, isCut: false }
  const pass = (from: Socket, to: Socket) => {
    open.add(from)
    from.on('error', () => undefined)
    from.on('close', () => open.delete(from) && to.destroy())
    from.pipe(to)
  }
  const server = createServer((front) => {
    if (state.isCut) return void front.destroy()
    const back = connect(state.port, '127.0.0.1')
    pass(front, back)
    pass(back, front)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void server.close())
  const cut = (isCut: boolean) => {
    state.isCut = isCut
    if (isCut) for (const socket of open) socket.destroy()
  }
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    to(address: string) {
      state.port = Number(new URL(address).port)
    },
  }
}

/** A browser with a profile on the disk; `kill` is kill -9 of all its processes. */
async function browse(profile: string, session: string, url: string) {
  const found = (await browsers()).findLast(({ playwright }) => playwright)
  if (!found) throw new Error('no browser')
  const flags = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...found.args, 'about:blank']
  const child = spawn(found.executablePath, flags, { detached: true, env: { ...process.env, ...found.env } })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (bytes) => {
      said += bytes
      const [, endpoint] = /DevTools listening on (ws:\S+)/.exec(said) ?? []
      if (endpoint) resolve(endpoint)
    })
    child.once('exit', () => reject(new Error(said)))
  })
  const kill = () => killGroup(child)
  onTestFinished(kill)
  const browser = await chromium.connectOverCDP(address)
  const context = browser.contexts()[0] as BrowserContext
  await context.addCookies([{ name: 'session', value: session, url }])
  return { page: await context.newPage(), kill }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined && isAlive(pid)) process.kill(-pid, 'SIGKILL')
}

const CALENDARS: [calendar: string, date: (n: number) => string][] = [
  ['gregorien', (n) => `${1 + (n % 28)}/8/1787`],
  ['republicain', (n) => `${1 + (n % 30)} thermidor an II`],
  ['julien', (n) => `${String(1 + (n % 28)).padStart(2, '0')}/02/1581`],
]

interface Register {
  site: Broken
  sourceId: number
  session: string
  acts: Record<string, string>[]
}

/** The demo archive: its types have all their fields. */
async function demo(folder: string) {
  const base = await sharedDb(folder)
  await seedDemo(base.db, '2026-11-21T10:00:00.000Z', 'une longue phrase de passe')
  return base
}

/** An act as it is typed, with something in every field. */
async function registerOf(site: Broken): Promise<Register> {
  const source = await site.db
    .selectFrom('sources')
    .selectAll()
    .where('titre', 'like', 'Baptêmes de Pleurtuit%')
    .executeTakeFirstOrThrow()
  const marie = await site.db.selectFrom('users').select('id').where('name', '=', 'marie').executeTakeFirstOrThrow()
  const lieu = await site.db.selectFrom('lieux').selectAll().where('nom', '=', 'Pleurtuit').executeTakeFirstOrThrow()
  const champs = await champsOf(site.db, source.type_source_id)
  const acts = Array.from({ length: ACTS }, (_, n) => {
    const act: Record<string, string> = {}
    for (const { nom, type, options } of champs) {
      const name = `data[${nom}]`
      const [calendar, date] = CALENDARS[n % CALENDARS.length] as (typeof CALENDARS)[number]
      act[`etats[${nom}]`] = n % 7 === 3 && type !== 'date' ? 'douteux' : 'sur'
      if (type === 'date') Object.assign(act, { [`${name}[valeur]`]: date(n), [`${name}[calendrier]`]: calendar })
      else if (type === 'place') Object.assign(act, { [name]: String(lieu.id), [`texte:${name}`]: lieu.nom_long })
      else if (type === 'number') act[name] = String(n)
      else if (type === 'boolean') act[name] = n % 2 ? 'oui' : 'non'
      else act[name] = type === 'select' ? (options[n % options.length] ?? '') : `${nom} ${n}`
    }
    return { ...act, 'data[nom]': nameOf(n) }
  })
  return { site, sourceId: source.id, session: await createSession(site.db, marie.id, 'essai'), acts }
}

const nameOf = (n: number): string => `ACTE ${String(n).padStart(4, '0')}`

const TYPE = `(function (act) {
  var form = document.querySelector('form[data-saisie]')
  for (var field of Array.from(form.elements)) if (act[field.name] !== undefined) field.value = act[field.name]
  form.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true }))
  form.querySelector('[name="data[nom]"]').focus()
})`

/** Names of those that wait on the device. */
const WAITING = `new Promise(function (done) {
  var request = indexedDB.open('releves-file')
  request.onsuccess = function () {
    request.result.transaction('actes').objectStore('actes').getAll().onsuccess = function (event) {
      request.result.close()
      done(event.target.result.filter(function (one) { return one.valeurs }).map(function (one) { return new Map(one.valeurs).get('data[nom]') }))
    }
  }
})`

const keyOf = (page: Page) =>
  page.evaluate<string>("(document.querySelector('form[data-saisie][data-pret]') || { dataset: {} }).dataset.cle || ''")

async function patiently(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`never: ${what}`)
    await pause(10)
  }
}

async function openDesk(page: Page, url: string): Promise<void> {
  await patiently('the desk opens', async () => {
    await page.goto(url).catch(() => null)
    const isThere = async () => (await keyOf(page).catch(() => '')) !== ''
    for (let n = 0; n < 20 && !(await isThere()); n += 1) await pause(50)
    return isThere()
  })
  // Longer than what was left half typed takes to come back.
  await pause(900)
}

/** Typed faster than by hands, many may wait at the end: they go as long as they become fewer. */
async function drained(page: Page): Promise<void> {
  const waiting = async () => (await page.evaluate<string[]>(WAITING)).length
  for (let left = await waiting(); left > 0; ) {
    tell(`${left} wait`)
    const before = left
    await patiently(`fewer than ${before} wait`, async () => {
      // To count them costs the page more than to send one.
      await pause(1000)
      left = await waiting()
      return left <= Math.max(0, before - 25)
    })
  }
}

const isStored = async ({ site }: Register, n: number): Promise<boolean> =>
  (await site.db.selectFrom('releves').select('id').where('nom', '=', nameOf(n)).executeTakeFirst()) !== undefined

/** Somebody at the desk, whose line, browser and server fall. */
class Typist {
  readonly register: Register
  readonly line: Awaited<ReturnType<typeof wire>>
  readonly profile = temporaryFolder()
  server!: Awaited<ReturnType<typeof serve>>
  browser!: Awaited<ReturnType<typeof browse>>
  starting: Promise<void> = Promise.resolve()

  constructor(register: Register, line: Awaited<ReturnType<typeof wire>>) {
    this.register = register
    this.line = line
  }

  async startServer(): Promise<void> {
    this.server = await serve(this.register.site)
    this.line.to(this.server.address)
  }

  restartServer(): void {
    const { site } = this.register
    this.starting = this.starting.then(async () => {
      for (const pid of [this.server.child.pid ?? 0, ...serving(site)]) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
      await this.server.end
      await pause(roll(3000))
      await this.startServer()
      const isBack = async () => (await read(site, this.server.address).catch(() => 0)) === 200
      await patiently('the server is back', isBack)
    })
  }

  async open(): Promise<void> {
    const { session, sourceId } = this.register
    this.browser = await browse(this.profile, session, this.line.url)
    await openDesk(this.browser.page, `${this.line.url}/sources/${sourceId}/releves/nouveau`)
  }

  /** The next form is there: the act is acknowledged. */
  async type(n: number, killAfter?: number): Promise<void> {
    const { page, kill } = this.browser
    const before = await keyOf(page)
    await page.evaluate(`${TYPE}(${JSON.stringify(this.register.acts[n])})`)
    const pressed = page.keyboard.press('Control+Enter')
    if (killAfter !== undefined) {
      await pause(killAfter)
      kill()
    }
    await pressed
    await patiently(`act ${n} is acknowledged`, async () => ![before, ''].includes(await keyOf(page)))
  }

  /** The browser is killed with this act in it; its person comes back, looks whether the act is there, and types it again if not. */
  async typeAndFall(n: number): Promise<void> {
    await this.type(n, roll(120)).catch(() => undefined)
    this.browser.kill()
    this.line.cut(false)
    await this.starting
    await this.open()
    const isWaiting = (await this.browser.page.evaluate<string[]>(WAITING)).includes(nameOf(n))
    if (!isWaiting && !(await isStored(this.register, n))) await this.type(n)
  }
}

test(`${ACTS} acts, the line cut, browser and server killed: each stored once, in order`, async () => {
  const folder = temporaryFolder()
  const register = await registerOf(await brokenSite(folder, demo(folder)))
  const line = await wire()
  const typist = new Typist(register, line)
  await typist.startServer()
  await typist.open()
  const fallen = [PER_ACT.cuts, PER_ACT.browsers, PER_ACT.servers].map((share) => moments(Math.round(ACTS * share)))
  const [cuts, kills, restarts] = fallen
  let back = 0
  const begun = performance.now()
  for (let n = 0; n < ACTS; n += 1) {
    if (n === back) line.cut(false)
    if (cuts?.has(n)) {
      back = n + 1 + roll(12)
      // In the middle of whatever goes.
      setTimeout(() => line.cut(true), roll(80))
    }
    if (restarts?.has(n)) typist.restartServer()
    await (kills?.has(n) ? typist.typeAndFall(n) : typist.type(n))
  }
  line.cut(false)
  await typist.starting
  await drained(typist.browser.page)
  const seconds = Math.round((performance.now() - begun) / 1000)
  tell(
    `seed ${SEED}: ${ACTS} acts, ${cuts?.size} cuts, ${kills?.size} browsers, ${restarts?.size} servers, ${seconds} s`,
  )
  await compare(register)
}, 3_600_000)

async function compare({ site, sourceId, acts }: Register): Promise<void> {
  const rows = await site.db
    .selectFrom('releves')
    .selectAll()
    .where('nom', 'like', 'ACTE %')
    .where('source_id', '=', sourceId)
    .orderBy('id')
    .execute()
  expect(rows.map(({ nom }) => nom)).toEqual(acts.map((_, n) => nameOf(n)))
  const source = await site.db.selectFrom('sources').selectAll().where('id', '=', sourceId).executeTakeFirstOrThrow()
  const champs = await champsOf(site.db, source.type_source_id)
  for (const [n, { data, etats }] of rows.entries()) {
    const { values, etats: states, errors } = await readChamps(champs, acts[n] ?? {}, lookupOf(site.db))
    expect([errors, data, etats], nameOf(n)).toEqual([{}, { ...values }, { ...states }])
  }
  expect(await site.db.selectFrom('brouillons').select('motif').where('motif', 'is not', null).execute()).toEqual([])
}

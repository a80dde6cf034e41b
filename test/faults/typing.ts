// A register typed by a script in a browser while the line is cut, the browser is killed and the server is killed.
// FAULTS_ACTS=60 FAULTS_SEED=… types a smaller one, or the same one again; FAULTS_RATE=4 has four times as much fall.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { seedDemo } from '../../db/seeds/demo.ts'
import { readChamps } from '../../src/champs/read.ts'
import { createSession } from '../../src/features/auth/sessions.ts'
import { lookupOf } from '../../src/features/lieux/queries/lookup.ts'
import { champsOf } from '../../src/features/types-sources/queries.ts'
import { isAlive } from '../../src/lib/processes.ts'
import { temporaryFolder } from '../support/folder.ts'
import { sharedDb } from '../support/shared-db.ts'
import { browse, dice, wire } from './falling.ts'
import { type Broken, brokenSite, pause, read, serve, serving, tell } from './support.ts'

export const ACTS = Number(process.env.FAULTS_ACTS ?? 1000)
const SEED = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000)
const RATE = Number(process.env.FAULTS_RATE ?? 1) / 1000
const PER_ACT = { cuts: 40 * RATE, browsers: 20 * RATE, servers: 10 * RATE }
const PATIENCE_MS = 60_000

const roll = dice(SEED)

/** So many different acts of the register. */
function moments(n: number): Set<number> {
  const found = new Set<number>()
  while (found.size < Math.min(n, ACTS - 2)) found.add(1 + roll(ACTS - 2))
  return found
}

const CALENDARS: [calendar: string, date: (n: number) => string][] = [
  ['gregorien', (n) => `${1 + (n % 28)}/8/1787`],
  ['republicain', (n) => `${1 + (n % 30)} thermidor an II`],
  ['julien', (n) => `${String(1 + (n % 28)).padStart(2, '0')}/02/1581`],
]

/** Where the register is typed, in words of the page. */
export interface Desk {
  path: (sourceId: number) => string
  /** Gives the key of the act in hand; '' while the page cannot be typed in. */
  key: string
  /** A function that types an act into the form. */
  type: string
  /** Is everything that was typed so far stored, or said to wait? */
  isSafe: string
  /** Names of those that wait on the device. */
  waiting: string
  /** These have a value of their own in every act. */
  always: Record<string, string>
}

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
async function registerOf(site: Broken, { always }: Desk): Promise<Register> {
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
    return { ...act, ...always, 'data[nom]': nameOf(n) }
  })
  return { site, sourceId: source.id, session: await createSession(site.db, marie.id, 'essai'), acts }
}

const nameOf = (n: number): string => `ACTE ${String(n).padStart(4, '0')}`

async function patiently(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`never: ${what}`)
    await pause(10)
  }
}

/** Typed faster than by hands, many may wait at the end: they go as long as they become fewer. */
async function drained(page: Page, desk: Desk): Promise<void> {
  const waiting = async () => (await page.evaluate<string[]>(desk.waiting)).length
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
  readonly desk: Desk
  readonly register: Register
  readonly line: Awaited<ReturnType<typeof wire>>
  readonly profile = temporaryFolder()
  server!: Awaited<ReturnType<typeof serve>>
  browser!: Awaited<ReturnType<typeof browse>>
  starting: Promise<void> = Promise.resolve()

  constructor(desk: Desk, register: Register, line: Awaited<ReturnType<typeof wire>>) {
    this.desk = desk
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
    const { page } = this.browser
    await patiently('the desk opens', async () => {
      await page.goto(`${this.line.url}${this.desk.path(sourceId)}`).catch(() => null)
      const isThere = async () => (await this.key().catch(() => '')) !== ''
      for (let n = 0; n < 20 && !(await isThere()); n += 1) await pause(50)
      return isThere()
    })
    // Longer than what was left half typed takes to come back.
    await pause(900)
  }

  key(): Promise<string> {
    return this.browser.page.evaluate<string>(this.desk.key)
  }

  waiting(): Promise<string[]> {
    return this.browser.page.evaluate<string[]>(this.desk.waiting)
  }

  /** The next form is there: the act is acknowledged. */
  async type(n: number, killAfter?: number): Promise<void> {
    const { page, kill } = this.browser
    const before = await this.key()
    await page.evaluate(`${this.desk.type}(${JSON.stringify(this.register.acts[n])})`)
    const pressed = page.keyboard.press('Control+Enter')
    if (killAfter !== undefined) {
      await pause(killAfter)
      kill()
    }
    await pressed
    const isNext = async () => ![before, ''].includes(await this.key())
    await patiently(
      `act ${n} is acknowledged`,
      async () => (await isNext()) && page.evaluate<boolean>(this.desk.isSafe),
    )
  }

  /** The browser is killed with this act in it; its person comes back, looks whether the act is there, and types it again if not. */
  async typeAndFall(n: number): Promise<void> {
    await this.type(n, roll(120)).catch(() => undefined)
    this.browser.kill()
    this.line.cut(false)
    await this.starting
    await this.open()
    const isWaiting = (await this.waiting()).includes(nameOf(n))
    if (!isWaiting && !(await isStored(this.register, n))) await this.type(n)
  }
}

/** Each act is stored once, in the order of the register, whatever falls meanwhile. */
export async function typeAll(desk: Desk): Promise<void> {
  const folder = temporaryFolder()
  const register = await registerOf(await brokenSite(folder, demo(folder)), desk)
  const line = await wire()
  const typist = new Typist(desk, register, line)
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
  await drained(typist.browser.page, desk)
  const seconds = Math.round((performance.now() - begun) / 1000)
  tell(
    `seed ${SEED}: ${ACTS} acts, ${cuts?.size} cuts, ${kills?.size} browsers, ${restarts?.size} servers, ${seconds} s`,
  )
  await compare(register)
}

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

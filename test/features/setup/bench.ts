// A set-up as a browser meets it: a storage folder of its own, the real host, and a visitor who fills in the forms it is shown.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { openDatabase } from '../../../src/db/open.ts'
import type { Db } from '../../../src/db/schema.ts'
import type { Log } from '../../../src/lib/log.ts'
import { type Host, openHost } from '../../../src/process/host.ts'
import { isPostgres } from '../../support/db.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { type Page, readPage } from '../../support/html.ts'
import { databaseUrl, runSql } from '../../support/postgres.ts'

export const CODE = 'code-d-installation-des-essais'
export const PASSWORD = 'sept chevaux bleus dansent'
export const DATABASE_PASSWORD = 'mot-de-passe-de-la-base'
export const ADMIN = { name: 'anne', email: 'anne@exemple.fr', password: PASSWORD, password2: PASSWORD }

type Fields = Record<string, string>

interface Answer {
  status: number
  headers: Headers
  text: string
  location: string | null
  page: Page
}

/** A browser without scripts: keeps cookies, and posts the form it was last shown with what that form already holds. */
export class Browser {
  readonly cookies = new Map<string, string>()
  /** Every page seen, to search them for secrets. */
  readonly seen: string[] = []
  #csrf = ''
  readonly #host: Pick<Host, 'fetch'>

  constructor(host: Pick<Host, 'fetch'>) {
    this.#host = host
  }

  async #request(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers)
    const jar = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (jar) headers.set('cookie', jar)
    const res = await this.#host.fetch(new Request(`http://localhost${path}`, { ...init, headers }))
    for (const line of res.headers.getSetCookie()) this.#keep(line)
    const text = await res.text()
    this.seen.push(text, JSON.stringify([...res.headers]))
    const page = readPage(text)
    this.#csrf = page.value('_csrf') || this.#csrf
    return { status: res.status, headers: res.headers, text, location: res.headers.get('location'), page }
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';')
    const cut = pair.indexOf('=')
    if (/max-age=0/i.test(line)) this.cookies.delete(pair.slice(0, cut))
    else this.cookies.set(pair.slice(0, cut), pair.slice(cut + 1))
  }

  get(path: string, headers: Fields = {}): Promise<Answer> {
    return this.#request(path, { headers })
  }

  post(path: string, fields: Fields = {}, headers: Fields = {}): Promise<Answer> {
    const body = new URLSearchParams({ _csrf: this.#csrf, ...fields }).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost' }
    return this.#request(path, { method: 'POST', body, headers: { ...type, ...headers } })
  }

  /** Sends a form with a file as a browser does: the token first, the file last. */
  send(path: string, fields: Fields, file: { name: string; bytes: Buffer }): Promise<Answer> {
    const body = new FormData()
    for (const [name, value] of Object.entries({ _csrf: this.#csrf, ...fields })) body.append(name, value)
    body.append(file.name, new Blob([new Uint8Array(file.bytes)]), 'image.png')
    return this.#request(path, { method: 'POST', body, headers: { origin: 'http://localhost' } })
  }

  /** Comes by the ready address and stands at the first page of the wizard. */
  async enter(code = CODE): Promise<Answer> {
    await this.get(`/setup?code=${encodeURIComponent(code)}`)
    return this.get('/setup')
  }
}

let made = 0

/** A PostgreSQL database of this test's own; '' on SQLite. */
async function ownDatabase(isBare: boolean): Promise<string> {
  if (!isPostgres) return ''
  const { url, drop } = await createDatabase(isBare)
  onTestFinished(drop)
  return url
}

/** A PostgreSQL database for as long as the caller says: with nothing in it, or with our tables and no row. */
export async function createDatabase(isBare = true): Promise<{ url: string; drop: () => Promise<void> }> {
  made += 1
  const name = `releves_setup_${process.pid}_${made}`
  const server = inject('pgUrl')
  const from = isBare ? '' : ` template ${inject('pgTemplate')} strategy file_copy`
  await runSql(server, `create database ${name}${from}`)
  return {
    url: databaseUrl(server, name),
    drop: () => runSql(server, `drop database if exists ${name} with (force)`),
  }
}

/** The answer to step 2 on the engine of the run. */
export function databaseFields(url: string): Fields {
  if (!isPostgres) return { moteur: 'sqlite', fichier: 'database.sqlite' }
  const address = new URL(url)
  return {
    moteur: 'postgresql',
    hote: address.searchParams.get('host') ?? address.hostname,
    port: address.port || '5432',
    base: address.pathname.slice(1),
    utilisateur: decodeURIComponent(address.username),
    // The server of the tests trusts everybody: what is sent does not matter, that it never comes back does.
    mot_de_passe: decodeURIComponent(address.password) || DATABASE_PASSWORD,
    ssl: 'sans',
  }
}

export interface Bench {
  storage: string
  host: Host
  /** Address of the database of the run, for `inspect`. */
  url: string
  errors: string[]
  browser(): Browser
  restart(env?: Record<string, string>): Promise<Host>
}

interface BenchOptions {
  /** DATABASE_URL and the like. */
  env?: Record<string, string>
  /** An empty PostgreSQL database that the test will not fill; its own otherwise. */
  url?: string
  /** The database has no tables yet: making them takes PostgreSQL more than a second, and is the same each time. */
  isBare?: boolean
}

/** A process with a storage folder and, on PostgreSQL, a database without rows, started. */
export async function bench({ env = {}, url: shared, isBare = false }: BenchOptions = {}): Promise<Bench> {
  const storage = temporaryFolder()
  const errors: string[] = []
  const log: Log = { info() {}, warn() {}, error: (message) => errors.push(message) }
  const url = shared ?? (await ownDatabase(isBare))
  const start = async (more: Record<string, string>) => {
    const host = await openHost(readConfig({ STORAGE_DIR: storage, SETUP_CODE: CODE, ...env, ...more }), log)
    onTestFinished(() => host.close())
    return host
  }
  const self: Bench = {
    storage,
    host: await start({}),
    url: isPostgres ? url : `sqlite:${join(storage, 'database.sqlite')}`,
    errors,
    browser: () => new Browser(self.host),
    async restart(more = {}) {
      await self.host.close()
      self.host = await start(more)
      return self.host
    },
  }
  return self
}

/** Steps 1 to 4, answered. */
export async function answer(b: Bench, browser = b.browser()): Promise<Browser> {
  await browser.enter()
  await browser.post('/setup/1')
  await browser.post('/setup/2', databaseFields(b.url))
  await browser.post('/setup/3', { site_name: 'Cercle de Saint-Malo', app_url: '' })
  await browser.post('/setup/4', ADMIN)
  return browser
}

/** The whole wizard. */
export async function install(b: Bench): Promise<Browser> {
  const browser = await answer(b)
  await browser.get('/setup?etape=5')
  const { status, page } = await browser.post('/setup/5')
  if (status !== 200) throw new Error(`not installed: ${status} ${page.text}`)
  return browser
}

async function inspectAt<T>(url: string, look: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(url)
  try {
    return await look(db)
  } finally {
    await db.destroy()
  }
}

export const countUsersAt = (url: string): Promise<number> =>
  inspectAt(url, async (db) => (await db.selectFrom('users').select('id').execute()).length)

/** Looks into the database of a bench from outside. */
export const inspect = <T>(b: Bench, look: (db: Db) => Promise<T>): Promise<T> => inspectAt(b.url, look)

export const countUsers = (b: Bench): Promise<number> => countUsersAt(b.url)

export const fileText = (b: Bench, name: string): string => readFileSync(join(b.storage, name), 'utf8')

import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createApp } from '../../src/app.tsx'
import { createSession } from '../../src/features/auth/sessions.ts'
import { DEFAULT_SETTINGS } from '../../src/features/parametres/store.ts'
import { keyedDigest, randomToken } from '../../src/lib/crypto.ts'
import type { Log } from '../../src/lib/log.ts'
import { noProxies } from '../../src/lib/network.ts'
import type { Deps, Settings } from '../../src/web/env.ts'
import { Traffic } from '../../src/web/traffic.ts'
import { makeCharacters } from './characters.ts'
import { type InhabitedDb, inhabitedDb, type TestDb } from './db.ts'
import { factories } from './factories.ts'
import { type Page, readPage, squeeze } from './html.ts'

const SECRET = 'secret-of-the-tests'
export const ORIGIN = 'http://localhost'

/** For `deps.trustProxy`: what comes without a connection, as all requests of these tests, was sent on by a proxy of ours. */
export const behindProxy = (address: string): boolean => address === ''

/** The page is parsed when there is one. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  location: string | null
  page: Page
}

type Fields = Record<string, string | number | (string | number)[]>

function encode(fields: Fields): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one))
  }
  return params
}

/** A visitor with a cookie jar, as a browser without scripts: every form carries its token. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  readonly #app: ReturnType<typeof createApp>

  constructor(app: ReturnType<typeof createApp>) {
    this.#app = app
  }

  async request(path: string, init: RequestInit = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = new Headers(init.headers)
    if (cookie) headers.set('cookie', cookie)
    const body = init.body instanceof FormData ? await encoded(init.body, headers) : init.body
    const res = await this.#app.request(`${ORIGIN}${path}`, { ...init, headers, ...(body ? { body } : {}) })
    for (const line of res.headers.getSetCookie()) this.#keep(line)
    const text = await res.text()
    return {
      status: res.status,
      headers: res.headers,
      text,
      location: res.headers.get('location'),
      get page() {
        return readPage(text)
      },
    }
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const cut = pair.indexOf('=')
    const gone = attributes.some((attribute) => /^max-age=0$/i.test(attribute))
    if (gone) this.cookies.delete(pair.slice(0, cut))
    else this.cookies.set(pair.slice(0, cut), pair.slice(cut + 1))
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.request(path, { headers })
  }

  /** Asks as htmx does. */
  fragment(path: string): Promise<Answer> {
    return this.get(path, { 'HX-Request': 'true' })
  }

  token(): string {
    const bound = this.cookies.get('session') ?? this.cookies.get('visite') ?? ''
    return keyedDigest(SECRET, 'csrf', bound)
  }

  async post(path: string, fields: Fields = {}, headers: Record<string, string> = {}): Promise<Answer> {
    // A visitor without a session gets the cookie its token is bound to from any page with a form.
    if (this.cookies.size === 0) await this.get('/login')
    const body = encode({ _csrf: this.token(), ...fields }).toString()
    return this.request(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN, ...headers },
    })
  }

  /** Goes where the answer redirects to, and reads that page. */
  follow(answer: Answer): Promise<Answer> {
    if (!answer.location)
      throw new Error(`No redirection in a ${answer.status}: ${squeeze(answer.page.text).slice(0, 600)}`)
    return this.get(answer.location)
  }
}

/** The form becomes bytes: one that undici itself still encodes throws where nobody can catch it, once it is read no further. */
async function encoded(form: FormData, headers: Headers): Promise<ArrayBuffer> {
  const whole = new Response(form)
  headers.set('content-type', whole.headers.get('content-type') ?? '')
  return await whole.arrayBuffer()
}

export function testDeps(db: Deps['db'], log: Log): Deps {
  let settings: Settings = {
    ...DEFAULT_SETTINGS,
    site_name: 'Relevés d’essai',
    installed_at: '2026-01-01T00:00:00.000Z',
  }
  const write: Deps['settings']['write'] = (change) => {
    settings = { ...settings, ...(typeof change === 'function' ? change(settings) : change) }
  }
  return {
    db,
    clock: () => new Date('2026-11-21T10:00:00.000Z'),
    log,
    settings: {
      read: () => settings,
      write,
      save: async (change) => write(change),
    },
    assets: {
      css: '/assets/app.css',
      js: ['/assets/app.js'],
      pages: ['/assets/pages.js'],
      saisie: ['/assets/saisie.js'],
      bureau: '/assets/bureau.css',
      volet: { js: '/assets/volet.js', css: '/assets/volet.css' },
      grille: '/assets/grille.css',
      imprimes: '/assets/imprimes.css',
      ordre: ['/assets/ordre.js'],
      recherche: ['/assets/recherche.js'],
      tableau: ['/assets/tableau.js'],
      photos: ['/assets/photos.js'],
      cle: ['/assets/cle.js'],
      relecture: { js: '/assets/relecture.js', css: '/assets/relecture.css' },
      carte: { js: '/assets/carte.js', css: '/assets/carte.css' },
    },
    assetsFolder: 'dist/assets',
    storage: join(tmpdir(), `releves-essai-${randomToken()}`),
    secret: SECRET,
    appUrl: undefined,
    trustProxy: noProxies,
    updateServer: undefined,
    isImage: false,
    version: '0.0.0-test',
    runCommand: () => undefined,
    traffic: new Traffic(),
    isAccessLogged: false,
  }
}

/** Sees to it that a site is closed. */
type AtEnd = (end: () => void | Promise<void>) => void

/** A fresh site on the engine of the run, with its named people; closed when the test ends. */
export async function testApp(open: () => Promise<TestDb | InhabitedDb> = inhabitedDb, atEnd: AtEnd = onTestFinished) {
  const opened = await open()
  const { db } = opened
  atEnd(opened.close)
  const failures: { message: string; fields: unknown }[] = []
  const log: Log = {
    info() {},
    warn() {},
    error: (message, fields) => failures.push({ message, fields }),
  }
  const deps = testDeps(db, log)
  mkdirSync(deps.storage)
  atEnd(() => rmSync(deps.storage, { recursive: true, force: true }))
  const app = createApp(deps)
  const make = factories(db)
  const people = 'people' in opened ? opened.people : await makeCharacters(make)
  return {
    ...people,
    db,
    deps,
    app,
    make,
    /** Internal errors logged so far; a test that expects none says so. */
    failures,
    anonymous: () => new Visitor(app),
    /** A visitor signed in as this person. */
    async as(user: { id: number }): Promise<Visitor> {
      const visitor = new Visitor(app)
      visitor.cookies.set('session', await createSession(db, user.id, 'test'))
      return visitor
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof testApp>>

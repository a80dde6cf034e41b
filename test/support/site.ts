import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { createApp } from '../../src/app.tsx'
import { createSession } from '../../src/features/auth/sessions.ts'
import { createUser } from '../../src/features/users/actions/accounts.ts'
import type { AssetManifest, Deps } from '../../src/web/env.ts'
import { testDeps } from './app.ts'
import { demoDb } from './db.ts'
import { DEMO_NOW, DEMO_PASSWORD } from './demo.ts'
import type { Page } from './page.ts'

export const SITE_PASSWORD = DEMO_PASSWORD

export interface Site {
  url: string
  deps: Deps
  /** The application behind the address: its routes are the map of the site. */
  app: ReturnType<typeof createApp>
  /** Internal errors logged so far. */
  failures: unknown[]
  close(): Promise<void>
}

/** A real server on a free port, with the demo archive, an `admin`, and the built browser files (bin/assets). */
export async function startSite(): Promise<Site> {
  const { db, close } = await demoDb()
  const assetsFolder = join(import.meta.dirname, '..', '..', 'dist', 'assets')
  const failures: unknown[] = []
  const log = { info() {}, warn() {}, error: (message: string, fields?: unknown) => failures.push({ message, fields }) }
  const assets = JSON.parse(readFileSync(join(assetsFolder, 'manifest.json'), 'utf8')) as AssetManifest
  const deps = { ...testDeps(db, log), assets, assetsFolder }
  mkdirSync(deps.storage)
  const admin = { name: 'admin', email: 'admin@exemple.fr', role: 'admin' as const, must_change_password: false }
  await createUser(db, { ...admin, password: SITE_PASSWORD, now: DEMO_NOW })
  const app = createApp(deps)
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((ready) => server.once('listening', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deps,
    app,
    failures,
    async close() {
      const closed = new Promise((done) => server.close(done))
      // A browser that is still there keeps its connections open.
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
      await close()
      rmSync(deps.storage, { recursive: true, force: true })
    },
  }
}

/** A session of this person: the value of the cookie `session`. */
export async function sessionOf(site: Site, name: string): Promise<string> {
  const { db } = site.deps
  const { id } = await db.selectFrom('users').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  return createSession(db, id, 'test')
}

/** Signs in through the form, as a person does. */
export async function logIn(page: Page, site: Site, login: string): Promise<void> {
  await page.goto(`${site.url}/login`)
  await page.fill('[name=login]', login)
  await page.fill('[name=password]', SITE_PASSWORD)
  await page.leaving(() => page.click('main button[type=submit]'))
}

import { mkdirSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { createApp } from '../../../src/app.tsx'
import { createSession } from '../../../src/features/auth/sessions.ts'
import { storeShelf } from '../../../src/features/fichiers/actions/shelf.ts'
import { useShelf } from '../../../src/features/fichiers/rules/shelves.ts'
import { beginSharedSettings, followSettings, sharedSettings } from '../../../src/features/parametres/shared-actions.ts'
import { DEFAULT_SETTINGS, settingsStore } from '../../../src/features/parametres/store.ts'
import type { Elsewhere } from '../../../src/lib/elsewhere.ts'
import { storeAt } from '../../../src/process/shared-files.ts'
import type { Deps } from '../../../src/web/env.ts'
import { type TestApp, testApp, Visitor } from '../../support/app.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { s3Server } from '../../support/places/s3.ts'

const SILENCE_MS = 1500

/** Has the files of this server kept in that storage, which is asked anew each time. */
export function shelve({ db, clock, log, storage }: Deps, place: Elsewhere): void {
  useShelf(storage, storeShelf(storeAt(place, SILENCE_MS), { db, clock, log, restMs: 0 }))
  onTestFinished(() => useShelf(storage, undefined))
}

/** A server of this site with a folder of its own. */
async function serverOf(t: TestApp, storage: string, place: Elsewhere, isFirst: boolean) {
  mkdirSync(storage, { recursive: true })
  const store = settingsStore(storage, t.deps.log, t.deps.secret)
  if (isFirst)
    store.write({ ...DEFAULT_SETTINGS, site_name: 'Cercle d’essai', installed_at: '2026-01-01T00:00:00.000Z' })
  const site = { db: t.db, storage, log: t.deps.log }
  const deps: Deps = { ...t.deps, storage, settings: sharedSettings(store, site) }
  shelve(deps, place)
  await beginSharedSettings(site)
  const app = createApp(deps)
  return {
    deps,
    /** The site as this server has it, for what asks for one. */
    t: { ...t, deps, app },
    follow: () => followSettings(site),
    anonymous: () => new Visitor(app),
    async as(user: { id: number }): Promise<Visitor> {
      const visitor = new Visitor(app)
      visitor.cookies.set('session', await createSession(t.db, user.id, 'test'))
      return visitor
    },
  }
}

/** Two servers with a folder each, on one database, and the S3 storage that they have in common. */
export async function twoServers() {
  const t = await testApp()
  const s3 = await s3Server()
  const a = await serverOf(t, t.deps.storage, s3.place, true)
  const b = await serverOf(t, temporaryFolder(), s3.place, false)
  return { t, s3, a, b }
}

// A process that serves while another server of the site brings the database to another version, or replaces it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import type { AnyDb } from '../../src/db/schema.ts'
import { createSession } from '../../src/features/auth/sessions.ts'
import { beginService } from '../../src/features/presence/presence.ts'
import { keyedDigest } from '../../src/lib/crypto.ts'
import { hold } from '../../src/lib/held-file.ts'
import { silentLog } from '../../src/lib/log.ts'
import { openHost } from '../../src/process/host.ts'
import { isPostgres } from '../support/db.ts'
import { factories } from '../support/factories.ts'
import { temporaryFolder } from '../support/folder.ts'
import { sharedDb } from '../support/shared-db.ts'

const SECRET = 'x'.repeat(64)

async function servedSite() {
  const storage = temporaryFolder()
  const { url, db } = await sharedDb(storage)
  const database = isPostgres ? url : 'sqlite:database.sqlite'
  writeFileSync(join(storage, 'config.json'), JSON.stringify({ secret: SECRET, database }))
  writeFileSync(join(storage, 'installed'), '1.0.1 2026-01-01\n')
  const { id } = await factories(db).user({ role: 'admin' })
  const session = await createSession(db, id, null)
  const csrf = keyedDigest(SECRET, 'csrf', session)
  const opened = async () => {
    const host = await openHost(readConfig({ STORAGE_DIR: storage }), silentLog)
    onTestFinished(() => host.close())
    const ask = async (path: string, init: RequestInit & { duplex?: 'half' } = {}) => {
      const headers = { cookie: `session=${session}`, ...init.headers }
      const answer = await host.fetch(new Request(`http://localhost${path}`, { ...init, headers }))
      return { status: answer.status, text: await answer.text(), retry: answer.headers.get('retry-after') }
    }
    return { host, ask }
  }
  const add = (nom: string) => ({ method: 'POST', body: new URLSearchParams({ nom, _csrf: csrf }) })
  const named = async (nom: string) =>
    (await db.selectFrom('sections').select('id').where('nom', '=', nom).execute()).length
  // Migrations are no table of the site.
  return { storage, db: db as AnyDb, csrf, opened, add, named }
}

test('a newer database is written by nobody who does not know it, and who serves it says so', async () => {
  const { db, opened, add, named } = await servedSite()
  const { host, ask } = await opened()
  expect((await ask('/admin/sections', add('Avant'))).status).toBe(303)
  await db.schema.alterTable('depots').renameTo('depots_autrement').execute()
  expect((await ask('/admin/depots')).status).toBe(500)
  await db.insertInto('kysely_migration').values({ name: '9999_autre', timestamp: '2026-11-21' }).execute()
  const refused = await ask('/admin/sections', add('Après'))
  expect([refused.status, refused.retry, await named('Avant'), await named('Après')]).toEqual([503, '60', 1, 0])
  expect((await ask('/admin/depots')).status).toBe(503)
  await expect.poll(() => host.stage(), { timeout: 10_000 }).toBe('indisponible')
  expect(await ask('/sante')).toMatchObject({ status: 503, text: '{"statut":"autre-version"}' })
  expect(await ask('/')).toMatchObject({ status: 503, text: expect.stringContaining('bin/releve app:update') })
})

test('an older database is left to the servers that serve it', async () => {
  const { storage, db, opened } = await servedSite()
  const { end: leave } = beginService(storage, '/srv/autre', undefined)
  const { last } = await db
    .selectFrom('kysely_migration')
    .select((eb) => eb.fn.max('name').as('last'))
    .executeTakeFirstOrThrow()
  await db.deleteFrom('kysely_migration').where('name', '=', last).execute()
  const { host, ask } = await opened()
  expect([host.stage(), (await ask('/')).text]).toEqual(['indisponible', expect.stringContaining('app:rollback')])
  expect((await ask('/sante')).text).toBe('{"statut":"autre-version"}')
  leave()
})

/** A request of which the second half comes only after `meanwhile`. */
function halved(text: string, meanwhile: () => void): ReadableStream {
  const bytes = new TextEncoder().encode(text)
  const half = bytes.length / 2
  let isBegun = false
  return new ReadableStream({
    async pull(controller) {
      if (!isBegun) controller.enqueue(bytes.slice(0, half))
      else {
        await new Promise((resolve) => setTimeout(resolve, 20))
        meanwhile()
        controller.enqueue(bytes.slice(half))
        controller.close()
      }
      isBegun = true
    },
  })
}

test('what was still on its way when an update began is refused, not written to what may be replaced', async () => {
  const { storage, db, csrf, opened, named } = await servedSite()
  const { ask } = await opened()
  let release: (() => void) | undefined
  const close = () => {
    release = hold(join(storage, 'maintenance'))
  }
  const send = (path: string, type: string, text: string) =>
    ask(path, { method: 'POST', duplex: 'half', headers: { 'content-type': type }, body: halved(text, close) })
  const form = await send('/admin/sections', 'application/x-www-form-urlencoded', `_csrf=${csrf}&nom=Lente`)
  release?.()
  const file = `nom;code\r\n${'Lieu;1\r\n'.repeat(100)}`
  const parts = `--x\r\nContent-Disposition: form-data; name="_csrf"\r\n\r\n${csrf}\r\n--x\r\nContent-Disposition: form-data; name="fichier"; filename="a.csv"\r\n\r\n${file}\r\n--x--\r\n`
  const upload = await send('/lieux/import', 'multipart/form-data; boundary=x', parts)
  const imports = () => db.selectFrom('imports').select('id').execute()
  expect([form.status, await named('Lente'), upload.status, await imports()]).toEqual([503, 0, 503, []])
  release?.()
  release = undefined
  const later = await ask('/lieux/import', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: parts,
  })
  expect([later.status, (await imports()).length]).toEqual([303, 1])
})

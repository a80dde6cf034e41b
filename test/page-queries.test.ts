// How many statements each page asks of the database, the session and the badges of its head among them. A page that asks more than
// the table says asks for each of its rows what it could ask once.
import { mkdirSync, rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../src/app.tsx'
import { createSession } from '../src/features/auth/sessions.ts'
import { createUser } from '../src/features/users/actions/accounts.ts'
import { silentLog } from '../src/lib/log.ts'
import { addView, copyElsewhere, giveApplication, landmarksOf, pathsOf } from './browser/site-map.ts'
import { testDeps, Visitor } from './support/app.ts'
import { countQueries } from './support/count-queries.ts'
import { demoDb } from './support/db.ts'
import { DEMO_NOW, DEMO_PASSWORD } from './support/demo.ts'
import { PAGE_QUERIES } from './support/page-queries-table.ts'

test('no page asks more statements than the table says, and none is left out of it', { timeout: 60_000 }, async () => {
  const { db, close } = await demoDb()
  onTestFinished(close)
  const deps = testDeps(db, silentLog)
  mkdirSync(deps.storage)
  onTestFinished(() => rmSync(deps.storage, { recursive: true, force: true }))
  const person = { name: 'admin', email: 'admin@exemple.fr', role: 'admin', must_change_password: false } as const
  const id = await createUser(db, { ...person, password: DEMO_PASSWORD, now: DEMO_NOW })
  const app = createApp(deps)
  const admin = new Visitor(app)
  admin.cookies.set('session', await createSession(db, id, 'test'))
  const asked: Record<string, number> = {}
  const landmarks = await landmarksOf({ deps })
  await addView({ deps }, landmarks.source)
  await giveApplication({ deps }, landmarks.marie)
  copyElsewhere({ deps })
  for (const path of pathsOf({ app }, landmarks)) {
    const { status, headers } = await admin.get(path)
    if (status !== 200 || !headers.get('content-type')?.startsWith('text/html')) continue
    asked[path] = await countQueries(deps, () => admin.get(path))
  }
  expect(Object.keys(asked).toSorted()).toEqual(Object.keys(PAGE_QUERIES).toSorted())
  expect(Object.entries(asked).filter(([path, n]) => n > (PAGE_QUERIES[path] ?? 0))).toEqual([])
})

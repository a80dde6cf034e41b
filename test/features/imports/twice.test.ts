// « L’importer de nouveau ne crée pas deux fois les mêmes lignes »: of places and of users. Of records: releves/import/present.test.ts.
import { expect, test } from 'vitest'
import type { TestApp, Visitor } from '../../support/app.ts'
import { testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'
import { importOf, sendFile, work } from './support.ts'

const PLACES =
  'nom;type;lieu_parent\nFrance;Pays;\nBretagne;Région;France\nDinan;Commune;"Bretagne, France"\nDinan;Canton;"Bretagne, France"\n'
const USERS = 'name;email;role\nhelene;helene@example.org;membre\nyann;yann@example.org;gestionnaire\n'

async function twice(t: TestApp, admin: Visitor, path: string, file: string, count: () => Promise<number>) {
  const send = async () => {
    const { location } = await sendFile(admin, path, file)
    await work(t)
    return { location: location ?? '', plan: await importOf(t) }
  }
  const confirm = async (location: string) => {
    await admin.post(`${location}/confirmer`)
    await work(t)
  }
  const before = await count()
  const [first, second] = [await send(), await send()]
  await confirm(first.location)
  const created = (await count()) - before
  expect(created).toBeGreaterThan(0)
  // Planned before the first was written: it looks again.
  await confirm(second.location)
  expect((await count()) - before).toBe(created)
  const third = await send()
  expect(third.plan.a_creer).toBe(0)
  const { page } = await admin.get(third.location)
  expect(squeeze(page.text)).toContain('L’importer de nouveau ne crée pas deux fois les mêmes lignes.')
  expect(t.failures).toEqual([])
  return third.plan
}

test('places', async () => {
  const t = await testApp()
  const count = async () => (await t.db.selectFrom('lieux').select('id').execute()).length
  const plan = await twice(t, await t.as(t.admin), '/lieux/import', PLACES, count)
  expect(plan).toMatchObject({ inchangees: 4, refusees: 0 })
})

test('users', async () => {
  const t = await testApp()
  const count = async () => (await t.db.selectFrom('users').select('id').execute()).length
  const plan = await twice(t, await t.as(t.admin), '/admin/utilisateurs/import', USERS, count)
  expect(plan.inchangees + plan.refusees).toBe(2)
})

// Pages that are read from a copy of the database: the same as from the server, but for what their reader has not written.
import { describe, expect, test, vi } from 'vitest'
import { ACT, register } from './features/releves/support.ts'
import { testApp, type Visitor } from './support/app.ts'
import { isPooled, isPostgres } from './support/db.ts'
import { followedServer } from './support/followed.ts'

vi.setConfig({ testTimeout: 90_000 })

async function site() {
  const servers = await followedServer(1)
  const t = await testApp(async () => ({ db: servers.db, close: () => Promise.resolve() }))
  const { source, path } = await register(t)
  await t.make.releve(source, { nom: 'LE GOFF', prenom: 'Marie Anne' })
  await servers.caughtUp()
  return { ...t, ...servers, source, path }
}

const PAGES = [
  '/',
  '/recherche?nom=le+goff',
  '/recherche/repartition?nom=le+goff',
  '/recherche/proches?nom=zzz',
  '/recherche/graphies?nom=le+goff',
  '/recherche/famille?nom=le+goff&nom2=herve',
  '/recherche/export/csv?nom=le+goff',
  '/carte',
  '/carte/data',
  '/couverture',
  '/couverture/export/csv',
  '/statistiques',
  '/statistiques/noms',
  '/admin/statistiques',
  '/export/source/1/csv',
  '/export/source/1',
  '/sources/1/livret',
]

/** Where the page is read from: with that cookie no copy has come far enough. */
async function both(admin: Visitor, path: string) {
  const plain = ({ status, text }: Awaited<ReturnType<Visitor['get']>>) => [status, text.replace(/"[\w-]{20,}"/g, '""')]
  admin.cookies.delete('ecrit')
  const ofCopy = plain(await admin.get(path))
  admin.cookies.set('ecrit', String(Number.MAX_SAFE_INTEGER))
  return { ofCopy, ofServer: plain(await admin.get(path)) }
}

describe.runIf(isPostgres && !isPooled)('a site with a copy of its database', () => {
  test('reads from it what the server would say', async () => {
    const t = await site()
    const admin = await t.as(t.admin)
    for (const path of PAGES) {
      const { ofCopy, ofServer } = await both(admin, path)
      expect([path, ofCopy]).toEqual([path, ofServer])
      expect([path, ofCopy[0]]).toEqual([path, 200])
    }
    expect((await admin.get('/admin/etat')).page.text).toMatch(/Copie \S+?\s*à jour/)
    expect([t.failures, t.used()]).toEqual([[], [true]])
  })

  test('shows people what they wrote, at once; others once the copy has it, and never as something known', async () => {
    const t = await site()
    const [marie, rene] = [await t.as(t.marie), await t.as(t.rene)]
    await t.replicas[0]?.delay('400ms')
    const search = '/recherche?nom=kerguelen'
    const before = await rene.get(search)
    expect(before.text).not.toContain('KERGUELEN')
    expect((await marie.post(t.path, { ...ACT, 'data[nom]': 'KERGUELEN' })).status).toBe(303)
    expect((await marie.get(search)).text).toContain('KERGUELEN')
    const held = { 'if-none-match': before.headers.get('etag') ?? '' }
    const meanwhile = await rene.get(search, held)
    expect([meanwhile.status, meanwhile.text.includes('KERGUELEN')]).toEqual([304, false])
    await expect.poll(async () => (await rene.get(search, held)).text, { timeout: 5000 }).toContain('KERGUELEN')
    expect(t.failures).toEqual([])
  })

  test('goes on reading when the copy is gone', async () => {
    const t = await site()
    const rene = await t.as(t.rene)
    await t.replicas[0]?.stop()
    for (let n = 0; n < 5; n += 1) expect((await rene.get('/recherche?nom=le+goff')).text).toContain('Marie Anne')
    expect(t.failures).toEqual([])
  })
})

// From the engine of the run to the other one and back.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { baseAt } from '../../../src/db/bases.ts'
import { carry } from '../../../src/db/dialect/carry.ts'
import { dialectOf } from '../../../src/db/dialect/index.ts'
import type { Db } from '../../../src/db/schema.ts'
import { createSession } from '../../../src/features/auth/sessions.ts'
import { beginService } from '../../../src/features/presence/presence.ts'
import { transferBase } from '../../../src/features/sauvegardes/actions/transfer.ts'
import { verifyPhotos } from '../../../src/features/vues/actions/verify.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { openHost } from '../../../src/process/host.ts'
import { isPostgres } from '../../support/db.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { releve } from '../../support/process.ts'
import { postgresDatabase } from '../../support/shared-db.ts'
import { withApplication } from '../auth/factor-support.ts'
import { backedUpSite, contentAt, contentOf } from '../mises-a-jour/support.ts'
import { storePhoto } from '../vues/sending.ts'

vi.setConfig({ testTimeout: 60_000 })

/** A file in any case: a run on PostgreSQL then goes from the one engine to the other. */
const emptyTarget = (): string => `sqlite:${join(temporaryFolder(), 'arrivee.sqlite')}`

const SOMEBODY = {
  name: 'a',
  name_key: 'a',
  email: 'a@b.fr',
  email_key: 'a@b.fr',
  password_hash: '',
  role: 'admin' as const,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}
const quiet = { say: () => undefined }
const nothing = { apart: [], copied: () => undefined, checked: () => undefined }

/** Numbers go on after `last`, whose row is gone, and the search finds every record. */
async function expectInService(db: Db, last: number) {
  const next = await db
    .insertInto('sections')
    .values({ nom: 'T', nom_key: 't' })
    .returning('id')
    .executeTakeFirstOrThrow()
  // A number that a deleted row had is never given again.
  expect(next.id).toBe(last + 1)
  await db.deleteFrom('sections').where('id', '=', next.id).execute()
  // The search index is made anew over there, and whole.
  expect((await db.selectFrom('mots').select('terme').execute()).length).toBeGreaterThan(100)
  const indexed = await db.selectFrom('source_decennies').select('n').execute()
  const { total } = await db
    .selectFrom('releves')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  expect(indexed.reduce((sum, { n }) => sum + n, 0)).toBe(total)
}

test('every row arrives, there and back, and the numbers go on where they were', async () => {
  const site = await backedUpSite()
  const odd = 'deux\nlignes, \u2028, « é », 1e-7'
  await site.db.updateTable('sources').set({ note: odd }).where('id', '=', 1).execute()
  await site.db
    .updateTable('lieux')
    .set({ latitude: 0.0000001, longitude: -1.9999999999999998 })
    .where('id', '=', 1)
    .execute()
  const { id } = await site.db
    .insertInto('sections')
    .values({ nom: 'S', nom_key: 's' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await site.db.deleteFrom('sections').where('id', '=', id).execute()
  await withApplication({ db: site.db, deps: { ...site, secret: 'une clé' } }, { id: 1 })
  const before = await contentOf(site.db)
  const there = emptyTarget()
  const rows = await transferBase(site, there, quiet)
  expect(rows).toBeGreaterThan(1000)
  expect(await contentOf(site.db)).toEqual(before)
  const db = baseAt(there).open()
  try {
    const { note } = await db.selectFrom('sources').select('note').where('id', '=', 1).executeTakeFirstOrThrow()
    expect(note).toBe(odd)
    await expectInService(db, id)
  } finally {
    await db.destroy()
  }
  const back = isPostgres ? await postgresDatabase() : emptyTarget()
  await transferBase({ ...site, address: there }, back, quiet)
  const [here, again] = [await contentOf(site.db), await contentAt(back)]
  for (const table of ['releves', 'releve_versions', 'lieux', 'sources', 'users', 'codes_secours', 'champs', 'valeurs'])
    expect([table, again[table]]).toEqual([table, here[table]])
})

test('photos of registers are shown from the other database: their rows arrive, their files stay', async () => {
  const site = await backedUpSite()
  await storePhoto(site, 1)
  const there = emptyTarget()
  await transferBase(site, there, quiet)
  const db = baseAt(there).open()
  try {
    expect(await verifyPhotos(db, site.storage)).toMatchObject({ present: 1, missing: [], damaged: [] })
    const [here, again] = [await contentOf(site.db), await contentOf(db)]
    for (const table of ['images', 'source_vues']) {
      expect(again[table]).toMatchObject({ lignes: 1 })
      expect([table, again[table]]).toEqual([table, here[table]])
    }
  } finally {
    await db.destroy()
  }
})

test('a target that holds anything is refused, and a transfer that fails leaves it empty and the site as it was', async () => {
  const site = await backedUpSite()
  const before = await contentOf(site.db)
  const taken = emptyTarget()
  await transferBase(site, taken, quiet)
  await expect(transferBase(site, taken, quiet)).rejects.toThrow(/pas vide/)
  const target = emptyTarget()
  let told = 0
  const failing = () => {
    told += 1
    if (told === 3) throw new Error('coupure')
  }
  await expect(transferBase(site, target, { say: failing })).rejects.toThrow('coupure')
  expect([await baseAt(target).isEmpty(), existsSync(`${target.slice('sqlite:'.length)}.arrivee`)]).toEqual([
    true,
    false,
  ])
  expect(await contentOf(site.db)).toEqual(before)
  await transferBase(site, target, quiet)
})

test('a row that is not the same over there is seen', async () => {
  const site = await backedUpSite()
  const arrival = await baseAt(emptyTarget()).arrive()
  const { copy } = dialectOf(arrival.db)
  const honest = copy.write
  const write = vi.spyOn(copy, 'write')
  write.mockImplementation((db, table, rows) =>
    honest(db, table, table.name === 'releve_versions' ? rows.slice(1) : rows),
  )
  try {
    const from = dialectOf(site.db).copy
    await expect(
      from.snapshot(site.db, (trx) =>
        carry(trx, arrival.db, { ...nothing, apart: ['mots', 'source_decennies', 'releve_recherche'] }),
      ),
    ).rejects.toThrow(/rows/)
  } finally {
    write.mockRestore()
    await arrival.discard()
  }
})

/** A configuration that says where the database is, as an installed site has one. */
async function installedSite() {
  const site = await backedUpSite({ demo: false })
  await site.db.insertInto('users').values(SOMEBODY).execute()
  const config = join(site.storage, 'config.json')
  const database = isPostgres ? site.address : 'sqlite:database.sqlite'
  const configure = (address: string) =>
    writeFileSync(config, JSON.stringify({ secret: 'x'.repeat(64), database: address }))
  configure(database)
  writeFileSync(join(site.storage, 'installed'), '1.0.1 2026-01-01\n')
  return { ...site, config, database, configure }
}

test('db:transfer moves the site, --copie leaves it where it is', async () => {
  const { storage, address, config, database } = await installedSite()
  const moved = 'sqlite:deplacee.sqlite'
  const stored = () => JSON.parse(readFileSync(config, 'utf8')).database
  const copied = await releve(['db:transfer', '--to', 'sqlite:copie.sqlite', '--copie'], storage)
  expect([copied.code, stored(), copied.out]).toEqual([0, database, expect.stringContaining('rien ne manque')])
  const { end } = beginService(storage, '/srv/releves', address)
  const given = await releve(['db:transfer', '--to', moved], storage, '', { DATABASE_URL: address })
  expect([given.code, given.err]).toEqual([1, expect.stringContaining('DATABASE_URL')])
  end()
  const switched = await releve(['db:transfer', '--to', moved], storage)
  expect([switched.code, stored()]).toEqual([0, moved])
  expect(statSync(join(storage, 'deplacee.sqlite')).mode & 0o777).toBe(0o600)
  expect(statSync(config).mode & 0o777).toBe(0o600)
})

test('a process that serves goes over to the database that the configuration has been given', async () => {
  const site = await installedSite()
  const host = await openHost(readConfig({ STORAGE_DIR: site.storage, SETUP_CODE: 'x'.repeat(22) }), silentLog)
  onTestFinished(() => host.close())
  const there = emptyTarget()
  await transferBase(site, there, quiet)
  const db = baseAt(there).open()
  const session = await createSession(db, 1, 'essai').finally(() => db.destroy())
  const ask = async () =>
    (await host.fetch(new Request('http://localhost/profil', { headers: { cookie: `session=${session}` } }))).status
  expect(await ask()).toBe(303)
  site.configure(there)
  await expect.poll(ask, { timeout: 10_000, interval: 200 }).toBe(200)
})

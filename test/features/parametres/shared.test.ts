// Settings files of servers that share no folder, held against the database: which one is believed.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { beginSharedSettings, followSettings, sharedSettings } from '../../../src/features/parametres/shared-actions.ts'
import { DEFAULT_SETTINGS, settingsStore } from '../../../src/features/parametres/store.ts'
import { testApp } from '../../support/app.ts'
import { temporaryFolder } from '../../support/folder.ts'

const INSTALLED = { ...DEFAULT_SETTINGS, installed_at: '2026-01-01T00:00:00.000Z' }

async function servers() {
  const t = await testApp()
  const folder = (site_name: string | undefined) => {
    const storage = temporaryFolder()
    mkdirSync(join(storage, 'app'))
    const store = settingsStore(storage, t.deps.log, 'x'.repeat(64))
    if (site_name !== undefined) store.write({ ...INSTALLED, site_name })
    const site = { db: t.db, storage, log: t.deps.log }
    const path = join(storage, 'app/settings.json')
    return {
      store,
      path,
      begin: () => beginSharedSettings(site),
      follow: () => followSettings(site),
      shared: sharedSettings(store, site),
    }
  }
  return { t, folder }
}

const nameIn = ({ store }: { store: { read(): { site_name: string } } }) => store.read().site_name

test('the first gives its settings, whoever comes later takes them; an empty folder gives none', async () => {
  const { t, folder } = await servers()
  const [empty, first, later] = [folder(undefined), folder('Le premier'), folder('Un autre')]
  await empty.begin()
  expect(await t.db.selectFrom('partages').selectAll().execute()).toEqual([])
  await first.begin()
  await later.begin()
  await empty.follow()
  expect([empty, first, later].map(nameIn)).toEqual(['Le premier', 'Le premier', 'Le premier'])
})

test('a file that was changed while nothing was shared is given; one that is only older takes', async () => {
  const { folder } = await servers()
  const [a, b] = [folder('Un'), folder(undefined)]
  await a.begin()
  await b.begin()
  a.store.write({ site_name: 'Changé sans partage' })
  await a.begin()
  await b.follow()
  expect(nameIn(b)).toBe('Changé sans partage')
  await b.shared.save({ site_name: 'Changé depuis' })
  await a.begin()
  expect([nameIn(a), nameIn(b)]).toEqual(['Changé depuis', 'Changé depuis'])
})

test('a file that is lost or damaged comes back from the others, and what tells of it stays with it', async () => {
  const { t, folder } = await servers()
  const [a, b] = [folder('Un'), folder(undefined)]
  await a.begin()
  await b.begin()
  rmSync(a.path)
  rmSync(`${a.path}.bak`)
  await a.follow()
  expect(nameIn(a)).toBe('Un')
  writeFileSync(a.path, 'abîmé')
  rmSync(`${a.path}.bak`)
  expect(a.store.read().fichier_abime).not.toBe('')
  await a.follow()
  expect(a.store.read()).toMatchObject({ site_name: 'Un', fichier_repris: 'defaut' })
  await a.shared.save({ site_name: 'Deux' })
  await b.follow()
  expect(b.store.read()).toMatchObject({ site_name: 'Deux', fichier_abime: '' })
  expect(readFileSync(b.path, 'utf8')).not.toContain('"defaut"')
  expect(t.failures.map(({ message }) => message)).toEqual(['settings file cannot be read: put aside'])
})

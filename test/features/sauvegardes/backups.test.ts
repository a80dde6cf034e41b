import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { dropFactor } from '../../../src/features/auth/factor-actions.ts'
import { backupsFolder, listBackups, makeBackup } from '../../../src/features/sauvegardes/actions/backups.ts'
import { endRestoration, restoreBackup } from '../../../src/features/sauvegardes/actions/restore.ts'
import { backupName, type Origin } from '../../../src/features/sauvegardes/rules/names.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { withApplication } from '../auth/factor-support.ts'
import { backedUpSite, contentOf } from '../mises-a-jour/support.ts'

// On PostgreSQL every restoration makes the whole schema anew.
vi.setConfig({ testTimeout: 60_000 })

const settingsOf = (storage: string) => readFileSync(join(storage, 'app', 'settings.json'), 'utf8')

test('a backup is one file that only its owner reads and any tar opens, with its sums', async () => {
  const site = await backedUpSite()
  const backup = await makeBackup(site, 'manuelle')
  expect(backup).toMatchObject({ origine: 'manuelle', at: expect.stringMatching(/^2026-11-21T10:/) })
  expect(listBackups(site.storage)).toEqual([backup])
  const folder = backupsFolder(site.storage)
  const path = join(folder, backup.name)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const opened = temporaryFolder()
  execFileSync('tar', ['xf', path, '-C', opened])
  expect(execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: opened, encoding: 'utf8' })).toContain(
    'manifeste.json: OK',
  )
  expect(readFileSync(join(opened, 'fichiers/public/logo.png'), 'utf8')).toBe('logo de Cercle de Saint-Malo')
  const { site: name, base } = JSON.parse(readFileSync(join(opened, 'manifeste.json'), 'utf8'))
  const { n } = await site.db
    .selectFrom('releves')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect([name, base.tables.releves.lignes]).toEqual(['Cercle de Saint-Malo', n])
  expect(readdirSync(folder)).toEqual([backup.name])
})

test('a restoration brings database and files back, and what was there stays as a backup', async () => {
  const site = await backedUpSite()
  await withApplication({ db: site.db, deps: { ...site, secret: 'une clé' } }, { id: 1 })
  const before = await contentOf(site.db)
  const backup = await makeBackup(site, 'manuelle')
  await site.db.transaction().execute((trx) => dropFactor(trx, 1))
  await site.db.deleteFrom('brouillons').execute()
  await site.db.updateTable('sources').set({ titre: 'changé' }).execute()
  await site.db.deleteFrom('releves').execute()
  site.settings('Autre nom')
  writeFileSync(join(site.storage, 'app', 'public', 'logo.svg'), '<svg/>')
  const after = await contentOf(site.db)
  const restored = await restoreBackup(site, join(backupsFolder(site.storage), backup.name))
  expect(await contentOf(site.db)).toEqual(before)
  expect(before.codes_secours).toMatchObject({ lignes: 10 })
  expect(settingsOf(site.storage)).toContain('Saint-Malo')
  expect(readdirSync(join(site.storage, 'app', 'public'))).toEqual(['logo.png'])
  expect(readdirSync(join(site.storage, 'app', 'tmp'))).toEqual([])
  expect(restored.copie?.origine).toBe('restauration')
  await restoreBackup(site, join(backupsFolder(site.storage), restored.copie?.name ?? ''))
  expect(await contentOf(site.db)).toEqual(after)
  expect(settingsOf(site.storage)).toContain('Autre nom')
  expect(readdirSync(join(site.storage, 'app', 'public'))).toEqual(['logo.png', 'logo.svg'])
})

test('new rows after a restoration get numbers that nothing ever had', async () => {
  const site = await backedUpSite()
  const backup = await makeBackup(site, 'manuelle')
  const insert = () =>
    site.db.insertInto('sections').values({ nom: 'S', nom_key: 's' }).returning('id').executeTakeFirstOrThrow()
  const { id } = await insert()
  await restoreBackup(site, join(backupsFolder(site.storage), backup.name))
  expect((await insert()).id).toBe(id)
})

test('sessions do not come back, the journal tells of the restoration', async () => {
  const site = await backedUpSite()
  const user = await site.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const session = { id: 'x', user_id: user.id, expires_at: '2027', created_at: '2026' }
  await site.db
    .insertInto('sessions')
    .values({ ...session, user_agent: null, vue_at: null, prouve_at: null })
    .execute()
  const backup = await makeBackup(site, 'manuelle')
  await restoreBackup(site, join(backupsFolder(site.storage), backup.name))
  expect(await site.db.selectFrom('sessions').select('id').execute()).toEqual([])
  const lines = await site.db.selectFrom('journal').select(['action', 'detail']).execute()
  expect(lines).toEqual([{ action: 'restauration', detail: expect.objectContaining({ cause: 'commande' }) }])
})

test('a return that nobody chose keeps no copy and signs nobody out', async () => {
  const site = await backedUpSite()
  const user = await site.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const session = { id: 'x', user_id: user.id, expires_at: '2027', created_at: '2026' }
  const more = { user_agent: null, vue_at: null, prouve_at: null }
  await site.db
    .insertInto('sessions')
    .values({ ...session, ...more })
    .execute()
  const backup = await makeBackup(site, 'mise-a-jour')
  const path = join(backupsFolder(site.storage), backup.name)
  const restored = await restoreBackup(site, path, { withoutCopy: true, keepsSessions: true })
  expect([restored.copie, listBackups(site.storage)]).toEqual([undefined, [backup]])
  expect(await site.db.selectFrom('sessions').select(['id', 'user_id']).execute()).toEqual([
    { id: 'x', user_id: user.id },
  ])
})

test('a database of a later version is not backed up by this one, which could not lead back to it', async () => {
  const site = await backedUpSite({ demo: false })
  const { name } = await makeBackup(site, 'manuelle')
  const path = join(backupsFolder(site.storage), name)
  const later = { name: '9999_plus_tard', timestamp: '2027' }
  await site.db
    .insertInto('kysely_migration' as never)
    .values(later as never)
    .execute()
  await expect(makeBackup(site, 'manuelle')).rejects.toThrow(/plus récente que ce code/)
  await expect(restoreBackup(site, path)).rejects.toThrow(/rien n’a été changé/)
  expect(readdirSync(backupsFolder(site.storage))).toEqual([name])
  await restoreBackup(site, path, { withoutCopy: true })
  expect(readdirSync(backupsFolder(site.storage))).toEqual([name])
})

/** Positions spread over a file, the same at each run. */
const positions = (size: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => Math.floor((size * (n * 2 + 1)) / (count * 2)))

test('a damaged backup is refused, whatever byte of it is wrong, and changes nothing', async () => {
  const site = await backedUpSite()
  const { name } = await makeBackup(site, 'manuelle')
  const path = join(backupsFolder(site.storage), name)
  const [content, settings] = [await contentOf(site.db), settingsOf(site.storage)]
  const bytes = readFileSync(path)
  const bad = join(temporaryFolder(), 'bad.tar')
  const refused = () => expect(restoreBackup(site, bad)).rejects.toThrow(/abîmée|pas une sauvegarde/)
  for (const at of [0, 130, 155, 300, ...positions(bytes.length, 40), bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    writeFileSync(bad, changed)
    await refused()
  }
  for (const length of [0, 1, 512, ...positions(bytes.length, 10), bytes.length - 1, bytes.length - 1024]) {
    copyFileSync(path, bad)
    truncateSync(bad, length)
    await refused()
  }
  writeFileSync(bad, Buffer.concat([bytes, Buffer.alloc(512)]))
  await refused()
  writeFileSync(bad, 'PK\u0003\u0004 une archive d’un autre genre'.repeat(1000))
  await refused()
  expect([await contentOf(site.db), settingsOf(site.storage)]).toEqual([content, settings])
  expect(listBackups(site.storage)).toHaveLength(1)
}, 60_000)

/** The backup with another manifest, its sums made right again. */
function forged(path: string, change: (manifest: Record<string, never>) => void): string {
  const folder = temporaryFolder()
  execFileSync('tar', ['xf', path, '-C', folder])
  const names = execFileSync('tar', ['tf', path], { encoding: 'utf8' }).trim().split('\n')
  const manifest = JSON.parse(readFileSync(join(folder, 'manifeste.json'), 'utf8'))
  change(manifest)
  writeFileSync(join(folder, 'manifeste.json'), JSON.stringify(manifest))
  const summed = names.filter((name) => name !== 'SHA256SUMS')
  writeFileSync(join(folder, 'SHA256SUMS'), execFileSync('sha256sum', summed, { cwd: folder }))
  const target = join(folder, 'forged.tar')
  execFileSync('tar', ['cf', target, '--format=ustar', '-b1', ...names], { cwd: folder })
  return target
}

test('a backup of a later version, of the other engine, or whose rows are not those it tells of, is refused', async () => {
  const site = await backedUpSite()
  const { name } = await makeBackup(site, 'manuelle')
  const path = join(backupsFolder(site.storage), name)
  const content = await contentOf(site.db)
  const restore = (change: (manifest: never) => void) => restoreBackup(site, forged(path, change as never))
  type M = { base: { forme: string; migrations: string[]; tables: Record<string, { lignes: number }> }; format: number }
  await expect(restore((m: M) => m.base.migrations.push('9999_plus_tard'))).rejects.toThrow(/plus récente/)
  const other = { sqlite: 'lignes', lignes: 'sqlite', pg_dump: 'sqlite' } as Record<string, string>
  await expect(restore((m: M) => (m.base.forme = other[m.base.forme] ?? ''))).rejects.toThrow(/db:transfer/)
  await expect(restore((m: M) => ((m.base.tables.releves as { lignes: number }).lignes += 1))).rejects.toThrow(/abîmée/)
  await expect(restore((m: M) => (m.format = 2))).rejects.toThrow(/pas une sauvegarde/)
  expect(await contentOf(site.db)).toEqual(content)
  // Unchanged, it is one: it is the manifest that was refused.
  await restore(() => undefined)
  expect(await contentOf(site.db)).toEqual(content)
})

test('the backups of each origin stay up to a number, the newest, those of the nights by day, week and month', async () => {
  const site = await backedUpSite({ demo: false })
  const folder = backupsFolder(site.storage)
  mkdirSync(folder, { recursive: true })
  const put = (day: string, origine: Origin) => {
    const name = backupName(new Date(`${day}T02:00:00Z`), origine)
    writeFileSync(join(folder, name), '')
    return name
  }
  const updates = ['2026-11-02', '2026-11-03', '2026-11-04'].map((day) => put(day, 'mise-a-jour'))
  const nights = ['2026-09-30', '2026-10-31', '2026-11-18', '2026-11-19', '2026-11-20'].map((day) =>
    put(day, 'quotidienne'),
  )
  const strange = ['notes.txt', 'releves-20261320-020000-quotidienne.tar', `${updates[0]}.part`]
  for (const name of strange) writeFileSync(join(folder, name), '')
  const rhythm = { ...site, keep: 2, nightly: { jours: 2, semaines: 0, mois: 2 } }
  const night = await makeBackup(rhythm, 'quotidienne')
  const stay = [...updates.slice(1), nights[1], nights[4], night.name]
  expect(readdirSync(folder).sort()).toEqual([...stay, ...strange].sort())
})

test('backups that a clock years ahead made push no others out', async () => {
  const site = await backedUpSite()
  const folder = backupsFolder(site.storage)
  const ahead = [1, 2, 3].map((day) => backupName(new Date(`2099-01-0${day}T02:00:00.000Z`), 'manuelle'))
  const on = (day: string) => ({ ...site, keep: 2, clock: () => new Date(`${day}T10:00:00.000Z`) })
  const first = await makeBackup(on('2026-11-21'), 'manuelle')
  for (const name of ahead) writeFileSync(join(folder, name), '')
  const second = await makeBackup(on('2026-11-22'), 'manuelle')
  expect(listBackups(site.storage).map(({ name }) => name)).toEqual([...ahead.toReversed(), second.name, first.name])
})

test('one backup at a time; what a killed process left is cleared away', async () => {
  const site = await backedUpSite({ demo: false })
  const folder = backupsFolder(site.storage)
  const both = await Promise.allSettled([makeBackup(site, 'manuelle'), makeBackup(site, 'manuelle')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  writeFileSync(join(folder, '.verrou'), '999999999 nowhere-else')
  expect(await makeBackup(site, 'manuelle').catch((error: Error) => error.message)).toMatch(/déjà en cours/)
  writeFileSync(join(folder, '.verrou'), '999999999')
  writeFileSync(join(folder, '.partiel-x'), 'x')
  await makeBackup(site, 'manuelle')
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
})

test('writers go on during a backup, and it holds a single moment', async () => {
  const site = await backedUpSite()
  let isOver = false
  let written = 0
  const writer = (async () => {
    while (!isOver) {
      // Both rows or none: a backup that holds one of them saw half a moment.
      await site.db.transaction().execute(async (trx) => {
        const nom = `écrit ${written}`
        await trx.insertInto('sections').values({ nom, nom_key: nom }).execute()
        await trx
          .insertInto('depots')
          .values({ nom, nom_key: nom, sigle: null, adresse: null, ville: null, site_web: null, note: null })
          .execute()
      })
      written += 1
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })()
  const count = async (table: 'sections' | 'depots') =>
    (await site.db.selectFrom(table).select('id').where('nom', 'like', 'écrit %').execute()).length
  const backup = await makeBackup(site, 'manuelle')
  isOver = true
  await writer
  expect(written).toBeGreaterThan(3)
  await restoreBackup(site, join(backupsFolder(site.storage), backup.name))
  expect(await count('sections')).toBe(await count('depots'))
  expect(await count('sections')).toBeLessThanOrEqual(written)
})

test('an interrupted restoration is ended by the next start, one that had changed nothing is forgotten', async () => {
  const site = await backedUpSite()
  const intent = join(site.storage, 'restauration.json')
  const dossier = join(site.storage, 'app/tmp/restauration-x')
  execFileSync('mkdir', ['-p', join(dossier, 'nouveaux')])
  writeFileSync(join(dossier, 'nouveaux', 'settings.json'), '{"site_name":"Restauré"}')
  writeFileSync(intent, JSON.stringify({ jeton: 'abc', dossier }))
  await endRestoration(site.storage, site.db)
  expect([settingsOf(site.storage).includes('Saint-Malo'), existsSync(intent), existsSync(dossier)]).toEqual([
    true,
    false,
    false,
  ])
  execFileSync('mkdir', ['-p', join(dossier, 'nouveaux')])
  writeFileSync(join(dossier, 'nouveaux', 'settings.json'), '{"site_name":"Restauré"}')
  writeFileSync(intent, JSON.stringify({ jeton: 'abc', dossier }))
  const line = { at: '2026-11-21', user_id: null, adresse: null, objet: null, objet_id: null, requete: null }
  await site.db
    .insertInto('journal')
    .values({ ...line, action: 'restauration', resultat: 'ok', detail: '{"jeton":"abc"}' })
    .execute()
  await endRestoration(site.storage, site.db)
  expect([settingsOf(site.storage).includes('Restauré'), existsSync(intent), existsSync(dossier)]).toEqual([
    true,
    false,
    false,
  ])
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actorWithout } from '../../../src/features/journal/actions.ts'
import { backupName } from '../../../src/features/sauvegardes/rules/names.ts'
import { askForBackup, backupHandlers, nightlyBackup, type RunBackup } from '../../../src/features/sauvegardes/task.ts'
import { takeTurn } from '../../../src/features/taches/due.ts'
import { runTasks } from '../../../src/features/taches/loop.ts'
import { AppError } from '../../../src/lib/errors.ts'
import { hold } from '../../../src/lib/held-file.ts'
import { nightOf } from '../../../src/lib/text.ts'
import { type TestApp, testApp } from '../../support/app.ts'
import { squeeze } from '../../support/html.ts'

const PATH = '/parametres/sauvegardes'

/** Stands for the process that makes backups: leaves a file as it would. */
function putBackup(t: TestApp, at: string, origine: 'manuelle' | 'quotidienne' = 'manuelle'): string {
  const folder = join(t.deps.storage, 'app', 'backups')
  mkdirSync(folder, { recursive: true })
  const name = backupName(new Date(at), origine)
  writeFileSync(join(folder, name), 'pas une archive')
  return name
}

const tasks = (t: TestApp) => t.db.selectFrom('taches').select(['kind', 'etat', 'payload', 'erreur']).execute()

test('an administrator asks for a backup, once however often the button is pressed, and sees what becomes of it', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  expect((await admin.get(PATH)).page.text).toContain('Aucune sauvegarde pour l’instant')
  const [first, second] = await Promise.all([admin.post(PATH), admin.post(PATH)])
  expect([first.location, second.location]).toEqual([PATH, PATH])
  expect(await tasks(t)).toMatchObject([{ kind: 'sauvegarde', payload: { origine: 'manuelle' } }])
  const waiting = await admin.get(PATH)
  expect([waiting.page.has('#sauvegardes[hx-get]'), waiting.page.text]).toEqual([
    true,
    expect.stringContaining('en cours'),
  ])
  let asked = ''
  const run: RunBackup = (origine) => {
    asked = origine
    putBackup(t, '2026-11-21T09:00:00.000Z')
    return Promise.resolve()
  }
  await runTasks(t.deps, backupHandlers(run))
  const done = await admin.get(PATH)
  expect([asked, done.page.has('#sauvegardes[hx-get]')]).toEqual(['manuelle', false])
  expect(done.page.text).toContain('21 novembre 2026 à 10:00')
  const lines = await t.db.selectFrom('journal').select('user_id').where('action', '=', 'sauvegarde').execute()
  expect(lines).toEqual([{ user_id: t.admin.id }])
})

test('a backup that cannot be made says why, and is not tried again by itself', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  await admin.post(PATH)
  await runTasks(
    t.deps,
    backupHandlers(() => Promise.reject(new AppError('conflit', 'Le disque du serveur est plein.'))),
  )
  expect((await admin.get(PATH)).page.text).toContain('Le disque du serveur est plein.')
  expect(await tasks(t)).toMatchObject([{ etat: 'garee' }])
  await askForBackup(t.db, actorWithout(null), t.deps.clock())
  await runTasks(
    t.deps,
    backupHandlers(() => Promise.resolve()),
  )
  expect((await admin.get(PATH)).page.text).not.toContain('Le disque du serveur est plein.')
})

test('a backup is downloaded whole, by administrators alone, and nothing else of the folder is', async () => {
  const t = await testApp()
  const [admin, rene] = [await t.as(t.admin), await t.as(t.rene)]
  const name = putBackup(t, '2026-11-21T09:00:00.000Z')
  writeFileSync(join(t.deps.storage, 'app', 'settings.json'), '{}')
  const file = await admin.get(`${PATH}/${name}`)
  expect([file.status, file.text, file.headers.get('content-length')]).toEqual([200, 'pas une archive', '15'])
  expect(file.headers.get('content-disposition')).toContain(`filename="${name}"`)
  expect((await t.db.selectFrom('journal').select('action').execute()).map((line) => line.action)).toEqual(['export'])
  for (const wrong of ['..%2fsettings.json', 'settings.json', '.verrou', name.replace('21', '22')])
    expect([wrong, (await admin.get(`${PATH}/${wrong}`)).status]).toEqual([wrong, 404])
  for (const path of [PATH, `${PATH}/${name}`]) expect((await rene.get(path)).status).toBe(403)
  expect((await rene.post(PATH)).status).toBe(403)
  // A file that is no archive is shown for what it is.
  expect((await admin.get(PATH)).page.text).toContain('illisible')
})

test('administrators are reminded after thirty days', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  const text = async () => squeeze((await admin.get(PATH)).page.text)
  expect(await text()).toContain('Aucune sauvegarde depuis 324 jours')
  putBackup(t, '2026-10-21T09:00:00.000Z')
  expect(await text()).toContain('Aucune sauvegarde depuis 31 jours')
  putBackup(t, '2026-10-22T09:00:00.000Z')
  expect(await text()).not.toContain('Aucune sauvegarde depuis')
})

test('the nightly backup is switched off and on', async () => {
  const t = await testApp()
  const admin = await t.as(t.admin)
  const box = async () => (await admin.get(PATH)).page.has('input[name=sauvegarde_quotidienne][checked]')
  expect(await box()).toBe(true)
  await admin.post(`${PATH}/quotidienne`, {})
  expect([await box(), t.deps.settings.read().sauvegarde_quotidienne]).toEqual([false, false])
  await admin.post(`${PATH}/quotidienne`, { sauvegarde_quotidienne: '1' })
  expect(await box()).toBe(true)
})

test('each night has one backup, however many processes ask, and a night that was slept through is made up for once', async () => {
  const t = await testApp()
  const night = async (at: string) => {
    await Promise.all(Array.from({ length: 4 }, () => nightlyBackup(t.db, new Date(at))))
    const all = await t.db.selectFrom('taches').select('id').where('kind', '=', 'sauvegarde').execute()
    return all.length
  }
  expect(await night('2026-11-21T20:00:00Z')).toBe(0)
  expect(await night('2026-11-22T01:59:00Z')).toBe(0)
  expect(await night('2026-11-22T02:00:00Z')).toBe(1)
  expect(await night('2026-11-22T23:00:00Z')).toBe(1)
  expect(await night('2026-11-26T09:00:00Z')).toBe(2)
  expect(await night('2026-11-26T09:01:00Z')).toBe(2)
})

test('a clock that was a year ahead holds nothing up', async () => {
  const t = await testApp()
  const hour = (at: string) => takeTurn(t.db, 'essai', new Date(Date.parse(at) - 3_600_000), new Date(at))
  expect(await hour('2026-11-21T10:00:00Z')).toBe(false)
  expect(await hour('2027-11-21T10:00:00Z')).toBe(true)
  expect(await hour('2026-11-21T10:10:00Z')).toBe(true)
  expect(await hour('2026-11-21T10:20:00Z')).toBe(false)
  expect(await hour('2026-11-21T11:11:00Z')).toBe(true)
})

test.each([
  ['2026-11-21T12:00:00Z', '2026-11-21T02:00:00.000Z'],
  ['2026-11-21T01:59:59Z', '2026-11-20T02:00:00.000Z'],
  ['2026-07-21T00:59:00Z', '2026-07-20T01:00:00.000Z'],
  ['2026-07-21T01:00:00Z', '2026-07-21T01:00:00.000Z'],
])('at %s the last night began at %s', (now, night) => expect(nightOf(new Date(now)).toISOString()).toBe(night))

test('during maintenance the site is read and not written, and tasks wait', async () => {
  const t = await testApp()
  const marie = await t.as(t.marie)
  mkdirSync(t.deps.storage, { recursive: true })
  const release = hold(join(t.deps.storage, 'maintenance'))
  const refused = await marie.post('/profil', { name: 'marie' })
  expect([refused.status, refused.page.text]).toEqual([503, expect.stringContaining('maintenance')])
  expect([refused.headers.get('retry-after'), (await marie.get('/profil')).status]).toEqual(['60', 200])
  release?.()
  expect((await marie.post('/logout')).status).toBe(303)
})

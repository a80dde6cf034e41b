// A backup is put back by the page: the word, the password, what is refused, and how its end is told; on both engines.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeBackup } from '../../../src/features/sauvegardes/actions/backups.ts'
import { endNote, lastRestoration, restorationLock } from '../../../src/features/sauvegardes/rules/restoration-note.ts'
import { hold } from '../../../src/lib/held-file.ts'
import { type TestApp, testApp, type Visitor } from '../../support/app.ts'
import { useFastPasswords } from '../../support/argon2.ts'
import { PASSWORD } from '../../support/characters.ts'
import { isPostgres } from '../../support/db.ts'
import { squeeze } from '../../support/html.ts'
import { releve } from '../../support/process.ts'
import { backedUpSite, contentAt } from '../mises-a-jour/support.ts'

useFastPasswords()
vi.setConfig({ testTimeout: 60_000 })

const BACKUPS = '/parametres/sauvegardes'

let t: TestApp
let admin: Visitor
let commands: string[][]
beforeEach(async () => {
  t = await testApp()
  admin = await t.as(t.admin)
  commands = []
  t.deps.runCommand = (args) => void commands.push(args)
  // Days after the log-in, an unattended screen: the password is asked for.
  await t.db.updateTable('sessions').set({ prouve_at: null }).execute()
})

/** A backup that was really made, among those of the site of this test. */
async function realBackup() {
  const site = await backedUpSite()
  const { name } = await makeBackup({ ...site, storage: site.storage }, 'manuelle')
  t.deps.storage = site.storage
  return { site, name }
}

test('it asks for the word and the password, then has the command do it', async () => {
  const { name } = await realBackup()
  expect((await admin.get(BACKUPS)).page.text).toContain('Remettre')
  const path = `${BACKUPS}/${name}/remettre`
  expect(squeeze((await admin.get(path)).page.text)).toMatch(/contient 300 relevés, le site en a \d+ relevé/)
  const refusals = [{}, { mot: 'oui', preuve: PASSWORD }, { mot: 'REMETTRE' }, { mot: 'remettre', preuve: 'faux' }]
  for (const fields of refusals) {
    const answer = await admin.post(path, fields)
    expect([answer.status, answer.page.all('p.erreur')]).toEqual([422, [expect.anything()]])
  }
  expect([commands, lastRestoration(t.deps.storage, t.deps.clock())]).toEqual([[], undefined])
  const asked = await admin.follow(await admin.post(path, { mot: 'remettre', preuve: PASSWORD }))
  expect(squeeze(asked.page.text)).toContain(`${name} est en train d’être remise`)
  expect(commands).toEqual([['db:restore', name, '--suivi']])
  expect(t.failures).toEqual([])
})

test('a backup that is gone, unreadable or of another version is refused, and so is a second restoration', async () => {
  const { site, name } = await realBackup()
  expect((await admin.get(`${BACKUPS}/releves-20200101-000000-manuelle.tar/remettre`)).status).toBe(404)
  const broken = 'releves-20260101-000000-manuelle.tar'
  mkdirSync(join(site.storage, 'app', 'backups'), { recursive: true })
  writeFileSync(join(site.storage, 'app', 'backups', broken), 'rien')
  const unreadable = await admin.post(`${BACKUPS}/${broken}/remettre`, { mot: 'REMETTRE', preuve: PASSWORD })
  expect([unreadable.status, unreadable.page.text]).toEqual([409, expect.stringContaining('illisible')])
  const release = hold(restorationLock(site.storage))
  const second = await admin.post(`${BACKUPS}/${name}/remettre`, { mot: 'REMETTRE', preuve: PASSWORD })
  expect([second.status, second.page.text]).toEqual([409, expect.stringContaining('en cours')])
  release?.()
  expect(commands).toEqual([])
})

test('how it ended is told on the page: done, refused with its reason, or broken off', async () => {
  const { name } = await realBackup()
  await admin.post(`${BACKUPS}/${name}/remettre`, { mot: 'REMETTRE', preuve: PASSWORD })
  const told = async () => squeeze((await admin.get(BACKUPS)).page.text)
  const begun = t.deps.clock().getTime()
  t.deps.clock = () => new Date(begun + 31_000)
  expect(await told()).toContain('s’est arrêtée en chemin')
  endNote(t.deps.storage, 'refusee', 'Le disque est plein.')
  expect(await told()).toMatch(/n’a pas été remise, et rien n’a changé\. Le disque est plein\./)
  endNote(t.deps.storage, 'faite', '')
  expect(await told()).toContain(`${name} a été remise.`)
  t.deps.clock = () => new Date(begun + 2 * 86_400_000)
  expect(await told()).not.toContain('a été remise')
})

test('the command that the page starts brings the site back, and notes its end', async () => {
  const { site, name } = await realBackup()
  const database = isPostgres ? site.address : 'sqlite:database.sqlite'
  writeFileSync(join(site.storage, 'config.json'), JSON.stringify({ secret: 'x'.repeat(64), database }))
  writeFileSync(join(site.storage, 'installed'), '1.0.1 2026-01-01\n')
  const before = await contentAt(site.address)
  await site.db.deleteFrom('releves').execute()
  await admin.post(`${BACKUPS}/${name}/remettre`, { mot: 'REMETTRE', preuve: PASSWORD })
  const done = await releve(commands[0] ?? [], site.storage)
  expect([done.code, await contentAt(site.address)]).toEqual([0, before])
  expect(lastRestoration(site.storage, t.deps.clock())).toMatchObject({ nom: name, etat: 'faite' })
  writeFileSync(join(site.storage, 'app', 'backups', name), 'abîmée depuis')
  expect((await releve(commands[0] ?? [], site.storage)).code).not.toBe(0)
  expect(lastRestoration(site.storage, t.deps.clock())).toMatchObject({
    etat: 'refusee',
    message: expect.stringContaining('abîmée ou incomplète'),
  })
})

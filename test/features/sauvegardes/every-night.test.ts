// The site asks this of its command line by itself: each night, and after an update that was broken off.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { markInstallation, noteStep } from '../../../src/features/presence/update-note.ts'
import { randomToken } from '../../../src/lib/crypto.ts'
import { runSchedule } from '../../../src/process/schedule.ts'
import { testApp } from '../../support/app.ts'
import { temporaryFolder } from '../../support/folder.ts'

const NIGHT = new Date('2026-11-21T02:00:00.000Z')

test('the release server is asked once a night, unless there is none or an administrator forbids it', async () => {
  const { deps } = await testApp()
  const root = temporaryFolder()
  const asked = join(root, 'asked')
  mkdirSync(join(root, 'bin'))
  writeFileSync(join(root, 'bin/releve'), `#!/bin/sh\necho "$@" >>${asked}\n`)
  chmodSync(join(root, 'bin/releve'), 0o755)
  const commands = () => (existsSync(asked) ? readFileSync(asked, 'utf8').trim().split('\n') : [])
  const config = (server?: string) =>
    readConfig({ STORAGE_DIR: deps.storage, ...(server && { UPDATE_SERVER_URL: server }) })
  const run = (server: string | undefined, now: Date) => runSchedule({ ...config(server), root, home: root }, deps, now)
  const SERVER = 'https://versions.test'
  // A site that has just been installed asks the next night.
  await run(SERVER, new Date(NIGHT.getTime() - 3_600_000))
  await run(undefined, NIGHT)
  deps.settings.write({ update_check_enabled: false })
  await run(SERVER, NIGHT)
  deps.settings.write({ update_check_enabled: true })
  await run(SERVER, NIGHT)
  await run(SERVER, new Date(NIGHT.getTime() + 3_600_000))
  await expect.poll(commands, { timeout: 10_000 }).toEqual(['app:check-update'])
  const release = { dossier: root, version: '1.0.1' }
  const jeton = randomToken()
  noteStep(deps.storage, {
    ...{ jeton, etape: 'migration', sauvegarde: '', externe: '', migre: false, tables: [], essais: 3, choisi: false },
    ancienne: release,
    nouvelle: release,
  })
  const after = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  // Begun by another server of this site: it is ended there.
  await run(SERVER, after(9))
  markInstallation(root, jeton)
  // Three times in vain: eight minutes until the next try.
  await run(SERVER, after(7))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(commands()).toEqual(['app:check-update'])
  await run(SERVER, after(9))
  await expect.poll(commands, { timeout: 10_000 }).toEqual(['app:check-update', 'app:update --reprendre'])
  rmSync(join(deps.storage, 'mise-a-jour-en-cours.json'))
})

import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { hold } from '../../../src/lib/held-file.ts'
import { dropLeftFiles } from '../../../src/process/leftovers.ts'
import { testApp } from '../../support/app.ts'
import { importOf, sendFile } from './support.ts'

const LEFT = [
  'config.json.123.0a1b2c3d.tmp',
  '.essai-ecriture-0a1b2c3d',
  'app/settings.json.123.0a1b2c3d.tmp',
  'app/public/logo.png.123.0a1b2c3d.tmp',
  'app/tmp/logo.csv',
  'app/tmp/imports/coupe.csv',
  'app/backups/.partiel-abc/archive.tar',
]
const KEPT = ['config.json', 'installed', 'app/settings.json', 'app/public/logo.png', 'app/backups/a.tar', 'notes.tmp']

test('what killed processes left is thrown away at the start; what is under way or needed stays', async () => {
  const t = await testApp()
  await sendFile(await t.as(t.rene), '/lieux/import', 'nom\nFrance\n')
  const needed = join('app/tmp/imports', (await importOf(t)).fichier ?? '')
  const put = (name: string, at: Date) => {
    const path = join(t.deps.storage, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
    utimesSync(path, at, at)
  }
  const files = () =>
    readdirSync(t.deps.storage, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name).slice(t.deps.storage.length + 1))
      .sort()
  const now = t.deps.clock()
  const [old, recent] = [new Date(now.getTime() - 3_600_000), new Date(now.getTime() - 60_000)]
  for (const name of [...LEFT, ...KEPT, needed]) put(name, old)
  put('app/tmp/en-route.csv', recent)
  const release = hold(join(t.deps.storage, 'app/backups/.verrou'))
  await dropLeftFiles(t.deps, now)
  expect(files()).toContain('app/backups/.partiel-abc/archive.tar')
  release?.()
  await dropLeftFiles(t.deps, now)
  expect(files()).toEqual([...KEPT, needed, 'app/tmp/en-route.csv'].sort())
})

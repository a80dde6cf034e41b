// The code of the site for everybody who uses it (AGPL, section 13).

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { filesUnder } from '../../../bin/release-archive.ts'
import { fileBody } from '../../../src/web/download.ts'
import { testApp } from '../../support/app.ts'
import { temporaryFolder } from '../../support/folder.ts'

const ROOT = join(import.meta.dirname, '../../..')
const LICENCE = readFileSync(join(ROOT, 'LICENSE'))

test('the licence is the whole text of the Free Software Foundation, to the byte', () => {
  expect(createHash('sha256').update(LICENCE).digest('hex')).toBe(
    '0d96a4ff68ad6d4b6f1f30f713b18d5184912ba8dd389f86aa7710db079abcb0',
  )
})

test('every page leads to the code, without a session too', async () => {
  const t = await testApp()
  const folder = temporaryFolder()
  t.deps.assetsFolder = join(folder, 'dist/assets')
  mkdirSync(t.deps.assetsFolder, { recursive: true })
  writeFileSync(join(folder, 'LICENSE'), LICENCE)
  const visitor = t.anonymous()
  for (const answer of [await visitor.get('/login'), await (await t.as(t.marie)).get('/')])
    expect(answer.page.has('.pied a[href="/code-source"]')).toBe(true)
  expect((await visitor.get('/code-source')).text).toContain('demandez-le à ses administrateurs')
  writeFileSync(join(folder, 'dist/source.tar.gz'), 'an archive')
  const name = `releves-${t.deps.version}-source.tar.gz`
  const page = await visitor.get('/code-source')
  expect(page.text).toContain(`href="/code-source/${name}"`)
  expect(page.text).toContain(`version ${t.deps.version}`)
  const archive = await visitor.get(`/code-source/${name}`)
  expect([archive.status, archive.text, archive.headers.get('content-type')]).toEqual([
    200,
    'an archive',
    'application/gzip',
  ])
  const licence = await visitor.get('/code-source/licence')
  expect([licence.status, licence.text]).toEqual([200, LICENCE.toString()])
  expect((await visitor.get('/code-source/releves-0.0.0-source.tar.gz')).status).toBe(404)
  expect(t.failures).toEqual([])
})

test('the archive holds the sources that can be built again, and nothing of a site', () => {
  execFileSync('sh', ['bin/build'], { cwd: ROOT, stdio: 'ignore' })
  const names = execFileSync('tar', ['tzf', join(ROOT, 'dist/source.tar.gz')], { encoding: 'utf8' }).split('\n')
  const inside = names.map((name) => name.slice(name.indexOf('/') + 1))
  expect(inside).toEqual(
    expect.arrayContaining(['LICENSE', 'tsconfig.json', 'src/app.tsx', 'bin/start', 'static/app.css']),
  )
  expect(inside.filter((name) => /^(storage|node_modules|dist|\.git|\.cache)\//.test(name))).toEqual([])
}, 90_000)

test('the data of a site that lies among the sources is in no archive', () => {
  const root = temporaryFolder()
  const write = (name: string) => {
    mkdirSync(join(root, dirname(name)), { recursive: true })
    writeFileSync(join(root, name), name)
  }
  const sources = ['data/lieux.csv.br', 'data/more/config.txt', 'src/app.tsx']
  const site = [
    ...['data/site/config.json', 'data/site/app/settings.json', 'data/site/sauvegardes/nuit.tar'],
    ...[
      'data/new/setup-progress.json',
      'data/new/setup-code',
      'data/base.sqlite',
      'data/base.sqlite-wal',
      'data/base.db',
    ],
    ...['src/.env', 'src/.env.local', 'src/secret.pem', 'data/commandes.log'],
  ]
  for (const name of [...sources, ...site]) write(name)
  expect(['data', 'src'].flatMap((folder) => filesUnder(root, folder)).sort()).toEqual(sources)
})

test('a file is open only while it is read', async () => {
  const path = join(temporaryFolder(), 'archive')
  writeFileSync(path, 'x'.repeat(200_000))
  const open = () => {
    const paths = readdirSync('/proc/self/fd').map((fd) => {
      try {
        return readlinkSync(join('/proc/self/fd', fd))
      } catch {
        return ''
      }
    })
    return paths.filter((one) => one === path).length
  }
  const unread = fileBody(path)
  await setImmediate()
  expect([unread.locked, open()]).toEqual([false, 0])
  const reader = fileBody(path).getReader()
  expect([(await reader.read()).done, open()]).toEqual([false, 1])
  await reader.cancel()
  await expect.poll(open).toBe(0)
  expect((await new Response(fileBody(path)).text()).length).toBe(200_000)
})

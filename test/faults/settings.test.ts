// Settings that are torn, and processes killed while they save them (reliability.md T33).
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingsStore } from '../../src/features/parametres/store.ts'
import { silentLog } from '../../src/lib/log.ts'
import { temporaryFolder } from '../support/folder.ts'
import { brokenSite, pause, read, serve, tell } from './support.ts'

const KILLS = Number(process.env.FAULTS_KILLS ?? 20)
const root = join(import.meta.dirname, '../..')

/** Saves a longer and longer name, without a pause. */
const WRITER = `
import { settingsStore } from './src/features/parametres/store.ts'
const silent = { info() {}, warn() {}, error() {} }
const store = settingsStore(process.argv[1], silent, 'f'.repeat(64))
for (let n = 0; ; n += 1) {
  store.write({ site_name: 'Nom '.repeat(1 + (n % 5000)), tuiles_mention: String(n) })
  if (n === 0) process.stdout.write('begun')
}
`

test('kill -9 while settings are saved: never a torn file', async () => {
  const storage = temporaryFolder()
  mkdirSync(join(storage, 'app'))
  let writes = 0
  for (let n = 0; n < KILLS; n += 1) {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', WRITER, storage], {
      cwd: root,
    })
    const gone = new Promise((resolve) => child.on('close', resolve))
    await new Promise((resolve) => child.stdout.once('data', resolve))
    await pause(20 + Math.random() * 200)
    child.kill('SIGKILL')
    await gone
    const stored = JSON.parse(readFileSync(join(storage, 'app/settings.json'), 'utf8'))
    expect(stored.site_name).toMatch(/^(Nom )+$/)
    writes += Number(stored.tuiles_mention)
    settingsStore(storage, silentLog, 'f'.repeat(64)).write({ site_name: 'Nom ' })
  }
  tell(`${KILLS} kills among ${writes} saves: 0 torn`)
}, 180_000)

test('a site whose settings are torn, empty or of another kind starts, closed, and says so', async () => {
  const site = await brokenSite()
  const file = join(site.storage, 'app/settings.json')
  mkdirSync(join(site.storage, 'app'), { recursive: true })
  for (const content of ['{"site_name":"Al', '', '[]', '\u0000\u0001', '{"site_name":{"a":1},"smtp":7}']) {
    writeFileSync(file, content)
    rmSync(`${file}.bak`, { force: true })
    const { address, child, end } = await serve(site)
    expect([content, await read(site, address), await read(site, address, '/parametres')]).toEqual([content, 200, 200])
    expect((await fetch(new URL('/register', address), { redirect: 'manual' })).status).toBe(303)
    child.kill('SIGTERM')
    expect((await end).code).toBe(0)
  }
}, 120_000)

// The settings file under processes that are killed while they save, and under several that save at once (reliability.md T33).
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { settingsStore } from '../../../src/features/parametres/store.ts'

/** `FAULTS=200` for the figure of reliability.md; a few say the same in every run. */
const KILLS = Number(process.env.FAULTS ?? 12)

function site() {
  const storage = mkdtempSync(join(tmpdir(), 'releves-reglages-'))
  onTestFinished(() => rmSync(storage, { recursive: true }))
  const errors: unknown[] = []
  const log = { info() {}, warn() {}, error: (message: string) => errors.push(message) }
  return { storage, errors, read: () => settingsStore(storage, log, 'le secret').read() }
}

/** `onLine` gets each number that the child says it has stored. */
function child(storage: string, times: number, what: string, onLine: (line: string) => void = () => undefined) {
  const run = spawn(process.execPath, [
    '--experimental-strip-types',
    join(import.meta.dirname, 'child.ts'),
    storage,
    String(times),
    what,
  ])
  let said = ''
  run.stdout.on('data', (chunk: Buffer) => {
    said += chunk
    const lines = said.split('\n')
    said = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) => {
    run.on('close', (code, signal) => resolve(signal ?? code))
  })
  return { run, ended }
}

test(`${KILLS} kills in the middle of saves: never a torn file, never a save less than was acknowledged`, {
  timeout: 20_000 + KILLS * 2000,
}, async () => {
  const { storage, errors, read } = site()
  let saves = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    let last = 0
    const { run, ended } = child(storage, 1_000_000, 'titre', (line) => {
      last = Number(line)
      // From the third save on, at any moment of one.
      if (last === 3) setTimeout(() => run.kill('SIGKILL'), Math.random() * 40)
    })
    expect(await ended).toBe('SIGKILL')
    saves += last
    const { journal_mois, site_name, fichier_abime } = read()
    expect([
      journal_mois >= last,
      site_name.startsWith(`Cercle ${journal_mois} `),
      site_name.length,
      fichier_abime,
    ]).toEqual([true, true, `Cercle ${journal_mois} `.length + 20_000, ''])
  }
  expect(errors).toEqual([])
  expect(saves).toBeGreaterThan(KILLS * 3)
  settingsStore(storage, { info() {}, warn() {}, error() {} }, 'le secret').write({ journal_mois: 1 })
  const left = readdirSync(join(storage, 'app')).filter((name) => !name.startsWith('settings.json.lock.'))
  expect(left.sort()).toEqual(['settings.json', 'settings.json.bak'])
})

test('two processes that save at once lose nothing of each other', { timeout: 60_000 }, async () => {
  const { storage, read } = site()
  const before = read().journal_mois
  expect(await Promise.all([child(storage, 60, 'comptes').ended, child(storage, 60, 'comptes').ended])).toEqual([0, 0])
  expect(read().journal_mois).toBe(before + 120)
})

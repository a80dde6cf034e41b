// The test projects. `unit` needs nothing; `sqlite` and `postgres` run the same files, once on each engine; `browser`
// drives real Chromiums. Use: npm test -- --project unit test/lib/csv.test.ts (everything after -- goes to vitest).
import { matchesGlob } from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { choosesBrowsers, goesFurther, knowsEngine, mocks, mocksPostgres, testFiles } from './test/support/files.ts'
import { keepFilesInMemory } from './test/support/memory.ts'
import { LongestFirst } from './test/support/order.ts'

const engineFolders = ['db', 'features', 'cli', 'process'].map((folder) => `test/${folder}/**/*.test.{ts,tsx}`)
const engineTests = [...engineFolders, 'test/*.test.{ts,tsx}']
// `npm run faults` (--mode faults): processes killed, disks full, servers gone. Minutes, not seconds.
const faultTests = ['test/faults/**/*.test.ts']
const unitTests = ['lib', 'house', 'ui', 'champs', 'search', 'web'].map((folder) => `test/${folder}/**/*.test.{ts,tsx}`)
/** They import what others open a database with, and open none. */
const engineFreeTests = ['test/features/mises-a-jour/releases/*.test.ts']
const browserTests = ['test/browser/**/*.test.{ts,tsx}']
/** They say how long a page takes, alone on the machine: `npm run faults`. */
const timedTests = ['test/browser/slow.test.ts']
const globalSetup = ['test/support/global-setup.ts']

const isOneOf = (name: string, patterns: string[]): boolean => patterns.some((pattern) => matchesGlob(name, pattern))

/** On both engines they would ask the same code twice: once is enough. */
const plainTests = testFiles.filter(
  (name) => isOneOf(name, engineFreeTests) || (isOneOf(name, engineTests) && !knowsEngine(name)),
)

/**
 * The files of a worker share what they import: read anew for each, the application takes as long as most tests of a file. A module
 * that another file has imported can no longer be mocked, so that those who do it run by themselves.
 */
const mockingTests = testFiles.filter(mocks)

/** These files, twice: those that share what they import, and in `NAME-mocks` those that do not. */
const sharing = (name: string, include: string[], exclude: string[], test: object = {}) => {
  const alone = matching(include, exclude)
  const own = { ...test, name: `${name}-mocks`, include: alone, isolate: true }
  return [
    {
      extends: true as const,
      test: { ...test, name, include, exclude: [...exclude, ...mockingTests], isolate: false },
    },
    ...(alone.length > 0 ? [{ extends: true as const, test: own }] : []),
  ]
}

/** Those of the files that mock which one of these patterns means. */
const matching = (include: string[], exclude: string[]): string[] =>
  mockingTests.filter((name) => isOneOf(name, include) && !isOneOf(name, exclude))

/** One engine: same files, its own name in TEST_ENGINE, and the images that global-setup.ts makes once per run. */
const engine = (name: 'sqlite' | 'postgres', mode: string) => {
  const test = { env: { TEST_ENGINE: name, TEST_SIZES: mode === 'faults' ? 'all' : 'few' }, globalSetup }
  const further = [...faultTests, ...testFiles.filter(goesFurther)]
  if (mode === 'faults') return [{ extends: true as const, test: { ...test, name, include: further } }]
  const others = name === 'sqlite' ? testFiles.filter(mocksPostgres) : []
  return sharing(name, engineTests, [...plainTests, ...others], test)
}

/** A browser waits for its site as long as the site for its browser: nine tenths of a core, so that others may work beside it. */
const browser = (name: string, test: object, browsers = 'few') => ({
  extends: true as const,
  test: { ...test, name, env: { TEST_ENGINE: 'sqlite', TEST_BROWSERS: browsers }, globalSetup, testTimeout: 60_000 },
})

/** In `npm run faults` those alone that have more to ask there: every browser, and all acts. */
const browserProject = (mode: string) => {
  const include = mode === 'faults' ? testFiles.filter(choosesBrowsers) : browserTests
  const browsers = mode === 'faults' ? 'all' : 'few'
  // A browser on a busy machine loses a key or a click now and then: what fails twice is wrong. The reporter tells each retry.
  return browser('browser', { include, exclude: timedTests, isolate: false, retry: 1 }, browsers)
}

export default defineConfig(({ mode }) => {
  // Power cuts and full disks are another matter: they keep the disk that is there.
  if (mode !== 'faults') keepFilesInMemory()
  return suite(mode)
})

const suite = (mode: string): ViteUserConfig => ({
  resolve: { alias: { '@node-rs/argon2': `${import.meta.dirname}/test/support/argon2.ts` } },
  test: {
    root: import.meta.dirname,
    reporters: ['default', 'test/support/count-reporter.ts'],
    // Two cores everywhere (developers and CI); the third works while others wait: for a process, a silent mail server, a disk.
    maxWorkers: 3,
    testTimeout: 15_000,
    hookTimeout: 60_000,
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    clearMocks: true,
    restoreMocks: true,
    projects: [
      ...sharing('unit', [...unitTests, ...plainTests], []),
      ...engine('sqlite', mode),
      ...engine('postgres', mode),
      browserProject(mode),
      ...(mode === 'faults' ? [browser('timed', { include: timedTests, fileParallelism: false })] : []),
    ],
  },
})

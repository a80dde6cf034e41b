// The test projects. `unit` needs nothing; `sqlite` and `postgres` run the same files, once on each engine; `browser`
// and `pages` drive real Chromiums. Use: npm test -- --project unit test/lib/csv.test.ts (everything after -- goes to vitest).
import { defineConfig } from 'vitest/config'

const engineTests = ['test/db/**/*.test.{ts,tsx}', 'test/features/**/*.test.{ts,tsx}', 'test/*.test.{ts,tsx}']
// `npm run faults` (--mode faults): processes killed, disks full, servers gone. Minutes, not seconds.
const faultTests = ['test/faults/**/*.test.ts']
const unitTests = ['lib', 'house', 'ui', 'champs', 'web'].map((folder) => `test/${folder}/**/*.test.{ts,tsx}`)
/** Features that know no database: once is enough. */
const plainTests = ['extraction', 'release', 'en-service', 'versions', 'telechargement', 'retention'].map(
  (name) => `test/features/mises-a-jour/${name}.test.ts`,
)
const browserTests = ['test/browser/**/*.test.{ts,tsx}']
/** Browser tests that wait for nothing but pages: other work beside them makes them slower, not wrong. */
const patientTests = ['pages', 'logo', 'budgets'].map((name) => `test/browser/${name}.test.ts`)
const globalSetup = ['test/support/global-setup.ts']

/** One engine: same files, its own name in TEST_ENGINE, and the images that global-setup.ts makes once per run. */
const engine = (name: 'sqlite' | 'postgres', include: string[]) => ({
  extends: true as const,
  test: { name, include, exclude: plainTests, env: { TEST_ENGINE: name }, globalSetup },
})

const browser = (name: string, test: { include: string[]; exclude?: string[]; fileParallelism?: boolean }) => ({
  extends: true as const,
  test: { ...test, name, env: { TEST_ENGINE: 'sqlite' }, globalSetup, testTimeout: 60_000 },
})

export default defineConfig(({ mode }) => ({
  resolve: { alias: { '@node-rs/argon2': `${import.meta.dirname}/test/support/argon2.ts` } },
  test: {
    root: import.meta.dirname,
    reporters: ['default', 'test/support/count-reporter.ts'],
    // Two cores everywhere (developers and CI); the third works while others wait: for a process, a silent mail server, a disk.
    maxWorkers: 3,
    testTimeout: 15_000,
    hookTimeout: 60_000,
    allowOnly: false,
    clearMocks: true,
    restoreMocks: true,
    // The files of a worker share what they import: read anew for each, the application takes as long as most tests of a file.
    isolate: mode === 'faults',
    projects: [
      { extends: true, test: { name: 'unit', include: [...unitTests, ...plainTests] } },
      engine('sqlite', mode === 'faults' ? faultTests : engineTests),
      engine('postgres', mode === 'faults' ? faultTests : engineTests),
      browser('pages', { include: patientTests }),
      // A browser already uses both cores: two at once make the timeouts lie.
      browser('browser', { include: browserTests, exclude: patientTests, fileParallelism: false }),
    ],
  },
}))

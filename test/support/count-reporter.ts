// The closing line of a test run: `N passed, N failed`, alone on a line, which CI reads. Test files that fail to load and
// errors thrown outside a test count as one failure each, so that the line never looks greener than the run.
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'

export interface Count {
  passed: number
  failed: number
}

/** Tests that ran; skipped ones count nowhere. `strayErrors`: errors thrown outside any test. */
export function countTests(modules: ReadonlyArray<TestModule>, strayErrors: number): Count {
  const count = { passed: 0, failed: strayErrors }
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') count.passed += 1
      if (state === 'failed') count.failed += 1
    }
    count.failed += module.errors().length
    for (const suite of module.children.allSuites()) count.failed += suite.errors().length
  }
  return count
}

/** With RELEVES_COUNT_FILE (a file path, set by .ci/run) the line goes to that file: CI prints one total at its own end. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>, reason: TestRunEndReason): void {
    const count = countTests(modules, errors.length)
    // A run cut short (Ctrl-C, --bail) is not a green run, whatever ran before.
    if (reason === 'interrupted' && count.failed === 0) count.failed = 1
    const line = `${count.passed} passed, ${count.failed} failed\n`
    const file = process.env.RELEVES_COUNT_FILE
    if (file) writeFileSync(file, line)
    else process.once('exit', () => process.stdout.write(line))
  }
}

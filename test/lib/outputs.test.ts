import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'

const OUTPUTS = new URL('../../src/process/outputs.ts', import.meta.url).href

/** Writes to both outputs, again after each failure, and goes on to its end. */
const PROGRAM = `await import(${JSON.stringify(OUTPUTS)})
for (let n = 0; n < 3; n += 1) {
  process.stdout.write('une ligne\\n')
  process.stderr.write('une ligne\\n')
  await new Promise((resolve) => setTimeout(resolve, 5))
}
process.exitCode = 7`

test.each(['a full disk', 'a pipe that nobody reads'])(
  'outputs that cannot be written end no process: %s',
  async (what) => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const output = what === 'a full disk' ? full : 'pipe'
    const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { stdio: ['ignore', output, output] })
    child.stdout?.destroy()
    child.stderr?.destroy()
    expect(await new Promise((ended) => child.on('exit', (...how) => ended(how)))).toEqual([7, null])
  },
)

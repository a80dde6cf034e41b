import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { runCommand } from '../../src/cli/commands.ts'
import type { Ended } from './process.ts'

/** Does what `releve` (process.ts) does, without a process of its own, whose start takes most of a second. */
export async function typed(
  args: string[],
  storage: string,
  input = '',
  env: Record<string, string> = {},
): Promise<Ended> {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as typeof process.stdin)
  for (const [name, value] of Object.entries({ STORAGE_DIR: storage, ...env })) vi.stubEnv(name, value)
  try {
    const code = await runCommand(args)
    return { code, out: out.mock.calls.join(''), err: err.mock.calls.join('') }
  } finally {
    vi.unstubAllEnvs()
    for (const spy of [out, err, stdin]) spy.mockRestore()
  }
}

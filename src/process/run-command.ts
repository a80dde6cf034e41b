import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../lib/log.ts'

/** A command in a process of its own, which outlives this one: an update replaces the code that serves, a restoration its database. */
export function runCommand({ root }: Pick<Config, 'root'>, args: string[], log: Log): void {
  const child = spawn(join(root, 'bin', 'releve'), args, { detached: true, stdio: ['ignore', 'ignore', 'inherit'] })
  child.on('error', (error) => log.error('a command could not be run', { args, error }))
  child.unref()
}

import { text as readText } from 'node:stream/consumers'
import { jsonLog } from '../../lib/log.ts'
import { complain } from '../command.ts'

/** The password, from a pipe or typed after `prompt`; the line break that `echo` adds is not part of it. */
export async function readPassword(prompt: string): Promise<string> {
  if (process.stdin.isTTY) complain(prompt)
  return (await readText(process.stdin)).replace(/\r?\n$/, '')
}

/** The log must not mix with what the command says. */
export const stderrLog = () => jsonLog((line) => process.stderr.write(line))

import type { ParseArgsOptionsConfig } from 'node:util'

/** Exit codes: done, refused or failed, used wrongly (options, a password that is refused). */
export const DONE = 0
export const REFUSED = 1
export const MISUSED = 2

export type Values = Record<string, string | boolean | undefined>

export interface Command {
  /** One line for the list of commands. */
  summary: string
  help: string
  options: ParseArgsOptionsConfig
  /** Names the one word after the command, where it takes one; the word comes as the value of this name. */
  argument?: string
  /** May that word be left out? */
  isArgumentOptional?: true
  /** Returns the exit code. What it works with is in `work/`, loaded by the command that was typed alone: all of it takes a second. */
  run(values: Values): Promise<number>
}

export const say = (text: string): void => void process.stdout.write(`${text}\n`)
export const complain = (text: string): void => void process.stderr.write(`${text}\n`)

export const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

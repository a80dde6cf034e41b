// Stands in for @node-rs/argon2 in all tests (.vitest.config.ts): the real one, whose work is counted, unless a file asks for the
// fast one. One module for every file of a worker, since they share what they import; a mock would come too late.
import { createRequire } from 'node:module'
import { afterAll } from 'vitest'
import { sha256Hex } from '../../src/lib/crypto.ts'
import { PASSWORD } from './characters.ts'

type Argon2 = typeof import('@node-rs/argon2')

const real = createRequire(import.meta.url)('@node-rs/argon2') as Argon2
const PREFIX = '$argon2id$essai$'

let isFast = false
let done: string[] = []

/** At the top of a file where passwords are not what is tested: right ones are right and wrong ones wrong, at once. */
export function useFastPasswords(): void {
  isFast = true
  afterAll(() => {
    isFast = false
  })
}

/** Tells the work of argon2 since it was last asked: « verify m=19456,t=2,p=1 » for each time. */
export function workDone(): string[] {
  const work = done
  done = []
  return work
}

export const hash: Argon2['hash'] = async (password, options, signal) => {
  if (isFast) return `${PREFIX}${sha256Hex(String(password))}`
  done.push(`hash m=${options?.memoryCost},t=${options?.timeCost},p=${options?.parallelism}`)
  return real.hash(password, options, signal)
}

/**
 * The fast one knows the hashes that it made, and takes all others for those of the named people.
 *
 * @public called under the name of the package
 */
export const verify: Argon2['verify'] = async (phc, password, options, signal) => {
  if (isFast) return String(phc).startsWith(PREFIX) ? phc === (await hash(password)) : password === PASSWORD
  done.push(`verify ${/\$(m=\d+,t=\d+,p=\d+)\$/.exec(String(phc))?.[1] ?? 'none'}`)
  return real.verify(phc, password, options, signal)
}

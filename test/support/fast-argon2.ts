// Stands in for argon2 where passwords are not what is tested: vi.mock('@node-rs/argon2', () => import('…/fast-argon2.ts')). Right
// ones are right and wrong ones wrong, at once.
import { sha256Hex } from '../../src/lib/crypto.ts'
import { PASSWORD } from './characters.ts'

const PREFIX = '$argon2id$essai$'

export const hash = async (password: string): Promise<string> => `${PREFIX}${sha256Hex(password)}`

/** Hashes that are not made here are those of the named people. */
export const verify = async (phc: string, password: string): Promise<boolean> =>
  phc.startsWith(PREFIX) ? phc === (await hash(password)) : password === PASSWORD

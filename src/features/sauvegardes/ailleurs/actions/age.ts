import { createReadStream } from 'node:fs'
import { ElsewhereError } from '../rules/faults.ts'
import type { Bytes } from './place.ts'

export interface Encrypted {
  /** Its length in bytes, known before the first of them. */
  taille: number
  bytes: Bytes
}

/** That of the program `age`: two to the power of it. */
const WORK_FACTOR = 18

const streamed = (bytes: Bytes): ReadableStream<Uint8Array> => ReadableStream.from(bytes)

/**
 * The content of a file of `taille` bytes in the age format (age-encryption.org/v1), encrypted with a passphrase as it is read:
 * `age -d` opens it. Takes the processor for seconds before the first byte, so that a passphrase cannot be guessed.
 */
export async function encryptedFile(
  path: string,
  taille: number,
  { phrase, workFactor = WORK_FACTOR }: { phrase: string; workFactor?: number | undefined },
): Promise<Encrypted> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(workFactor)
  encrypter.setPassphrase(phrase)
  const bytes = await encrypter.encrypt(streamed(createReadStream(path, { end: Math.max(0, taille - 1) })))
  return { taille: bytes.size(taille), bytes }
}

/** The content of such a file. ElsewhereError `phrase`, at the latest at its last byte, for another passphrase or a damaged file. */
export async function* decrypted(bytes: Bytes, phrase: string): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(phrase)
  try {
    yield* (await decrypter.decrypt(streamed(bytes))) as Bytes
  } catch (error) {
    // A line that broke has its own fault; the library knows of no other error than what it cannot open.
    throw error instanceof ElsewhereError ? error : new ElsewhereError('phrase', { cause: error })
  }
}

import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { dataFile } from '../../../lib/data-file.ts'
import { withoutLeet } from './leet.ts'

let list: Buffer | undefined

/** Read with the first password that somebody chooses, and kept: 0.6 MB. Both sides are compared without their figures for letters. */
function commonList(): Buffer {
  list ??= Buffer.from(
    `\n${withoutLeet(brotliDecompressSync(readFileSync(dataFile('mots-de-passe.txt.br'))).toString())}`,
  )
  return list
}

/** Is it one of the commonest passwords of twelve signs and more (data/README.md)? `folded`: without accents, lower case. */
export const isListed = (folded: string): boolean => commonList().includes(`\n${withoutLeet(folded)}\n`)

/**
 * Makes data/mots-de-passe.txt.br of a list of passwords, the commonest first, one a line (data/README.md says which):
 * bin/node --import tsx bin/common-passwords.ts LIST
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { PASSWORD_MIN } from '../src/features/auth/rules/password.ts'

const [list = ''] = process.argv.slice(2)
const lines = readFileSync(list, 'utf8')
  .split(/\r?\n/)
  .map((line) => line.toLowerCase())
  .filter((line) => line.length >= PASSWORD_MIN && /^[\x21-\x7e]+$/.test(line))
const text = Buffer.from(`${[...new Set(lines)].join('\n')}\n`)
const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS }
const file = join(import.meta.dirname, '..', 'data', 'mots-de-passe.txt.br')
writeFileSync(file, brotliCompressSync(text, { params }))
process.stdout.write(`${new Set(lines).size} passwords, ${text.length} bytes\n`)

import iconv from 'iconv-lite'
import { ENCODINGS, type Encoding } from './encoding.ts'

const CONTINUATIONS = Buffer.from(Array.from({ length: 64 }, (_, n) => 0x80 + n))
/** In UTF-8, « é » and the other letters of French, « « » and the no-break space begin with these. */
const LEADS = Buffer.from([0xc2, 0xc3])

/** Text that is UTF-8 read in this encoding: « HÃ©lÃ¨ne » in Windows-1252. */
function patternOf(encodage: Encoding): RegExp {
  const { codec } = ENCODINGS[encodage]
  const anyOf = (bytes: Buffer) => `[${iconv.decode(bytes, codec).replace(/[\\\]^-]/g, '\\$&')}]`
  return new RegExp(anyOf(LEADS) + anyOf(CONTINUATIONS), 'u')
}

const MAX_SHOWN = 60

/**
 * Warns of cells that hold UTF-8 read as something else; undefined where none does. In a file of UTF-8 or
 * UTF-16 that is what a program made of it earlier, with Windows-1252 as it mostly goes.
 */
export function mojibakeFinder(encodage: Encoding): (cells: readonly string[]) => string | undefined {
  const read = encodage.startsWith('utf-') ? 'windows-1252' : encodage
  const pattern = patternOf(read)
  return (cells) => {
    const cell = cells.find((text) => pattern.test(text))
    if (cell === undefined) return undefined
    const at = Math.max(0, cell.search(pattern) - MAX_SHOWN / 2)
    const shown = cell.slice(at, at + MAX_SHOWN).trim()
    return `À vérifier\u00a0: «\u00a0${shown}\u00a0» est sans doute de l’UTF-8 lu comme s’il était en ${ENCODINGS[read].label}.`
  }
}

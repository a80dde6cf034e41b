import iconv from 'iconv-lite'
import { quoted } from '../../../lib/typo.ts'
import { ENCODINGS, type Encoding } from './encoding.ts'

const bytesFrom = (first: number, last: number): Buffer =>
  Buffer.from(Array.from({ length: last - first + 1 }, (_, n) => first + n))
const CONTINUATIONS = bytesFrom(0x80, 0xbf)
/** In UTF-8, « é » and the other letters of French, « « » and the no-break space begin with these. */
const TELLING = bytesFrom(0xc2, 0xc3)
const LEADS_OF_TWO = bytesFrom(0xc2, 0xdf)
const LEADS_OF_THREE = bytesFrom(0xe0, 0xef)
/** A byte that the encoding does not have was read as this: nobody knows any more which one it was. */
const LOST = '\ufffd'

/** Text that is UTF-8 read in this encoding: « HÃ©lÃ¨ne » in Windows-1252. */
function patternsOf(encodage: Encoding) {
  const { codec } = ENCODINGS[encodage]
  const anyOf = (bytes: Buffer) => `[${iconv.decode(bytes, codec).replace(/[\\\]^-]/g, '\\$&')}]`
  const next = anyOf(CONTINUATIONS)
  return {
    telling: new RegExp(anyOf(TELLING) + next, 'u'),
    any: new RegExp(`${anyOf(LEADS_OF_THREE)}${next}{2}|${anyOf(LEADS_OF_TWO)}${next}`, 'gu'),
  }
}

const MAX_SHOWN = 60

/** The cells as their writer meant them, with what to look at; or why the line cannot be taken. */
type Mended = { cells: string[]; warning?: string } | { problem: string }

/**
 * Mends cells that hold UTF-8 read as something else, so that none is stored as it reads. In a file of UTF-8 or UTF-16 that is what a
 * program made of it earlier, with Windows-1252 as it mostly goes.
 */
export function mojibakeMender(encodage: Encoding): (cells: string[]) => Mended {
  const read = encodage.startsWith('utf-') ? 'windows-1252' : encodage
  const { telling, any } = patternsOf(read)
  const { codec, label } = ENCODINGS[read]
  const decoded = (signs: string): string => {
    const text = signs.includes(LOST) ? LOST : iconv.encode(signs, codec).toString('utf8')
    return text.includes(LOST) ? signs : text
  }
  const shown = (text: string, from: string) => {
    const at = Math.max(0, from.search(telling) - MAX_SHOWN / 2)
    return quoted(text.slice(at, at + MAX_SHOWN).trim())
  }
  return (cells) => {
    const wrong = cells.find((text) => telling.test(text))
    if (wrong === undefined) return { cells }
    const mended = cells.map((text) => (telling.test(text) ? text.replace(any, decoded) : text))
    const left = mended.find((text) => telling.test(text))
    const why = `de l’UTF-8 lu comme s’il était en ${label}`
    if (left !== undefined)
      return {
        problem: `${shown(left, left)} est sans doute ${why}, et ne peut pas être rétabli. Corrigez cette ligne.`,
      }
    const right = mended[cells.indexOf(wrong)] ?? ''
    return {
      cells: mended,
      warning: `À vérifier\u00a0: ${shown(wrong, wrong)} est lu ${shown(right, wrong)}, car c’est sans doute ${why}.`,
    }
  }
}

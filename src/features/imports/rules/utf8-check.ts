import { createReadStream } from 'node:fs'
import { formatNumber, plural } from '../../../lib/text.ts'
import { type LineList, Utf8Scan } from '../../../lib/utf8.ts'

const CHUNK_BYTES = 64 * 1024

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      decoder.decode(chunk as Buffer, { stream: true })
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Gives the lines that are not UTF-8; undefined where all of it is, which is found out much faster. */
export async function utf8Faults(path: string): Promise<Utf8Scan | undefined> {
  if (await isUtf8(path)) return undefined
  const scan = new Utf8Scan()
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) scan.push(chunk as Buffer)
  scan.end()
  return scan
}

/** As many signs that are only UTF-8 beside as many that are not, and it is no accident of a few cells. */
const MIXED_SHARE = 100

/**
 * Does a file that is not all UTF-8 hold UTF-8 in earnest? One of Windows-1252 has signs that look like it by chance, fewer than
 * others, or a few cells that came wrong from elsewhere.
 */
export const isMixed = ({ signs, telling, wrong }: Utf8Scan): boolean => signs > wrong || telling * MIXED_SHARE > wrong

/** « la ligne 3 », « les lignes 3 et 17 », « les lignes 3, 17, 20 et 1 204 autres ». */
function named({ first, count }: LineList): string {
  const numbers = first.map(formatNumber)
  const others = count - first.length
  if (count === 1) return `la ligne ${numbers[0]}`
  const last = others > 0 ? plural(others, 'autre', 'autres') : numbers.pop()
  return `les lignes ${numbers.join(', ')} et ${last}`
}

const CHOOSE = 'choisissez vous-même l’encodage du texte dans la liste'

/** The file says itself that it is UTF-8, or its sender says so. */
export function notUtf8({ wrongLines }: Utf8Scan, isMarked: boolean): string {
  const again = isMarked ? '' : `, ou ${CHOOSE}`
  const hold = wrongLines.count === 1 ? 'contient' : 'contiennent'
  return `Ce fichier n’est pas tout en UTF-8\u00a0: ${named(wrongLines)} ${hold} autre chose. Corrigez-le, par exemple en l’enregistrant de nouveau en UTF-8${again}.`
}

/** The file is in two encodings, and nobody said anything of it. */
export function mixed({ wrongLines, tellingLines }: Utf8Scan): string {
  const faults = `${named(wrongLines)} ${wrongLines.count === 1 ? 'n’est pas' : 'ne sont pas'} en UTF-8`
  const signs =
    tellingLines.count === 0
      ? 'le reste l’est'
      : `${named(tellingLines)} ${tellingLines.count === 1 ? 'l’est' : 'le sont'} sans aucun doute`
  return `Ce fichier mélange deux encodages\u00a0: ${faults}, ${signs}. Corrigez-le, par exemple en l’enregistrant de nouveau en UTF-8, ou ${CHOOSE}.`
}

import { ancestrisV5 } from './ancestris.ts'
import { EXPOACTES } from './expoactes.ts'
import type { ActFormat } from './format.ts'
import { nimegueV2, nimegueV3 } from './nimegue.ts'

/** The files of acts that can be read; a new one is one file here and one line. */
export const ACT_FORMATS: readonly ActFormat[] = [nimegueV3, nimegueV2, ...EXPOACTES, ancestrisV5]

/** Spreadsheets and other programs open such a file and save it their own way: the name is there, but not as it was. */
const ALMOST = /^\W*(?:nim[eè]gue[\s_-]*v?[0-9]?|ea[\s_-]?[0-9]{1,2}|ancestris\s*v?[0-9]?)\W*$/i

export type Recognised = { format: ActFormat } | { almost: string } | undefined

/** The format of a file by the first cell of its first line, whatever its name ends with. */
export function recognise(firstLine: string): Recognised {
  const cell = firstLine.split(/[;,\t]/)[0] ?? ''
  const format = ACT_FORMATS.find(({ cle }) => cle === cell)
  if (format) return { format }
  return ALMOST.test(cell) ? { almost: cell } : undefined
}

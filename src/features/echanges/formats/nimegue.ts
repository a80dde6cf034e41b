import { type ActLetter, isActLetter, NIMEGUE_V2, NIMEGUE_V3 } from '../rules/columns.ts'
import {
  type ActFormat,
  CHAIN,
  CHAINED,
  numberWarning,
  type ReadLine,
  tooFew,
  tooMany,
  VARIANT,
  valuesOf,
  wrongLetter,
} from './format.ts'

const isNumber = (cell: string | undefined): boolean => /^\s*[0-9]+\s*$/.test(cell ?? '')
const isPadded = (cell: string): boolean => cell.trim() !== '' && cell !== cell.trim()

/** Values that stand only in columns of their kind: where one of them does not fit, columns have moved. */
const FITS: [RegExp, RegExp][] = [
  [/sexe$/, /^.?$/],
  [/naissance$/, /^(?:.*[0-9?].*|)$/],
  [/(?:nom|profession)$/, /^(?!(?:décédée?(?:\(e\))?|dcd|feue?|†|\+)$)/i],
]

const fits = (columns: readonly string[], cells: readonly string[]): boolean =>
  columns.every((column, at) =>
    FITS.every(([named, wanted]) => !named.test(column) || wanted.test((cells[at] ?? '').trim())),
  )

const merged = (cells: readonly string[], at: number): string[] => [
  ...cells.slice(0, at),
  `${cells[at] ?? ''};${cells[at + 1] ?? ''}`,
  ...cells.slice(at + 2),
]

interface Fitted {
  cells: string[]
  warning?: string
}

/** The text that a `;` has cut, by the blanks around it: Nimègue keeps none at the ends of a value. */
function cutColumn(columns: readonly string[], cells: readonly string[]): number | undefined {
  const cuts = columns.flatMap((column, at) => {
    const isText = at > 5 && !/naissance$/.test(column)
    return isText && (/\s$/.test(cells[at] ?? '') || /^\s/.test(cells[at + 1] ?? '')) && isPaddedPair(cells, at)
      ? [at]
      : []
  })
  return cuts.length === 1 ? cuts[0] : undefined
}

const isPaddedPair = (cells: readonly string[], at: number): boolean =>
  isPadded(cells[at] ?? '') || isPadded(cells[at + 1] ?? '')

/**
 * A line with one `;` too many, which ExpoActes itself writes: the true number of the act stands behind, where a photo would. The
 * text that was cut is the one with a blank at the cut, else the general comment where all the columns before fit.
 */
function repaired(columns: readonly string[], cells: string[]): Fitted | undefined {
  const last = columns.length - 1
  if (!isNumber(cells[columns.length])) return undefined
  const at = cutColumn(columns, cells) ?? last - 1
  const whole = merged(cells, at)
  if (!isNumber(whole[last]) || !fits(columns, whole)) return undefined
  const text = (whole[at] ?? '').trim()
  const warning = `Un point-virgule dans un texte avait coupé la ligne\u00a0: il est remis dans «\u00a0${text.slice(0, 80)}\u00a0».`
  return { cells: whole, warning }
}

/** One column less, closed by a `;`: the number of the act stands where its comment should. */
const lacksOne = (columns: readonly string[], cells: string[]): boolean =>
  cells.length === columns.length && cells.at(-1)?.trim() === '' && isNumber(cells.at(-2))

function fitted(letter: ActLetter, columns: readonly string[], cells: string[]): Fitted | string {
  const wanted = columns.length
  if (cells.length < wanted || lacksOne(columns, cells)) {
    const found = lacksOne(columns, cells) ? wanted - 1 : cells.length
    return tooFew(letter, found, wanted)
  }
  const more = cells.slice(wanted).filter((cell) => cell.trim() !== '')
  if (more.length === 0) return { cells }
  if (!isNumber(more[0]) && /^\s*(?:-?[0-9].*)?$/.test(cells[wanted - 1] ?? '')) return { cells }
  return repaired(columns, cells) ?? tooMany(letter, cells.length, wanted)
}

function read(columns: Record<ActLetter, readonly string[]>, cells: string[]): ReadLine {
  if (cells[0]?.trim() === CHAIN) return { aside: CHAINED }
  if (cells[1]?.trim() === 'H') return { aside: VARIANT }
  const letter = cells[5]?.trim() ?? ''
  if (!isActLetter(letter)) return { refused: wrongLetter(letter) }
  const names = columns[letter]
  const line = fitted(letter, names, cells)
  if (typeof line === 'string') return { refused: line }
  const values = valuesOf(names, line.cells)
  const photos = line.cells.slice(names.length).filter((cell) => cell.trim() !== '')
  if (photos.length > 0) values.photos = photos.map((photo) => photo.trim()).join(';')
  const warnings = [...(line.warning === undefined ? [] : [line.warning]), ...numberWarning(values)]
  return { act: { lettre: letter, values, warnings } }
}

/** A line an act, no header, no quotes; behind the last column PHOTOS may follow, which an empty one closes with `;`. */
export const nimegueV3: ActFormat = {
  cle: 'NIMEGUEV3',
  nom: 'Nimègue V3',
  isQuoted: false,
  read: (cells) => read(NIMEGUE_V3, cells),
}

export const nimegueV2: ActFormat = {
  cle: 'NIMEGUE-V2',
  nom: 'Nimègue V2',
  isQuoted: false,
  read: (cells) => read(NIMEGUE_V2, cells),
}

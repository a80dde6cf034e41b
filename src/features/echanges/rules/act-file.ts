import { LineSplitter, type RecordProblem, RecordReader } from '../../../lib/csv-reader.ts'
import { quoted } from '../../../lib/typo.ts'
import { decodedText, type Encoding, encodingOf, FileError } from '../../imports/rules/encoding.ts'
import type { ActFormat, ReadLine } from '../formats/format.ts'
import { ACT_FORMATS, recognise } from '../formats/index.ts'

export interface ActFile {
  path: string
  encodage: Encoding
  format: ActFormat
}

/** A line of the file with its number in it. */
export type NumberedLine = ReadLine & { ligne: number }

const HEAD_LENGTH = 4096

async function firstLine(path: string, encodage: Encoding): Promise<string> {
  let text = ''
  for await (const piece of decodedText(path, encodage)) {
    text += piece
    if (text.length >= HEAD_LENGTH || /[\r\n]/.test(text)) break
  }
  return text.split(/[\r\n]/)[0] ?? ''
}

const almost = (cell: string): string =>
  `La première ligne commence par ${quoted(cell)}\u00a0: ce fichier a sans doute été ouvert puis enregistré par un autre programme. Exportez-le de nouveau depuis Nimègue, ExpoActes ou Ancestris, sans l’ouvrir dans un tableur.`

/** The act file that this is; undefined where its first cell names no program. FileError on what is no text, or nearly one. */
export async function openActFile(path: string, choice: Encoding | 'auto' = 'auto'): Promise<ActFile | undefined> {
  const encodage = await encodingOf(path, choice)
  const recognised = recognise(await firstLine(path, encodage))
  if (!recognised) return undefined
  if ('almost' in recognised) throw new FileError(almost(recognised.almost))
  return { path, encodage, format: recognised.format }
}

const PROBLEMS: Record<RecordProblem, string> = {
  open_quote: 'Un guillemet (") est ouvert et n’est jamais refermé.',
  text_behind_quote: 'Un guillemet (") est refermé au milieu d’une valeur.',
  too_long: 'Cette ligne est trop longue\u00a0: plus de 200\u202f000 caractères.',
}

/** Asked of every cell of a file: a look back from what was found costs a third of a look ahead of each sign. */
const CONTROL = /[\p{Cc}\p{Cs}\ufffd](?<!\t)/u
const FORBIDDEN =
  'Cette ligne contient un octet qui n’est aucune lettre dans l’encodage du fichier\u00a0: corrigez le mot abîmé.'
const BLANK = 'Cette ligne est vide.'

/** No register has such a run of blanks, and patterns that look for one beside a sign would take the square of its length. */
const LONG_BLANK = /\s{100,}/g
const LONG = 1000

const withoutLongBlanks = (cell: string): string => cell.replace(LONG_BLANK, ' ')

/** A cell in quotes may go on in the next line, where no program of these formats reads anything but a blank. */
const inOneLine = (cell: string): string => (/[\r\n]/.test(cell) ? cell.replace(/[\r\n]+/g, ' ') : cell)

/** Reads the cells of a line by its own first one: files that were put together are of several formats. */
function lineOf(format: ActFormat, written: string[]): ReadLine {
  const lines = format.isQuoted ? written.map(inOneLine) : written
  const cells = lines.some((cell) => cell.length > LONG) ? lines.map(withoutLongBlanks) : lines
  if (cells.every((cell) => cell.trim() === '')) return { aside: BLANK }
  if (cells.some((cell) => CONTROL.test(cell))) return { refused: FORBIDDEN }
  const key = cells[0]?.trim() ?? ''
  if (key === format.cle || key === 'EA_NEXT') return format.read(cells)
  const other = ACT_FORMATS.find(({ cle, isQuoted }) => cle === key && isQuoted === format.isQuoted)
  if (other) return other.read(cells)
  return {
    refused: `Cette ligne ne commence pas par ${format.cle}, comme le fichier, mais par ${quoted(key.slice(0, 30))}.`,
  }
}

/** Cuts text into the cells of its lines. */
interface Cutter {
  push(piece: string): NumberedLine[]
  end(): NumberedLine[]
}

function plainCutter(format: ActFormat): Cutter {
  const splitter = new LineSplitter()
  let ligne = 0
  const read = (line: string | null): NumberedLine => {
    ligne += 1
    if (line === null) return { ligne, refused: PROBLEMS.too_long }
    return { ligne, ...lineOf(format, line.split(';')) }
  }
  return { push: (piece) => splitter.push(piece).map(read), end: () => splitter.end().map(read) }
}

function quotedCutter(format: ActFormat): Cutter {
  const splitter = new LineSplitter()
  const reader = new RecordReader(';')
  const read = (record: ReturnType<RecordReader['end']>[number]): NumberedLine =>
    'problem' in record
      ? { ligne: record.ligne, refused: PROBLEMS[record.problem] }
      : { ligne: record.ligne, ...lineOf(format, record.cells) }
  return {
    push: (piece) => reader.push(splitter.push(piece)).map(read),
    end: () => [...reader.push(splitter.end()), ...reader.end()].map(read),
  }
}

/** The lines of a file, `size()` of them at a time. Memory does not depend on the file. */
export async function* readActs(
  { path, encodage, format }: ActFile,
  size: () => number,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<NumberedLine[], void> {
  const cutter = format.isQuoted ? quotedCutter(format) : plainCutter(format)
  const waiting: NumberedLine[] = []
  for await (const piece of decodedText(path, encodage, onBytes)) {
    waiting.push(...cutter.push(piece))
    while (waiting.length >= size()) yield waiting.splice(0, size())
  }
  waiting.push(...cutter.end())
  while (waiting.length > 0) yield waiting.splice(0, size())
}

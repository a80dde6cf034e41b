import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { csvWriter } from '../../../../lib/csv.ts'
import { LineSplitter, type RawRecord, RecordReader } from '../../../../lib/csv-reader.ts'
import type { Cell } from '../../../../lib/rows.ts'
import { decodedText, encodingOf } from '../../../imports/rules/encoding.ts'
import { expoActesAccount, isExpoActesUsers, NOTE_BREAK } from '../rules/expoactes.ts'

const HEAD_BYTES = 8192
export const CONVERTED_COLUMNS = ['name', 'email', 'role', 'is_active', 'sections', 'note', 'probleme', 'remarque']
const UNREADABLE = 'Cette ligne ne peut pas être lue\u00a0: un guillemet y est ouvert et jamais refermé.'

/** The first line that says something; signs above ASCII do not matter to it. */
async function firstLine(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const lines = buffer
      .subarray(0, bytesRead)
      .toString('latin1')
      .split(/\r\n|\n|\r/)
    return lines.find((line) => line.trim() !== '') ?? ''
  } finally {
    await file.close()
  }
}

function cellsOf(record: RawRecord): Cell[] {
  if ('problem' in record) return ['', '', '', '', '', '', UNREADABLE, '']
  const { name, email, role, note, probleme, remarque } = expoActesAccount(record.cells)
  return [name, email, role, 'Non', '', note.replaceAll('\n', NOTE_BREAK), probleme, remarque]
}

const BLANK: readonly Cell[] = CONVERTED_COLUMNS.map(() => '')

async function* accountsOf(path: string): AsyncGenerator<Cell[][], void> {
  const [lines, records] = [new LineSplitter(), new RecordReader(';', 16)]
  let last = 0
  // Blank lines keep each account at its line; whoever reads the file takes the line of titles off.
  const kept = (found: RawRecord[]) =>
    found.flatMap((record) => {
      const before = record.ligne - last - 1
      last = record.ligne
      const isBlank = !('problem' in record) && record.isBlank
      return [...Array.from({ length: before }, () => [...BLANK]), isBlank ? [...BLANK] : cellsOf(record)]
    })
  for await (const piece of decodedText(path, await encodingOf(path, 'auto')))
    yield kept(records.push(lines.push(piece)))
  yield kept([...records.push(lines.end()), ...records.end()])
}

/**
 * Makes a file of accounts of ExpoActes one of ours, in its place: titles, inactive accounts, a note of what has no column here. The
 * prints of passwords are not in it, and nothing keeps them. Returns its size; undefined of any other file.
 */
export async function convertExpoActes(path: string): Promise<number | undefined> {
  if (!isExpoActesUsers(await firstLine(path))) return undefined
  const made = `${path}.comptes`
  try {
    await pipeline(csvWriter(CONVERTED_COLUMNS, accountsOf(path)), createWriteStream(made))
    await rename(made, path)
  } finally {
    await rm(made, { force: true })
  }
  return (await stat(path)).size
}

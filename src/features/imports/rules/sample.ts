import { hash } from 'node:crypto'
import type { Sample } from './guess.ts'
import { headerKey } from './header.ts'
import { titleOf } from './mapping.ts'
import { openTable, readTable, type TableChoice, type TableFile } from './table-file.ts'

/** Lines by which columns are guessed, and the order of their dates told: a page of a long file is enough to propose something. */
const SAMPLE_LINES = 500

/** The first lines of a file, with their numbers, and its header. */
export interface FileSample extends Sample {
  lines: { ligne: number; cells: string[] }[]
}

/** FileError where the file cannot be read. */
export async function sampleOf(path: string, choice: TableChoice): Promise<FileSample & { file: TableFile }> {
  const file = await openTable(path, choice)
  const lines: FileSample['lines'] = []
  for await (const records of readTable(file, () => SAMPLE_LINES)) {
    for (const record of records) if ('cells' in record) lines.push(record)
    break
  }
  return { file, headers: file.headers, lines, rows: lines.map(({ cells }) => cells) }
}

/** Files of one make have this in common: it is made of their titles, in their order. */
export const headerDigest = (headers: string[]): string =>
  hash('sha256', JSON.stringify(headers.map((_, at) => headerKey(titleOf(headers, at)))), 'base64url')

import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Db } from '../../../../db/schema.ts'
import type { Cell, Rows } from '../../../../lib/rows.ts'
import type { ProgramFormat } from '../rules/formats.ts'
import { uniqueName } from '../rules/formats.ts'
import { type Choices, type Remark, TROUBLES } from '../rules/placed.ts'
import { readMe } from '../rules/read-me.ts'
import { Tally } from '../rules/tally.ts'
import { type ActFile, actsOf, type Scope } from './acts.ts'

/** An export as it was asked for. */
export interface Asked {
  format: ProgramFormat
  scope: Scope
  choices: Choices
  /** `2026-11-23`. */
  today: string
}

interface Written {
  id: number
  line: string
  remarks: Remark[]
}

/** The lines of a file, a batch at a time. */
async function* linesOf(
  db: Db,
  { format, scope, choices, today }: Asked,
  file: ActFile,
): AsyncGenerator<Written[], void> {
  for (const source of file.sources) {
    const envelope = { where: file.where, lettre: file.lettre, cote: source.cote }
    for await (const acts of actsOf(db, scope, source))
      yield acts.map((act) => ({ id: act.id, ...format.line(act, source.type, envelope, choices, today) }))
  }
}

/** The bytes of these files as one. `tally` hears of every act. */
export async function* bytesOf(db: Db, asked: Asked, files: readonly ActFile[], tally = new Tally()) {
  if (asked.format.head !== '') yield asked.format.bytes(asked.format.head)
  for (const file of files)
    for await (const lines of linesOf(db, asked, file)) {
      for (const { remarks } of lines) tally.add(remarks)
      yield asked.format.bytes(lines.map(({ line }) => line).join(''))
    }
}

/** One file for each place and letter, then a page that says what was left out: a zip, made as it is read. */
export async function* zipOf(
  db: Db,
  asked: Asked,
  files: readonly ActFile[],
  title: string,
): AsyncGenerator<Uint8Array, void> {
  const { format, today } = asked
  const [zip, tally, taken] = [new ZipFile(), new Tally(), new Set<string>()]
  const lazily = (name: string, pieces: () => AsyncIterable<Uint8Array>) =>
    zip.addReadStreamLazy(name, { mtime: new Date(`${today}T12:00:00`) }, (opened) => {
      opened(null, Readable.from(pieces(), { objectMode: false }))
    })
  for (const file of files) {
    const name = uniqueName(format.fileName(file.where, file.lettre, today), taken)
    lazily(`${name}.${format.extension}`, () => bytesOf(db, asked, [file], tally))
  }
  lazily('LISEZMOI.txt', async function* () {
    yield Buffer.from(readMe(title, format, tally))
  })
  zip.end()
  const output = zip.outputStream as Readable
  // An error of a stream inside is told by the zip alone: without this its reader would wait for ever.
  zip.on('error', (error: Error) => output.destroy(error))
  yield* output as AsyncIterable<Uint8Array>
}

/** Counts what the format cannot carry, of `most` acts at least where there are as many. */
export async function tallyOf(db: Db, asked: Asked, files: readonly ActFile[], most: number): Promise<Tally> {
  const tally = new Tally()
  for (const file of files)
    for await (const lines of linesOf(db, asked, file)) {
      for (const { remarks } of lines) tally.add(remarks)
      if (tally.acts >= most) return tally
    }
  return tally
}

const HEADERS = ['N° de relevé', 'Ce qui change', 'Champ ou colonne', 'Texte ici', 'Texte du fichier']

/** Each text that is not in the file as it is here. */
export function remarkRows(db: Db, asked: Asked, files: readonly ActFile[]): Rows {
  async function* batches(): AsyncGenerator<Cell[][], void> {
    for (const file of files)
      for await (const lines of linesOf(db, asked, file))
        yield lines.flatMap(({ id, remarks }) =>
          remarks.map(({ kind, label, value, written }) => [id, TROUBLES[kind], label, value, written]),
        )
  }
  return { headers: HEADERS, batches: batches() }
}

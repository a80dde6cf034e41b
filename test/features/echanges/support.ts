import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import type { Champ } from '../../../src/champs/kind.ts'
import { type NumberedLine, openActFile, readActs } from '../../../src/features/echanges/rules/act-file.ts'
import { CellReader, type ReadCells } from '../../../src/features/echanges/rules/cells.ts'
import { champRow, modelByKey } from '../../../src/features/types-sources/actions/models.ts'
import { champsOfModel } from '../../../src/features/types-sources/rules/models/pieces.ts'

/** The fields of a ready type, as the database gives them. */
export function champsOf(cle: string): Champ[] {
  const model = modelByKey(cle)
  if (!model) throw new Error(cle)
  return champsOfModel(model).map((champ, index) => {
    const row = champRow(1, { ...champ, groupe_id: null, partie: null }, index + 1)
    return { ...row, id: index + 1, options: champ.options ?? [] } as unknown as Champ
  })
}

export interface Written {
  encodage?: string
  end?: string
  bom?: boolean
}

/** A file of these lines, in this encoding, as Nimègue writes it: CR LF, Windows-1252. */
export const bytesOf = (lines: readonly string[], { encodage = 'win1252', end = '\r\n', bom = false }: Written = {}) =>
  iconv.encode(lines.map((line) => `${line}${end}`).join(''), encodage, { addBOM: bom })

/** Reads a file's lines; throws FileError where it is none. */
export async function readBytes(bytes: Buffer): Promise<NumberedLine[] | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'actes-'))
  try {
    const path = join(folder, 'actes.txt')
    await writeFile(path, bytes)
    const file = await openActFile(path)
    if (!file) return undefined
    const read: NumberedLine[] = []
    for await (const lines of readActs(file, () => 3)) read.push(...lines)
    return read
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const readLines = (lines: readonly string[], written?: Written) => readBytes(bytesOf(lines, written))

/** The cells of the one act of these lines in a ready type. */
export async function cellsOf(line: string, cle: string): Promise<ReadCells> {
  const [read] = (await readLines([line])) ?? []
  if (!read || !('act' in read)) throw new Error(JSON.stringify(read))
  return new CellReader(champsOf(cle)).read(read.act)
}

const HEAD = ['NIMEGUEV3', '35288', 'Saint-Malo', '35', 'Ille-et-Vilaine']

/** A line of Nimègue V3 of these values by column number (from 1), with its closing `;`. */
export function v3(letter: 'N' | 'M' | 'D' | 'V', cells: Record<number, string>): string {
  const wanted = { N: 30, M: 60, D: 38, V: 64 }[letter]
  const all = Array.from({ length: wanted }, (_, i) => cells[i + 1] ?? HEAD[i] ?? '')
  all[5] = letter
  return `${all.join(';')};`
}

/** The five worked lines of the paper on exchange formats, section 1.5. */
export const WORKED = [
  'NIMEGUEV3;35288;Saint-Malo;35;Ille-et-Vilaine;N;08/12/1787;;4 E 112;vue 34;LE GOFF;Marie Anne;F;ondoyée;LE GOFF;Jean;décédé;laboureur;HERVÉ;Perrine;;fileuse;HERVÉ;Louis;oncle;LE GOFF;Anne;tante, de Paramé;Acte en marge§relié au mauvais mois;1204;',
  'NIMEGUEV3;35288;Saint-Malo;35;Ille-et-Vilaine;M;27/07/1794;9 thermidor an 2;;;MARTIN;Pierre;Cancale;          ;25;;marin;;;;MARTIN;Guy;décédé;pêcheur;DURAND;Julienne;;;ROUX;Jeanne;Saint-Servan;00/00/1771;;;couturière;PETIT;Jacques;décédé;ROUX;Alain;;tailleur;BLIN;Rose;;;AUBRY;Noël;;GUY;Luc;;;;;;;;dispense de parenté;88;P7140021.jpg;P7140022.jpg',
  'NIMEGUEV3;35288;Saint-Malo;35;Ille-et-Vilaine;D;00/03/1709;;;;ILLISIBLE;;;          ;?;60 env.;;mendiant;;;;;;;;;;;;;;;;;;;trouvé mort;3;',
  'NIMEGUEV3;35288;Saint-Malo;35;Ille-et-Vilaine;V;01/03/1818;;3 E 5/14;;CM;Contrat de mariage;BLIN;Yves;M;Dol;          ;;;menuisier;;;;BLIN;Jean;;;RIO;Anne;;;GUY;Marie;F;Dol;          ;;;;;;;GUY;Luc;;;LE BRAS;Rose;;;;;;;;;;;;;;;Me Hamon, notaire;15;',
  'NIMEGUEV3;H;LEFEBVRE;LE FEVRE;',
]

import { isPlaceField, KINDS } from '../../../../champs/index.ts'
import { CellError, type Champ, type Lookup } from '../../../../champs/kind.ts'
import type { ReleveData, ReleveEtats, ReleveLectures } from '../../../../db/schema.ts'
import type { AppliedLine, ImportLine } from '../../../imports/kind.ts'
import type { MadeAhead } from '../../actions/ahead.ts'
import type { NewReleve } from '../../actions/change-rows.ts'
import { cellOf, type ImportedRow, type LineReader } from './line.ts'

export type ReleveLine = ImportLine<ImportedRow>

/** A value for all lines is read as a cell of its column would be. */
export async function constantProblem(
  champ: Champ | undefined,
  text: string,
  lookup: Lookup,
): Promise<string | undefined> {
  if (!champ) return 'Ce champ n’existe plus.'
  try {
    await KINDS[champ.type].fromCell(text, champ, lookup)
    return undefined
  } catch (error) {
    if (error instanceof CellError) return error.message
    throw error
  }
}

/** Names of places in these lines. */
export function placesIn(champs: readonly Champ[], lines: readonly ReleveLine[]): Set<string> {
  const fields = champs.filter(isPlaceField).map(({ nom }) => nom)
  const names = new Set(lines.flatMap(({ row }) => fields.map((nom) => cellOf(row.cells, nom))))
  names.delete('')
  return names
}

/** More names than that are a wrong column, not places. */
const MAX_UNKNOWN = 5000
const MAX_NAME = 500

/** Counts the names of places in a refused line that stand for no place, or for several. */
export async function countUnknown(
  champs: readonly Champ[],
  line: ReleveLine,
  lookup: Pick<Lookup, 'lieuxByNomLong'> & { isNoted(name: string): boolean },
  unknown: Map<string, number>,
): Promise<void> {
  for (const name of placesIn(champs, [line])) {
    if (name.length > MAX_NAME || lookup.isNoted(name) || (await lookup.lieuxByNomLong(name)).length === 1) continue
    if (unknown.has(name) || unknown.size < MAX_UNKNOWN) unknown.set(name, (unknown.get(name) ?? 0) + 1)
  }
}

export interface ReadLines {
  rows: NewReleve[]
  outcomes: AppliedLine[]
}

/** The names of an act that may be there already are marked as doubtful, or its date where it has none. */
function doubtful({ data, etats }: { data: ReleveData; etats: ReleveEtats }): ReleveEtats {
  const named = ['nom', 'prenom'].filter((nom) => data[nom] !== undefined)
  const marked = named.length > 0 ? named : ['date_evenement']
  return { ...Object.fromEntries(marked.map((nom) => [nom, 'douteux'])), ...etats }
}

/** So many lines are made between two looks at what the writer of the batch before asks: some 0.5 ms. */
const MADE_AT_ONCE = 4

/** `rest`: the batch before goes on meanwhile. */
export async function readAll(
  reader: LineReader,
  lines: ReleveLine[],
  made: (held: { data: ReleveData; etats: ReleveEtats; lectures: ReleveLectures | null }) => MadeAhead,
  rest?: () => Promise<void>,
): Promise<ReadLines> {
  const rows: NewReleve[] = []
  const outcomes: AppliedLine[] = []
  for (const [at, { ligne, row, doute }] of lines.entries()) {
    if (rest && at % MADE_AT_ONCE === 0) await rest()
    const reading = await reader.read(row)
    if (reading.ok) {
      const etats = doute ? doubtful(reading) : reading.etats
      const { data, lectures } = reading
      rows.push({ data, etats, lectures, ahead: made({ data, etats, lectures }) })
    }
    outcomes.push(reading.ok ? { ligne, action: 'creer' } : { ligne, action: 'refusee', message: reading.message })
  }
  return { rows, outcomes }
}

export const refused = (lines: readonly ReleveLine[], message: string): AppliedLine[] =>
  lines.map(({ ligne }) => ({ ligne, action: 'refusee', message }))

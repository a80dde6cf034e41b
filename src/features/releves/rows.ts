import { champCell } from '../../champs/index.ts'
import type { Champ } from '../../champs/kind.ts'
import type { ReleveData, ReleveEtats } from '../../db/schema.ts'
import type { Cell } from '../../lib/rows.ts'
import { caseKey } from '../../lib/text.ts'

/** A column of the CSV of a source: the value of a field, or the state beside it. */
export interface ReleveColumn {
  header: string
  champ: Champ
  part: 'valeur' | 'etat'
}

/** The label, with ` (2)`, ` (3)`… where the file already has it: the import finds columns by label, whatever the case. */
function freeHeader(label: string, taken: Set<string>): string {
  const key = (text: string) => caseKey(text.trim())
  let header = label
  for (let n = 2; taken.has(key(header)); n += 1) header = `${label} (${n})`
  taken.add(key(header))
  return header
}

/**
 * The columns of a source in the order of its fields: for each its value, and its state where `withEtat` holds its name
 * (decisions.md, section 4). A header depends on the fields only, never on the states in use, so that an import finds it.
 * `before`: headers of other columns of the file, which no field may bear again.
 */
export function releveColumns(
  champs: readonly Champ[],
  withEtat: ReadonlySet<string>,
  before: readonly string[] = [],
): ReleveColumn[] {
  const taken = new Set<string>()
  for (const header of before) freeHeader(header, taken)
  const values = champs.map((champ) => freeHeader(champ.label, taken))
  const etats = values.map((header) => freeHeader(`${header} (état)`, taken))
  return champs.flatMap((champ, index) => {
    const valeur: ReleveColumn = { header: values[index] ?? champ.label, champ, part: 'valeur' }
    const etat: ReleveColumn = { header: etats[index] ?? champ.label, champ, part: 'etat' }
    return withEtat.has(champ.nom) ? [valeur, etat] : [valeur]
  })
}

type Valued = { data: ReleveData; etats: ReleveEtats }

/** The cell of a record in a column of its source. */
export function releveCell({ champ, part }: ReleveColumn, { data, etats }: Valued): Cell {
  if (part === 'valeur') return champCell(champ, data)
  return Object.hasOwn(etats, champ.nom) ? (etats[champ.nom] ?? null) : null
}

/** The cells of a record, in the order of the columns. */
export const releveCells = (columns: readonly ReleveColumn[], releve: Valued): Cell[] =>
  columns.map((column) => releveCell(column, releve))

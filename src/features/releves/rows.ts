import type { Held } from '../../champs/held.ts'
import { champCell } from '../../champs/index.ts'
import type { Champ } from '../../champs/kind.ts'
import { lecturesCell, lecturesOf } from '../../champs/lectures.ts'
import type { Cell } from '../../lib/rows.ts'
import { caseKey } from '../../lib/text.ts'

/** A column of the CSV of a source: the value of a field, or the state or the other readings beside it. */
export interface ReleveColumn {
  header: string
  champ: Champ
  part: 'valeur' | 'etat' | 'lecture'
}

/** The label, with ` (2)`, ` (3)`… where the file already has it: the import finds columns by label, whatever the case. */
function freeHeader(label: string, taken: Set<string>): string {
  const key = (text: string) => caseKey(text.trim())
  let header = label
  for (let n = 2; taken.has(key(header)); n += 1) header = `${label} (${n})`
  taken.add(key(header))
  return header
}

/** Names of the fields that have a column beside that of their value: of states, of other readings. */
export interface Beside {
  etats: ReadonlySet<string>
  lectures: ReadonlySet<string>
}

/**
 * The columns of a source in the order of its fields: for each its value, its state and its other readings where these are somewhere
 * in use (decisions.md, sections 4 and 11). A header depends on the fields only, never on what is in use, so that an import finds it.
 * `before`: headers of other columns of the file, which no field may bear again.
 */
export function releveColumns(
  champs: readonly Champ[],
  beside: Beside,
  before: readonly string[] = [],
): ReleveColumn[] {
  const taken = new Set<string>()
  for (const header of before) freeHeader(header, taken)
  const values = champs.map((champ) => freeHeader(champ.label, taken))
  const etats = values.map((header) => freeHeader(`${header} (état)`, taken))
  const lectures = values.map((header) => freeHeader(`${header} (autre lecture)`, taken))
  return champs.flatMap((champ, index) => {
    const valeur: ReleveColumn = { header: values[index] ?? champ.label, champ, part: 'valeur' }
    const etat: ReleveColumn = { header: etats[index] ?? champ.label, champ, part: 'etat' }
    const lecture: ReleveColumn = { header: lectures[index] ?? champ.label, champ, part: 'lecture' }
    return [
      valeur,
      ...(beside.etats.has(champ.nom) ? [etat] : []),
      ...(beside.lectures.has(champ.nom) ? [lecture] : []),
    ]
  })
}

/** The cell of a record in a column of its source. */
export function releveCell({ champ, part }: ReleveColumn, { data, etats, lectures }: Held): Cell {
  if (part === 'valeur') return champCell(champ, data)
  if (part === 'lecture') return lecturesCell(lecturesOf(lectures, champ.nom)) || null
  return Object.hasOwn(etats, champ.nom) ? (etats[champ.nom] ?? null) : null
}

/** The cells of a record, in the order of the columns. */
export const releveCells = (columns: readonly ReleveColumn[], releve: Held): Cell[] =>
  columns.map((column) => releveCell(column, releve))

// The fields of several source types side by side, for a file with the records of all of them.
import type { Held } from '../../../champs/held.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { Cell } from '../../../lib/rows.ts'
import { caseKey } from '../../../lib/text.ts'
import { type ReleveColumn, releveCell, releveColumns } from '../../releves/rows.ts'

/** The fields that stand in every type under whatever label; the header that they share where their labels differ. */
const SHARED: Record<string, string> = { date_evenement: 'Date', nom: 'Nom', prenom: 'Prénoms' }

/** One column's field: what it is in each type that has it. */
interface Shared {
  champ: Champ
  byType: Map<number, Champ>
}

/** Two fields of two types are one by a name that all types know, else by their label over one kind of value. */
const identity = ({ nom, label, type }: Champ): string =>
  Object.hasOwn(SHARED, nom) ? nom : `${type} ${caseKey(label.trim())}`

/** Puts a field of a type beside those of other types that are the same; `nom` of the column is made unique. */
function addField(found: Map<string, Shared>, type: number, champ: Champ): void {
  let key = identity(champ)
  // A label that stands twice in one type makes two columns.
  for (let n = 2; found.get(key)?.byType.has(type); n += 1) key = `${identity(champ)} ${n}`
  const known = found.get(key)
  if (!known) {
    found.set(key, { champ: { ...champ, nom: key }, byType: new Map([[type, champ]]) })
    return
  }
  known.byType.set(type, champ)
  if (known.champ.label !== champ.label) known.champ.label = SHARED[champ.nom] ?? known.champ.label
}

function sharedFields(types: ReadonlyMap<number, readonly Champ[]>): Shared[] {
  const found = new Map<string, Shared>()
  for (const [type, champs] of types) for (const champ of champs) addField(found, type, champ)
  const rank = ({ champ }: Shared): number => (Object.hasOwn(SHARED, champ.nom) ? 0 : 1)
  // Columns that all types share come first, so that the rest of the file may be folded away.
  return types.size === 1 ? [...found.values()] : [...found.values()].sort((a, b) => rank(a) - rank(b))
}

/** A state or another reading stands beside a field somewhere among the records. */
export interface BesideUse {
  type: number
  champ: string
  part: 'etat' | 'lecture'
}

export interface TypedReleve extends Held {
  type: number
}

export interface MixedColumns {
  headers: string[]
  /** The cells of a record in these columns; empty where its type has no such field. */
  cells(releve: TypedReleve): Cell[]
}

/**
 * The columns of records of several types, by type; with one type those of its sources' own export. `before`: headers that stand
 * in front of them.
 */
export function mixedColumns(
  types: ReadonlyMap<number, readonly Champ[]>,
  uses: readonly BesideUse[],
  before: readonly string[],
): MixedColumns {
  const fields = sharedFields(types)
  const having = (part: BesideUse['part']) =>
    new Set(
      fields
        .filter(({ byType }) => uses.some((use) => use.part === part && byType.get(use.type)?.nom === use.champ))
        .map(({ champ }) => champ.nom),
    )
  const columns = releveColumns(
    fields.map(({ champ }) => champ),
    { etats: having('etat'), lectures: having('lecture') },
    before,
  )
  const byNom = new Map(fields.map(({ champ, byType }) => [champ.nom, byType]))
  const own = ({ champ, ...column }: ReleveColumn, type: number): ReleveColumn | undefined => {
    const ofType = byNom.get(champ.nom)?.get(type)
    return ofType && { ...column, champ: ofType }
  }
  const ownColumns = new Map([...types.keys()].map((type) => [type, columns.map((column) => own(column, type))]))
  return {
    headers: columns.map((column) => column.header),
    cells: (releve) =>
      (ownColumns.get(releve.type) ?? columns.map(() => undefined)).map((column) =>
        column ? releveCell(column, releve) : null,
      ),
  }
}

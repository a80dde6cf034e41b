import type { Db, Trx } from '../../../db/schema.ts'
import type { AppliedLine, Import, ImportSession, PlannedLine } from '../../imports/kind.ts'
import { ACT_LABELS } from '../../types-sources/rules/persons.ts'
import { CSV_COLUMNS } from '../rows.ts'
import { STATE_LABELS, yearsText } from '../rules/words.ts'
import { writeLines } from './actions/write.ts'
import { type Decision, decide, sameRegister } from './queries.ts'
import { type LineOfFile, parseLineOfFile, type RegisterCells } from './rules/line.ts'

const REQUIRED: ReadonlySet<string> = new Set(['lieu', 'acte', 'annee_debut'])

function planned(decision: Decision): PlannedLine {
  const { ligne } = decision.line
  if ('refusal' in decision) return { ligne, action: 'refusee', message: decision.refusal }
  if (decision.known === undefined) return { ligne, action: 'creer' }
  return { ligne, action: Object.keys(decision.change).length === 0 ? 'inchangee' : 'modifier' }
}

/** An import of registers under way. */
export class RegistersSession implements ImportSession<RegisterCells> {
  readonly columns = CSV_COLUMNS.map((nom) => ({ nom, required: REQUIRED.has(nom) }))
  readonly parseLine = parseLineOfFile
  readonly #imported: Pick<Import, 'id'>
  readonly #now: () => Date
  /** The first line of each register that the file has told so far. */
  readonly #seen = new Map<string, number>()

  constructor(imported: Pick<Import, 'id'>, now: () => Date) {
    this.#imported = imported
    this.#now = now
  }

  async plan(db: Db, lines: LineOfFile[]): Promise<PlannedLine[]> {
    return (await decide(db, lines)).map((decision): PlannedLine => {
      const { ligne } = decision.line
      const key = sameRegister(decision.line)
      const first = this.#seen.get(key) ?? ligne
      this.#seen.set(key, first)
      if (first === ligne) return planned(decision)
      return { ligne, action: 'refusee', message: `Ce registre est déjà à la ligne ${first}.` }
    })
  }

  apply(trx: Trx, lines: LineOfFile[]): Promise<AppliedLine[]> {
    return writeLines(trx, lines, { importId: this.#imported.id, now: this.#now().toISOString() })
  }

  readonly preview = {
    headers: ['Lieu', 'Actes', 'Années', 'État', 'Dépôt', 'Cote'],
    cells: ({ row }: LineOfFile): string[] => [
      ...[row.lieu, ACT_LABELS[row.acte], yearsText(row), STATE_LABELS[row.etat], row.depot, row.cote],
    ],
  }
}

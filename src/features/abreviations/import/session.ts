import type { Db, Trx } from '../../../db/schema.ts'
import type { AppliedLine, Import, ImportSession, PlannedLine } from '../../imports/kind.ts'
import type { Reader } from '../queries.ts'
import { CSV_COLUMNS } from '../rows.ts'
import { writeLines } from './actions/write.ts'
import { type Decision, Lists } from './queries.ts'
import { type AbbreviationCells, type LineOfFile, parseLineOfFile } from './rules/line.ts'

function planned(decision: Decision): PlannedLine {
  const { ligne, row } = decision.line
  if ('refusal' in decision) return { ligne, action: 'refusee', message: decision.refusal }
  if (decision.known === undefined) return { ligne, action: 'creer' }
  return { ligne, action: decision.known.texte === row.texte ? 'inchangee' : 'modifier' }
}

/** An import of abbreviations under way, for the person who sent the file. */
export class AbbreviationsSession implements ImportSession<AbbreviationCells> {
  readonly columns = CSV_COLUMNS.map((nom) => ({ nom, required: nom !== 'section' }))
  readonly parseLine = parseLineOfFile
  readonly #imported: Pick<Import, 'id'>
  readonly #reader: Reader
  readonly #now: () => Date
  /** As the lines planned so far would leave them. */
  #lists: Lists | undefined
  /** Line of each abbreviation and list that the file has brought so far. */
  readonly #seen = new Map<string, number>()

  constructor(reader: Reader, imported: Pick<Import, 'id'>, now: () => Date) {
    this.#reader = reader
    this.#imported = imported
    this.#now = now
  }

  async plan(db: Db, lines: LineOfFile[]): Promise<PlannedLine[]> {
    this.#lists ??= new Lists(db)
    const plans: PlannedLine[] = []
    for (const line of lines) {
      const key = JSON.stringify([line.row.section, line.row.abreviation])
      const first = this.#seen.get(key)
      this.#seen.set(key, first ?? line.ligne)
      if (first === undefined) plans.push(planned(await this.#lists.decide(this.#reader, line)))
      else
        plans.push({ ligne: line.ligne, action: 'refusee', message: `Cette abréviation est déjà à la ligne ${first}.` })
    }
    return plans
  }

  apply(trx: Trx, lines: LineOfFile[]): Promise<AppliedLine[]> {
    return writeLines(trx, lines, {
      importId: this.#imported.id,
      reader: this.#reader,
      now: this.#now().toISOString(),
    })
  }

  readonly preview = {
    headers: ['Abréviation', 'Texte', 'Liste'],
    cells: ({ row }: LineOfFile): string[] => [row.abreviation, row.texte, row.section || 'La mienne'],
  }
}

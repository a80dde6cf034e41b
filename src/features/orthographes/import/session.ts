import type { Db, Trx } from '../../../db/schema.ts'
import type { AppliedLine, Import, ImportSession, PlannedLine } from '../../imports/kind.ts'
import type { Types } from '../../lieux/import/queries/parents.ts'
import { CSV_COLUMNS } from '../rows.ts'
import { KIND_LABELS, SIGNS, STATES } from '../rules/line.ts'
import { writeSpellings } from './actions/write.ts'
import { type Decision, decideLines } from './queries.ts'
import { pairKey, parseSpellingLine, type SpellingCells, type SpellingLineOfFile } from './rules/line.ts'

const REQUIRED: readonly string[] = ['nom1', 'signe', 'nom2']

function planned(decision: Decision): PlannedLine {
  const { ligne } = decision.line
  if ('refusal' in decision) return { ligne, action: 'refusee', message: decision.refusal }
  if (decision.known === undefined) return { ligne, action: 'creer' }
  return { ligne, action: Object.keys(decision.change).length === 0 ? 'inchangee' : 'modifier' }
}

/** An import of spellings under way. */
export class SpellingsSession implements ImportSession<SpellingCells> {
  readonly columns = CSV_COLUMNS.map((nom) => ({ nom, required: REQUIRED.includes(nom) }))
  readonly #types: Types
  readonly #imported: Pick<Import, 'id' | 'user_id'>
  readonly #now: () => Date
  /** Line of each pair and place that the file has brought so far. */
  readonly #seen = new Map<string, number>()

  constructor(types: Types, imported: Pick<Import, 'id' | 'user_id'>, now: () => Date) {
    this.#types = types
    this.#imported = imported
    this.#now = now
  }

  parseLine(cell: (nom: string) => string) {
    return parseSpellingLine(cell)
  }

  /** The first of the lines that speak of one pair and place counts. */
  #first({ ligne, row }: SpellingLineOfFile): number | undefined {
    const key = pairKey(row, row.lieu)
    const first = this.#seen.get(key)
    if (first === undefined) this.#seen.set(key, ligne)
    return first
  }

  async plan(db: Db, lines: SpellingLineOfFile[]): Promise<PlannedLine[]> {
    const decisions = await decideLines(db, this.#types, lines)
    return decisions.map((decision) => {
      const { ligne } = decision.line
      const first = this.#first(decision.line)
      if (first === undefined) return planned(decision)
      return { ligne, action: 'refusee', message: `Ces deux noms sont déjà à la ligne ${first}, pour le même lieu.` }
    })
  }

  apply(trx: Trx, lines: SpellingLineOfFile[]): Promise<AppliedLine[]> {
    const { id, user_id } = this.#imported
    const writing = { importId: id, userId: user_id, types: this.#types, now: this.#now().toISOString() }
    return writeSpellings(trx, lines, writing)
  }

  readonly preview = {
    headers: ['Ligne', 'Genre', 'Lieu', 'Connue par', 'État'],
    cells: ({ row }: SpellingLineOfFile): string[] => [
      `${row.nom_a} ${SIGNS[row.signe].sign} ${row.nom_b}`,
      KIND_LABELS[row.genre],
      row.lieu || 'Partout',
      row.source ?? '',
      row.etat === null ? '' : STATES[row.etat].label,
    ],
  }
}

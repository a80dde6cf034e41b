import type { Db } from '../../db/schema.ts'
import { plural } from '../../lib/text.ts'
import type { AppliedLine, ImportLine, ImportSession, PlannedLine, References, Trx } from '../imports/kind.ts'
import { CSV_COLUMNS, coordinateCell } from './csv-columns.ts'
import { ambiguousParent, type Decision, decide, missingParent, quote, SEVERAL, type Types } from './import-decide.ts'
import { type LieuRow, parseLieuLine } from './import-line.ts'
import { isNothing, type Known, matchOf } from './import-match.ts'
import { writeLieux } from './import-write.ts'

type Line = ImportLine<LieuRow>

function planOf(decision: Decision): PlannedLine {
  const { ligne, cle } = decision.line
  if ('isWaiting' in decision) return { ligne, action: 'attente' }
  if ('refusal' in decision) return { ligne, action: 'refusee', message: decision.refusal }
  const { match, nomLong } = decision
  if (match === 'plusieurs') return { ligne, action: 'refusee', message: SEVERAL }
  const action = match === 'aucun' ? 'creer' : isNothing(match.changes) ? 'inchangee' : 'modifier'
  return nomLong === cle ? { ligne, action } : { ligne, action, cle: nomLong }
}

const listed = (lignes: number[]): string => `${lignes.slice(0, -1).join(', ')} et ${lignes.at(-1)}`

const references: References = {
  async known(db, keys) {
    const rows = await db
      .selectFrom('lieux')
      .select(['nom_long', (eb) => eb.fn.countAll<number>().as('n')])
      .where('nom_long', 'in', keys)
      .groupBy('nom_long')
      .execute()
    return new Map(rows.map((row) => [row.nom_long, row.n]))
  },
  missing: missingParent,
  ambiguous: ambiguousParent,
  refused: (key, ligne) => `Le lieu parent ${quote(key)} est décrit à la ligne ${ligne}, qui est refusée.`,
  itself: (key) => `${quote(key)} ne peut pas être son propre lieu parent.`,
  cycle: (lignes) =>
    `Les lignes ${listed(lignes.slice(0, 10))} se désignent l’une l’autre comme lieu parent\u00a0: cette boucle de ${plural(lignes.length, 'lieu', 'lieux')} n’a pas de sommet.`,
  shortName: (row) => (row as LieuRow).nom,
}

const text = (value: string | number | null): string => (value === null ? '' : String(value).replace('.', ','))

/** An import of places under way. `now` dates what it writes. */
export class LieuxSession implements ImportSession<LieuRow> {
  readonly columns = CSV_COLUMNS.map((nom) => ({ nom, required: nom === 'nom' }))
  readonly references = references
  readonly #types: Types
  readonly #importId: number
  readonly #now: () => Date
  /** Of the batch planned last, by key: what its lines were compared with. */
  #found = new Map<string, { parent: { id: number | null }; known: Known[] }>()

  constructor(types: Types, importId: number, now: () => Date) {
    this.#types = types
    this.#importId = importId
    this.#now = now
  }

  parseLine(cell: (nom: string) => string) {
    return parseLieuLine(cell, this.#types.byName)
  }

  async plan(db: Db, lines: Line[], above: Map<string, Line>): Promise<PlannedLine[]> {
    const decisions = await decide(db, this.#types, lines, above)
    const compared = decisions.filter((decision) => 'match' in decision)
    this.#found = new Map(compared.map((decision) => [decision.nomLong, decision]))
    return decisions.map(planOf)
  }

  /** Two lines describe one place where both mean the same one of the site, or would create it twice. */
  isSame(a: Line, b: Line, cle: string): boolean {
    if (a.row.nom !== b.row.nom || a.renvoi !== b.renvoi) return false
    const { parent, known } = this.#found.get(cle) ?? { parent: { id: null }, known: [] }
    const [x, y] = [matchOf(a, parent.id, known), matchOf(b, parent.id, known)]
    if (x === 'plusieurs' || y === 'plusieurs') return false
    if (x === 'aucun' || y === 'aucun') return x === y && a.row.type_id === b.row.type_id
    return x.isOnly && y.isOnly && x.place.id === y.place.id
  }

  doublon(ligne: number): string {
    return `Ce lieu est déjà décrit à la ligne ${ligne}.`
  }

  async apply(trx: Trx, lines: Line[]): Promise<AppliedLine[]> {
    return writeLieux(trx, lines, { types: this.#types, importId: this.#importId, now: this.#now().toISOString() })
  }

  readonly preview = {
    headers: ['Nom long', 'Code', 'Type', 'Latitude', 'Longitude', 'Note'],
    cells: ({ row, cle }: Line): string[] => [
      cle ?? row.nom,
      row.code ?? '',
      (row.type_id === null ? undefined : this.#types.byId.get(row.type_id))?.nom ?? '',
      text(coordinateCell(row.latitude)),
      text(coordinateCell(row.longitude)),
      row.note ?? '',
    ],
  }
}

import type { Db, Trx } from '../../../db/schema.ts'
import type { NumberCell } from '../../../lib/rows.ts'
import { plural } from '../../../lib/text.ts'
import { quotedStart } from '../../../lib/typo.ts'
import type { AppliedLine, Import, ImportSession, PlannedLine, References } from '../../imports/kind.ts'
import { nearParents } from '../queries/long-names.ts'
import { CSV_COLUMNS, coordinateCell } from '../rules/csv-columns.ts'
import { writeLieux } from './actions/write.ts'
import { isNothing } from './queries/match.ts'
import { placesMarked, type Site, type Types } from './queries/parents.ts'
import { ambiguousParent, type Decision, decide, missingParent, SEVERAL } from './rules/decide.ts'
import { type LieuLine, type LieuRow, parseLieuLine } from './rules/line.ts'
import { markedName, unmarked } from './rules/marks.ts'

function planOf(decision: Decision): PlannedLine {
  const { ligne, cle } = decision.line
  if ('isWaiting' in decision) return { ligne, action: 'attente' }
  if ('refusal' in decision) return { ligne, action: 'refusee', message: decision.refusal }
  const { match, nomLong } = decision
  if (match === 'plusieurs') return { ligne, action: 'refusee', message: SEVERAL }
  const action = match === 'aucun' ? 'creer' : isNothing(match.changes) ? 'inchangee' : 'modifier'
  return nomLong === cle ? { ligne, action } : { ligne, action, cle: nomLong }
}

/** The place that a line means: one of the site, or a new one; undefined where it cannot matter which. */
function meaningOf(decision: Decision): string | undefined {
  const { row, renvoi } = decision.line
  const match = 'match' in decision ? decision.match : 'aucun'
  if (match === 'plusieurs') return undefined
  if (match === 'aucun') return JSON.stringify([row.nom, renvoi, row.type_id, row.code])
  return match.isOnly ? String(match.place.id) : undefined
}

const TWICE = (first: number): string =>
  `Ce lieu est déjà décrit à la ligne ${first}. S’ils sont deux, un type ou un code doit les distinguer.`

const listed = (lignes: number[]): string => `${lignes.slice(0, -1).join(', ')} et ${lignes.at(-1)}`

const referencesOf = (types: Types): References => ({
  async known(db, keys) {
    const places = await placesMarked(db, types, keys)
    return new Map([...places].map(([key, { length }]) => [key, length]))
  },
  marks: {
    of({ row, cle }) {
      const { type_id, code } = row as LieuRow
      return markedName(cle ?? '', (type_id === null ? undefined : types.byId.get(type_id)?.nom) ?? null, code)
    },
    base: unmarked,
  },
  missing: missingParent,
  near: nearParents,
  ambiguous: ambiguousParent,
  refused: (key, ligne) => `Le lieu parent ${quotedStart(key)} est décrit à la ligne ${ligne}, qui est refusée.`,
  itself: (key) => `${quotedStart(key)} ne peut pas être son propre lieu parent.`,
  cycle: (lignes) =>
    `Les lignes ${listed(lignes.slice(0, 10))} se désignent l’une l’autre comme lieu parent\u00a0: cette boucle de ${plural(lignes.length, 'lieu', 'lieux')} n’a pas de sommet.`,
  shortName: (row) => (row as LieuRow).nom,
})

const text = (cell: NumberCell | null): string => (cell === null ? '' : String(cell).replace('.', ','))

/** An import of places under way. `now` dates what it writes. */
export class LieuxSession implements ImportSession<LieuRow> {
  readonly columns = CSV_COLUMNS.map((nom) => ({ nom, required: nom === 'nom' }))
  readonly references: References
  readonly #types: Types
  readonly #imported: Pick<Import, 'id' | 'created_at'>
  readonly #now: () => Date

  constructor(types: Types, imported: Pick<Import, 'id' | 'created_at'>, now: () => Date) {
    this.#types = types
    this.references = referencesOf(types)
    this.#imported = imported
    this.#now = now
  }

  #site(): Site {
    return { types: this.#types, since: this.#imported.created_at }
  }

  parseLine(cell: (nom: string) => string) {
    return parseLieuLine(cell, this.#types.byName)
  }

  async plan(db: Db, lines: LieuLine[], above: Map<string, LieuLine>): Promise<PlannedLine[]> {
    return (await decide(db, this.#site(), lines, above)).map(planOf)
  }

  /** Two lines describe one place where both mean the same one of the site, or would create it twice. */
  async doubles(db: Db, lines: LieuLine[], firsts: Map<string, number>): Promise<{ ligne: number; message: string }[]> {
    const doubles: { ligne: number; message: string }[] = []
    for (const decision of await decide(db, this.#site(), lines, new Map())) {
      const { ligne } = decision.line
      const meant = meaningOf(decision)
      const first = meant === undefined ? undefined : firsts.get(meant)
      if (first !== undefined) doubles.push({ ligne, message: TWICE(first) })
      else if (meant !== undefined) firsts.set(meant, ligne)
    }
    return doubles
  }

  async apply(trx: Trx, lines: LieuLine[]): Promise<AppliedLine[]> {
    const writing = { ...this.#site(), importId: this.#imported.id, now: this.#now().toISOString() }
    return writeLieux(trx, lines, writing)
  }

  readonly preview = {
    headers: ['Nom complet', 'Code', 'Type', 'Latitude', 'Longitude', 'Note'],
    cells: ({ row, cle }: LieuLine): string[] => [
      cle ?? row.nom,
      row.code ?? '',
      (row.type_id === null ? undefined : this.#types.byId.get(row.type_id))?.nom ?? '',
      text(coordinateCell(row.latitude)),
      text(coordinateCell(row.longitude)),
      row.note ?? '',
    ],
  }
}

import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { sortKey } from '../../../lib/text.ts'
import { quotedStart } from '../../../lib/typo.ts'
import type { RegisterInput } from '../actions.ts'
import type { LineOfFile, RegisterCells } from './rules/line.ts'

interface Known extends RegisterInput {
  id: number
}

/** An import changes these in a line that is there already. */
export type Changed = Pick<RegisterInput, 'etat' | 'depot_id' | 'url' | 'note'>

/** A line of a file comes to this on the site as it stands; `known`: the line of the inventory that it tells again. */
export type Decision = { line: LineOfFile } & (
  | { refusal: string }
  | { input: RegisterInput; known: undefined }
  | { input: RegisterInput; known: Known; change: Partial<Changed> }
)

const noPlace = (name: string) =>
  `Le lieu ${quotedStart(name)} n’existe pas\u00a0: écrivez exactement son nom complet, par exemple «\u00a0Dinard, Ille-et-Vilaine\u00a0».`
const severalPlaces = (name: string) =>
  `Plusieurs lieux s’appellent ${quotedStart(name)}\u00a0: cette ligne s’ajoute depuis l’inventaire.`
const noDepot = (name: string) => `Le dépôt ${quotedStart(name)} n’existe pas.`

const keyOf = ({ lieu_id, acte, cote, annee_debut, annee_fin }: RegisterInput): string =>
  JSON.stringify([lieu_id, acte, cote ?? '', annee_debut, annee_fin])

/** Places by long name. */
async function placesNamed(db: Db, names: readonly string[]): Promise<Map<string, number[]>> {
  const rows = await db
    .selectFrom('lieux')
    .select(['id', 'nom_long'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('nom_long'), [...new Set(names)]))
    .execute()
  const found = new Map<string, number[]>()
  for (const { id, nom_long } of rows) found.set(nom_long, [...(found.get(nom_long) ?? []), id])
  return found
}

/** Repositories by folded name, and by folded short name where no other bears that. */
async function depotsNamed(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('depots').select(['id', 'nom', 'sigle']).orderBy('id', 'desc').execute()
  const short = rows.flatMap(({ id, sigle }) => (sigle === null ? [] : [[sortKey(sigle), id] as const]))
  return new Map([...short, ...rows.map(({ id, nom }) => [sortKey(nom), id] as const)])
}

async function linesOf(db: Db, places: readonly number[]): Promise<Map<string, Known>> {
  const rows = await db
    .selectFrom('registres')
    .select(['id', 'lieu_id', 'acte', 'cote', 'annee_debut', 'annee_fin', 'etat', 'depot_id', 'url', 'note'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('lieu_id'), [...new Set(places)]))
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** An empty cell changes nothing, but for the state, which a file always tells. */
function changeOf(input: RegisterInput, known: Known): Partial<Changed> {
  const names = ['etat', 'depot_id', 'url', 'note'] as const
  return Object.fromEntries(
    names.filter((name) => input[name] !== null && input[name] !== known[name]).map((name) => [name, input[name]]),
  )
}

const orNull = (text: string): string | null => (text === '' ? null : text)

const inputOf = (row: RegisterCells, lieu_id: number, depot_id: number | null): RegisterInput => {
  const { acte, annee_debut, annee_fin, etat } = row
  return {
    ...{ lieu_id, acte, annee_debut, annee_fin, etat, depot_id },
    cote: orNull(row.cote),
    url: orNull(row.url),
    note: orNull(row.note),
  }
}

/** Decides on lines of a file, in their order; of two that tell the same register the second is refused. */
export async function decide(db: Db, lines: readonly LineOfFile[]): Promise<Decision[]> {
  const places = await placesNamed(
    db,
    lines.map(({ row }) => row.lieu),
  )
  const depots = await depotsNamed(db)
  const known = await linesOf(db, [...places.values()].flat())
  return lines.map((line): Decision => {
    const { row } = line
    const [place, another] = places.get(row.lieu) ?? []
    if (place === undefined) return { line, refusal: noPlace(row.lieu) }
    if (another !== undefined) return { line, refusal: severalPlaces(row.lieu) }
    const depot = row.depot === '' ? null : depots.get(sortKey(row.depot))
    if (depot === undefined) return { line, refusal: noDepot(row.depot) }
    const input = inputOf(row, place, depot)
    const there = known.get(keyOf(input))
    return there ? { line, input, known: there, change: changeOf(input, there) } : { line, input, known: undefined }
  })
}

/** Tells lines of a file apart that are the same register. */
export const sameRegister = ({ row }: LineOfFile): string =>
  JSON.stringify([row.lieu, row.acte, row.cote, row.annee_debut, row.annee_fin])

import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { quotedStart } from '../../../lib/typo.ts'
import { placesMarked, type Types } from '../../lieux/import/queries/parents.ts'
import { objectionTo } from '../queries/lines.ts'
import { type SpellingRow, withNames } from '../queries/listing.ts'
import { pairKey, type SpellingLineOfFile } from './rules/line.ts'

/** A line of a file comes to this on the site as it stands. */
export type Decision = { line: SpellingLineOfFile } & (
  | { refusal: string }
  | { lieu_id: number | null; known: undefined }
  /** `change`: the columns in which the file says something else. */
  | { lieu_id: number | null; known: SpellingRow; change: SpellingChange }
)

export type SpellingChange = Partial<Pick<SpellingRow, 'source' | 'etat'>>

/** Every line of the pairs of these lines, at whatever place, those that were refused last. */
async function linesOfPairs(db: Db, lines: readonly SpellingLineOfFile[]): Promise<Map<string, SpellingRow[]>> {
  const rows = await withNames(db)
    .where((eb) =>
      dialectOf(db).sql.inList(
        eb.ref('cle_a'),
        lines.map(({ row }) => row.cle_a),
      ),
    )
    .orderBy((eb) => eb.case().when('etat', '=', 'refusee').then(1).else(0).end())
    .orderBy('orthographes.id', 'desc')
    .execute()
  const found = new Map<string, SpellingRow[]>()
  for (const row of rows) {
    const key = pairKey(row, String(row.lieu_id ?? ''))
    found.set(key, [...(found.get(key) ?? []), row])
  }
  return found
}

/** An empty cell changes nothing. */
function changeOf({ row }: SpellingLineOfFile, known: SpellingRow): SpellingChange {
  return {
    ...(row.source !== null && row.source !== known.source ? { source: row.source } : {}),
    ...(row.etat !== null && row.etat !== known.etat ? { etat: row.etat } : {}),
  }
}

const noPlace = (name: string): string =>
  `Le lieu ${quotedStart(name)} n’existe pas\u00a0: écrivez exactement son nom complet, ou laissez la case vide.`
const severalPlaces = (name: string): string =>
  `Plusieurs lieux s’appellent ${quotedStart(name)}\u00a0: ajoutez le type et le code du bon, comme dans l’export des lieux.`

/** The place of a line, null for everywhere; or why it is none. */
function placeOf(
  lieu: string,
  places: ReadonlyMap<string, { id: number }[]>,
): { id: number | null } | { refusal: string } {
  if (lieu === '') return { id: null }
  const [place, another] = places.get(lieu) ?? []
  if (!place) return { refusal: noPlace(lieu) }
  return another ? { refusal: severalPlaces(lieu) } : { id: place.id }
}

function decisionOf(line: SpellingLineOfFile, lieu_id: number | null, here: readonly SpellingRow[]): Decision {
  const { signe } = line.row
  const standing = here.find(({ etat }) => etat !== 'refusee')
  if (standing && standing.signe !== signe) return { line, refusal: objectionTo(signe, [standing]) ?? '' }
  const same = standing ?? here.find((one) => one.signe === signe)
  return same ? { line, lieu_id, known: same, change: changeOf(line, same) } : { line, lieu_id, known: undefined }
}

/** Decides on lines by what is there now. */
export async function decideLines(db: Db, types: Types, lines: readonly SpellingLineOfFile[]): Promise<Decision[]> {
  const names = lines.flatMap(({ row }) => (row.lieu === '' ? [] : [row.lieu]))
  const places = await placesMarked(db, types, names)
  const known = await linesOfPairs(db, lines)
  return lines.map((line): Decision => {
    const place = placeOf(line.row.lieu, places)
    if ('refusal' in place) return { line, ...place }
    return decisionOf(line, place.id, known.get(pairKey(line.row, String(place.id ?? ''))) ?? [])
  })
}

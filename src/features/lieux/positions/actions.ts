import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { quoted } from '../../../lib/typo.ts'
import type { AppliedLine, ImportLine, Restored } from '../../imports/kind.ts'
import { gazetteerOfFrance, lostOf } from './queries.ts'
import { communeOf } from './rules.ts'

/** A place that had no position when the search was asked for. */
export interface LostRow {
  id: number
  nom_long: string
}

export type LostLine = ImportLine<LostRow>
type PlacedLine = LostLine & { avant: Record<string, unknown> }

interface Position {
  latitude: number
  longitude: number
}

/** Writes a position, or takes it away, as any other change of a place does. */
const place = (trx: Trx, id: number, position: Position | { latitude: null; longitude: null }, now: string) =>
  trx
    .updateTable('lieux')
    .set((eb) => ({ ...position, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Gives these places the position of their commune, looking again at what is there: one that has got a position keeps it. */
export async function placeLines(trx: Trx, lines: LostLine[], now: string): Promise<AppliedLine[]> {
  await dialectOf(trx).locks.lock(trx, 'lieux')
  const gazetteer = await gazetteerOfFrance()
  const lost = await lostOf(
    trx,
    lines.map(({ row }) => row.id),
  )
  const outcomes: AppliedLine[] = []
  for (const { ligne, row } of lines) {
    const known = lost.get(row.id)
    const outcome = known ? communeOf(known, gazetteer) : 'none'
    if (outcome === 'none') outcomes.push({ ligne, action: 'inchangee' })
    else if ('doubt' in outcome) outcomes.push({ ligne, action: 'refusee', message: outcome.doubt })
    else {
      const { latitude, longitude } = outcome.found
      await place(trx, row.id, { latitude, longitude }, now)
      outcomes.push({ ligne, action: 'modifier', avant: { latitude, longitude } })
    }
  }
  return outcomes
}

/** Ids of the places that still have the position that a search gave them. */
async function stillPlaced(db: Db, lines: PlacedLine[]): Promise<Set<number>> {
  const ids = lines.map(({ row }) => row.id)
  const rows = await db
    .selectFrom('lieux')
    .select(['id', 'latitude', 'longitude'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .execute()
  const now = new Map(rows.map((row) => [row.id, row]))
  const isSame = ({ row, avant }: PlacedLine) => {
    const today = now.get(row.id)
    return today !== undefined && today.latitude === avant.latitude && today.longitude === avant.longitude
  }
  return new Set(lines.filter(isSame).map(({ row }) => row.id))
}

export const countStillPlaced = async (db: Db, lines: PlacedLine[]): Promise<number> =>
  (await stillPlaced(db, lines)).size

/** Takes the given positions away again, but for those that somebody has changed since. */
export async function unplaceLines(trx: Trx, lines: PlacedLine[], now: Date): Promise<Restored> {
  await dialectOf(trx).locks.lock(trx, 'lieux')
  const placed = await stillPlaced(trx, lines)
  const messages: Restored['messages'] = []
  for (const { ligne, row } of lines) {
    if (placed.has(row.id)) await place(trx, row.id, { latitude: null, longitude: null }, now.toISOString())
    else
      messages.push({
        ligne,
        message: `${quoted(row.nom_long)} reste tel qu’il est\u00a0: sa position a été modifiée depuis, ou le lieu supprimé.`,
      })
  }
  return { restaurees: placed.size, messages }
}

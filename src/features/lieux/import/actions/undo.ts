import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../../db/schema.ts'
import { quoted } from '../../../../lib/typo.ts'
import type { Import, ImportLine, Removable, Removed, Restored } from '../../../imports/kind.ts'
import { countQuotesOf } from '../../queries/quotes.ts'
import { isSameCell } from '../../rules/csv-columns.ts'
import { inUse, type LieuUses } from '../../rules/uses.ts'
import type { Changes, Known } from '../queries/match.ts'
import { loadTypes } from '../rules/decide.ts'
import type { LieuRow } from '../rules/line.ts'
import { change, parentOf } from './write.ts'

/** A place that is needed for anything else stays. */
async function usesOfEach(trx: Db, ids: number[]): Promise<Map<number, LieuUses>> {
  const count = async (rows: Promise<{ id: number | null; n: number }[]>) =>
    new Map((await rows).map(({ id, n }) => [id, n]))
  const byPlace = (table: 'sources' | 'orthographes' | 'registres') =>
    count(
      trx
        .selectFrom(table)
        .select(['lieu_id as id', (eb) => eb.fn.countAll<number>().as('n')])
        .where((eb) => dialectOf(trx).sql.inList(eb.ref('lieu_id').$castTo<number>(), ids))
        .groupBy('lieu_id')
        .execute(),
    )
  const lieux = await count(
    trx
      .selectFrom('lieux')
      .select(['lieu_parent_id as id', (eb) => eb.fn.countAll<number>().as('n')])
      .where((eb) => dialectOf(trx).sql.inList(eb.ref('lieu_parent_id').$castTo<number>(), ids))
      .groupBy('lieu_parent_id')
      .execute(),
  )
  const [sources, orthographes] = [await byPlace('sources'), await byPlace('orthographes')]
  const registres = await byPlace('registres')
  const releves = await countQuotesOf(trx, ids)
  const of = (id: number) => ({
    lieux: lieux.get(id) ?? 0,
    sources: sources.get(id) ?? 0,
    orthographes: orthographes.get(id) ?? 0,
    registres: registres.get(id) ?? 0,
    releves: releves.get(id) ?? 0,
  })
  return new Map(ids.map((id) => [id, of(id)]))
}

type Created = Pick<Known, 'id' | 'nom_long' | 'lieu_parent_id'> & { version: number }

/** Which of these places go, and why the others stay. Those above come after those below, which hold them no more. */
function sorted(places: Created[], uses: Map<number, LieuUses>): { gone: Created[]; messages: string[] } {
  const messages: string[] = []
  const gone: Created[] = []
  for (const place of places) {
    const { id, nom_long, lieu_parent_id, version } = place
    const use = uses.get(id)
    const reason = use && inUse(use)
    if (reason !== undefined) messages.push(`${quoted(nom_long)} reste. ${reason}`)
    else if (version > 1) messages.push(`${quoted(nom_long)} reste\u00a0: il a été modifié depuis l’import.`)
    else {
      gone.push(place)
      const above = uses.get(lieu_parent_id ?? 0)
      if (above) above.lieux -= 1
    }
  }
  return { gone, messages }
}

/** Places that an import created, newest first, those before `cursor`. */
function createdPlaces(db: Db, importId: number, cursor: number | null, limit: number): Promise<Created[]> {
  let query = db
    .selectFrom('lieux')
    .select(['id', 'nom_long', 'lieu_parent_id', 'version'])
    .where('import_id', '=', importId)
  if (cursor !== null) query = query.where('id', '<', cursor)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

const COUNTED_AT_ONCE = 5000

/** Says what `removeCreated` would do, batch after batch: a place goes where all that lies in it goes. */
export async function removableLieux(db: Db, { id: importId }: Import): Promise<Removable> {
  const count = { retirees: 0, conservees: 0 }
  /** Places that would be gone by then, by the place that they lie in. */
  const goneBelow = new Map<number, number>()
  for (let cursor: number | null = null; ; ) {
    const places: Created[] = await createdPlaces(db, importId, cursor, COUNTED_AT_ONCE)
    const last = places.at(-1)
    if (!last) return count
    const uses = await usesOfEach(
      db,
      places.map((place) => place.id),
    )
    for (const [id, use] of uses) use.lieux -= goneBelow.get(id) ?? 0
    const { gone } = sorted(places, uses)
    // Those of this very batch were counted by `sorted`.
    const parents = gone.map((place) => place.lieu_parent_id ?? 0).filter((id) => !uses.has(id))
    for (const id of parents) goneBelow.set(id, (goneBelow.get(id) ?? 0) + 1)
    count.retirees += gone.length
    count.conservees += places.length - gone.length
    cursor = last.id
  }
}

/**
 * Takes back places that an import created, newest first: what lies in a place was created after it. One that is in use or
 * was changed since stays, and is told.
 */
export async function removeCreated(
  trx: Trx,
  { id: importId }: Import,
  cursor: number | null,
  limit: number,
): Promise<Removed> {
  await dialectOf(trx).locks.lock(trx, 'lieux')
  const places = await createdPlaces(trx, importId, cursor, limit)
  const last = places.at(-1)
  if (!last) return { retirees: 0, messages: [], next: null }
  const uses = await usesOfEach(
    trx,
    places.map((place) => place.id),
  )
  const { gone, messages } = sorted(places, uses)
  const ids = gone.map(({ id }) => id)
  if (ids.length > 0)
    await trx
      .deleteFrom('lieux')
      .where((eb) => dialectOf(trx).sql.inList(eb.ref('id'), ids))
      .execute()
  return { retirees: gone.length, messages, next: last.id }
}

type ChangedLine = ImportLine<LieuRow> & { avant: Record<string, unknown> }

/** The changed places as they are now. */
async function changedPlaces(db: Db, lines: ChangedLine[]) {
  const ids = lines.map(({ avant }) => Number(avant.id))
  const rows = await db
    .selectFrom('lieux')
    .selectAll()
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Was the place changed once more in what the import wrote? */
const isChangedAgain = (place: Known, { row, avant }: ChangedLine): boolean =>
  Object.keys(avant).some((column) => column !== 'id' && !isSameCell(place[column as keyof Changes], row[column]))

/** How many of these places still hold what the import wrote. */
export async function restorableLieux(db: Db, lines: ChangedLine[]): Promise<number> {
  const places = await changedPlaces(db, lines)
  return lines.filter((line) => {
    const place = places.get(Number(line.avant.id))
    return place !== undefined && !isChangedAgain(place, line)
  }).length
}

/** Gives changed places their former values back, where they still hold what the import wrote. */
export async function restoreChanged(trx: Trx, lines: ChangedLine[], now: Date): Promise<Restored> {
  await dialectOf(trx).locks.lock(trx, 'lieux')
  const places = await changedPlaces(trx, lines)
  const types = await loadTypes(trx)
  const restored: Restored = { restaurees: 0, messages: [] }
  for (const line of lines) {
    const { ligne, row, avant } = line
    const { id, ...before } = avant
    const place = places.get(Number(id))
    if (!place) restored.messages.push({ ligne, message: `${quoted(row.nom)} a été supprimé depuis l’import.` })
    else if (isChangedAgain(place, line))
      restored.messages.push({
        ligne,
        message: `${quoted(place.nom_long)} garde ses valeurs\u00a0: il a été modifié depuis l’import.`,
      })
    else {
      await change(trx, place, await parentOf(trx, place), before as Changes, { types, now: now.toISOString() })
      restored.restaurees += 1
    }
  }
  return restored
}

import type { ExpressionBuilder } from 'kysely'
import type { Champ } from '../../champs/kind.ts'
import { addCounts, insertOrSet } from '../../db/rows.ts'
import type { Db, ReleveData, Schema } from '../../db/schema.ts'
import { countedAndListed, listed } from './holders.ts'
import { type Counted, countByGenre, countValues, type GenreCounted, type Value } from './rules/values.ts'

/** Records of one source as they were and as they are: both lists empty for nothing, one of them for a creation or a deletion. */
export interface ReleveChange {
  source_id: number
  before: readonly ReleveData[]
  after: readonly ReleveData[]
}

/** Keeps the values to complete with right; part of the transaction that writes the records, which holds the source. */
export async function updateValues(trx: Db, champs: readonly Champ[], change: ReleveChange): Promise<void> {
  const counts = countValues(champs, change.before, change.after)
  const gained = counts.filter(({ n }) => n > 0)
  const lost = counts.filter(({ n }) => n < 0)
  // One pass over `valeurs` in the order of its key, gains and losses together: see `byKey` of values.ts.
  const firsts = await addValues(trx, change.source_id, gained)
  const lasts = await removeValues(trx, change.source_id, lost)
  const moved = counts.filter((value) => firsts.has(value) || lasts.has(value))
  await countSources(trx, change.source_id, moved)
  await countGenres(trx, countByGenre(champs, moved))
}

/** This value of this field, in either table. */
const same =
  ({ champ_id, cle, valeur }: Value) =>
  (eb: ExpressionBuilder<Schema, 'valeurs' | 'valeurs_sources'>) =>
    eb.and([eb('champ_id', '=', champ_id), eb('cle', '=', cle), eb('valeur', '=', valeur)])

/** How often a source holds each value of a field. */
class Held {
  readonly #counts = new Map<number, Map<string, number>>()

  constructor(rows: readonly Omit<Counted, 'cle'>[]) {
    for (const { champ_id, valeur, n } of rows) {
      const ofField = this.#counts.get(champ_id)
      if (ofField) ofField.set(valeur, n)
      else this.#counts.set(champ_id, new Map([[valeur, n]]))
    }
  }

  of({ champ_id, valeur }: Value): number | undefined {
    return this.#counts.get(champ_id)?.get(valeur)
  }
}

/** The values that the source did not have. */
async function addValues(trx: Db, sourceId: number, gained: readonly Counted[]): Promise<Set<Value>> {
  const rows = gained.map(({ champ_id, cle, valeur, n }) => ({ champ_id, source_id: sourceId, cle, valeur, n }))
  const counts = await addCounts(trx, 'valeurs_sources', rows, ['champ_id', 'valeur', 'n'])
  const held = new Held(counts)
  return new Set(gained.filter((value) => held.of(value) === value.n))
}

/** The values that the source has no more. */
async function removeValues(trx: Db, sourceId: number, lost: readonly Counted[]): Promise<Set<Value>> {
  const lasts = new Set<Value>()
  for (const value of lost) {
    const left = await trx
      .updateTable('valeurs_sources')
      .set((eb) => ({ n: eb('n', '+', value.n) }))
      .where(same(value))
      .where('source_id', '=', sourceId)
      .returning('n')
      .executeTakeFirst()
    if (left === undefined || left.n > 0) continue
    lasts.add(value)
    await trx.deleteFrom('valeurs_sources').where(same(value)).where('source_id', '=', sourceId).execute()
  }
  return lasts
}

/** This source more, or less, for each of these values. */
async function countSources(trx: Db, sourceId: number, counts: readonly Counted[]): Promise<void> {
  const sources = listed(sourceId)
  const rows = counts.map((value) => ({ ...value, n: Math.sign(value.n), sources }))
  await insertOrSet(trx, 'valeurs', rows, { key: ['champ_id', 'cle', 'valeur'], set: countedAndListed })
  for (const value of counts.filter(({ n }) => n < 0)) {
    await trx.deleteFrom('valeurs').where(same(value)).where('n', '<=', 0).execute()
  }
}

/** After `valeurs`, whoever writes: in the order of its key too. */
async function countGenres(trx: Db, counts: readonly GenreCounted[]): Promise<void> {
  await addCounts(trx, 'valeurs_genres', counts)
  for (const { genre, cle, valeur } of counts.filter(({ n }) => n < 0)) {
    await trx
      .deleteFrom('valeurs_genres')
      .where((eb) => eb.and([eb('genre', '=', genre), eb('cle', '=', cle), eb('valeur', '=', valeur)]))
      .where('n', '<=', 0)
      .execute()
  }
}

/** A wrong value is offered no more in this field, whatever the source, nor in those that hold the same kind of name. Once more changes nothing. */
export async function dropValue(
  db: Db,
  { champ_id, valeur, user_id, now }: { champ_id: number; valeur: string; user_id: number; now: string },
): Promise<void> {
  await db
    .insertInto('valeurs_ecartees')
    .values({ champ_id, valeur, user_id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes a `dropValue` back. */
export async function offerAgain(db: Db, { champ_id, valeur }: { champ_id: number; valeur: string }): Promise<void> {
  await db.deleteFrom('valeurs_ecartees').where('champ_id', '=', champ_id).where('valeur', '=', valeur).execute()
}

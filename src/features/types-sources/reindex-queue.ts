// The search index has a record as the fields of its type say: names of whom, places, couples. Whoever changes fields and groups
// so that records say something else to it writes the task that goes over them.
import { GENRES, type Genre, genreOf } from '../../champs/genres.ts'
import type { Champ } from '../../champs/kind.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { shapeOf } from '../../search/bearers.ts'
import { enqueue } from '../taches/actions.ts'
import { champsOf, isAnyHeld } from './queries.ts'
import { outdateStatisticsOfType } from './statistics-queue.ts'
import { outdateWarningsOfType } from './warnings-queue.ts'

/** Kind of the task that brings the search index up to date with the fields of a type. */
export const REINDEX_TYPE = 'recherche_champ'

/** The payload of that task. */
export interface TypeReindex {
  type: number
  /** The fields as the index has them: only for what is counted, as a record may have been saved since. */
  avant?: Champ[]
  /** The last record that was written, in the order of ids. */
  apres: number
}

/** Each field by its name, with what it is to the index. */
function usesOf(champs: readonly Champ[]): Map<string, string> {
  return new Map(
    shapeOf(champs).fields.map(({ champ, as, bearer, lived }) => [champ.nom, JSON.stringify([as, bearer, lived])]),
  )
}

interface Couple {
  key: string
  /** Names of the fields of each of the two. */
  one: string[]
  other: string[]
}

function couplesOf(champs: readonly Champ[]): Couple[] {
  const { fields, couples } = shapeOf(champs)
  const nomsOf = (slot: string) => fields.flatMap(({ champ, bearer }) => (bearer?.slot === slot ? [champ.nom] : []))
  return couples.map(({ kind, one, other }) => ({
    key: `${kind} ${one.slot} ${other.slot}`,
    one: nomsOf(one.slot),
    other: nomsOf(other.slot),
  }))
}

/** Those of one list that the other does not have. */
const apart = (list: Couple[], from: Couple[]): Couple[] =>
  list.filter(({ key }) => !from.some((couple) => couple.key === key))

/** Does the index get something else from the records of the type than it did? New fields change nothing: nobody filled them in. */
async function isOtherToIndex(trx: Db, typeId: number, before: Champ[], after: Champ[]): Promise<boolean> {
  const [was, is] = [usesOf(before), usesOf(after)]
  const noms = [...new Set([...was.keys(), ...is.keys()])].filter((nom) => was.get(nom) !== is.get(nom))
  if (await isAnyHeld(trx, typeId, noms)) return true
  const [ones, others] = [couplesOf(before), couplesOf(after)]
  for (const { one, other } of [...apart(ones, others), ...apart(others, ones)])
    if ((await isAnyHeld(trx, typeId, one)) && (await isAnyHeld(trx, typeId, other))) return true
  return false
}

/** Many changes in a row make one task: one that waits begins anew; one that runs reads the fields of today, but not of its first records. */
async function enqueueTypeReindex(trx: Db, typeId: number, avant: Champ[], now: Date): Promise<void> {
  const waiting = await trx
    .selectFrom('taches')
    .select(['id', 'payload'])
    .where('kind', '=', REINDEX_TYPE)
    .where('etat', '=', 'attente')
    .execute()
  for (const { id, payload } of waiting) {
    if (payload.type !== typeId) continue
    const { numUpdatedRows } = await trx
      .updateTable('taches')
      .set({ payload: JSON.stringify({ avant, ...payload, apres: 0 }) })
      .where('id', '=', id)
      .where('etat', '=', 'attente')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return
  }
  const payload: TypeReindex = { type: typeId, avant, apres: 0 }
  await enqueue(trx, { kind: REINDEX_TYPE, payload: { ...payload } }, now)
}

/** Kind of the task that sums up the values of kinds of names, in the migration that made their table too. */
export const COUNT_GENRES = 'valeurs_genres'

/** Kinds of names that other fields hold than before. */
function moved(before: readonly Champ[], after: readonly Champ[]): Genre[] {
  const fields = (champs: readonly Champ[], genre: Genre) =>
    champs.flatMap((champ) => (genreOf(champ) === genre ? [champ.id] : [])).toSorted((a, b) => a - b)
  return GENRES.filter((genre) => fields(before, genre).join() !== fields(after, genre).join())
}

/** A new field holds nothing that is to be counted, but nobody knows here whether it is one. */
async function enqueueGenres(trx: Trx, genres: readonly Genre[], now: Date): Promise<void> {
  const waiting = await trx
    .selectFrom('taches')
    .select('payload')
    .where('kind', '=', COUNT_GENRES)
    .where('etat', '=', 'attente')
    .execute()
  for (const genre of genres) {
    const isWaiting = waiting.some(({ payload }) => payload.genre === genre && payload.apres === '')
    if (!isWaiting) await enqueue(trx, { kind: COUNT_GENRES, payload: { genre, apres: '' } }, now)
  }
}

/** Changes the design of a type, which the transaction holds; where the index, shared values or warnings are to follow, their tasks are written with it. */
export async function redesigned<T>(trx: Trx, typeId: number, now: Date, change: () => Promise<T>): Promise<T> {
  const before = await champsOf(trx, typeId)
  const done = await change()
  const after = await champsOf(trx, typeId)
  await enqueueGenres(trx, moved(before, after), now)
  if (await isOtherToIndex(trx, typeId, before, after)) await enqueueTypeReindex(trx, typeId, before, now)
  await outdateWarningsOfType(trx, typeId, { before, after }, now)
  await outdateStatisticsOfType(trx, typeId)
  return done
}

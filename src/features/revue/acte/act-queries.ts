import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema.ts'
import type { Verdict } from '../../../db/schema-revue.ts'
import type { Reading } from './queries.ts'

/** Where a reader of a source stopped: the act that was on the screen last. */
export const placeIn = (db: Db, sourceId: number, userId: number): Promise<{ releve_id: number } | undefined> =>
  db
    .selectFrom('revue_places')
    .select('releve_id')
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()

/** The other readers of the source at this moment, each with the act on the screen. */
export const othersIn = (db: Db, { source, userId, now }: Reading) =>
  readersOf(db, { source: source.id, user: userId, now }, '')

const readersOf = prepared((db, { source, user, now }: { source: number; user: number; now: string }) =>
  db
    .selectFrom('revue_baux as b')
    .innerJoin('users', 'users.id', 'b.user_id')
    .innerJoin('releves', 'releves.id', 'b.releve_id')
    .select(['users.name', 'releves.id', 'releves.data'])
    .where('b.source_id', '=', source)
    .where('b.user_id', '<>', user)
    .where('b.jusqua', '>', now)
    .orderBy('users.name_key'),
)

/** The act on which this reader said something before the one on the screen: the way back. */
export async function judgedBefore(
  db: Db,
  sourceId: number,
  userId: number,
  shownId: number | undefined,
): Promise<number | undefined> {
  const own = db
    .selectFrom('releve_avis as a')
    .innerJoin('releves', 'releves.id', 'a.releve_id')
    .where('a.source_id', '=', sourceId)
    .where('a.user_id', '=', userId)
  const here =
    shownId === undefined
      ? undefined
      : await own.select('a.id').where('a.releve_id', '=', shownId).orderBy('a.id', 'desc').executeTakeFirst()
  let before = own.select('a.releve_id').where('a.releve_id', '<>', shownId ?? 0)
  if (here) before = before.where('a.id', '<', here.id)
  return (await before.orderBy('a.id', 'desc').limit(1).executeTakeFirst())?.releve_id
}

/** The last word of anybody on an act as it stands, and whether this reader made the correction that it is. */
export async function standingOf(
  db: Db,
  { source_id, id, version }: { source_id: number; id: number; version: number },
  userId: number,
): Promise<{ last: { verdict: Verdict; name: string | null } | undefined; isOwnCorrection: boolean }> {
  const rows = await wordsOn(db, { source: source_id, id, version }, '')
  return {
    last: rows[0],
    isOwnCorrection: rows.some(({ verdict, user_id }) => verdict === 'corrige' && user_id === userId),
  }
}

const wordsOn = prepared((db, { source, id, version }: { source: number; id: number; version: number }) =>
  db
    .selectFrom('releve_avis as a')
    .leftJoin('users', 'users.id', 'a.user_id')
    .select(['a.verdict', 'a.user_id', 'users.name'])
    .where('a.source_id', '=', source)
    .where('a.releve_id', '=', id)
    .where('a.version', '=', version)
    .where('a.verdict', '<>', 'passe')
    .orderBy('a.id', 'desc'),
)

/** Does this reader want single keys? */
export async function hasKeysOn(db: Db, userId: number): Promise<boolean> {
  const { touches_revue } = await db
    .selectFrom('users')
    .select('touches_revue')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return touches_revue
}

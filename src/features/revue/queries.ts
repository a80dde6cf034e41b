import { type ExpressionBuilder, sql } from 'kysely'
import { dialectOf } from '../../db/dialect/index.ts'
import type { Db, Schema } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import type { Paging } from '../../web/pagination.ts'
import { AWAITED } from '../droits/status.ts'
import { reviewable } from '../notifications/queries.ts'
import { type Releve, relevesByIds } from '../releves/queries/records.ts'
import { endsOf } from '../sources/rules/moves.ts'

/** The sources to decide on with their submission; one that came there without any waits since its last change. */
const waiting = (db: Db, user: CurrentUser) =>
  reviewable(db, user)
    .leftJoin('source_transitions as submission', (join) =>
      join.on('submission.id', '=', (eb) =>
        eb
          .selectFrom('source_transitions as t')
          .select((e) => e.fn.max('t.id').as('id'))
          .whereRef('t.source_id', '=', 'sources.id')
          .where('t.vers', 'in', AWAITED),
      ),
    )
    .select((eb) => [
      'sources.id',
      'sources.titre',
      eb.fn.coalesce('submission.created_at', 'sources.updated_at').as('depuis'),
    ])

/** A page of the sources to decide on, the one submitted first on top. */
export const listToReview = (db: Db, user: CurrentUser, { parPage, offset }: Pick<Paging, 'parPage' | 'offset'>) =>
  waiting(db, user)
    .leftJoin('users', 'users.id', 'submission.user_id')
    .leftJoin('sections', 'sections.id', 'sources.section_id')
    .select(['sources.nb_releves', 'users.name as auteur', 'sections.nom as section'])
    .orderBy('depuis')
    .orderBy('sources.id')
    .limit(parPage)
    .offset(offset)
    .execute()

export type ToReview = Awaited<ReturnType<typeof listToReview>>[number]

export async function countToReview(db: Db, user: CurrentUser): Promise<number> {
  const { n } = await reviewable(db, user)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export interface InTurn {
  id: number
  titre: string
  /** ISO instant of the submission: with the id, the place in the queue. */
  depuis: string
}

/** Where a source stands in this user's queue; undefined where it is not in it. */
export const placeOf = (db: Db, user: CurrentUser, id: number): Promise<InTurn | undefined> =>
  waiting(db, user).where('sources.id', '=', id).executeTakeFirst()

/** The source to look at after this one: the next in the queue, else the first of it; undefined where nothing else waits. */
export async function nextAfter(db: Db, user: CurrentUser, { id, depuis }: Omit<InTurn, 'titre'>) {
  const queue = db.selectFrom(waiting(db, user).as('queue')).selectAll().where('id', '!=', id).limit(1)
  const sorted = queue.orderBy('depuis').orderBy('id')
  const later = await sorted
    .where((eb) => eb.or([eb('depuis', '>', depuis), eb.and([eb('depuis', '=', depuis), eb('id', '>', id)])]))
    .executeTakeFirst()
  return later ?? (await sorted.executeTakeFirst())
}

/** Where a review stops looking back for what changed. */
const LOOKED_BACK_TO = endsOf(({ since }) => since !== null)

/** The submission under review, and the decision or submission before it, since which changes count. */
export async function submissionOf(db: Db, sourceId: number) {
  const [last, before] = await db
    .selectFrom('source_transitions')
    .leftJoin('users', 'users.id', 'source_transitions.user_id')
    .select(['source_transitions.vers', 'motif', 'source_transitions.created_at', 'users.name as auteur'])
    .where('source_id', '=', sourceId)
    .where('vers', 'in', LOOKED_BACK_TO)
    .orderBy('source_transitions.id', 'desc')
    .limit(2)
    .execute()
  return last && AWAITED.includes(last.vers)
    ? { submission: last, previous: before }
    : { submission: undefined, previous: last }
}

export type Submission = Awaited<ReturnType<typeof submissionOf>>

const versionsSince = (db: Db, sourceId: number, since: string) =>
  db
    .selectFrom('releve_versions')
    .where('releve_versions.source_id', '=', sourceId)
    .where('releve_versions.created_at', '>', since)

/** Records that still are there and changed since; records that were deleted since. */
export async function countChanges(db: Db, sourceId: number, since: string) {
  return versionsSince(db, sourceId, since)
    .leftJoin('releves', 'releves.id', 'releve_versions.releve_id')
    .select((eb) => [
      eb.fn.count<number>('releves.id').distinct().as('modifies'),
      eb.fn
        .count<number>(eb.case().when('releves.id', 'is', null).then(eb.ref('releve_versions.releve_id')).end())
        .distinct()
        .as('supprimes'),
    ])
    .executeTakeFirstOrThrow()
}

export type Change = 'nouveau' | 'modifie'

/** Which of these records changed since, and how: new since then, or changed. */
export async function changesAmong(
  db: Db,
  sourceId: number,
  ids: number[],
  since: string,
): Promise<Map<number, Change>> {
  if (ids.length === 0) return new Map()
  const rows = await versionsSince(db, sourceId, since)
    .select(['releve_id', sql<number>`max(case when operation = 'creation' then 1 else 0 end)`.as('created')])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('releve_id'), ids))
    .groupBy('releve_id')
    .execute()
  return new Map(rows.map(({ releve_id, created }) => [releve_id, created === 1 ? 'nouveau' : 'modifie']))
}

type ReleveExpression = ExpressionBuilder<Schema, 'releves'>

/** A page of the records that changed since, in the order of dates. */
export async function listChanged(db: Db, sourceId: number, since: string, paging: Paging): Promise<Releve[]> {
  const isChanged = (eb: ReleveExpression) =>
    eb('releves.id', 'in', versionsSince(db, sourceId, since).select('releve_versions.releve_id'))
  const rows = await db
    .selectFrom('releves')
    .select('releves.id')
    .where('releves.source_id', '=', sourceId)
    .where(isChanged)
    .orderBy('date_evenement', (order) => order.asc().nullsFirst())
    .orderBy('releves.id')
    .limit(paging.parPage)
    .offset(paging.offset)
    .execute()
  return relevesByIds(
    db,
    rows.map((row) => row.id),
  )
}

const MAX_FOUND = 200

/** Acts of a source about which a reader said more than « bon », as they stand, with the last word on each; by id. */
export async function foundWrong(db: Db, sourceId: number) {
  const last = db
    .selectFrom('releve_avis')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('source_id', '=', sourceId)
    .where('verdict', '!=', 'passe')
    .groupBy('releve_id')
  return db
    .selectFrom('releve_avis')
    .innerJoin('releves', 'releves.id', 'releve_avis.releve_id')
    .select(['releves.id', 'nom', 'prenom', 'verdict', 'poids'])
    .where('releve_avis.id', 'in', last)
    .where('verdict', '!=', 'bon')
    .orderBy('releves.id')
    .limit(MAX_FOUND)
    .execute()
}

export type FoundWrong = Awaited<ReturnType<typeof foundWrong>>[number]

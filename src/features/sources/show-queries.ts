import type { Db } from '../../db/schema.ts'

const LATEST = 10
const MAX_TRANSITIONS = 100

/** The moves of a source through the workflow, the last first. */
export const transitionsOf = (db: Db, sourceId: number) =>
  db
    .selectFrom('source_transitions')
    .leftJoin('users', 'users.id', 'source_transitions.user_id')
    .select(['source_transitions.id', 'de', 'vers', 'motif', 'source_transitions.created_at', 'users.name as auteur'])
    .where('source_id', '=', sourceId)
    .orderBy('source_transitions.id', 'desc')
    .limit(MAX_TRANSITIONS)
    .execute()

export type Transition = Awaited<ReturnType<typeof transitionsOf>>[number]

/** Days of the first and the last act, ISO; null where no act has a date that could be read. */
export const datesOf = (db: Db, sourceId: number) =>
  db
    .selectFrom('releves')
    .select((eb) => [eb.fn.min('date_evenement').as('premiere'), eb.fn.max('date_evenement').as('derniere')])
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow()

/** How many records each person entered, and when last; who worked last comes first. */
export const authorsOf = (db: Db, sourceId: number) =>
  db
    .selectFrom('releves')
    .leftJoin('users', 'users.id', 'releves.created_by')
    .select(['releves.created_by', 'users.name'])
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.max('releves.created_at').as('derniere_saisie')])
    .where('releves.source_id', '=', sourceId)
    .groupBy(['releves.created_by', 'users.name'])
    .orderBy('derniere_saisie', 'desc')
    .orderBy('releves.created_by')
    .execute()

export type AuthorCount = Awaited<ReturnType<typeof authorsOf>>[number]

/** The records entered last. */
export const latestReleves = (db: Db, sourceId: number) =>
  db
    .selectFrom('releves')
    .select(['id', 'nom', 'prenom', 'date_evenement'])
    .where('source_id', '=', sourceId)
    .orderBy('id', 'desc')
    .limit(LATEST)
    .execute()

export type LatestReleve = Awaited<ReturnType<typeof latestReleves>>[number]

/** How many deleted records the history of a source could still bring back. */
export async function countDeleted(db: Db, sourceId: number): Promise<number> {
  const { n } = await db
    .selectFrom('releve_versions')
    .leftJoin('releves', 'releves.id', 'releve_versions.releve_id')
    .select((eb) => eb.fn.count<number>('releve_versions.releve_id').distinct().as('n'))
    .where('releve_versions.source_id', '=', sourceId)
    .where('releves.id', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

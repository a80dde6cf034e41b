import { sql } from 'kysely'
import { KINDS, storedValue } from '../../../champs/index.ts'
import type { Db, ReleveData } from '../../../db/schema.ts'
import type { DateValue } from '../../../lib/dates.ts'
import { actDate } from '../../../search/reach.ts'
import { toLookAt } from './given-back.ts'

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

/** The dates of the first and the last act; null where no act has one that could be read. */
export async function datesOf(db: Db, sourceId: number): Promise<{ premiere: DateValue; derniere: DateValue } | null> {
  const outermost = (dir: 'asc' | 'desc') =>
    db
      .selectFrom('releves')
      .select('data')
      .where('source_id', '=', sourceId)
      .where('date_evenement', 'is not', null)
      .orderBy('date_evenement', dir)
      .orderBy('id', dir)
      .limit(1)
      .executeTakeFirst()
  const [first, last] = [await outermost('asc'), await outermost('desc')]
  const [premiere, derniere] = [first && actDate(first.data), last && actDate(last.data)]
  return premiere && derniere ? { premiere, derniere } : null
}

/** The years in which a source has records, in order: one step of the index each, however many the records. */
export async function yearsOf(db: Db, sourceId: number): Promise<number[]> {
  const { rows } = await sql<{ annee: string }>`
    with recursive jours(jour) as (
      select min(date_evenement) from releves where source_id = ${sourceId}
      union all
      select (
        select min(date_evenement) from releves
        where source_id = ${sourceId} and date_evenement > substr(jours.jour, 1, 4) || '-99'
      ) from jours where jours.jour is not null
    )
    select substr(jour, 1, 4) as annee from jours where jour is not null`.execute(db)
  return rows.map(({ annee }) => Number(annee))
}

/** Gives the last deed on a record of the source and its author; undefined where nothing ever was done. */
export const lastWorkOn = (db: Db, sourceId: number) =>
  db
    .selectFrom('releve_versions')
    .leftJoin('users', 'users.id', 'releve_versions.user_id')
    .select(['operation', 'releve_versions.created_at', 'users.name'])
    .where('releve_versions.source_id', '=', sourceId)
    .orderBy('releve_versions.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export type LastWork = Awaited<ReturnType<typeof lastWorkOn>>

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

/** The records entered last; `date` as the register has it, with its calendar, '' for none. */
export async function latestReleves(db: Db, sourceId: number) {
  const rows = await db
    .selectFrom('releves')
    .select(['id', 'nom', 'prenom', 'data'])
    .where('source_id', '=', sourceId)
    .orderBy('id', 'desc')
    .limit(LATEST)
    .execute()
  return rows.map(({ data, ...row }) => ({ ...row, date: dateText(data) }))
}

function dateText(data: ReleveData): string {
  const date = storedValue(data, 'date_evenement')
  return KINDS.date.isValue(date) ? KINDS.date.toText(date) : ''
}

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

/** Acts of a source that the machine points at, as `features/avertissements` has them; null where nobody ever asked for them. */
const pointedAt = (db: Db, sourceId: number) =>
  db
    .selectFrom('avertissements as a')
    .leftJoin('avertissements_admis as admis', (join) =>
      join
        .onRef('admis.source_id', '=', 'a.source_id')
        .onRef('admis.genre', '=', 'a.genre')
        .onRef('admis.champ', '=', 'a.champ')
        .onRef('admis.valeur', '=', 'a.valeur'),
    )
    .select((eb) => eb.fn.count<number>('a.releve_id').distinct().as('n'))
    .where('a.source_id', '=', sourceId)
    .where('admis.source_id', 'is', null)

interface Beside {
  vues: number
  aRevoir: number
  points: number
  /** Below zero while they are looked for; null where nobody ever asked. */
  pointsLus: number | null
}

/** Counts views of the register, acts that a review gave back and that are still to be looked at, and those that the machine points at. */
export function countBeside(db: Db, sourceId: number): Promise<Beside> {
  const views = db.selectFrom('source_vues').where('source_id', '=', sourceId)
  return db
    .selectNoFrom([
      views.select((eb) => eb.fn.countAll<number>().as('n')).as('vues'),
      toLookAt(db, sourceId).as('aRevoir'),
      pointedAt(db, sourceId).as('points'),
      db.selectFrom('avertissements_lus').select('version_max').where('source_id', '=', sourceId).as('pointsLus'),
    ])
    .$narrowType<Beside>()
    .executeTakeFirstOrThrow()
}

import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { Db, Schema, SourceStatus } from '../../../db/schema.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { keyedSecondBy, transcribedBy, visibleSources } from '../../droits/policy.ts'
import { AWAITED, noSources, type StatusCounts, TO_DO } from '../../droits/status.ts'
import { isOthers, isToKey } from '../../sources/queries/second-keying.ts'

/** Lines of a list of the dashboard; its « Tout voir » leads to the rest. */
export const LINES = 8

/** Sources per status and records in all, of the sources this user sees. */
export async function totals(db: Db, user: CurrentUser) {
  const rows = await db
    .selectFrom('sources')
    .select('status')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.sum<number>('nb_releves').as('releves')])
    .where(visibleSources(user))
    .groupBy('status')
    .execute()
  const parStatut = noSources()
  for (const row of rows) parStatut[row.status] = row.n
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  return { parStatut, sources: sum((row) => row.n), releves: sum((row) => row.releves) }
}

export type Totals = Awaited<ReturnType<typeof totals>>

/** The last time that a source came to one of these statuses; null where it never did. */
const lastMove = (eb: ExpressionBuilder<Schema, 'sources'>, to: readonly SourceStatus[]) =>
  eb
    .selectFrom('source_transitions')
    .whereRef('source_transitions.source_id', '=', 'sources.id')
    .where('source_transitions.vers', 'in', to)
    .orderBy('source_transitions.id', 'desc')
    .limit(1)

const sourceLines = (db: Db, user: CurrentUser) =>
  db
    .selectFrom('sources')
    .select(['sources.id', 'sources.titre', 'sources.status', 'sources.nb_releves'])
    .where(visibleSources(user))
    .limit(LINES)

/** Sources that wait for a decision of this user, with when they were submitted: all for admins, those of the managed sections otherwise. */
export function sourcesToValidate(db: Db, user: CurrentUser) {
  const waiting = sourceLines(db, user)
    .select((eb) => [
      eb.fn.coalesce(lastMove(eb, AWAITED).select('source_transitions.created_at'), 'sources.updated_at').as('depuis'),
    ])
    .where('sources.status', 'in', AWAITED)
    .orderBy('depuis')
    .orderBy('sources.id')
  if (user.role === 'admin') return waiting.execute()
  return waiting.where('sources.section_id', 'in', managedSections(db, user)).execute()
}

export type WaitingLine = Awaited<ReturnType<typeof sourcesToValidate>>[number]

/** The sections that this user manages. */
export const managedSections = (db: Db, user: CurrentUser) =>
  db.selectFrom('section_membres').select('section_id').where('user_id', '=', user.id).where('is_manager', '=', true)

/** The place of a source in the list of what one still has to do. */
const rankOf = (eb: ExpressionBuilder<Schema, 'sources'>) =>
  TO_DO.reduceRight<Expression<number>>(
    (rest, status, rank) => eb.case().when('sources.status', '=', status).then(eb.lit(rank)).else(rest).end(),
    eb.lit(TO_DO.length),
  )

/**
 * Sources in which this user may type now: rejected ones first, each with its reason, then those assigned to the user, then begun
 * ones, then the others; oldest first.
 */
export function openSources(db: Db, user: CurrentUser) {
  const mine = sql<number>`case when exists (select 1 from source_membres
    where source_membres.source_id = sources.id and source_membres.user_id = ${user.id}) then 1 else 0 end`
  return sourceLines(db, user)
    .select((eb) => [mine.as('assignee'), lastMove(eb, ['rejetee']).select('source_transitions.motif').as('motif')])
    .where(transcribedBy(user))
    .where('sources.status', 'in', TO_DO)
    .orderBy((eb) => eb.case().when('sources.status', '=', 'rejetee').then(0).else(1).end())
    .orderBy('assignee', 'desc')
    .orderBy(rankOf)
    .orderBy('sources.created_at')
    .orderBy('sources.id')
    .execute()
}

export type OpenLine = Awaited<ReturnType<typeof openSources>>[number]

/** Sources with acts that this user may type a second time, and how many: none that the user typed or changed. */
export function secondKeyings(db: Db, user: CurrentUser) {
  return db
    .selectFrom('sources')
    .innerJoin('secondes_saisies as s', 's.source_id', 'sources.id')
    .innerJoin('releves', (join) =>
      join.onRef('releves.id', '=', 's.releve_id').onRef('releves.source_id', '=', 's.source_id'),
    )
    .select(['sources.id', 'sources.titre'])
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('sources.status', '=', 'a_valider')
    .where((eb) => visibleSources(user)(eb as never))
    .where((eb) => keyedSecondBy(user)(eb as never))
    .where((eb) => isToKey(eb as never))
    .where((eb) => isOthers(user.id)(eb as never))
    .groupBy(['sources.id', 'sources.titre'])
    .orderBy('sources.id')
    .limit(LINES)
    .execute()
}

export type SecondLine = Awaited<ReturnType<typeof secondKeyings>>[number]

/** The sections this user belongs to; whoever belongs to none has those that are open to all. */
function ownSections(db: Db, user: CurrentUser) {
  const memberships = db
    .selectFrom('section_membres')
    .select('section_membres.section_id')
    .where('user_id', '=', user.id)
  return db
    .selectFrom('sections as own')
    .select('own.id')
    .where((eb) =>
      eb.or([eb('own.id', 'in', memberships), eb.and([eb('own.ouverte', '=', true), eb.not(eb.exists(memberships))])]),
    )
}

/** The sections of this user's dashboard, by name, each with its sources per status and its records. */
export async function sectionStatistics(db: Db, user: CurrentUser) {
  const rows = await db
    .selectFrom('sections')
    .leftJoin('sources', 'sources.section_id', 'sections.id')
    .leftJoin('section_membres as own', (join) =>
      join.onRef('own.section_id', '=', 'sections.id').on('own.user_id', '=', user.id),
    )
    .select(['sections.id', 'sections.nom', 'sources.status', 'own.is_manager'])
    .select((eb) => [eb.fn.count<number>('sources.id').as('n'), eb.fn.sum<number | null>('nb_releves').as('releves')])
    .where('sections.id', 'in', ownSections(db, user))
    .groupBy(['sections.id', 'sections.nom', 'sections.nom_key', 'sources.status', 'own.is_manager'])
    .orderBy('sections.nom_key')
    .execute()
  const sections = new Map<
    number,
    { id: number; nom: string; isManaged: boolean; parStatut: StatusCounts; releves: number }
  >()
  for (const { id, nom, status, n, releves, is_manager } of rows) {
    const isManaged = user.role === 'gestionnaire' && is_manager === true
    const section = sections.get(id) ?? { id, nom, isManaged, parStatut: noSources(), releves: 0 }
    if (status !== null) section.parStatut[status] = n
    section.releves += releves ?? 0
    sections.set(id, section)
  }
  return [...sections.values()]
}

export type SectionStatistics = Awaited<ReturnType<typeof sectionStatistics>>[number]

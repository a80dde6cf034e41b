import type { Expression, ExpressionBuilder } from 'kysely'
import type { Db, Schema, SourceStatus } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { visibleSources } from '../droits/policy.ts'
import { AWAITED, TO_DO } from '../droits/status.ts'

/** Lines of a list of the dashboard; its « Tout voir » leads to the rest. */
export const LINES = 8

export type StatusCounts = Record<SourceStatus, number>

const noSources = (): StatusCounts => ({ a_relever: 0, en_cours: 0, a_valider: 0, validee: 0, rejetee: 0 })

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

/** How many may log in, and whether there is anything yet to make a source from. */
export async function siteState(db: Db) {
  const state = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('users')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('is_active', '=', true)
        .as('utilisateurs'),
      eb.selectFrom('lieux').select('id').limit(1).as('lieu'),
      eb.selectFrom('types_sources').select('id').limit(1).as('type'),
    ])
    .executeTakeFirstOrThrow()
  return { utilisateurs: state.utilisateurs ?? 0, hasLieu: state.lieu !== null, hasType: state.type !== null }
}

export interface MonthCount {
  /** As instants begin: 2026-11. */
  mois: string
  n: number
}

/** How many records were entered in each of these months, of those that still exist. */
export async function monthlyActivity(db: Db, months: readonly string[]): Promise<MonthCount[]> {
  const rows = await db
    .selectFrom('source_mois')
    .select('mois')
    .select((eb) => eb.fn.sum<number>('n').as('n'))
    .where('mois', 'in', months)
    .groupBy('mois')
    .execute()
  const counts = new Map(rows.map(({ mois, n }) => [mois, n]))
  return months.map((mois) => ({ mois, n: counts.get(mois) ?? 0 }))
}

const sourceLines = (db: Db, user: CurrentUser) =>
  db
    .selectFrom('sources')
    .leftJoin('sections', 'sections.id', 'sources.section_id')
    .select(['sources.id', 'sources.titre', 'sources.status', 'sources.nb_releves', 'sections.nom as section_nom'])
    .where(visibleSources(user))
    .limit(LINES)

/** Sources that wait for a decision of this user: all for admins, those of the managed sections otherwise. Oldest first. */
export function sourcesToValidate(db: Db, user: CurrentUser) {
  const waiting = sourceLines(db, user)
    .where('sources.status', 'in', AWAITED)
    .orderBy('sources.updated_at')
    .orderBy('sources.id')
  if (user.role === 'admin') return waiting.execute()
  const managed = db
    .selectFrom('section_membres')
    .select('section_id')
    .where('user_id', '=', user.id)
    .where('is_manager', '=', true)
  return waiting.where('sources.section_id', 'in', managed).execute()
}

export type SourceLine = Awaited<ReturnType<typeof sourcesToValidate>>[number]

/** The place of a source in the list of what one still has to do. */
const rankOf = (eb: ExpressionBuilder<Schema, 'sources'>) =>
  TO_DO.reduceRight<Expression<number>>(
    (rest, status, rank) => eb.case().when('sources.status', '=', status).then(eb.lit(rank)).else(rest).end(),
    eb.lit(TO_DO.length),
  )

/** Sources assigned to this user that wait for work: rejected ones first, then begun, then untouched; oldest first. */
export function assignedSources(db: Db, user: CurrentUser): Promise<SourceLine[]> {
  return sourceLines(db, user)
    .where('sources.id', 'in', db.selectFrom('source_membres').select('source_id').where('user_id', '=', user.id))
    .where('sources.status', 'in', TO_DO)
    .orderBy(rankOf)
    .orderBy('sources.created_at')
    .orderBy('sources.id')
    .execute()
}

/** The sources of this user's sections that were created last. */
export function recentSources(db: Db, user: CurrentUser): Promise<SourceLine[]> {
  return sourceLines(db, user)
    .where('sources.section_id', 'in', ownSections(db, user))
    .orderBy('sources.created_at', 'desc')
    .orderBy('sources.id', 'desc')
    .execute()
}

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
    .select(['sections.id', 'sections.nom', 'sources.status'])
    .select((eb) => [eb.fn.count<number>('sources.id').as('n'), eb.fn.sum<number | null>('nb_releves').as('releves')])
    .where('sections.id', 'in', ownSections(db, user))
    .groupBy(['sections.id', 'sections.nom', 'sections.nom_key', 'sources.status'])
    .orderBy('sections.nom_key')
    .execute()
  const sections = new Map<number, { id: number; nom: string; parStatut: StatusCounts; releves: number }>()
  for (const { id, nom, status, n, releves } of rows) {
    const section = sections.get(id) ?? { id, nom, parStatut: noSources(), releves: 0 }
    if (status !== null) section.parStatut[status] = n
    section.releves += releves ?? 0
    sections.set(id, section)
  }
  return [...sections.values()]
}

export type SectionStatistics = Awaited<ReturnType<typeof sectionStatistics>>[number]

const releveLines = (db: Db, user: CurrentUser) =>
  db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .leftJoin('users', 'users.id', 'releves.created_by')
    .select(['releves.id', 'releves.nom', 'releves.prenom', 'releves.created_at'])
    .select(['sources.titre as source_titre', 'users.name as author'])
    .where((eb) => visibleSources(user)(eb))
    .orderBy('releves.id', 'desc')
    .limit(LINES)

/** The records entered last in the sources this user sees, newest first. */
export const recentReleves = (db: Db, user: CurrentUser) => releveLines(db, user).execute()

export type ReleveLine = Awaited<ReturnType<typeof recentReleves>>[number]

/** The records this user entered last, where the source is still to be seen. */
export const ownReleves = (db: Db, user: CurrentUser): Promise<ReleveLine[]> =>
  releveLines(db, user).where('releves.created_by', '=', user.id).execute()

import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Schema } from '../../../db/schema.ts'
import { monthOf } from '../../../lib/months.ts'
import { managersOf } from '../../users/queries.ts'

type Counter = ExpressionBuilder<Schema, never>

/** Numbers of people. */
const people = (eb: Counter, now: Date) => {
  const users = eb.selectFrom('users').select((e) => e.fn.countAll<number>().as('n'))
  return [
    users.where('is_active', '=', true).as('utilisateurs'),
    users.where('demande_at', 'is not', null).as('demandes'),
    eb
      .selectFrom('saisies')
      .select((e) => e.fn.count<number>('user_id').distinct().as('n'))
      .where('mois', '=', monthOf(now.toISOString()))
      .as('saisissent'),
    eb
      .selectFrom('sections')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where((e) => e(managersOf(e), '=', 0))
      .as('sansGestionnaire'),
  ] as const
}

/** The first row of what a new site needs. */
const beginnings = (eb: Counter) =>
  [
    eb.selectFrom('lieux').select('id').limit(1).as('lieu'),
    eb.selectFrom('types_sources').select('id').limit(1).as('type'),
    eb.selectFrom('sections').select('id').limit(1).as('section'),
  ] as const

/** Whoever takes a backup away leaves a line of its path in the journal. */
const takenAway = (eb: Counter) =>
  eb
    .selectFrom('journal')
    .select((e) => e.fn.max<string | null>('at').as('at'))
    .where('action', '=', 'export')
    .where(sql<boolean>`cast(detail as text) like '%/parametres/sauvegardes/%'`)
    .as('emportee')

/** Whatever the administrator's page asks of small tables, in one statement. */
export async function siteState(db: Db, now: Date) {
  const { lieu, type, section, emportee, ...counts } = await db
    .selectNoFrom((eb) => [...people(eb, now), ...beginnings(eb), takenAway(eb)])
    .executeTakeFirstOrThrow()
  return {
    utilisateurs: counts.utilisateurs ?? 0,
    demandes: counts.demandes ?? 0,
    saisissent: counts.saisissent ?? 0,
    sansGestionnaire: counts.sansGestionnaire ?? 0,
    ...{ hasLieu: lieu !== null, hasType: type !== null, hasSection: section !== null },
    emportee,
  }
}

export type SiteFacts = Awaited<ReturnType<typeof siteState>>

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

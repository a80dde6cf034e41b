import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'
import { lastMonths } from '../../../lib/months.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { transcribedBy, visibleSources } from '../../droits/policy.ts'
import { TO_DO } from '../../droits/status.ts'
import { LINES, managedSections } from './sources.ts'

/** The source in which this user typed last, where it is still open to the user, with the year of what was typed there. */
export async function lastTyped(db: Db, user: CurrentUser) {
  const row = await db
    .selectFrom('saisies')
    .innerJoin('sources', 'sources.id', 'saisies.source_id')
    .leftJoin('releves', 'releves.id', 'saisies.dernier_id')
    .select(['sources.id', 'sources.titre', 'sources.nb_releves', 'releves.date_evenement as date'])
    .where('saisies.user_id', '=', user.id)
    .where((eb) => visibleSources(user)(eb))
    .where((eb) => transcribedBy(user)(eb))
    .where('sources.status', 'in', TO_DO)
    .orderBy('saisies.derniere_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { date, ...source } = row
  return { ...source, annee: date === null ? undefined : Number(date.slice(0, 4)) }
}

export type LastTyped = Awaited<ReturnType<typeof lastTyped>>

/** How many records this user typed in this month, and in the one before. */
export async function ownMonths(db: Db, user: CurrentUser, now: Date) {
  const [before = '', current = ''] = lastMonths(now, 2)
  const rows = await db
    .selectFrom('saisies')
    .select('mois')
    .select((eb) => eb.fn.sum<number>('n').as('n'))
    .where('user_id', '=', user.id)
    .where('mois', 'in', [before, current])
    .groupBy('mois')
    .execute()
  const of = (mois: string) => rows.find((row) => row.mois === mois)?.n ?? 0
  return { mois: current, n: of(current), avant: { mois: before, n: of(before) } }
}

export type OwnMonths = Awaited<ReturnType<typeof ownMonths>>

/**
 * Active members of the sections that this user manages, readers apart, who have typed nothing since that instant, nor came since; who never typed
 * has no `derniere`. The longest silence first.
 */
export function quietPeople(db: Db, user: CurrentUser, since: string) {
  const last = db
    .selectFrom('saisies')
    .select((eb) => eb.fn.max<string | null>('derniere_at').as('at'))
    .whereRef('saisies.user_id', '=', 'users.id' as never)
  return db
    .selectFrom('users')
    .select(['users.id', 'users.name', last.as('derniere')])
    .where('users.is_active', '=', true)
    .where('users.id', '!=', user.id)
    .where('users.created_at', '<', since)
    .where('users.id', 'in', (eb) =>
      eb
        .selectFrom('section_membres')
        .select('user_id')
        .where('section_id', 'in', managedSections(db, user))
        .where('is_reader', '=', false),
    )
    .where(sql<boolean>`not exists (select 1 from saisies
      where saisies.user_id = users.id and saisies.derniere_at >= ${since})`)
    .orderBy(sql`coalesce(${last}, '')`)
    .orderBy('users.name_key')
    .limit(LINES)
    .execute()
}

export type QuietPerson = Awaited<ReturnType<typeof quietPeople>>[number]

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

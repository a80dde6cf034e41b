import type { Db } from '../../db/schema.ts'
import { lastMonths } from '../../lib/months.ts'
import { kindOf } from '../droits/rules/memberships.ts'
import { noSources } from '../droits/status.ts'

/** The people of a section by name: managers first, readers last, each with what it typed in its sources, and what was corrected there, in all and in `mois`. */
export async function peopleOf(db: Db, sectionId: number, mois: string) {
  const rows = await db
    .selectFrom('section_membres')
    .innerJoin('users', 'users.id', 'section_membres.user_id')
    .select(['users.id', 'users.name', 'users.is_active', 'is_manager', 'is_reader'])
    .select((eb) => {
      const typed = eb
        .selectFrom('saisies')
        .innerJoin('sources', 'sources.id', 'saisies.source_id')
        .where('sources.section_id', '=', sectionId)
        .whereRef('saisies.user_id', '=', 'users.id')
      return [
        typed.select((e) => e.fn.max<string | null>('saisies.derniere_at').as('at')).as('derniere'),
        typed.select((e) => e.fn.sum<number | null>('saisies.n').as('n')).as('saisis'),
        typed
          .select((e) => e.fn.sum<number | null>('saisies.n').as('n'))
          .where('saisies.mois', '=', mois)
          .as('du_mois'),
        eb
          .selectFrom('corrections')
          .innerJoin('sources', 'sources.id', 'corrections.source_id')
          .select((e) => e.fn.countAll<number>().as('n'))
          .where('sources.section_id', '=', sectionId)
          .whereRef('corrections.pour_id', '=', 'users.id')
          .where('corrections.created_at', '>=', mois)
          .as('corrigees'),
      ]
    })
    .where('section_membres.section_id', '=', sectionId)
    .orderBy('is_manager', 'desc')
    .orderBy('is_reader')
    .orderBy('users.name_key')
    .execute()
  return rows.map(({ is_manager, is_reader, saisis, du_mois, corrigees, ...person }) => ({
    ...person,
    kind: kindOf({ is_manager, is_reader }),
    saisis: saisis ?? 0,
    duMois: du_mois ?? 0,
    corrigees: corrigees ?? 0,
  }))
}

export type SectionPerson = Awaited<ReturnType<typeof peopleOf>>[number]

/** The sources of a section per status, and its records in all. */
export async function sourcesOf(db: Db, sectionId: number) {
  const rows = await db
    .selectFrom('sources')
    .select('status')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.sum<number>('nb_releves').as('releves')])
    .where('section_id', '=', sectionId)
    .groupBy('status')
    .execute()
  const parStatut = noSources()
  for (const { status, n } of rows) parStatut[status] = n
  return { parStatut, releves: rows.reduce((sum, { releves }) => sum + releves, 0) }
}

export type SectionSources = Awaited<ReturnType<typeof sourcesOf>>

const LINES = 8

/** The sources of a section that moved last, a few of them. */
export const movedLast = (db: Db, sectionId: number) =>
  db
    .selectFrom('sources')
    .select(['id', 'titre', 'status', 'nb_releves'])
    .where('section_id', '=', sectionId)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(LINES)
    .execute()

export type MovedSource = Awaited<ReturnType<typeof movedLast>>[number]

/** The records that came to a section in each of the last `n` months. */
export async function monthsOf(db: Db, sectionId: number, now: Date, n: number) {
  const months = lastMonths(now, n)
  const rows = await db
    .selectFrom('source_mois')
    .innerJoin('sources', 'sources.id', 'source_mois.source_id')
    .select('mois')
    .select((eb) => eb.fn.sum<number>('n').as('n'))
    .where('sources.section_id', '=', sectionId)
    .where('mois', 'in', months)
    .groupBy('mois')
    .execute()
  const counts = new Map(rows.map((row) => [row.mois, row.n]))
  return months.map((mois) => ({ mois, n: counts.get(mois) ?? 0 }))
}

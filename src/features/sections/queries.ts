import type { ExpressionBuilder } from 'kysely'
import type { Db, Schema } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import type { Paging } from '../../web/pagination.ts'
import { kindOf } from '../droits/rules/memberships.ts'
import { managersOf } from '../users/queries.ts'

/** How many sources stand in a section, whoever may see them: for administrators only. */
const sourceCount = (eb: ExpressionBuilder<Schema, 'sections'>) =>
  eb
    .selectFrom('sources')
    .select((e) => e.fn.countAll<number>().as('n'))
    .whereRef('sources.section_id', '=', 'sections.id')
    .$asScalar()

const memberCount = (eb: ExpressionBuilder<Schema, 'sections'>) =>
  eb
    .selectFrom('section_membres')
    .select((e) => e.fn.countAll<number>().as('n'))
    .whereRef('section_membres.section_id', '=', 'sections.id')

/** One page of the sections by name, with their counts, and how many sections there are. */
export async function listSections(db: Db, { parPage, offset }: Pick<Paging, 'parPage' | 'offset'>) {
  const sections = await db
    .selectFrom('sections')
    .select(['id', 'nom', 'description', 'ouverte'])
    .select((eb) => [
      memberCount(eb).where('is_reader', '=', false).$asScalar().as('membres'),
      memberCount(eb).where('is_reader', '=', true).$asScalar().as('lecteurs'),
      managersOf(eb).as('gestionnaires'),
      sourceCount(eb).as('sources'),
    ])
    .orderBy('nom_key')
    .limit(parPage)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('sections')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { sections, total }
}

/** A section with its number of sources. AppError `introuvable` where there is none of this id. */
export async function findSection(db: Db, id: number) {
  const section = await db
    .selectFrom('sections')
    .select(['id', 'nom', 'description', 'ouverte', 'version'])
    .select((eb) => sourceCount(eb).as('sources'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!section) throw new AppError('introuvable', 'Cette section n’existe pas, ou elle a été supprimée.')
  return { ...section, sources: section.sources ?? 0 }
}

/** Inactive accounts are among them. */
export async function membershipsOf(db: Db, sectionId: number) {
  const rows = await db
    .selectFrom('section_membres')
    .select(['user_id', 'is_manager', 'is_reader'])
    .where('section_id', '=', sectionId)
    .execute()
  return rows.map(({ user_id, ...marks }) => ({ user_id, kind: kindOf(marks) }))
}

/**
 * Every active account may be ticked in a section's form, and the closed ones that belong to it already, so that saving
 * the form does not drop them in silence. No section yet: undefined.
 */
export function eligibleMembers(db: Db, sectionId: number | undefined) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'is_active'])
    .where((eb) =>
      eb.or([
        eb('is_active', '=', true),
        eb(
          'id',
          'in',
          eb
            .selectFrom('section_membres')
            .select('user_id')
            .where('section_id', '=', sectionId ?? 0),
        ),
      ]),
    )
    .orderBy('name_key')
    .execute()
}

export type SectionRow = Awaited<ReturnType<typeof listSections>>['sections'][number]
export type EligibleMember = Awaited<ReturnType<typeof eligibleMembers>>[number]

import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../lib/errors.ts'
import type { CurrentUser } from '../../web/env.ts'
import { visibleSources } from './policy.ts'

/** A source as its pages need it, with what decides about rights. 404 where this user does not see it. */
export async function findVisibleSource(db: Db, user: CurrentUser, id: number) {
  const source = await db
    .selectFrom('sources')
    .innerJoin('types_sources', 'types_sources.id', 'sources.type_source_id')
    .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
    .leftJoin('sections', 'sections.id', 'sources.section_id')
    .leftJoin('depots', 'depots.id', 'sources.depot_id')
    .leftJoin('section_membres as own', (join) =>
      join.onRef('own.section_id', '=', 'sources.section_id').on('own.user_id', '=', user.id),
    )
    .selectAll('sources')
    .select([
      'types_sources.nom as type_nom',
      'lieux.nom_long as lieu_nom_long',
      'sections.nom as section_nom',
      'depots.nom as depot_nom',
    ])
    .select((eb) => [
      sql<number>`own.user_id is not null`.as('in_section'),
      'own.is_manager',
      eb.fn
        .coalesce(
          eb
            .selectFrom('source_membres')
            .select((e) => e.fn.countAll<number>().as('n'))
            .whereRef('source_id', '=', 'sources.id'),
          sql<number>`0`,
        )
        .as('nb_membres'),
      eb
        .selectFrom('source_membres')
        .select((e) => e.fn.countAll<number>().as('n'))
        .whereRef('source_id', '=', 'sources.id')
        .where('user_id', '=', user.id)
        .as('nb_assigned'),
    ])
    .where('sources.id', '=', id)
    .where(visibleSources(user))
    .executeTakeFirst()
  if (!source) throw new AppError('introuvable', 'Cette source n’existe pas, ou elle ne vous est pas accessible.')
  const { in_section, is_manager, nb_membres, nb_assigned, ...row } = source
  return {
    ...row,
    isAssigned: (nb_assigned ?? 0) > 0,
    inSection: Boolean(in_section),
    managesSection: is_manager === true,
    hasMembers: nb_membres > 0,
  }
}

export type VisibleSource = Awaited<ReturnType<typeof findVisibleSource>>

import { prepared } from '../../../db/prepared.ts'
import type { Db, UserRole } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { compareText, sortKey } from '../../../lib/text.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { managedSectionIds, readableSections, visibleSources } from '../../droits/policy.ts'

/** The source with the names it refers to, where this user sees it. */
const visibleSource = (db: Db, user: Pick<CurrentUser, 'id' | 'role'>, id: number) =>
  db
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
      'types_sources.acte',
      'lieux.nom_long as lieu_nom_long',
      'sections.nom as section_nom',
    ])
    .select((eb) => eb('sections.conventions', 'is not', null).as('has_conventions'))
    .select(['depots.nom as depot_nom', 'own.is_manager', 'own.is_reader'])
    .select((eb) =>
      eb
        .selectFrom('fils')
        .select((e) => e.fn.countAll<number>().as('n'))
        .whereRef('fils.source_id', '=', 'sources.id')
        .where('fils.resolu_at', 'is', null)
        .$asScalar()
        .as('open_threads'),
    )
    .where('sources.id', '=', id)
    .where(visibleSources(user))

const sourceWithRights = prepared((db, { user, id }: { user: number; id: number }, role: UserRole) =>
  visibleSource(db, { id: user, role }, id).select((eb) => {
    const membres = eb.selectFrom('source_membres').whereRef('source_id', '=', 'sources.id')
    const counted = membres.select((e) => e.fn.countAll<number>().as('n'))
    return [counted.as('nb_membres'), counted.where('user_id', '=', user).as('nb_assigned')]
  }),
)

/** A source as its pages need it, with what decides about rights. 404 where this user does not see it. */
export async function findVisibleSource(db: Db, user: CurrentUser, id: number) {
  const [source] = await sourceWithRights(db, { user: user.id, id }, user.role)
  if (!source) throw new AppError('introuvable', 'Cette source n’existe pas, ou elle ne vous est pas accessible.')
  const { is_reader, is_manager, nb_membres, nb_assigned, has_conventions, open_threads, ...row } = source
  return {
    ...row,
    isAssigned: (nb_assigned ?? 0) > 0,
    hasConventions: Boolean(has_conventions),
    /** Threads about its acts that nobody closed. */
    questions: open_threads ?? 0,
    inSection: is_reader === false,
    managesSection: is_manager === true,
    hasMembers: (nb_membres ?? 0) > 0,
  }
}

export type VisibleSource = Awaited<ReturnType<typeof findVisibleSource>>

/** Members who became inactive are still among them. */
export const membersOf = (db: Db, sourceId: number) =>
  db
    .selectFrom('source_membres')
    .innerJoin('users', 'users.id', 'source_membres.user_id')
    .select(['users.id', 'users.name', 'users.is_active'])
    .where('source_membres.source_id', '=', sourceId)
    .orderBy('users.name_key')
    .execute()

export type Member = Awaited<ReturnType<typeof membersOf>>[number]

/** The users who may be assigned: the active ones, by name; « Étienne » stands among the E. */
async function activeUsers(db: Db): Promise<Member[]> {
  const users = await db.selectFrom('users').select(['id', 'name', 'is_active']).where('is_active', '=', true).execute()
  return users.sort((a, b) => compareText(sortKey(a.name), sortKey(b.name)))
}

const sectionsByName = prepared((db, { user }: { user: number }, role: UserRole) => {
  const sections = db.selectFrom('sections').select(['id', 'nom']).orderBy('nom_key')
  return sections.where(readableSections({ id: user, role }))
})

/** The sections this user may see in filters: all for admins, those he or she belongs to and open ones for others. */
export const sectionsSeen = (db: Db, user: CurrentUser): Promise<{ id: number; nom: string }[]> =>
  sectionsByName(db, { user: user.id }, user.role)

/** The form of a source offers only what this user may choose. */
export async function sourceChoices(db: Db, user: CurrentUser) {
  const managed = await managedSectionIds(db, user)
  const sections = db.selectFrom('sections').select(['id', 'nom']).orderBy('nom_key')
  return {
    types: await db.selectFrom('types_sources').select(['id', 'nom']).orderBy('nom_key').execute(),
    sections: await (managed ? sections.where('id', 'in', managed) : sections).execute(),
    depots: await db.selectFrom('depots').select(['id', 'nom']).orderBy('nom_key').execute(),
    users: await activeUsers(db),
    /** Managers must choose one of their sections. */
    needsSection: managed !== undefined,
  }
}

export type SourceChoices = Awaited<ReturnType<typeof sourceChoices>>

/** May this user create a source somewhere? Admins, and managers of one section at least. */
export async function canCreateSource(db: Db, user: CurrentUser): Promise<boolean> {
  const managed = await managedSectionIds(db, user)
  return managed === undefined || managed.length > 0
}

import type { Expression, ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { Db, Schema, SourceStatus, UserRole } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { WORKFLOW } from './status.ts'

export type SourceExpression = ExpressionBuilder<Schema, 'sources'>

const isAdmin = (user: Pick<CurrentUser, 'role'>): boolean => user.role === 'admin'

/** A person, or in a statement about persons the column that says which. */
type UserId = number | Expression<number>

/**
 * The sections of which a person sees every source: its own, whatever it may do there, and those open to all who are signed in;
 * `query.where(readableSections(user))` with `sections` in scope.
 */
export const readableSections =
  (user: { id: UserId; role: UserRole }) =>
  (eb: ExpressionBuilder<Schema, 'sections'>): ExpressionWrapper<Schema, 'sections', SqlBool> => {
    if (isAdmin(user)) return eb.and([])
    const own = eb.selectFrom('section_membres').select('section_membres.section_id').where('user_id', '=', user.id)
    return eb.or([eb('sections.ouverte', '=', true), eb('sections.id', 'in', own)])
  }

function inSectionsOf(eb: SourceExpression, user: { id: UserId; role: UserRole }) {
  return eb('sources.section_id', 'in', eb.selectFrom('sections').select('sections.id').where(readableSections(user)))
}

function assignedTo(eb: SourceExpression, userId: UserId) {
  return eb('sources.id', 'in', eb.selectFrom('source_membres').select('source_id').where('user_id', '=', userId))
}

/** The one rule of what a user sees (decisions.md, section 2): `query.where(visibleSources(user))` with `sources` in scope. */
export const visibleSources =
  (user: { id: UserId; role: UserRole }) =>
  (eb: SourceExpression): ExpressionWrapper<Schema, 'sources', SqlBool> => {
    if (isAdmin(user)) return eb.and([])
    const own = [inSectionsOf(eb, user), assignedTo(eb, user.id)]
    return eb.or(user.role === 'gestionnaire' ? [...own, eb('sources.section_id', 'is', null)] : own)
  }

/** The ids of the sources a user sees, for searches; undefined stands for all: those of an administrator, or of a site whose sections are open. */
export async function visibleSourceIds(db: Db, user: CurrentUser): Promise<number[] | undefined> {
  if (isAdmin(user)) return undefined
  const counted = db.selectFrom('sources').select((eb) => eb.fn.countAll<number>().as('n'))
  const rows = await db
    .selectFrom('sources')
    .select(['id', counted.as('total')])
    .where(visibleSources(user))
    .execute()
  return rows.length === rows[0]?.total ? undefined : rows.map((row) => row.id)
}

/** The sections of which a user sees all sources; none of an administrator, who sees those of any. */
export async function sectionsOf(db: Db, user: CurrentUser): Promise<number[]> {
  if (isAdmin(user)) return []
  const rows = await db.selectFrom('sections').select('id').where(readableSections(user)).execute()
  return rows.map((row) => row.id)
}

/** `findVisibleSource` reads so much of a source and its reader, which is enough for every decision below. */
export interface SourceAccess {
  status: SourceStatus
  section_id: number | null
  /** The user is assigned to the source, belongs to its section as one who enters acts or manages, manages it. */
  isAssigned: boolean
  inSection: boolean
  managesSection: boolean
  /** Somebody, whoever it is, is assigned to the source. */
  hasMembers: boolean
}

/** Sources, members and validation: admins everywhere, section managers in the sections they manage. */
export const canManageSource = (user: CurrentUser, source: Pick<SourceAccess, 'managesSection'>): boolean =>
  isAdmin(user) || (user.role === 'gestionnaire' && source.managesSection)

/** Might this user write records in the source, were it open? Who reads it only as a reader, or because its section is open, may not. */
export function isTranscriber(user: CurrentUser, source: SourceAccess): boolean {
  if (isAdmin(user) || source.isAssigned) return true
  if (user.role === 'gestionnaire') return source.inSection || source.section_id === null
  return source.inSection && !source.hasMembers
}

export const canWriteReleves = (user: CurrentUser, source: SourceAccess): boolean =>
  WORKFLOW[source.status].isOpen && isTranscriber(user, source)

/**
 * May this user correct records of a source that was handed in: while it is read over, or in a validated one by what a reader
 * proposes (decisions.md, section 3)? Nobody else writes there.
 */
export function mayCorrect(
  user: CurrentUser,
  source: SourceAccess,
  occasion: 'relecture' | 'proposition' = 'relecture',
): boolean {
  if (!canManageSource(user, source)) return false
  return WORKFLOW[source.status].isAwaited || (occasion === 'proposition' && source.status === 'validee')
}

/**
 * May this user type acts of the source a second time, those of others? Whoever may write in its section, even where it is assigned
 * to somebody: a source of one person needs another.
 */
export const mayKeySecond = (user: CurrentUser, source: SourceAccess): boolean =>
  isTranscriber(user, source) || source.inSection || canManageSource(user, source)

/** `isTranscriber` in SQL, of sources that the user sees: `query.where(visibleSources(user)).where(transcribedBy(user))`. */
export const transcribedBy =
  (user: Pick<CurrentUser, 'id' | 'role'>) =>
  (eb: SourceExpression): ExpressionWrapper<Schema, 'sources', SqlBool> => {
    if (isAdmin(user)) return eb.and([])
    const inSection = entersSectionOf(eb, user.id)
    if (user.role === 'gestionnaire')
      return eb.or([assignedTo(eb, user.id), inSection, eb('sources.section_id', 'is', null)])
    const members = eb.selectFrom('source_membres').select('source_membres.user_id')
    const nobody = eb.not(eb.exists(members.whereRef('source_membres.source_id', '=', 'sources.id')))
    return eb.or([assignedTo(eb, user.id), eb.and([inSection, nobody])])
  }

/** The user belongs to the section of a source, and not as a reader. */
const entersSectionOf = (eb: SourceExpression, userId: UserId) =>
  eb('sources.section_id', 'in', (sub) =>
    sub
      .selectFrom('section_membres')
      .select('section_membres.section_id')
      .where('is_reader', '=', false)
      .where('section_membres.user_id', '=', userId),
  )

/** `mayKeySecond` in SQL, of sources that the user sees. */
export const keyedSecondBy = (user: Pick<CurrentUser, 'id' | 'role'>) => (eb: SourceExpression) =>
  eb.or([transcribedBy(user)(eb), entersSectionOf(eb, user.id)])

/** The sections in which a user may create sources; undefined stands for any, and for none at all. */
export async function managedSectionIds(db: Db, user: CurrentUser): Promise<number[] | undefined> {
  if (isAdmin(user)) return undefined
  if (user.role !== 'gestionnaire') return []
  const rows = await db
    .selectFrom('section_membres')
    .select('section_id')
    .where('user_id', '=', user.id)
    .where('is_manager', '=', true)
    .execute()
  return rows.map((row) => row.section_id)
}

/** May this user ask to be entrusted with the source? Whoever manages it, or has it already, need not ask. */
export const mayAskFor = (user: CurrentUser, source: SourceAccess): boolean =>
  WORKFLOW[source.status].isOpen && !source.isAssigned && !canManageSource(user, source)

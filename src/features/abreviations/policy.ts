import type { Db } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { managedSectionIds } from '../droits/policy.ts'

export interface SectionAccess {
  id: number
  nom: string
  /** Keeps the lines of the section; whoever belongs to it has them at the desk. */
  manages: boolean
}

/** The sections whose lines this person reads: those it belongs to, all of an administrator. In the order of names. */
export async function sectionsRead(db: Db, user: CurrentUser): Promise<SectionAccess[]> {
  const own = db.selectFrom('section_membres').select('section_id').where('user_id', '=', user.id)
  let sections = db.selectFrom('sections').select(['id', 'nom']).orderBy('nom_key').orderBy('id')
  if (user.role !== 'admin') sections = sections.where('id', 'in', own)
  const managed = await managedSectionIds(db, user)
  return (await sections.execute()).map(({ id, nom }) => ({ id, nom, manages: managed?.includes(id) ?? true }))
}

/** Its own lines, and those of sections that this person manages. */
export const canChange = (
  user: CurrentUser,
  sections: readonly SectionAccess[],
  line: { user_id: number | null; section_id: number | null },
): boolean => line.user_id === user.id || sections.some(({ id, manages }) => manages && id === line.section_id)

import type { Db } from '../../db/schema.ts'
import { AppError, ensure } from '../../lib/errors.ts'
import type { CurrentUser } from '../../web/env.ts'
import { managedSectionIds, readableSections } from '../droits/policy.ts'

/** A section whose people this person chooses: administrators any, managers their own. 404 where it is not read, 403 where it only is. */
export async function findManagedSection(db: Db, user: CurrentUser, id: number): Promise<{ id: number; nom: string }> {
  const section = await db
    .selectFrom('sections')
    .select(['id', 'nom'])
    .where('id', '=', id)
    .where(readableSections(user))
    .executeTakeFirst()
  if (!section) throw new AppError('introuvable', 'Cette section n’existe pas, ou elle ne vous est pas accessible.')
  const managed = await managedSectionIds(db, user)
  ensure(managed?.includes(id) ?? true, 'Seuls les gestionnaires de la section choisissent ses personnes.')
  return section
}

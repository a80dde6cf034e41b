import type { Db } from '../../../db/schema.ts'
import type { Mark } from '../../../db/schema-alertes.ts'
import { AppError } from '../../../lib/errors.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { readParams } from '../../../web/form.ts'
import { visibleSources } from '../../droits/policy.ts'
import { criteriaKept } from '../../recherche/queries/asked.ts'
import { sourceTitle } from '../../recherche/queries/search.ts'
import type { Criteria } from '../../recherche/rules/criteria.ts'
import { sectionsSeen } from '../../sources/queries/sources.ts'
import { typeChoices } from '../../types-sources/queries.ts'

const ownOf = (db: Db, userId: number) => db.selectFrom('recherches_gardees').selectAll().where('user_id', '=', userId)

export type SavedSearch = Awaited<ReturnType<typeof savedSearches>>[number]

/** All that a person keeps, the newest last. */
export const savedSearches = (db: Db, userId: number) => ownOf(db, userId).orderBy('id').execute()

/** AppError `introuvable` where it is not this person's. */
export async function findSaved(db: Db, user: CurrentUser, id: number): Promise<SavedSearch> {
  const row = await ownOf(db, user.id).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('introuvable', 'Cette recherche n’est pas parmi les vôtres.')
  return row
}

/** Reads an address as it would be read today. */
export const readAddress = (db: Db, adresse: string) => criteriaKept(db, readParams(adresse))

export const looksOf = ({ vu_marque, dit_marque }: SavedSearch): { seen: Mark[]; told: Mark[] } => ({
  seen: [vu_marque],
  told: [vu_marque, dit_marque],
})

/** A search as its reader may ask it now, or what of it is gone. */
export type Replayed =
  | { criteria: Criteria; sourceTitre: string | undefined; gone: null }
  | { criteria: null; gone: string }

/** These lists are asked once for all searches of a person. */
export interface Known {
  types: Awaited<ReturnType<typeof typeChoices>>
  sections: Awaited<ReturnType<typeof sectionsSeen>>
}

export const knownTo = async (db: Db, user: CurrentUser): Promise<Known> => ({
  types: await typeChoices(db),
  sections: await sectionsSeen(db, user),
})

/** Its people see it, and who is assigned to one of its sources. */
async function seesSection(db: Db, user: CurrentUser, section: number, { sections }: Known): Promise<boolean> {
  if (sections.some(({ id }) => id === section)) return true
  const source = await db
    .selectFrom('sources')
    .select('id')
    .where('section_id', '=', section)
    .where(visibleSources(user))
    .limit(1)
    .executeTakeFirst()
  return source !== undefined
}

/** Says what was deleted since: a search that finds nothing any more would tell nothing of it. */
export async function replay(db: Db, user: CurrentUser, adresse: string, known: Known): Promise<Replayed> {
  const gone = (words: string): Replayed => ({ criteria: null, gone: words })
  const { criteria, isPlaceGone } = await readAddress(db, adresse)
  if (!criteria)
    return gone(isPlaceGone ? 'Un lieu de cette recherche n’existe plus.' : 'Cette recherche ne peut plus être faite.')
  const { type, section, source } = criteria
  if (type !== null && !known.types.some(({ id }) => id === type)) return gone('Son type de source n’existe plus.')
  if (section !== null && !(await seesSection(db, user, section, known)))
    return gone('Sa section n’existe plus, ou vous ne la voyez plus.')
  const sourceTitre = await sourceTitle(db, user, source)
  if (source !== null && sourceTitre === undefined) return gone('Sa source n’existe plus, ou vous ne la voyez plus.')
  return { criteria, sourceTitre, gone: null }
}

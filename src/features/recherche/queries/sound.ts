// The search as another page asks it: names by their sound, in sources and years that it knows.
import { isNever, type SearchQuery } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { planOf } from '../../../search/plan.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { readSearchForm } from '../form.ts'
import { bounds } from './conditions.ts'

/** A caller that reads fewer says so. */
const MOST = 1000

/** Stars ask for other names here. */
const withoutStars = (nom: string): string => nom.replace(/[*?]/g, ' ')

/** Where and when it is searched. */
export interface SoundBounds {
  lieu: number | null
  sourceIds: number[] | undefined
  from: number | null
  to: number | null
}

/** The search by the sound of names in these sources, which the caller has asked of the reader's rights; undefined where nothing can be found. */
export async function soundQuery(
  db: Db,
  names: Record<string, string>,
  { lieu, sourceIds, from, to }: SoundBounds,
): Promise<SearchQuery | undefined> {
  const years = {
    annee_debut: from === null ? '' : String(Math.max(1500, from)),
    annee_fin: to === null ? '' : String(Math.min(2999, to)),
  }
  // The place brings the spellings that hold there; which sources are looked in the caller knows better.
  const where = lieu === null ? {} : { lieu: String(lieu) }
  const typed = Object.fromEntries(Object.entries(names).map(([name, text]) => [name, withoutStars(text)]))
  const { criteria } = await readSearchForm({ ...typed, ...years, ...where, mode: 'sonore' }, lookupOf(db))
  if (!criteria) return undefined
  const plan = await planOf(db, criteria)
  const { expr, isFormer } = plan
  if (!expr || isNever(expr)) return undefined
  return { expr, isFormer, sourceIds, ...(await bounds(criteria, plan)), order: 'asc', after: undefined, limit: MOST }
}

// Which sources somebody has written in, or were validated, since a look: a search is asked anew in these alone.
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import type { Mark } from '../../../db/schema-alertes.ts'
import { isBeyond, isNew, lowestOf } from '../rules/marks.ts'

/** So many records are gone through for their sources; beyond, every source may have been written in. */
const MOST_READ = 100_000

interface Validation {
  id: number
  source_id: number
  created_at: string
}

/** Tells what was written since the earliest of several looks. */
export interface Written {
  /** The newest record of each source; undefined where there is too much to be gone through. */
  newest: Map<number, number> | undefined
  /** Every validation of sources that are validated now, in their order. */
  validations: Map<number, Validation[]>
}

async function newestBySource(db: Db, afterId: number, upTo: number): Promise<Map<number, number> | undefined> {
  if (upTo - afterId > MOST_READ) return undefined
  const rows = await db
    .selectFrom('releves')
    .select((eb) => ['source_id', eb.fn.max<number>('id').as('id')])
    .where('id', '>', afterId)
    .groupBy('source_id')
    .execute()
  return new Map(rows.map(({ source_id, id }) => [source_id, id]))
}

async function validationsAfter(db: Db, afterId: number, upTo: Mark): Promise<Map<number, Validation[]>> {
  const moved = await db
    .selectFrom('source_transitions')
    .innerJoin('sources', 'sources.id', 'source_transitions.source_id')
    .select('source_id')
    .distinct()
    .where('source_transitions.id', '>', afterId)
    .where('vers', '=', 'validee')
    .where('sources.status', '=', 'validee')
    .execute()
  const ids = moved.map(({ source_id }) => source_id)
  const rows = await db
    .selectFrom('source_transitions')
    .select(['id', 'source_id', 'created_at'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('source_id'), ids))
    .where('vers', '=', 'validee')
    .orderBy('id')
    .execute()
  const bySource = new Map<number, Validation[]>()
  for (const row of rows)
    if (!isBeyond(upTo.transition, row.id)) bySource.set(row.source_id, [...(bySource.get(row.source_id) ?? []), row])
  return bySource
}

/** `upTo`: where records end now. */
export async function writtenSince(db: Db, marks: readonly (readonly Mark[])[], upTo: Mark): Promise<Written> {
  const lowest = (of: keyof Mark) => Math.min(...marks.map((looks) => lowestOf(looks, of)))
  return {
    newest: await newestBySource(db, lowest('releve'), upTo.releve.id),
    validations: await validationsAfter(db, lowest('transition'), upTo),
  }
}

/**
 * Since when acts of this source are news to whoever looked so far, for it was validated since: those that were there at the
 * validation before, which they know of, are not. undefined: it was not validated since; '': all of its acts are.
 */
export function validatedSince({ validations }: Written, sourceId: number, looks: readonly Mark[]): string | undefined {
  const all = validations.get(sourceId) ?? []
  if (!all.some(({ id }) => isNew(looks, 'transition', id))) return undefined
  return all.findLast(({ id }) => !isNew(looks, 'transition', id))?.created_at ?? ''
}

/** The sources in which something may be news to them; undefined: it may be any. */
export function sourcesWritten({ newest, validations }: Written, looks: readonly Mark[]): number[] | undefined {
  if (newest === undefined) return undefined
  const from = lowestOf(looks, 'releve')
  const written = [...newest].flatMap(([source, id]) => (id > from ? [source] : []))
  const validated = [...validations].flatMap(([source, all]) =>
    all.some(({ id }) => isNew(looks, 'transition', id)) ? [source] : [],
  )
  return [...new Set([...written, ...validated])]
}

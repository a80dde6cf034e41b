import type { Db } from '../../db/schema.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import { byDepartement, type DepartementCount } from './rules.ts'

/** Numbers of a public page: nobody needs them to the minute, and a crowd at the door must not have them counted again. */
const KEPT_MS = 10 * MINUTE_MS

export interface PublicCounts {
  sources: number
  releves: number
  departements: DepartementCount[]
}

/** Sources and records by the place of the source, put together by département. */
async function count(db: Db): Promise<PublicCounts> {
  const [places, departements] = await Promise.all([
    db
      .selectFrom('sources')
      .leftJoin('lieux', 'lieux.id', 'sources.lieu_id')
      .select('lieux.chemin')
      .select((eb) => [eb.fn.countAll<number>().as('sources'), eb.fn.sum<number>('nb_releves').as('releves')])
      .groupBy('lieux.chemin')
      .execute(),
    db
      .selectFrom('lieux')
      .innerJoin('types_lieux', 'types_lieux.id', 'lieux.type_id')
      .select(['lieux.id', 'lieux.nom'])
      .where('types_lieux.nom_key', '=', 'departement')
      .execute(),
  ])
  return byDepartement(places, new Map(departements.map(({ id, nom }) => [id, nom])))
}

interface Kept {
  at: number
  counts: Promise<PublicCounts>
}

const kept = new WeakMap<Db, Kept>()

/** Counts that are ten minutes old at most; however many ask at once, they are counted once. */
export function publicCounts(db: Db, now: Date): Promise<PublicCounts> {
  const known = kept.get(db)
  const age = known && now.getTime() - known.at
  if (known && age !== undefined && age >= 0 && age < KEPT_MS) return known.counts
  const counts = count(db)
  kept.set(db, { at: now.getTime(), counts })
  // The next visitor asks again for what failed; this one is told.
  counts.catch(() => kept.delete(db))
  return counts
}

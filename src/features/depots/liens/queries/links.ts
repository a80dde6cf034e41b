import type { Db } from '../../../../db/schema.ts'
import { type Parts, takeApart } from '../rules/taken-apart.ts'

/** Views of one source that one pattern makes from one name of a register. */
export interface ViewRun {
  lien_id: number
  source_id: number
  ark: string
  liens: number
  premiere: number
  derniere: number
}

/** A link that stands as it is: of a view, or of the source itself (number 0). */
export interface PlainLink {
  source_id: number
  numero: number
  adresse: string
  parts: Parts
}

/** All links of a repository that one pattern makes or explains. */
export interface LinksUnder {
  runs: ViewRun[]
  plain: PlainLink[]
}

/** The patterns by which a repository answers today. */
export const currentPatterns = (db: Db, depotId: number) =>
  db
    .selectFrom('depot_liens')
    .select(['id', 'modele', 'de'])
    .where('depot_id', '=', depotId)
    .where('a', 'is', null)
    .orderBy('id')
    .execute()

/** The views that these patterns make, by source and register. */
export async function runsOf(db: Db, patternIds: readonly number[]): Promise<ViewRun[]> {
  if (patternIds.length === 0) return []
  const rows = await db
    .selectFrom('source_vues')
    .select(['lien_id', 'source_id', 'ark'])
    .select(({ fn }) => [
      fn.countAll<number>().as('liens'),
      fn.min('numero').as('premiere'),
      fn.max('numero').as('derniere'),
    ])
    .where('lien_id', 'in', patternIds)
    .groupBy(['lien_id', 'source_id', 'ark'])
    .orderBy('source_id')
    .execute()
  return rows.map(({ lien_id, ark, ...row }) => ({ ...row, lien_id: lien_id ?? 0, ark: ark ?? '' }))
}

/** Only what begins like the pattern is read any further. */
const beginning = (pattern: string): string => pattern.replace(/\{.*$/s, '')

/** Links of views, and of sources, that no pattern makes, but that this one explains. */
export async function plainLinks(db: Db, depotId: number, pattern: string): Promise<PlainLink[]> {
  const start = beginning(pattern)
  const views = await db
    .selectFrom('source_vues as v')
    .innerJoin('sources as s', 's.id', 'v.source_id')
    .select(['v.source_id', 'v.numero', 'v.adresse'])
    .where('s.depot_id', '=', depotId)
    .where('v.lien_id', 'is', null)
    .where((eb) => eb(eb.fn('substr', ['v.adresse', eb.lit(1), eb.lit(start.length)]), '=', start))
    .orderBy('v.source_id')
    .orderBy('v.numero')
    .execute()
  const sources = await db
    .selectFrom('sources')
    .select((eb) => ['id as source_id', eb.lit(0).as('numero'), 'url as adresse'])
    .where('depot_id', '=', depotId)
    .where((eb) => eb(eb.fn('substr', ['url', eb.lit(1), eb.lit(start.length)]), '=', start))
    .orderBy('id')
    .execute()
  return [...sources, ...views].flatMap(({ adresse, ...row }) => {
    const parts = adresse === null ? undefined : takeApart(pattern, adresse)
    return parts && adresse !== null ? [{ ...row, adresse, parts }] : []
  })
}

/** The present patterns of a repository with this text: one, but for what was brought in from elsewhere. */
export const patternsLike = async (db: Db, depotId: number, pattern: string): Promise<number[]> =>
  (await currentPatterns(db, depotId)).filter(({ modele }) => modele === pattern).map(({ id }) => id)

export async function linksUnder(db: Db, depotId: number, pattern: string): Promise<LinksUnder> {
  const ids = await patternsLike(db, depotId, pattern)
  return { runs: await runsOf(db, ids), plain: await plainLinks(db, depotId, pattern) }
}

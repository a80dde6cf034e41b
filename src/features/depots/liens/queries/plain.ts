import type { Db } from '../../../../db/schema.ts'

/** Links that stand as they are, of no pattern. */
export interface PlainCounts {
  vues: number
  sources: number
}

export async function plainCounts(db: Db, depotId: number): Promise<PlainCounts> {
  const views = db
    .selectFrom('source_vues')
    .innerJoin('sources', 'sources.id', 'source_vues.source_id')
    .where('sources.depot_id', '=', depotId)
    .where('lien_id', 'is', null)
    .where('adresse', 'is not', null)
  const sources = db.selectFrom('sources').where('depot_id', '=', depotId).where('url', 'is not', null)
  const row = await db
    .selectNoFrom([
      views.select(({ fn }) => fn.countAll<number>().as('n')).as('vues'),
      sources.select(({ fn }) => fn.countAll<number>().as('n')).as('sources'),
    ])
    .executeTakeFirstOrThrow()
  return { vues: row.vues ?? 0, sources: row.sources ?? 0 }
}

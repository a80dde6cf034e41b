import { randomInt } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { Db, Schema } from '../../../../db/schema.ts'
import { addressOf } from '../../../vues/rules/address.ts'

/** A link that is looked at this week. */
export interface DrawnLink {
  source_id: number
  lien_id: number | null
  adresse: string
}

type SourceExpression = ExpressionBuilder<Schema, 'sources'>

const hasLink = (eb: SourceExpression) =>
  eb.or([
    eb('sources.url', 'is not', null),
    eb.exists(
      eb
        .selectFrom('source_vues')
        .select('source_vues.numero')
        .whereRef('source_vues.source_id', '=', 'sources.id')
        .where((e) => e.or([e('lien_id', 'is not', null), e('adresse', 'is not', null)])),
    ),
  ])

/** Registers that were not looked at yet in this week, in any order. */
export async function drawnSources(db: Db, depotId: number, semaine: string, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sources')
    .select('sources.id')
    .where('depot_id', '=', depotId)
    .where(hasLink)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('depot_liens_verifies as d')
            .select('d.id')
            .where('d.depot_id', '=', depotId)
            .where('d.semaine', '=', semaine)
            .whereRef('d.source_id', '=', 'sources.id'),
        ),
      ),
    )
    .execute()
  const ids = rows.map(({ id }) => id)
  const drawn: number[] = []
  while (ids.length > 0 && drawn.length < most) drawn.push(...ids.splice(randomInt(ids.length), 1))
  return drawn
}

/** A link of this register: of any of its views, else its own. */
export async function drawnLink(db: Db, sourceId: number): Promise<DrawnLink | undefined> {
  const views = db
    .selectFrom('source_vues as v')
    .leftJoin('depot_liens as l', 'l.id', 'v.lien_id')
    .select(['v.lien_id', 'v.adresse', 'v.ark', 'v.ark_vue', 'v.numero', 'l.modele'])
    .where('v.source_id', '=', sourceId)
    .where((eb) => eb.or([eb('v.lien_id', 'is not', null), eb('v.adresse', 'is not', null)]))
  const { n } = await db
    .selectFrom('source_vues')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('source_id', '=', sourceId)
    .where((eb) => eb.or([eb('lien_id', 'is not', null), eb('adresse', 'is not', null)]))
    .executeTakeFirstOrThrow()
  const view = n === 0 ? undefined : await views.orderBy('v.numero').limit(1).offset(randomInt(n)).executeTakeFirst()
  if (view) {
    const adresse = (view.modele === null ? null : addressOf(view.modele, view)) ?? view.adresse
    return adresse === null ? undefined : { source_id: sourceId, lien_id: view.lien_id, adresse }
  }
  const source = await db.selectFrom('sources').select('url').where('id', '=', sourceId).executeTakeFirst()
  return source?.url ? { source_id: sourceId, lien_id: null, adresse: source.url } : undefined
}

import type { Db } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { visibleSources } from '../droits/policy.ts'
import { BATCH, byId } from './by-id-queries.ts'

/** Acts that the person typed a second time, each with what was typed where its source is still to be seen. */
export function secondReadings(db: Db, user: CurrentUser) {
  const seen = db.selectFrom('sources').select('sources.id').where(visibleSources(user))
  return byId(async (after) => {
    const rows = await db
      .selectFrom('secondes_saisies')
      .select(['id', 'releve_id', 'source_id', 'data', 'etats', 'created_at'])
      .select((eb) => eb('source_id', 'in', seen).as('is_seen'))
      .where('user_id', '=', user.id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    return rows.map(({ data, etats, is_seen, ...row }) => (is_seen ? { ...row, data, etats } : row))
  })
}

/** Second keyings that the person arbitrated, or waived. */
export const arbitrations = (db: Db, { id }: CurrentUser) =>
  byId((after) =>
    db
      .selectFrom('secondes_saisies')
      .select(['id', 'releve_id', 'source_id', 'arbitre_at', 'arbitrage', 'dispense_at', 'dispense_motif'])
      .where((eb) => eb.or([eb('arbitre_par', '=', id), eb('dispense_par', '=', id)]))
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute(),
  )

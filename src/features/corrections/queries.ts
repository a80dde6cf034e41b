import type { ExpressionBuilder } from 'kysely'
import { type Db, type Schema, USER_ROLES } from '../../db/schema.ts'
import { visibleSources } from '../droits/policy.ts'

/** The badge says « 99+ » beyond. */
const COUNTED = 100

/**
 * Unread corrections of the person in scope in sources that he or she sees, counted so far and no further: how many. An act in the bin
 * has none.
 */
export function unreadCorrections(db: Db, { ref }: ExpressionBuilder<Schema, 'users'>) {
  const id = ref('users.id')
  const unread = db
    .selectFrom('corrections')
    .innerJoin('releves', 'releves.id', 'corrections.releve_id')
    .select('corrections.id')
    .where('corrections.pour_id', '=', id)
    .where('lue_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('sources')
          .select('sources.id')
          .whereRef('sources.id', '=', 'releves.source_id')
          .where((e) =>
            e.or(USER_ROLES.map((role) => e.and([e(ref('users.role'), '=', role), visibleSources({ id, role })(e)]))),
          ),
      ),
    )
    .limit(COUNTED)
    .as('corrigees')
  return db.selectFrom(unread).select((e) => e.fn.countAll<number>().as('n'))
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { monthOf } from '../../lib/months.ts'
import { isStuck } from '../taches/actions.ts'
import { unmanaged } from '../users/queries.ts'

/** Counts what each chapter of the administration holds, in one statement of small tables. */
export async function administrationCounts(db: Db, now: Date) {
  const row = await db
    .selectNoFrom((eb) => {
      const count = (table: 'sections' | 'depots' | 'types_lieux' | 'types_sources' | 'lieux') =>
        eb.selectFrom(table).select((e) => e.fn.countAll<number>().as('n'))
      const users = eb
        .selectFrom('users')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('supprime_at', 'is', null)
      return [
        users.as('users'),
        users.where('is_active', '=', false).where('demande_at', 'is', null).as('inactifs'),
        users.where('demande_at', 'is not', null).as('demandes'),
        count('sections').as('sections'),
        unmanaged(db).as('sansGestionnaire'),
        count('depots').as('depots'),
        count('types_lieux').as('typesLieux'),
        count('types_sources').as('typesSources'),
        count('lieux').as('lieux'),
        eb
          .selectFrom('taches')
          .select((e) => e.fn.countAll<number>().as('n'))
          .where(isStuck)
          .as('echecs'),
        eb.selectFrom('source_mois').select(sum('n').as('n')).where('mois', '=', monthOf(now.toISOString())).as('mois'),
      ]
    })
    .executeTakeFirstOrThrow()
  return Object.fromEntries(Object.entries(row).map(([name, n]) => [name, n ?? 0])) as Record<keyof typeof row, number>
}

const sum = (column: 'n'): RawBuilder<number> => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`

export type AdministrationCounts = Awaited<ReturnType<typeof administrationCounts>>

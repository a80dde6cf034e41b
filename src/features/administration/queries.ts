import type { Db } from '../../db/schema.ts'

/** How many rows each chapter of the administration holds. */
export function administrationCounts(db: Db) {
  return db
    .selectNoFrom((eb) => {
      const users = eb
        .selectFrom('users')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('supprime_at', 'is', null)
      const count = (table: 'sections' | 'depots' | 'types_lieux' | 'types_sources') =>
        eb
          .selectFrom(table)
          .select((e) => e.fn.countAll<number>().as('n'))
          .$asScalar()
          .$notNull()
      return [
        users.$asScalar().$notNull().as('users'),
        count('sections').as('sections'),
        count('depots').as('depots'),
        count('types_lieux').as('types_lieux'),
        count('types_sources').as('types_sources'),
      ]
    })
    .executeTakeFirstOrThrow()
}

export type AdministrationCounts = Awaited<ReturnType<typeof administrationCounts>>

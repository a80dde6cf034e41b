import type { Db } from '../../db/schema.ts'

/** How many rows each chapter of the administration holds. */
export function administrationCounts(db: Db) {
  return db
    .selectNoFrom((eb) => {
      const count = (table: 'users' | 'sections' | 'depots' | 'types_lieux' | 'types_sources') =>
        eb
          .selectFrom(table)
          .select((e) => e.fn.countAll<number>().as('n'))
          .$asScalar()
          .$notNull()
      return [
        count('users').as('users'),
        count('sections').as('sections'),
        count('depots').as('depots'),
        count('types_lieux').as('types_lieux'),
        count('types_sources').as('types_sources'),
      ]
    })
    .executeTakeFirstOrThrow()
}

export type AdministrationCounts = Awaited<ReturnType<typeof administrationCounts>>

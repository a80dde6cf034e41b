import { CompiledQuery } from 'kysely'

/** A statement that is run once for each of these lists of parameters, without a turn of the loop in between. */
export interface ManyRuns extends CompiledQuery {
  runs: readonly (readonly unknown[])[]
}

export const manyRuns = (sql: string, runs: readonly (readonly unknown[])[]): ManyRuns => ({
  ...CompiledQuery.raw(sql),
  runs,
})

import { CompiledQuery } from 'kysely'
import { type Untold, untold } from '../../untold.ts'

/** A statement that is run once for each of these lists of parameters, without a turn of the loop in between. */
export interface ManyRuns extends Untold {
  runs: readonly (readonly unknown[])[]
}

export const manyRuns = (sql: string, runs: readonly (readonly unknown[])[]): ManyRuns => ({
  ...untold(CompiledQuery.raw(sql)),
  runs,
})

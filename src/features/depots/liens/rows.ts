import type { Db } from '../../../db/schema.ts'
import type { Cell, Rows } from '../../../lib/rows.ts'
import { dayOf } from '../../../lib/text.ts'
import { answersOf, rulesOf } from './queries/rules.ts'
import { RULE_COLUMNS } from './rules/rules-file.ts'

const frenchDay = (instant: string): string => dayOf(instant).split('-').reverse().join('/')

async function* batches(db: Db, depotId: number): AsyncGenerator<Cell[][], void> {
  const rules = await rulesOf(db, depotId)
  // The oldest first: somebody may have to follow them one after the other.
  for (const { id, ancien, nouveau, par_registre, etat, appliquee_at } of rules.reverse()) {
    if (etat !== 'appliquee' || appliquee_at === null) continue
    const day = frenchDay(appliquee_at)
    const answers = par_registre ? [...(await answersOf(db, id))] : []
    yield par_registre
      ? answers.map(([ark, renamed]) => [ancien, nouveau, ark, renamed, day])
      : [[ancien, nouveau, null, null, day]]
  }
}

/** The rules of a repository that are in force, to be given to others. */
export const ruleRows = (db: Db, depotId: number): Rows => ({
  headers: [...RULE_COLUMNS],
  batches: batches(db, depotId),
})

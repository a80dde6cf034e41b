import { dialectOf } from '../../../../db/dialect/index.ts'
import { insertRows } from '../../../../db/rows.ts'
import type { Trx } from '../../../../db/schema.ts'
import type { AppliedLine } from '../../../imports/kind.ts'
import type { RegisterInput } from '../../actions.ts'
import { type Changed, type Decision, decide } from '../queries.ts'
import type { LineOfFile } from '../rules/line.ts'

interface Writing {
  importId: number
  now: string
}

/** Writes lines, looking again at what is there: others have worked since the plan. */
export async function writeLines(
  trx: Trx,
  lines: readonly LineOfFile[],
  { importId, now }: Writing,
): Promise<AppliedLine[]> {
  // Places first, as whoever deletes one holds them before it looks at the inventory.
  await dialectOf(trx).locks.lock(trx, 'lieux')
  await dialectOf(trx).locks.lock(trx, 'registres')
  const created: (RegisterInput & { import_id: number; created_at: string; updated_at: string })[] = []
  const outcomes: AppliedLine[] = []
  for (const decision of await decide(trx, lines)) {
    outcomes.push(await write(trx, decision, now))
    if ('input' in decision && decision.known === undefined)
      created.push({ ...decision.input, import_id: importId, created_at: now, updated_at: now })
  }
  await insertRows(trx, 'registres', created)
  return outcomes
}

/** Changes a line that is there; a new one is written by whoever calls, with others. */
async function write(trx: Trx, decision: Decision, now: string): Promise<AppliedLine> {
  const { ligne } = decision.line
  if ('refusal' in decision) return { ligne, action: 'refusee', message: decision.refusal }
  if (decision.known === undefined) return { ligne, action: 'creer' }
  const { known, change } = decision
  const names = Object.keys(change) as (keyof Changed)[]
  if (names.length === 0) return { ligne, action: 'inchangee' }
  await trx
    .updateTable('registres')
    .set((eb) => ({ ...change, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', known.id)
    .execute()
  const avant = { id: known.id, ...Object.fromEntries(names.map((name) => [name, known[name]])) }
  return { ligne, action: 'modifier', avant }
}

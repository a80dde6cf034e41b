import { insertRows } from '../../../../db/rows.ts'
import type { Trx } from '../../../../db/schema.ts'
import type { AppliedLine } from '../../../imports/kind.ts'
import { lockLists, rowOf } from '../../actions.ts'
import type { Reader } from '../../queries.ts'
import { Lists } from '../queries.ts'
import type { LineOfFile } from '../rules/line.ts'

interface Writing {
  importId: number
  reader: Reader
  now: string
}

/** Writes lines, looking again at what is there: others have worked since the plan. */
export async function writeLines(
  trx: Trx,
  lines: readonly LineOfFile[],
  { importId, reader, now }: Writing,
): Promise<AppliedLine[]> {
  await lockLists(trx)
  const lists = new Lists(trx)
  const outcomes: AppliedLine[] = []
  const created: (ReturnType<typeof rowOf> & { import_id: number; created_at: string; updated_at: string })[] = []
  for (const line of lines) {
    const { ligne, row } = line
    const decision = await lists.decide(reader, line)
    if ('refusal' in decision) outcomes.push({ ligne, action: 'refusee', message: decision.refusal })
    else if (decision.known === undefined) {
      const input = rowOf({ abreviation: row.abreviation, texte: row.texte, ...decision.owner })
      created.push({ ...input, import_id: importId, created_at: now, updated_at: now })
      outcomes.push({ ligne, action: 'creer' })
    } else if (decision.known.texte === row.texte) outcomes.push({ ligne, action: 'inchangee' })
    else {
      const { id, texte } = decision.known
      const input = rowOf({ abreviation: row.abreviation, texte: row.texte, ...decision.owner })
      await trx
        .updateTable('abreviations')
        .set((eb) => ({ ...input, updated_at: now, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
      outcomes.push({ ligne, action: 'modifier', avant: { id, texte } })
    }
  }
  await insertRows(trx, 'abreviations', created)
  return outcomes
}

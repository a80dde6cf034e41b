import { sql } from 'kysely'
import { dialectOf } from '../../../../db/dialect/index.ts'
import type { ReleveData, ReleveEtats, Trx } from '../../../../db/schema.ts'
import { champsOf } from '../../../types-sources/queries.ts'
import { actDigest } from '../rules/equal.ts'

interface UndoneAct {
  id: number
  data: ReleveData
  etats: ReleveEtats
  created_at: string
}

/** Keeps which acts an undo takes back, so that the same file, imported again, is no news to anybody. */
export async function keepUndone(trx: Trx, sourceId: number, acts: readonly UndoneAct[]): Promise<void> {
  const source = await trx
    .selectFrom('sources')
    .select(['type_source_id', 'lieu_id'])
    .where('id', '=', sourceId)
    .executeTakeFirstOrThrow()
  const champs = await champsOf(trx, source.type_source_id)
  const since = acts.map(({ created_at }) => created_at).reduce((a, b) => (a > b ? a : b), '')
  const first = new Map<string, number>()
  for (const act of acts) {
    const empreinte = actDigest(source, champs, act)
    first.set(empreinte, Math.min(act.id, first.get(empreinte) ?? act.id))
  }
  const rows = [...first].map(([empreinte, origine]) => ({ empreinte, origine, created_at: since }))
  await sql`insert into actes_defaits (empreinte, origine, created_at) ${dialectOf(trx).sql.selectRows(rows)}
    on conflict (empreinte) do update set
      origine = case when excluded.origine < actes_defaits.origine then excluded.origine else actes_defaits.origine end,
      created_at = excluded.created_at`.execute(trx)
}

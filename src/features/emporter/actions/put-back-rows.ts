import { lecturesJson } from '../../../champs/lectures.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import { insertRows } from '../../../db/rows.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import { applyChange } from '../../releves/actions/apply-change.ts'
import type { Returned } from '../../releves/actions/change-rows.ts'
import { putBackVersions } from '../../releves/actions/versions.ts'
import { champsOf } from '../../types-sources/queries.ts'
import type { CarriedRow } from '../queries/carried-rows.ts'
import type { StreamedName } from '../rules/carried.ts'
import { type Accounts, rowHere } from './put-back-base.ts'

const NO_SOURCE =
  'Un relevé de cette archive est d’une source qui n’y est pas\u00a0: il a été déplacé pendant qu’elle se faisait. Faites une nouvelle archive, pendant que personne ne travaille.'

/** Records of whatever sources, each with what the search and the counters know of it. */
async function putBackRecords(trx: Trx, rows: readonly CarriedRow[]): Promise<void> {
  // Before the sources, as whoever merges places does.
  await dialectOf(trx).locks.share(trx, 'lieux')
  const ids = [...new Set(rows.map(({ source_id }) => Number(source_id)))].toSorted((a, b) => a - b)
  for (const id of ids) {
    const source = await trx.selectFrom('sources').select('type_source_id').where('id', '=', id).executeTakeFirst()
    if (!source) throw new AppError('conflit', NO_SOURCE)
    const changes = rows
      .filter((row) => row.source_id === id)
      .map((row) => ({ after: { ...row, import_id: null } as unknown as Returned }))
    await applyChange(trx, {
      as: 'retour',
      source: { id },
      champs: await champsOf(trx, source.type_source_id),
      changes,
    })
  }
}

/** Writes the next rows of a table, in the transaction at hand. */
export async function putBackRows(
  trx: Trx,
  name: StreamedName,
  rows: readonly CarriedRow[],
  accounts: Accounts,
): Promise<void> {
  const here = rows.map((row) => rowHere(row, accounts))
  if (name === 'releve_versions') return putBackVersions(trx, here as never[])
  if (name !== 'releves') return insertRows(trx, name, here as never[])
  // Records go in as values, of which the house makes texts and index entries.
  return putBackRecords(
    trx,
    here.map((row, n) => ({ ...row, data: rows[n]?.data, etats: rows[n]?.etats, lectures: rows[n]?.lectures })),
  )
}

const AT_ONCE = 500

/**
 * A record that somebody saved while the archive was being made has a version that its history lacks: it gets its line. Returns
 * how many there were.
 */
export function mendHistory(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('releves')
      .select(['id', 'source_id', 'version', 'data', 'etats', 'lectures', 'updated_by', 'updated_at'])
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('releve_versions')
              .select('releve_versions.id')
              .whereRef('releve_versions.releve_id', '=', 'releves.id')
              .whereRef('releve_versions.version', '=', 'releves.version'),
          ),
        ),
      )
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    const lines = rows.map(({ id, source_id, version, data, etats, lectures, updated_by, updated_at }) => ({
      ...({ releve_id: id, source_id, version, operation: version === 1 ? 'creation' : 'modification' } as const),
      ...{
        data: JSON.stringify(data),
        etats: JSON.stringify(etats),
        lectures: lecturesJson({ lectures }),
        user_id: updated_by,
        created_at: updated_at,
      },
    }))
    await putBackVersions(trx, lines)
    return rows.length
  })
}

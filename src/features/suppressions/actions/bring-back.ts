import type { Selectable } from 'kysely'
import type { Champ } from '../../../champs/kind.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import { insertRows } from '../../../db/rows.ts'
import type { Db, ReleveData, ReleveEtats, ReleveLectures, Schema, Trx } from '../../../db/schema.ts'
import { sameJson } from '../../../lib/same-json.ts'
import { enqueueRefresh } from '../../lieux/refresh-queue.ts'
import { applyChange } from '../../releves/actions/apply-change.ts'
import type { Returned } from '../../releves/actions/change-rows.ts'
import { fitting } from '../../releves/actions/misfits.ts'
import { putBackVersions } from '../../releves/actions/versions.ts'
import { champsOf } from '../../types-sources/queries.ts'
import type { KeptLine } from '../kept-file.ts'
import { accountsToday, takeBackLine } from './content.ts'

type Kept = Selectable<Schema['sources_supprimees']>
type Row = Record<string, unknown>
type Version = Selectable<Schema['releve_versions']>

/** The fields of the type of the source, read once. */
export class RecordsFields {
  #champs: Champ[] | undefined

  async of(trx: Db, sourceId: number): Promise<Champ[]> {
    if (this.#champs) return this.#champs
    const source = await trx
      .selectFrom('sources')
      .select('type_source_id')
      .where('id', '=', sourceId)
      .executeTakeFirstOrThrow()
    this.#champs = await champsOf(trx, source.type_source_id)
    return this.#champs
  }
}

const rowsOf = (lines: readonly KeptLine[], table: KeptLine[0]): Row[] =>
  lines.filter(([name]) => name === table).map(([, row]) => row)

/** Accounts and imports that are gone since are nobody's. */
async function withoutGone(trx: Trx, rows: Row[]): Promise<Row[]> {
  const people = await accountsToday(
    trx,
    rows.flatMap((row) => [row.created_by, row.updated_by, row.user_id]),
  )
  const ids = rows.map(({ import_id }) => import_id).filter((id): id is number => typeof id === 'number')
  const imports = new Set<unknown>(
    ids.length === 0
      ? []
      : (
          await trx
            .selectFrom('imports')
            .select('id')
            .where('id', 'in', [...new Set(ids)])
            .execute()
        ).map(({ id }) => id),
  )
  const today = (id: unknown) => people.get(id) ?? null
  return rows.map((row) => ({
    ...row,
    ...('user_id' in row && { user_id: today(row.user_id) }),
    ...('created_by' in row && {
      ...{ created_by: today(row.created_by), updated_by: today(row.updated_by) },
      import_id: imports.has(row.import_id) ? row.import_id : null,
    }),
  }))
}

/** A value that its field cannot take today makes the best of it, as for a single record that comes back; the history says so. */
async function fitted(trx: Trx, champs: readonly Champ[], row: Returned, now: string) {
  const { data, etats } = await fitting(trx, champs, row)
  if (sameJson(data, row.data) && sameJson(etats, row.etats)) return { row, line: undefined }
  const after = { ...row, data, etats, version: row.version + 1, updated_at: now }
  const { id: releve_id, source_id, version } = after
  const line = {
    releve_id,
    source_id,
    version,
    operation: 'restauration' as const,
    data,
    etats,
    lectures: row.lectures,
    user_id: null,
    created_at: now,
  }
  return { row: after, line }
}

const versionText = <T extends { data: ReleveData; etats: ReleveEtats; lectures?: ReleveLectures | null }>(
  line: T,
) => ({
  ...line,
  data: JSON.stringify(line.data),
  etats: JSON.stringify(line.etats),
  lectures: line.lectures ? JSON.stringify(line.lectures) : null,
})

export interface Slice {
  lines: readonly KeptLine[]
  /** Lines that are back once these are. */
  avance: number
  now: string
}

/** Brings the next lines of the file back, and says so, in one transaction. */
export function putBackLines(
  db: Db,
  kept: Kept,
  slice: Slice,
  fields: RecordsFields,
  begun: () => void,
): Promise<void> {
  const { lines, avance, now } = slice
  return db.transaction().execute(async (trx) => {
    begun()
    // Before the source, as whoever merges places does.
    await dialectOf(trx).locks.share(trx, 'lieux')
    const champs = await fields.of(trx, kept.source_id)
    const releves: Returned[] = []
    const news = []
    for (const row of await withoutGone(trx, rowsOf(lines, 'releves'))) {
      const one = await fitted(trx, champs, row as unknown as Returned, now)
      releves.push(one.row)
      if (one.line) news.push(versionText(one.line))
    }
    const changes = releves.map((after) => ({ after }))
    if (changes.length > 0) await applyChange(trx, { as: 'retour', source: { id: kept.source_id }, champs, changes })
    const versions = (await withoutGone(trx, rowsOf(lines, 'releve_versions'))) as unknown as Version[]
    await putBackVersions(trx, versions.map(versionText))
    await putBackVersions(trx, news)
    await insertRows(trx, 'rangs', rowsOf(lines, 'rangs') as never[])
    await trx.updateTable('sources_supprimees').set({ avance }).where('id', '=', kept.id).execute()
  })
}

/** Everything is back. */
export function endReturn(db: Db, line: Kept, now: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await takeBackLine(trx, line)
    // Places may have been renamed meanwhile.
    await enqueueRefresh(trx, null, now)
  })
}

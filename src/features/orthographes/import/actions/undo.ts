import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../../db/schema.ts'
import type { SpellingState } from '../../../../db/schema-orthographes.ts'
import { quoted } from '../../../../lib/typo.ts'
import { removableRows, removeRows } from '../../../imports/actions/created-rows.ts'
import type { Import, ImportLine, Removable, Removed, Restored } from '../../../imports/kind.ts'
import { written } from '../../rules/line.ts'
import type { SpellingCells } from '../rules/line.ts'

/** Lines that an import created, newest first, those before `cursor`. */
function createdLines(db: Db, importId: number, cursor: number | null, limit: number) {
  let query = db
    .selectFrom('orthographes')
    .select(['id', 'signe', 'nom_a', 'nom_b', 'version'])
    .where('import_id', '=', importId)
  if (cursor !== null) query = query.where('id', '<', cursor)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** Takes back lines that nobody has changed or decided on since. */
export async function removeCreated(trx: Trx, { id }: Import, cursor: number | null, limit: number): Promise<Removed> {
  await dialectOf(trx).locks.lock(trx, 'orthographes')
  const lines = await createdLines(trx, id, cursor, limit)
  const kept = (line: (typeof lines)[number]) =>
    `La ligne ${quoted(written(line))} reste\u00a0: elle a été modifiée depuis l’import.`
  return removeRows(trx, 'orthographes', lines, kept)
}

export const removableSpellings = (db: Db, imported: Import): Promise<Removable> =>
  removableRows(db, 'orthographes', imported)

type ChangedLine = ImportLine<SpellingCells> & { avant: Record<string, unknown> }

/** The lines that still say what the import wrote, by id. */
async function unchanged(db: Db, lines: readonly ChangedLine[]): Promise<Set<number>> {
  const ids = lines.map(({ avant }) => Number(avant.id))
  const rows = await db
    .selectFrom('orthographes')
    .select(['id', 'source', 'etat'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .execute()
  const written = new Map(lines.map(({ avant, row }) => [Number(avant.id), row]))
  const holds = rows.filter(({ id, source, etat }) => {
    const row = written.get(id)
    return row && (row.source === null || row.source === source) && (row.etat === null || row.etat === etat)
  })
  return new Set(holds.map(({ id }) => id))
}

export const restorableSpellings = async (db: Db, lines: readonly ChangedLine[]): Promise<number> =>
  (await unchanged(db, lines)).size

/** Another line may have taken the place of one that was refused before the import. */
const isTaken = async (trx: Trx, id: number, etat: SpellingState): Promise<boolean> => {
  if (etat === 'refusee') return false
  const row = await trx
    .selectFrom('orthographes as o')
    .innerJoin('orthographes as other', (join) =>
      join
        .onRef('other.genre', '=', 'o.genre')
        .onRef('other.cle_a', '=', 'o.cle_a')
        .onRef('other.cle_b', '=', 'o.cle_b'),
    )
    .select('other.id')
    .where('o.id', '=', id)
    .whereRef('other.id', '<>', 'o.id')
    .where('other.etat', '<>', 'refusee')
    .where((eb) => eb(eb.fn.coalesce('other.lieu_id', eb.lit(0)), '=', eb.fn.coalesce('o.lieu_id', eb.lit(0))))
    .executeTakeFirst()
  return row !== undefined
}

/** Gives changed lines their former values back, where they still say what the import wrote. */
export async function restoreChanged(trx: Trx, lines: readonly ChangedLine[], now: Date): Promise<Restored> {
  await dialectOf(trx).locks.lock(trx, 'orthographes')
  const holds = await unchanged(trx, lines)
  const restored: Restored = { restaurees: 0, messages: [] }
  for (const { ligne, row, avant } of lines) {
    const { id, ...before } = avant
    if (!holds.has(Number(id)) || (await isTaken(trx, Number(id), before.etat as SpellingState))) {
      const message = `La ligne ${quoted(written(row))} garde ses valeurs\u00a0: elle a été modifiée depuis l’import.`
      restored.messages.push({ ligne, message })
      continue
    }
    await trx
      .updateTable('orthographes')
      .set((eb) => ({ ...before, updated_at: now.toISOString(), version: eb('version', '+', 1) }))
      .where('id', '=', Number(id))
      .execute()
    restored.restaurees += 1
  }
  return restored
}

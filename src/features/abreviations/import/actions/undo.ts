import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../../db/schema.ts'
import { sortKey } from '../../../../lib/text.ts'
import { quoted } from '../../../../lib/typo.ts'
import { removeRows } from '../../../imports/actions/created-rows.ts'
import type { Import, ImportLine, Removed, Restored } from '../../../imports/kind.ts'
import { lockLists } from '../../actions.ts'
import { written } from '../../rules/line.ts'
import type { AbbreviationCells } from '../rules/line.ts'

/** Takes back lines that nobody has changed since. */
export async function removeCreated(trx: Trx, { id }: Import, cursor: number | null, limit: number): Promise<Removed> {
  await lockLists(trx)
  let query = trx
    .selectFrom('abreviations')
    .select(['id', 'abreviation', 'texte', 'version'])
    .where('import_id', '=', id)
  if (cursor !== null) query = query.where('id', '<', cursor)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  const kept = (row: (typeof rows)[number]) => `${quoted(written(row))} reste\u00a0: modifiée depuis l’import.`
  return removeRows(trx, 'abreviations', rows, kept)
}

type ChangedLine = ImportLine<AbbreviationCells> & { avant: Record<string, unknown> }

/** The lines that still say what the import wrote, by id. */
async function unchanged(db: Db, lines: readonly ChangedLine[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('abreviations')
    .select(['id', 'texte'])
    .where((eb) =>
      dialectOf(db).sql.inList(
        eb.ref('id'),
        lines.map(({ avant }) => Number(avant.id)),
      ),
    )
    .execute()
  const texts = new Map(rows.map(({ id, texte }) => [id, texte]))
  return new Set(lines.map(({ avant, row }) => (texts.get(Number(avant.id)) === row.texte ? Number(avant.id) : 0)))
}

export async function restorableLines(db: Db, lines: readonly ChangedLine[]): Promise<number> {
  const holds = await unchanged(db, lines)
  return lines.filter(({ avant }) => holds.has(Number(avant.id))).length
}

/** Gives changed lines their former texts back, where they still say what the import wrote. */
export async function restoreChanged(trx: Trx, lines: readonly ChangedLine[], now: Date): Promise<Restored> {
  await lockLists(trx)
  const holds = await unchanged(trx, lines)
  const restored: Restored = { restaurees: 0, messages: [] }
  for (const { ligne, row, avant } of lines) {
    const [id, texte] = [Number(avant.id), String(avant.texte)]
    if (!holds.has(id)) {
      const message = `${quoted(written(row))} garde son texte\u00a0: modifiée depuis l’import.`
      restored.messages.push({ ligne, message })
      continue
    }
    const recherche = sortKey(`${row.abreviation} ${texte}`)
    await trx
      .updateTable('abreviations')
      .set((eb) => ({ texte, recherche, updated_at: now.toISOString(), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    restored.restaurees += 1
  }
  return restored
}

import { dialectOf } from '../../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../../db/schema.ts'
import { quoted } from '../../../../lib/typo.ts'
import { removeRows } from '../../../imports/actions/created-rows.ts'
import type { Import, ImportLine, Removed, Restored } from '../../../imports/kind.ts'
import { registerNames } from '../../queries.ts'
import { yearsText } from '../../rules/words.ts'
import type { Changed } from '../queries.ts'
import type { RegisterCells } from '../rules/line.ts'

/** Takes back lines that nobody has changed since. */
export async function removeCreated(trx: Trx, { id }: Import, cursor: number | null, limit: number): Promise<Removed> {
  await dialectOf(trx).locks.lock(trx, 'registres')
  let query = trx.selectFrom('registres').select(['id', 'version']).where('import_id', '=', id)
  if (cursor !== null) query = query.where('id', '<', cursor)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  const names = await registerNames(
    trx,
    rows.filter(({ version }) => version > 1).map((row) => row.id),
  )
  return removeRows(
    trx,
    'registres',
    rows,
    (row) => `${quoted(names.get(row.id) ?? '')} reste\u00a0: modifié depuis l’import.`,
  )
}

type ChangedLine = ImportLine<RegisterCells> & { avant: Record<string, unknown> }

const CHANGED = ['etat', 'depot_id', 'url', 'note'] as const

const before = ({ avant }: ChangedLine): Partial<Changed> =>
  Object.fromEntries(CHANGED.filter((name) => name in avant).map((name) => [name, avant[name]]))

/** The lines that still have the version that the import gave them: nobody has saved them since. */
async function stillTheirs(db: Db, lines: readonly ChangedLine[]): Promise<Set<number>> {
  const ids = lines.map(({ avant }) => Number(avant.id))
  const rows = await db
    .selectFrom('registres')
    .select(['id', 'etat', 'url', 'note'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const holds = ({ avant, row }: ChangedLine): boolean => {
    const now = byId.get(Number(avant.id))
    const says = { etat: row.etat, url: row.url || null, note: row.note || null }
    return (
      now !== undefined &&
      (['etat', 'url', 'note'] as const).every((name) => !(name in avant) || now[name] === says[name])
    )
  }
  return new Set(lines.filter(holds).map(({ avant }) => Number(avant.id)))
}

export const restorableLines = async (db: Db, lines: readonly ChangedLine[]): Promise<number> =>
  (await stillTheirs(db, lines)).size

/** Gives changed lines their former values back, where they still say what the import wrote. */
export async function restoreChanged(trx: Trx, lines: readonly ChangedLine[], now: Date): Promise<Restored> {
  await dialectOf(trx).locks.lock(trx, 'registres')
  const holds = await stillTheirs(trx, lines)
  const restored: Restored = { restaurees: 0, messages: [] }
  for (const line of lines) {
    const id = Number(line.avant.id)
    if (!holds.has(id)) {
      const message = `Le registre ${yearsText(line.row)} de ${quoted(line.row.lieu)} garde ses valeurs\u00a0: modifié ou supprimé depuis l’import.`
      restored.messages.push({ ligne: line.ligne, message })
      continue
    }
    await trx
      .updateTable('registres')
      .set((eb) => ({ ...before(line), updated_at: now.toISOString(), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    restored.restaurees += 1
  }
  return restored
}

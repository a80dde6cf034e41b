import type { Expression, SqlBool } from 'kysely'
import { dialectOf } from '../../../db/dialect/index.ts'
import { insertRows } from '../../../db/rows.ts'
import type { Db } from '../../../db/schema.ts'
import type { ImportPhase, LigneAction } from '../../../db/schema-work.ts'
import type { ImportLine, PlannedLine } from '../kind.ts'
import { LINE_COLUMNS, lineOf } from './imports.ts'

/** Lines looked at or written at a time: short transactions, other users go on meanwhile. */
export const BATCH = 1000

export interface StagedLine {
  ligne: number
  action: LigneAction
  rang: number | null
  cle: string | null
  renvoi: string | null
  contenu: string | null
}

export async function stage(trx: Db, importId: number, lines: StagedLine[]): Promise<void> {
  await insertRows(
    trx,
    'import_lignes',
    lines.map((line) => ({ import_id: importId, ...line, avant: null })),
  )
}

/** Lines as they are kept with a plan that named no other line: those that wait for one are of no rank yet. */
export function plannedLines(lines: ImportLine<unknown>[], planned: PlannedLine[]): StagedLine[] {
  const plans = new Map(planned.map((plan) => [plan.ligne, plan]))
  return lines.map(({ ligne, row, cle, renvoi }) => {
    const plan = plans.get(ligne) ?? { ligne, action: 'attente' }
    const { action } = plan
    const key = 'cle' in plan ? plan.cle : cle
    const contenu = action === 'refusee' ? null : JSON.stringify(row)
    return { ligne, action, rang: action === 'attente' ? null : 0, cle: key, renvoi, contenu }
  })
}

export interface NewMessage {
  ligne: number | null
  message: string
}

/** Keeps what is wrong with lines, a message each. */
export async function addMessages(
  trx: Db,
  importId: number,
  phase: ImportPhase,
  messages: NewMessage[],
): Promise<void> {
  await insertRows(
    trx,
    'import_messages',
    messages.map(({ ligne, message }) => ({ import_id: importId, phase, ligne, message })),
  )
}

/** Condition on a column of keys, which may be null. */
export const isOneOf = (db: Db, column: Expression<string | null>, keys: readonly string[]): Expression<SqlBool> =>
  dialectOf(db).sql.inList(column as Expression<string>, keys)

/** Lines that no plan was made for yet, in the order of the file, after line `after`. */
export async function waitingLines<Row>(db: Db, importId: number, after: number): Promise<ImportLine<Row>[]> {
  const rows = await db
    .selectFrom('import_lignes')
    .select(LINE_COLUMNS)
    .where('import_id', '=', importId)
    .where('rang', 'is', null)
    .where('action', '=', 'attente')
    .where('ligne', '>', after)
    .orderBy('ligne')
    .limit(BATCH)
    .execute()
  return rows.map((row) => lineOf<Row>(row))
}

/** Lines of one rank that are to be created and that others may name, after line `after`. */
export async function linesToCreate<Row>(
  db: Db,
  importId: number,
  rang: number,
  after: number,
): Promise<ImportLine<Row>[]> {
  const rows = await db
    .selectFrom('import_lignes')
    .select(LINE_COLUMNS)
    .where('import_id', '=', importId)
    .where('rang', '=', rang)
    .where('ligne', '>', after)
    .where('action', '=', 'creer')
    .where('cle', 'is not', null)
    .orderBy('ligne')
    .limit(BATCH / 2)
    .execute()
  return rows.map((row) => lineOf<Row>(row))
}

/** At most `limit` of the lines without a plan that name one of these keys. */
export async function linesNaming<Row>(
  db: Db,
  importId: number,
  keys: string[],
  limit: number,
): Promise<ImportLine<Row>[]> {
  // In no order: sorting would read all of them again for each batch.
  const rows = await db
    .selectFrom('import_lignes')
    .select(LINE_COLUMNS)
    .where('import_id', '=', importId)
    .where((eb) => isOneOf(db, eb.ref('renvoi'), keys))
    .where('rang', 'is', null)
    .where('action', '=', 'attente')
    .limit(limit)
    .execute()
  return rows.map((row) => lineOf<Row>(row))
}

const ACCEPTED: LigneAction[] = ['creer', 'modifier', 'inchangee']

/** Keys that several lines have, with their number of lines, after key `after`. */
export function sharedKeys(db: Db, importId: number, after: string): Promise<{ cle: string; n: number }[]> {
  return db
    .selectFrom('import_lignes')
    .select((eb) => [eb.ref('cle').$castTo<string>().as('cle'), eb.fn.countAll<number>().as('n')])
    .where('import_id', '=', importId)
    .where('cle', '>', after)
    .groupBy('cle')
    .having((eb) => eb(eb.fn.countAll(), '>', 1))
    .orderBy('cle')
    .limit(BATCH / 2)
    .execute()
}

/** Accepted lines of these keys, in the order of the file. Of one key, at most BATCH of those after line `after`. */
export async function acceptedOfKeys<Row>(
  db: Db,
  importId: number,
  keys: string[],
  after: number,
): Promise<ImportLine<Row>[]> {
  const [key = ''] = keys
  const accepted = db
    .selectFrom('import_lignes')
    .select(LINE_COLUMNS)
    .where('import_id', '=', importId)
    .where('action', 'in', ACCEPTED)
  const rows =
    keys.length === 1
      ? await accepted.where('cle', '=', key).where('ligne', '>', after).orderBy('ligne').limit(BATCH).execute()
      : await accepted.where((eb) => isOneOf(db, eb.ref('cle'), keys)).execute()
  return rows.map((row) => lineOf<Row>(row)).sort((a, b) => a.ligne - b.ligne)
}

async function mark(trx: Db, importId: number, lignes: number[], action: LigneAction, rang: number): Promise<void> {
  if (lignes.length === 0) return
  await trx
    .updateTable('import_lignes')
    .set({ action, rang })
    .where('import_id', '=', importId)
    .where((eb) => dialectOf(trx).sql.inList(eb.ref('ligne'), lignes))
    .execute()
}

/** A planned line that is refused says why, another one what to look at. */
export const planMessages = (planned: PlannedLine[]): NewMessage[] =>
  planned.flatMap((line) => {
    const message = line.action === 'refusee' ? line.message : line.action === 'attente' ? undefined : line.warning
    return message === undefined ? [] : [{ ligne: line.ligne, message }]
  })

/** Writes the plan of a batch; lines left `attente` are not touched. */
export async function writePlan(trx: Db, importId: number, planned: PlannedLine[], rang: number): Promise<void> {
  for (const action of ['creer', 'modifier', 'inchangee', 'refusee', 'verifier'] as const) {
    const lines = planned.filter((line) => line.action === action)
    await mark(
      trx,
      importId,
      lines.map((line) => line.ligne),
      action,
      rang,
    )
  }
  for (const line of planned) {
    if ('cle' in line && line.cle !== undefined) await setKey(trx, importId, line.ligne, line.cle)
  }
  await addMessages(trx, importId, 'analyse', planMessages(planned))
}

async function setKey(trx: Db, importId: number, ligne: number, cle: string): Promise<void> {
  await trx
    .updateTable('import_lignes')
    .set({ cle })
    .where('import_id', '=', importId)
    .where('ligne', '=', ligne)
    .execute()
}

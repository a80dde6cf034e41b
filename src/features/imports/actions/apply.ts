import { dialectOf } from '../../../db/dialect/index.ts'
import { writesBeside } from '../../../db/open.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import type { LigneAction } from '../../../db/schema-work.ts'
import { breathe } from '../../../lib/breath.ts'
import type { TaskDeps, TaskRun } from '../../taches/loop.ts'
import { Pace } from '../../taches/pace.ts'
import type { AppliedLine, Import, ImportLine, ImportSession } from '../kind.ts'
import { importById, LINE_COLUMNS, lineOf } from '../queries/imports.ts'
import { addMessages, type NewMessage } from '../queries/lines.ts'
import { beginWork } from './steps.ts'

/** Lines written in one transaction, at most. */
export const APPLIED_AT_ONCE = 2000

type Planned<Row> = ImportLine<Row> & { action: LigneAction }

/** The lines that are written: those that may be there already only where somebody said so. */
const written = ({ doublons }: Import): LigneAction[] =>
  doublons === null || doublons === 'laisser' ? ['creer', 'modifier'] : ['creer', 'modifier', 'verifier']

/** The next lines of the rank under way, else the first of the next one. */
async function nextLines<Row>(
  db: Db,
  imported: Import,
  limit: number,
): Promise<{ rang: number; lines: Planned<Row>[] } | undefined> {
  let { position_rang: rang, position_ligne: after } = imported
  for (;;) {
    const rows = await db
      .selectFrom('import_lignes')
      .select([...LINE_COLUMNS, 'action'])
      .where('import_id', '=', imported.id)
      .where('rang', '=', rang)
      .where('ligne', '>', after)
      .where('action', 'in', written(imported))
      .orderBy('ligne')
      .limit(limit)
      .execute()
    const lines = rows.map((row): Planned<Row> => {
      const line = { ...lineOf<Row>(row), action: row.action }
      const { doublons } = imported
      return row.action === 'verifier'
        ? { ...line, doute: doublons === 'douteux', remplace: doublons === 'remplacer' }
        : line
    })
    if (lines.length > 0) return { rang, lines }
    const next = await db
      .selectFrom('import_lignes')
      .select((eb) => eb.fn.min('rang').as('rang'))
      .where('import_id', '=', imported.id)
      .where('rang', '>', rang)
      .executeTakeFirst()
    if (next?.rang === null || next?.rang === undefined) return undefined
    rang = next.rang
    after = 0
  }
}

/** Moves the position; false where another process has moved it already: then nothing of this batch may stay. */
async function advance(
  trx: Trx,
  imported: Import,
  rang: number,
  ligne: number,
  outcomes: AppliedLine[],
): Promise<boolean> {
  const count = (action: string) => outcomes.filter((line) => line.action === action).length
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set((eb) => ({
      position_rang: rang,
      position_ligne: ligne,
      avancement: eb('avancement', '+', outcomes.length),
      creees: eb('creees', '+', count('creer')),
      modifiees: eb('modifiees', '+', count('modifier')),
      inchangees: eb('inchangees', '+', count('inchangee')),
      refusees: eb('refusees', '+', count('refusee')),
    }))
    .where('id', '=', imported.id)
    .where('etat', '=', 'en_cours')
    .where('position_rang', '=', imported.position_rang)
    .where('position_ligne', '=', imported.position_ligne)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Keeps only what became otherwise than planned, and the former values of what was changed, which the undo needs. */
async function keepOutcomes<Row>(
  trx: Trx,
  importId: number,
  lines: Planned<Row>[],
  outcomes: AppliedLine[],
): Promise<void> {
  const planned = new Map(lines.map((line) => [line.ligne, line.action]))
  const messages: NewMessage[] = []
  for (const outcome of outcomes) {
    const { ligne, action } = outcome
    if ('message' in outcome) messages.push({ ligne, message: outcome.message })
    if (planned.get(ligne) === action && !('avant' in outcome)) continue
    const avant = 'avant' in outcome ? JSON.stringify(outcome.avant) : null
    await trx
      .updateTable('import_lignes')
      .set({ action, avant })
      .where('import_id', '=', importId)
      .where('ligne', '=', ligne)
      .execute()
  }
  await addMessages(trx, importId, 'application', messages)
}

class Overtaken extends Error {}

const isAt = (imported: Import, before: Import): boolean =>
  imported.position_rang === before.position_rang && imported.position_ligne === before.position_ligne

/** The lines of a batch; `before`: the import as it stands until they are written. */
interface Batch<Row> {
  before: Import
  rang: number
  lines: Planned<Row>[]
  last: number
}

/** The next batch, made as far as it can be outside of its transaction; undefined where none is left. */
async function readBatch<Row>(
  db: Db,
  before: Import | undefined,
  session: ImportSession<Row>,
  limit: number,
): Promise<Batch<Row> | undefined> {
  const next = before?.etat === 'en_cours' ? await nextLines<Row>(db, before, limit) : undefined
  const last = next?.lines.at(-1)
  if (!before || !next || !last) return undefined
  await session.prepare?.(db, next.lines)
  return { before, ...next, last: last.ligne }
}

/** The batch behind this one, while this one is written. What goes wrong here is met again when its turn has come. */
async function readBehind<Row>(
  db: Db,
  { before, rang, last }: Batch<Row>,
  session: ImportSession<Row>,
  limit: number,
): Promise<Batch<Row> | undefined> {
  const position = { ...before, position_rang: rang, position_ligne: last }
  const [read] = await Promise.allSettled([readBatch(db, position, session, limit)])
  return read.status === 'fulfilled' ? read.value : undefined
}

/** One batch and its position, in one transaction. Returns its number of lines: none where the import is stopped. */
function writeBatch<Row>(
  db: Db,
  { before, rang, lines, last }: Batch<Row>,
  session: ImportSession<Row>,
  begun: () => void,
): Promise<number> {
  return writesBeside(db)
    .transaction()
    .execute(async (trx) => {
      begun()
      const imported = await importById(trx, before.id)
      if (imported?.etat !== 'en_cours') return 0
      const outcomes = isAt(imported, before) ? await session.apply(trx, lines) : []
      if (!(await advance(trx, before, rang, last, outcomes))) throw new Overtaken('batch applied twice')
      await keepOutcomes(trx, before.id, lines, outcomes)
      return lines.length
    })
}

/**
 * Writes the lines of a confirmed import, batch by batch. Whenever it is cut short, the last committed position is where the
 * next attempt goes on: every line counts exactly once.
 */
export async function apply<Row>(
  deps: TaskDeps,
  run: TaskRun,
  { id, total }: Import,
  session: ImportSession<Row>,
): Promise<void> {
  await beginWork(deps, id)
  const { db } = deps
  const pace = new Pace({ most: APPLIED_AT_ONCE, turnMs: () => dialectOf(db).locks.turnMs(db) })
  const next = async () => readBatch(db, await importById(db, id), session, pace.size)
  for (let batch = await next(); batch; ) {
    const written = batch
    const behind = readBehind(db, written, session, pace.size)
    const count = await pace.time((begun) => writeBatch(db, written, session, begun)).finally(() => behind)
    if (count === 0) break
    batch = (await behind) ?? (await next())
    const now = await importById(db, id)
    await run.alive(now && now.total > 0 ? Math.floor((100 * now.avancement) / now.total) : null)
    await breathe()
  }
  await deps.db
    .updateTable('imports')
    .set({ etat: 'termine', fini_at: deps.clock().toISOString() })
    .where('id', '=', id)
    .where('etat', '=', 'en_cours')
    .execute()
  await session.ended?.(deps.db, total)
}

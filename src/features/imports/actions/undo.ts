import { dialectOf } from '../../../db/dialect/index.ts'
import type { Trx } from '../../../db/schema.ts'
import { breathe } from '../../../lib/breath.ts'
import type { TaskDeps, TaskRun } from '../../taches/loop.ts'
import { Pace } from '../../taches/pace.ts'
import type { Import, ImportKind } from '../kind.ts'
import { changedLines, importById } from '../queries/imports.ts'
import { addMessages, type NewMessage } from '../queries/lines.ts'
import { plannedLines } from '../rules/planned.ts'
import { beginWork } from './steps.ts'

const TAKEN_BACK_AT_ONCE = 250

interface Step {
  curseur: string
  retirees: number
  restaurees: number
  messages: NewMessage[]
  refusal?: string | undefined
}

/** Things created go first (`crees:<id>`), then things changed (`changes:<line>`), then it is `fini`. */
async function stepOf<Row>(
  trx: Trx,
  kind: ImportKind<Row>,
  imported: Import,
  { now, size }: { now: Date; size: number },
): Promise<Step> {
  const [phase, at = ''] = imported.curseur.split(':')
  if (phase === 'changes') return restoreStep(trx, kind, imported, Number(at), { now, size })
  const removed = await kind.remove(trx, imported, at === '' ? null : Number(at), size)
  return {
    curseur: removed.next === null ? 'changes:0' : `crees:${removed.next}`,
    retirees: removed.retirees,
    restaurees: 0,
    messages: removed.messages.map((message) => ({ ligne: null, message })),
    refusal: removed.refusal,
  }
}

/** An undo that cannot begin leaves the import as it was; one that cannot go on stands still, to be resumed. */
async function stopUndo(trx: Trx, imported: Import, refusal: string): Promise<void> {
  const { id, curseur, creees, modifiees, fini_at } = imported
  const total = plannedLines(imported)
  const finished = { etat: 'termine', total, avancement: total } as const
  const failed = { etat: 'echec', total, avancement: creees + modifiees } as const
  const before = fini_at === null ? failed : finished
  await trx
    .updateTable('imports')
    .set({ ...(curseur === '' ? before : { etat: 'echec' }), erreur: refusal })
    .where('id', '=', id)
    .where('etat', '=', 'annulation')
    .execute()
  await addMessages(trx, id, 'annulation', [{ ligne: null, message: refusal }])
}

async function restoreStep<Row>(
  trx: Trx,
  kind: ImportKind<Row>,
  { id }: Import,
  after: number,
  { now, size }: { now: Date; size: number },
): Promise<Step> {
  const lines = await changedLines<Row>(trx, id, after, size)
  const last = lines.at(-1)
  if (!last) return { curseur: 'fini', retirees: 0, restaurees: 0, messages: [] }
  const { restaurees, messages } = await kind.restore(trx, lines, now)
  return { curseur: `changes:${last.ligne}`, retirees: 0, restaurees, messages }
}

/** One batch in one transaction, and whether anything may be left to take back. */
async function undoBatch<Row>(
  deps: TaskDeps,
  kind: ImportKind<Row>,
  importId: number,
  { size, begun }: { size: number; begun: () => void },
): Promise<{ isOver: boolean; done: number }> {
  const over = { isOver: true, done: 0 }
  return deps.db.transaction().execute(async (trx) => {
    begun()
    const imported = await importById(trx, importId)
    if (imported?.etat !== 'annulation' || imported.curseur === 'fini') return over
    const { curseur, retirees, restaurees, messages, refusal } = await stepOf(trx, kind, imported, {
      now: deps.clock(),
      size,
    })
    if (refusal !== undefined) {
      await stopUndo(trx, imported, refusal)
      return over
    }
    const { numUpdatedRows } = await trx
      .updateTable('imports')
      .set((eb) => ({
        curseur,
        retirees: eb('retirees', '+', retirees),
        restaurees: eb('restaurees', '+', restaurees),
        conservees: eb('conservees', '+', messages.length),
        avancement: eb('avancement', '+', retirees + restaurees + messages.length),
      }))
      .where('id', '=', importId)
      .where('curseur', '=', imported.curseur)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Error('this batch of the undo was made by another process')
    await addMessages(trx, importId, 'annulation', messages)
    return { isOver: false, done: retirees + restaurees + messages.length }
  })
}

/** Takes an import back as far as it can be; what stays is told with its reason. */
export async function undo<Row>(deps: TaskDeps, run: TaskRun, { id }: Import, kind: ImportKind<Row>): Promise<void> {
  await beginWork(deps, id)
  const pace = new Pace({ most: TAKEN_BACK_AT_ONCE, turnMs: () => dialectOf(deps.db).locks.turnMs(deps.db) })
  for (let isOver = false; ; ) {
    await pace.time(async (begun) => {
      const batch = await undoBatch(deps, kind, id, { size: pace.size, begun })
      isOver = batch.isOver
      return batch.done
    })
    if (isOver) break
    const now = await importById(deps.db, id)
    await run.alive(now && now.total > 0 ? Math.min(99, Math.floor((100 * now.avancement) / now.total)) : null)
    await breathe()
  }
  await deps.db
    .updateTable('imports')
    .set({ etat: 'annule' })
    .where('id', '=', id)
    .where('etat', '=', 'annulation')
    .execute()
}

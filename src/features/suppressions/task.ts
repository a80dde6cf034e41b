import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { TaskRefused } from '../taches/actions.ts'
import type { TaskDeps, TaskHandler, TaskRun } from '../taches/loop.ts'
import { Pace } from '../taches/pace.ts'
import { endReturn, putBackLines, RecordsFields } from './actions/bring-back.ts'
import { RETOUR, RETRAIT } from './actions/steps.ts'
import { finishRemoval, keepFile, removeRecords, removeVersions } from './actions/take-out.ts'
import { digestOf, dropKept, readKept, writeKept } from './kept-file.ts'
import { linesOf } from './queries.ts'

const MOST = 300

const lineOf = (db: Db, { task }: TaskRun) =>
  db.selectFrom('sources_supprimees').selectAll().where('id', '=', Number(task.payload.suppression)).executeTakeFirst()

const paceOf = (db: Db): Pace => new Pace({ most: MOST, turnMs: () => dialectOf(db).locks.turnMs(db) })

/** Calls `batch` until it has nothing more to do; it returns how many it did of those it was asked for. */
async function untilNone(db: Db, { alive }: TaskRun, batch: (size: number, begun: () => void) => Promise<number>) {
  const pace = paceOf(db)
  for (let done = 1; done > 0; ) {
    done = await pace.time((begun) => batch(pace.size, begun))
    await alive()
  }
}

/** First the file, whole and on the disk; then row after row leaves; at last the source. */
async function takeOut(deps: TaskDeps, run: TaskRun): Promise<void> {
  const { db, storage } = deps
  const kept = await lineOf(db, run)
  if (!kept || kept.etat === 'supprimee' || kept.etat === 'retour') return
  const { source_id: id, fichier } = kept
  if (kept.etat === 'ecriture') {
    const lignes = await writeKept(
      storage,
      fichier,
      linesOf(db, id, () => run.alive()),
    )
    await keepFile(db, kept.id, { lignes, empreinte: await digestOf(storage, fichier) })
  }
  await untilNone(db, run, (size, begun) => removeRecords(db, id, size, begun))
  await untilNone(db, run, (size, begun) => removeVersions(db, id, size, begun))
  await finishRemoval(db, kept)
}

/** Line after line of the file comes back, each once: how many are back is written with them. */
async function bringBack(deps: TaskDeps, run: TaskRun): Promise<void> {
  const { db, storage, clock } = deps
  const kept = await lineOf(db, run)
  if (kept?.etat !== 'retour') return
  if ((await digestOf(storage, kept.fichier).catch(() => '')) !== kept.empreinte)
    throw new TaskRefused('Le fichier de cette source manque, ou il a été changé.')
  const pace = paceOf(db)
  const fields = new RecordsFields()
  let avance = kept.avance
  for await (const lines of readKept(storage, kept.fichier, avance, () => pace.size)) {
    await pace.time(async (begun) => {
      await putBackLines(db, kept, { lines, avance: avance + lines.length, now: clock().toISOString() }, fields, begun)
      return lines.length
    })
    avance += lines.length
    await run.alive(Math.min(99, Math.floor((100 * avance) / Math.max(1, kept.lignes))))
  }
  await dialectOf(db).toDisk(db, () => endReturn(db, kept, clock()))
  await dropKept(storage, kept.fichier)
}

/** Killed anywhere, each goes on where it stood: nothing leaves the tables before the file is whole, nor the file before all is back. */
export const suppressionHandlers: Record<string, TaskHandler> = {
  [RETRAIT]: { run: takeOut },
  [RETOUR]: { run: bringBack },
}

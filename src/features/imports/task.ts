import { dialectOf } from '../../db/dialect/index.ts'
import type { ImportEtat } from '../../db/schema-work.ts'
import type { TaskDeps, TaskHandler, TaskHandlers, TaskRun } from '../taches/loop.ts'
import { analyse } from './actions/analyse.ts'
import { apply } from './actions/apply.ts'
import { askColumns, failImport } from './actions/steps.ts'
import { undo } from './actions/undo.ts'
import type { Import, ImportKind } from './kind.ts'
import { importById } from './queries/imports.ts'
import { ColumnsError, FileError } from './rules/encoding.ts'
import { removeFile } from './rules/files.ts'
import { TASKS } from './rules/states.ts'

const BROKEN =
  'Une erreur interne a arrêté cet import. Ce qui était enregistré le reste\u00a0; vous pouvez reprendre l’import ou l’annuler.'

type Work = (deps: TaskDeps, run: TaskRun, imported: Import, kind: ImportKind<unknown>) => Promise<void>

/** One step of an import as a task; a task of a state that has passed does nothing. */
function step(kinds: readonly ImportKind<unknown>[], etats: ImportEtat[], work: Work): TaskHandler {
  const idOf = (payload: Record<string, unknown>) => Number(payload.import_id)
  return {
    async run(deps, run) {
      const imported = await importById(deps.db, idOf(run.task.payload))
      const kind = kinds.find((one) => one.kind === imported?.kind)
      if (!imported || !kind || !etats.includes(imported.etat)) return
      try {
        await work(deps, run, imported, kind)
      } catch (error) {
        if (!(error instanceof FileError)) throw error
        const { db } = deps
        if (error instanceof ColumnsError) {
          await dialectOf(db).toDisk(db, () => askColumns(db, imported.id, error.message))
          return
        }
        await db.updateTable('imports').set({ fichier: null }).where('id', '=', imported.id).execute()
        await dialectOf(db).toDisk(db, () => failImport(db, imported.id, error.message))
        await removeFile(deps.storage, imported.fichier)
      }
    },
    parked: ({ db }, task) => failImport(db, idOf(task.payload), BROKEN),
  }
}

/** The tasks of all imports, for `startTaskLoop` and `runTasks`. */
export function importHandlers(kinds: readonly ImportKind<unknown>[]): TaskHandlers {
  return {
    [TASKS.analyse]: step(kinds, ['recu', 'analyse'], async (deps, run, imported, kind) =>
      analyse(deps, run, imported, await kind.open(deps.db, imported, deps.clock)),
    ),
    [TASKS.application]: step(kinds, ['en_cours'], async (deps, run, imported, kind) =>
      apply(deps, run, imported, await kind.open(deps.db, imported, deps.clock)),
    ),
    [TASKS.annulation]: step(kinds, ['annulation'], undo),
  }
}

import { dirname } from 'node:path'
import type { TaskHandlers } from '../taches/loop.ts'
import { remiseById } from './actions/put-back.ts'
import { arrivalFolder, bringHere, dropArrived, proceed, REMETTRE, stop } from './actions/remises.ts'

/** For the process beside the one that serves: it goes on where a killed one stood. */
export const puttingBackHandlers: TaskHandlers = {
  [REMETTRE]: {
    async run({ db, clock, storage }, { task, alive }) {
      const id = Number(task.payload.remise)
      await bringHere(db, storage, id)
      await proceed({ db, clock, alive: (part) => alive(Math.floor(100 * part)) }, id)
      const { etat, chemin } = (await remiseById(db, id)) ?? {}
      if (!chemin || (etat !== 'finie' && etat !== 'refusee')) return
      await db.updateTable('remises').set({ chemin: null }).where('id', '=', id).execute()
      // An archive that the command line was given is not ours.
      if (dirname(chemin) === arrivalFolder(storage)) await dropArrived(chemin)
    },
    parked: ({ db }, { payload }) => stop(db, Number(payload.remise)),
  },
}

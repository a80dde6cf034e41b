import { join } from 'node:path'
import { baseAt } from '../../../../db/bases.ts'
import { dialectOf } from '../../../../db/dialect/index.ts'
import { inMaintenance } from '../../../presence/maintenance.ts'
import { noteStep, type UpdateNote } from '../../../presence/update-note.ts'
import { type BackupSite, backupsFolder, makeBackup } from '../../../sauvegardes/actions/backups.ts'
import type { Origin } from '../../../sauvegardes/rules/names.ts'

/** Waits for what was being written when the site was closed: it will be acknowledged, so it has to be in the backup. */
async function awaitWriters(address: string): Promise<void> {
  const db = baseAt(address).open()
  try {
    await dialectOf(db).copy.frozen(db, () => Promise.resolve())
  } finally {
    await db.destroy()
  }
}

/**
 * Closes the site to writers and notes the step that this leads to, with the instant to which another program can put the database
 * back: nobody writes from before it until that step has ended. `prepare` is done before, with nobody writing.
 */
export function closeOnly(
  { storage, address, clock }: BackupSite,
  prepare: () => Promise<void>,
  next: (instant: string) => UpdateNote,
): Promise<UpdateNote> {
  return inMaintenance(storage, async () => {
    await awaitWriters(address)
    await prepare()
    const step = next(clock().toISOString())
    noteStep(storage, step)
    return step
  })
}

/**
 * Closes the site to writers, makes a backup of it, and notes the step that this leads to: nobody writes from before the backup
 * until that step has ended. `prepare` is done before the backup, with nobody writing.
 */
export function backUpClosed(
  backup: BackupSite,
  origine: Origin,
  prepare: () => Promise<void>,
  next: (path: string) => UpdateNote,
): Promise<UpdateNote> {
  const { storage, address } = backup
  return inMaintenance(storage, async () => {
    await awaitWriters(address)
    await prepare()
    const { name } = await makeBackup(backup, origine)
    const step = next(join(backupsFolder(storage), name))
    noteStep(storage, step)
    return step
  })
}

import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Elsewhere } from '../../../../lib/elsewhere.ts'
import { type Backup, listBackups, receiveBackup } from '../../actions/backups.ts'
import { openArchive } from '../../rules/archive.ts'
import { newestOf } from '../../rules/retention.ts'
import { ElsewhereError, tellingFaults } from '../rules/faults.ts'
import { type Copy, copiesAmong, isOfSeveral } from '../rules/remote-names.ts'
import { decrypted } from './age.ts'
import { type AtPlace, atPlace, type Journey, watched } from './at-place.ts'

/** The copies that are elsewhere, the newest first. Rejects with an ElsewhereError. */
export const listCopies = (elsewhere: Elsewhere, journey: Journey = {}): Promise<Copy[]> =>
  tellingFaults(() => atPlace(elsewhere, journey, async ({ place }) => copiesAmong(await place.list())))

/** Writes the backup that a copy holds to a file, and reads it again to its last byte. */
async function bring({ place, moved }: AtPlace, copy: Copy, phrase: string, path: string, told: Journey) {
  let read = 0
  const coming = watched(await place.read(copy.name), (chunk) => {
    moved()
    read += chunk.length
    told.progress?.(Math.floor((99 * Math.min(read, copy.taille)) / copy.taille))
  })
  await pipeline(decrypted(coming, phrase), createWriteStream(path, { mode: 0o600, flush: true }))
  moved()
  await openArchive(path)
}

/** The copy of that name; '' is the newest, where one site alone copies there. */
function chosen(copies: readonly Copy[], name: string, now: Date | undefined): Copy {
  if (name === '' && isOfSeveral(copies)) throw new ElsewhereError('plusieurs')
  const copy = name === '' ? (now ? newestOf(copies, now) : copies[0]) : copies.find((one) => one.name === name)
  if (!copy) throw new ElsewhereError('absente')
  return copy
}

/** A backup, and the mark of the site whose copy it came from ('' where the name of the copy has none). */
export type Brought = Backup & { site: string }

/**
 * Brings a copy back among the backups here, decrypted and read to its last byte; '' is the newest, where one site alone copies there. One
 * that is here already stays as it is. Rejects with an ElsewhereError, `absente` where there is none of that name, or with an AppError for the disk and for what is no backup.
 */
export function fetchCopy(
  storage: string,
  elsewhere: Elsewhere,
  name: string,
  journey: Journey = {},
): Promise<Brought> {
  return tellingFaults(() =>
    atPlace(elsewhere, journey, async (at) => {
      const copies = copiesAmong(await at.place.list())
      const copy = chosen(copies, name, journey.now)
      const here = () => listBackups(storage).find((backup) => backup.name === copy.sauvegarde)
      if (!here())
        await receiveBackup(storage, copy.sauvegarde, copy.taille, (path) =>
          bring(at, copy, elsewhere.phrase, path, journey),
        )
      const backup = here()
      if (!backup) throw new ElsewhereError('absente')
      return { ...backup, site: copy.site }
    }),
  )
}

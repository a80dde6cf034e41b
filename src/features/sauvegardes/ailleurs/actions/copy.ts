import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Elsewhere } from '../../../../lib/elsewhere.ts'
import { AppError } from '../../../../lib/errors.ts'
import { type Backup, type BackupSite, backupsFolder, listBackups } from '../../actions/backups.ts'
import { newestOf } from '../../rules/retention.ts'
import { ElsewhereError, tellingFaults } from '../rules/faults.ts'
import { copyName, ownIn, partialName, surplus } from '../rules/remote-names.ts'
import { encryptedFile } from './age.ts'
import { type AtPlace, atPlace, dropLeftovers, type Journey, removeAll, watched } from './at-place.ts'

export interface Copied {
  /** Name of the file elsewhere. */
  fichier: string
  /** Bytes, encrypted. */
  taille: number
  sha256: string
}

/** `marque` tells its copies from those of another site that copies to the same place (`siteMark`). */
export type CopySite = Pick<BackupSite, 'storage' | 'keep' | 'nightly' | 'clock'> & { marque: string }

/** A site that was just installed has no backup. */
export const NOTHING = 'Il n’y a pas encore de sauvegarde à copier ailleurs. Faites-en une.'
/** Reading again takes about as long as sending. */
const SENT_PERCENT = 50

/** Sends a backup, encrypted as it leaves. Returns the size and the digest of what left. */
async function send(
  { place, moved }: AtPlace,
  target: string,
  path: string,
  backup: Backup,
  phrase: string,
  told: Journey,
) {
  const { taille, bytes } = await encryptedFile(path, backup.taille, { phrase, workFactor: told.workFactor })
  const digest = createHash('sha256')
  let sent = 0
  const leaving = watched(bytes, (chunk) => {
    moved()
    digest.update(chunk)
    sent += chunk.length
    told.progress?.(Math.floor((SENT_PERCENT * sent) / taille))
  })
  moved()
  await place.write(target, leaving, taille)
  moved()
  // A backup that changed its length under our hands.
  if (sent !== taille) throw new ElsewhereError('altere')
  return { taille, sha256: digest.digest('hex') }
}

/** Reads all of it back. ElsewhereError `altere` where it is not what was sent. */
async function verify(
  { place, moved }: AtPlace,
  target: string,
  { taille, sha256 }: { taille: number; sha256: string },
  { progress }: Journey,
): Promise<void> {
  const digest = createHash('sha256')
  let read = 0
  for await (const chunk of await place.read(target)) {
    moved()
    digest.update(chunk)
    read += chunk.length
    progress?.(SENT_PERCENT + Math.floor(((100 - SENT_PERCENT) * Math.min(read, taille)) / taille))
  }
  if (read !== taille || digest.digest('hex') !== sha256) throw new ElsewhereError('altere')
}

async function copyTo(at: AtPlace, site: CopySite, backup: Backup, phrase: string, told: Journey): Promise<Copied> {
  const { place } = at
  const isOurs = ownIn(await place.list(), site.marque)
  await dropLeftovers(place, isOurs)
  await place.clean?.(isOurs)
  const fichier = copyName(backup.name, site.marque)
  const target = place.rename ? partialName(fichier) : fichier
  const path = join(backupsFolder(site.storage), backup.name)
  try {
    const sent = await send(at, target, path, backup, phrase, told)
    await verify(at, target, sent, told)
    await place.rename?.(target, fichier)
    const { keep, nightly, clock, marque } = site
    const rules = { keep, nightly, made: fichier, now: clock(), site: marque }
    await removeAll(place, surplus(await place.list(), rules))
    return { fichier, ...sent }
  } catch (error) {
    // Where it cannot be removed now, since the line is cut for one, the next copy does.
    if (error instanceof ElsewhereError && error.fault === 'altere') await place.remove(target)
    throw error
  }
}

/**
 * Sends the newest backup elsewhere: encrypted, under a name of its own until it was read back whole, byte for byte; then the oldest
 * copies of this site there go, by the rules of the backups here. Memory stays the same whatever the size. Rejects with an ElsewhereError, or with
 * an AppError `conflit` where there is no backup. Whatever is killed leaves a `.partiel`, which the next copy removes.
 */
export function sendCopy(site: CopySite, elsewhere: Elsewhere, journey: Journey = {}): Promise<Copied> {
  const backup = newestOf(listBackups(site.storage), site.clock())
  if (!backup) throw new AppError('conflit', NOTHING)
  return tellingFaults(() => atPlace(elsewhere, journey, (at) => copyTo(at, site, backup, elsewhere.phrase, journey)))
}

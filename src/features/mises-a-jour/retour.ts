import { join } from 'node:path'
import { randomToken } from '../../lib/crypto.ts'
import { AppError } from '../../lib/errors.ts'
import { peekArchive } from './archive.ts'
import { follow, isBackElsewhere } from './autre-serveur.ts'
import { type Backup, backupsFolder, listBackups } from './backups.ts'
import { type EnCours, markInstallation } from './en-cours.ts'
import { installPackages, selfCheckOf } from './essai.ts'
import { endUpdate, goBack, tellOfOthers, type UpdatedSite } from './fin.ts'
import { aloneUpdating } from './mise-a-jour.ts'
import { currentRelease, releaseWith, versionIn } from './releases.ts'

/** A backup to which a site can go back, with the code that made it. */
export interface ReturnPoint extends Backup {
  version: string
  /** Folder of that code; undefined where it is no longer on this machine. */
  dossier: string | undefined
}

/** The backups that can be read, the newest first. */
export async function returnPoints(home: string, storage: string): Promise<ReturnPoint[]> {
  const points: ReturnPoint[] = []
  for (const backup of listBackups(storage)) {
    try {
      const { version } = (await peekArchive(join(backupsFolder(storage), backup.name))).manifest
      points.push({ ...backup, version, dossier: releaseWith(home, version) })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return points
}

/** Folder of the code that made a backup, ready to run. */
async function codeOf({ version, dossier }: ReturnPoint): Promise<string> {
  if (!dossier)
    throw new AppError(
      'conflit',
      `Le code de la version ${version} n’est plus sur ce serveur\u00a0: rien n’a été changé.`,
    )
  await installPackages(dossier)
  return dossier
}

async function stepBack(
  { home, storage, say }: UpdatedSite,
  { name, version }: ReturnPoint,
  dossier: string,
): Promise<EnCours> {
  const sauvegarde = join(backupsFolder(storage), name)
  say('Essai de cette version sur cette sauvegarde…')
  await selfCheckOf(dossier, sauvegarde)
  const present = currentRelease(home)
  const nouvelle = { dossier: present, version: versionIn(present) ?? '' }
  const { tables } = await selfCheckOf(present, sauvegarde)
  const jeton = randomToken()
  markInstallation(home, jeton)
  return {
    jeton,
    etape: 'retour',
    ancienne: { dossier, version },
    nouvelle,
    sauvegarde,
    migre: true,
    tables,
    essais: 0,
  }
}

/**
 * Goes back to a backup and the code that made it, tried beforehand on a copy: where they do not go together nothing is changed.
 * What was there is kept as a backup.
 */
export function goBackTo(site: UpdatedSite, point: ReturnPoint): Promise<void> {
  return aloneUpdating(site.storage, async () => {
    await endUpdate(site)
    const dossier = await codeOf(point)
    if (await isBackElsewhere(site, dossier)) return void (await follow(site, { dossier, version: point.version }))
    const step = await stepBack(site, point, dossier)
    site.say(`Retour à la version ${point.version} et à sa base…`)
    await goBack(site, step)
    tellOfOthers(site)
  })
}

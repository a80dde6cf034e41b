import { join } from 'node:path'
import { baseAt, isKnownMigration } from '../../../../db/bases.ts'
import { randomToken } from '../../../../lib/crypto.ts'
import { AppError } from '../../../../lib/errors.ts'
import { forgetIfUntouched, markInstallation, noteStep, type UpdateNote } from '../../../presence/update-note.ts'
import { type Backup, backupsFolder, listBackups } from '../../../sauvegardes/actions/backups.ts'
import { peekArchive } from '../../../sauvegardes/rules/archive.ts'
import { currentRelease, releaseWith, versionIn } from '../../releases/rules/folders.ts'
import { backUpClosed } from './closing.ts'
import { follow, isBackElsewhere } from './other-server.ts'
import { endUpdate, goBack, tellOfOthers, type UpdatedSite } from './outcome.ts'
import { installPackages, selfCheckOf } from './trial.ts'
import { aloneUpdating } from './update.ts'

/** A backup to which a site can go back, with the code that made it. */
export interface ReturnPoint extends Backup {
  version: string
  /** Folder of that code. */
  dossier: string
  /** Is it of this code, or an older one? */
  isKnown: boolean
}

/** The backup with its code; undefined where it is of another engine, or its code no longer on this machine. */
async function pointOf({ home, backup: site }: UpdatedSite, backup: Backup): Promise<ReturnPoint | undefined> {
  const { version, base } = (await peekArchive(join(backupsFolder(site.storage), backup.name))).manifest
  const dossier = releaseWith(home, version)
  const isOurs = baseAt(site.address).forms.includes(base.forme)
  return dossier && isOurs
    ? { ...backup, version, dossier, isKnown: base.migrations.every(isKnownMigration) }
    : undefined
}

/** The backups to which the site can go back, the newest first, and how many others can be read. */
export async function returnPoints(site: UpdatedSite): Promise<{ points: ReturnPoint[]; others: number }> {
  const points: ReturnPoint[] = []
  let others = 0
  for (const backup of listBackups(site.storage)) {
    try {
      const point = await pointOf(site, backup)
      if (point) points.push(point)
      else others += 1
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return { points, others }
}

async function stepBack({ home, storage, say }: UpdatedSite, point: ReturnPoint): Promise<UpdateNote> {
  const { name, version, dossier, isKnown } = point
  const sauvegarde = join(backupsFolder(storage), name)
  say('Essai de cette version sur cette sauvegarde…')
  await selfCheckOf(dossier, sauvegarde)
  const present = currentRelease(home)
  const nouvelle = { dossier: present, version: versionIn(present) ?? '' }
  // This code knows nothing about what a later version made; nor is there anything that it has to remove.
  const { tables } = isKnown ? await selfCheckOf(present, sauvegarde) : { tables: [] }
  const jeton = randomToken()
  markInstallation(home, jeton)
  return {
    jeton,
    etape: 'sauvegarde',
    ancienne: { dossier, version },
    nouvelle,
    ...{ sauvegarde, externe: '' },
    migre: true,
    tables,
    essais: 0,
    choisi: true,
  }
}

/** Keeps what is there, by the code that wrote it, and closes the site to writers until the return has ended. */
async function keepPresent({ storage, backup, say }: UpdatedSite, step: UpdateNote): Promise<UpdateNote> {
  noteStep(storage, step)
  try {
    const saying = () => Promise.resolve(say('Copie de sécurité de ce qui est en place…'))
    return await backUpClosed(backup, 'restauration', saying, () => ({ ...step, etape: 'retour' }))
  } finally {
    // Whatever failed before left the site as it was.
    forgetIfUntouched(storage)
  }
}

/**
 * Goes back to a backup and the code that made it, tried beforehand on a copy: where they do not go together nothing is changed.
 * What was there is kept as a backup.
 */
export function goBackTo(site: UpdatedSite, point: ReturnPoint): Promise<void> {
  return aloneUpdating(site.storage, async () => {
    await endUpdate(site)
    await installPackages(point.dossier)
    if (await isBackElsewhere(site, point.dossier)) return void (await follow(site, point))
    const step = await keepPresent(site, await stepBack(site, point))
    site.say(`Retour à la version ${point.version} et à sa base…`)
    await goBack(site, step)
    tellOfOthers(site)
  })
}

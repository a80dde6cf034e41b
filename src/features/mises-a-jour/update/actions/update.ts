import { accessSync, constants, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { baseAt } from '../../../../db/bases.ts'
import { randomToken } from '../../../../lib/crypto.ts'
import { freeBytes, isClosedToUs, refusingFullDisk } from '../../../../lib/disk.ts'
import { AppError } from '../../../../lib/errors.ts'
import { alone, isHeld } from '../../../../lib/held-file.ts'
import { formatSize } from '../../../../lib/text.ts'
import { actorWithout, record } from '../../../journal/actions.ts'
import { forgetIfUntouched, markInstallation, noteStep, type UpdateNote } from '../../../presence/update-note.ts'
import { backupsFolder, makeBackup } from '../../../sauvegardes/actions/backups.ts'
import type { ExternalState } from '../../../sauvegardes/externe/rules/age.ts'
import type { Announcement } from '../../releases/rules/announcement.ts'
import { extractRelease } from '../../releases/rules/extraction.ts'
import { COMING, currentRelease, releasesFolder, versionIn } from '../../releases/rules/folders.ts'
import { tellNotes } from '../../releases/rules/notes.ts'
import { isNewer } from '../../releases/rules/state.ts'
import { downloadRelease, lastRelease, type Versions } from '../../releases/server.ts'
import { backUpClosed, closeOnly } from './closing.ts'
import { leansOnExternal, lookedAtBeside } from './external.ts'
import { follow, isUpdatedElsewhere } from './other-server.ts'
import { endUpdate, giveUp, type Outcome, reloadOlder, switchOver, type UpdatedSite } from './outcome.ts'
import { installPackages, releveOf, selfCheckOf } from './trial.ts'

export interface UpdateSite extends UpdatedSite {
  versions: Versions
  /** The backup that another program makes; undefined where none is declared. */
  externe: () => Promise<ExternalState | undefined>
  /** A backup of our own is asked for, whatever was declared. */
  wantsOwn: boolean
}

/** Packages with their Node.js, the archive, and the copies of the database that are tried beside it come on top. */
const ROOM_BYTES = 600 * 1024 * 1024

const BUSY = 'Une mise à jour est déjà en cours.'

const lockOf = (storage: string): string => join(storage, 'mise-a-jour.verrou')

/** One update, or return, of a site at a time. */
export const aloneUpdating = <T>(storage: string, work: () => Promise<T>): Promise<T> =>
  alone(lockOf(storage), BUSY, work)

export const isUpdating = (storage: string): boolean => isHeld(lockOf(storage))

const FULL = 'Le disque du serveur est plein\u00a0: rien n’a été changé. Faites de la place, puis recommencez.'

/** The errors of a folder of the installation that cannot be written, as refusals. */
async function refusingPlace<T>(home: string, work: () => Promise<T>): Promise<T> {
  try {
    return await refusingFullDisk(FULL, work)
  } catch (error) {
    if (!isClosedToUs(error)) throw error
    const reason = `Le dossier ${home} ne peut pas être modifié par cet utilisateur\u00a0: rien n’a été changé.`
    throw new AppError('conflit', reason)
  }
}

function checkPlace(home: string): void {
  accessSync(home, constants.W_OK)
  const free = freeBytes(home)
  if (free >= ROOM_BYTES) return
  const room = `il reste ${formatSize(free)}, il en faut ${formatSize(ROOM_BYTES)}`
  throw new AppError('conflit', `Pas assez de place sur le disque du serveur (${room})\u00a0: rien n’a été changé.`)
}

function checkOrder({ version, depuis }: Announcement, present: string): void {
  if (!isNewer(depuis, present)) return
  const reason = `La version ${version} ne peut suivre que la ${depuis} ou une plus récente\u00a0: installez d’abord celle-ci.`
  throw new AppError('conflit', reason)
}

/** Downloads, checks and opens a release, and installs its packages; its folder, complete, or none. */
async function bringRelease({ home, versions, say }: UpdateSite, annonce: Announcement): Promise<string> {
  const { version, taille } = annonce
  checkPlace(home)
  const target = join(releasesFolder(home), version)
  const coming = join(releasesFolder(home), COMING + randomToken(5))
  mkdirSync(releasesFolder(home), { recursive: true, mode: 0o755 })
  try {
    say(`Téléchargement de la version ${version} (${formatSize(taille)})…`)
    await downloadRelease(versions.server ?? '', annonce, `${coming}.gz`)
    await extractRelease(`${coming}.gz`, taille, version, coming)
    say('Signature et archive vérifiées. Installation des paquets…')
    await installPackages(coming)
    rmSync(target, { recursive: true, force: true })
    renameSync(coming, target)
    return target
  } finally {
    rmSync(`${coming}.gz`, { force: true })
    rmSync(coming, { recursive: true, force: true })
  }
}

/** The new code on a copy of the database: what it is going to change. */
async function tryOnCopy({ backup, say }: UpdateSite, dossier: string): Promise<Pick<UpdateNote, 'migre' | 'tables'>> {
  say('Essai de la nouvelle version sur une copie de la base…')
  const copy = await makeBackup({ ...backup, keep: 1000 }, 'mise-a-jour')
  const path = join(backupsFolder(backup.storage), copy.name)
  try {
    const { migrations, tables } = await selfCheckOf(dossier, path)
    return { migre: migrations.length > 0, tables }
  } finally {
    rmSync(path, { force: true })
  }
}

/** A line in the journal of the site: it went, or is about to go, from one version to another. */
export async function recordUpdate(address: string, now: Date, de: string, vers: string): Promise<void> {
  const db = baseAt(address).open()
  try {
    const detail = { cause: 'commande', de, vers }
    await record(db, actorWithout(null), { action: 'mise-a-jour', detail }, now.toISOString())
  } finally {
    await db.destroy()
  }
}

/** The backup that leads back, or the instant to which another program can: nobody writes from before it until the update has ended. */
function backUp(site: UpdateSite, step: UpdateNote, leans: boolean): Promise<UpdateNote> {
  const closed = { ...step, etape: 'migration' as const }
  const prepare = async () => {
    await site.writeDown(step.ancienne.version, step.nouvelle.version)
    site.say(`${leans ? 'Fermeture' : 'Sauvegarde'}\u00a0: le site reste lisible, on n’y enregistre plus…`)
  }
  if (leans) return closeOnly(site.backup, prepare, (externe) => ({ ...closed, externe }))
  return backUpClosed(site.backup, 'mise-a-jour', prepare, (sauvegarde) => ({ ...closed, sauvegarde }))
}

async function putInPlace(site: UpdateSite, prepared: UpdateNote, leans: boolean): Promise<Outcome> {
  const { storage, say } = site
  noteStep(storage, { ...prepared, etape: 'sauvegarde' })
  const step = await backUp(site, prepared, leans)
  try {
    if (step.migre) {
      say('Mise à niveau de la base…')
      await releveOf(step.nouvelle.dossier, ['db:migrate'])
    }
  } catch (error) {
    return giveUp(site, step, error)
  }
  return switchOver(site, step)
}

async function update(site: UpdateSite, annonce: Announcement): Promise<Outcome> {
  const { home, storage } = site
  const ancienne = { dossier: currentRelease(home), version: versionIn(currentRelease(home)) ?? '' }
  checkOrder(annonce, ancienne.version)
  const { externe, wantsOwn, say } = site
  const leans = await leansOnExternal({ address: site.backup.address, externe: await externe(), wantsOwn, say })
  const nouvelle = { dossier: join(releasesFolder(home), annonce.version), version: annonce.version }
  const jeton = randomToken()
  const step: UpdateNote = {
    jeton,
    etape: 'preparation',
    ancienne,
    nouvelle,
    ...{ sauvegarde: '', externe: '' },
    migre: false,
    tables: [],
    essais: 0,
    choisi: false,
  }
  await refusingPlace(home, async () => markInstallation(home, jeton))
  noteStep(storage, step)
  try {
    await refusingPlace(home, () => bringRelease(site, annonce))
    if (await isUpdatedElsewhere(site, nouvelle.dossier)) return await follow(site, nouvelle)
    const found = leans ? await lookedAtBeside(nouvelle.dossier) : await tryOnCopy(site, nouvelle.dossier)
    return await putInPlace(site, { ...step, ...found }, leans)
  } finally {
    // Whatever failed before the database was touched left the site as it was.
    forgetIfUntouched(storage)
  }
}

/** Looks for a newer release and puts it in place; undefined where there is none. Ends one that was broken off first. */
export function updateSite(site: UpdateSite): Promise<Outcome | undefined> {
  return aloneUpdating(site.storage, async () => {
    await endUpdate(site)
    const annonce = await lastRelease(site.versions)
    const present = versionIn(currentRelease(site.home)) ?? ''
    if (isNewer(annonce.version, present)) {
      tellNotes(
        site.say,
        annonce.nouveautes.filter((notes) => isNewer(notes.version, present)),
      )
      return update(site, annonce)
    }
    await reloadOlder(site, present)
    return undefined
  })
}

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../../../lib/errors.ts'
import { isServedElsewhere } from '../../../presence/presence.ts'
import { runningServices } from '../../../presence/services.ts'
import {
  forgetIfUntouched,
  forgetUpdate,
  isHere,
  noteStep,
  type UpdateNote,
  updateUnderWay,
} from '../../../presence/update-note.ts'
import { type BackupSite, backupsFolder, listBackups } from '../../../sauvegardes/actions/backups.ts'
import { peekArchive } from '../../../sauvegardes/rules/archive.ts'
import { currentRelease, purgeReleases, switchTo, versionIn } from '../../releases/rules/folders.ts'
import { isNewer, setAside } from '../../releases/rules/state.ts'
import { byTheirTool, checkAsBefore } from './external.ts'
import { installPackages, releveOf, reloadService, tryRelease } from './trial.ts'

/** The site as updates see it. */
export interface UpdatedSite {
  home: string
  storage: string
  /** By the code that runs here. */
  backup: BackupSite
  say: (text: string) => void
  /** Tells the journal of the site that it went from one version to another. */
  writeDown: (from: string, to: string) => Promise<void>
  /** Says an error in French, for a person. */
  reasonOf: (error: unknown) => string
}

/** How an update ended: with the version that serves now. */
export interface Outcome {
  version: string
  /** Why it is the old one; undefined where all went well. */
  echec: string | undefined
}

/** The code that the link leads to serves, or would. Tried beside the one that serves first: nobody meets what is not well. */
export async function look(
  { home, storage }: UpdatedSite,
  { dossier, version }: UpdateNote['nouvelle'],
): Promise<void> {
  await tryRelease(dossier)
  for (const service of runningServices(storage, home))
    if (service.recharge) await reloadService(storage, service, version)
}

/** Has what serves older code take that which the link leads to: whoever switched it was killed before. */
export async function reloadOlder({ home, storage }: UpdatedSite, version: string): Promise<void> {
  for (const service of runningServices(storage, home))
    if (service.recharge && isNewer(version, service.version)) await reloadService(storage, service, version)
}

/** Versions whose code somebody may want to go back to. */
async function versionsInBackups(storage: string): Promise<string[]> {
  const found: string[] = []
  for (const { name } of listBackups(storage)) {
    try {
      found.push((await peekArchive(join(backupsFolder(storage), name))).manifest.version)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return found
}

async function purge({ home, storage }: UpdatedSite, { ancienne, nouvelle }: UpdateNote): Promise<void> {
  purgeReleases(home, [ancienne.dossier, nouvelle.dossier], await versionsInBackups(storage))
}

/** Options of db:restore for this, which older releases do not have. */
const WITHOUT_COPY = '--sans-copie'
const WITH_SESSIONS = '--garder-sessions'

const STUCK = ({ sauvegarde: path, externe }: UpdateNote) =>
  externe !== ''
    ? byTheirTool(externe)
    : `Le site reste en lecture seule. Relancez « bin/releve app:update » quand la cause aura disparu, ou restaurez ${path} avec « bin/releve db:restore ».`

/** Removes the backups that an older release made of a database that it does not know: nobody could go back to them. */
function dropCopies(storage: string, known: readonly string[]): void {
  for (const { name, origine } of listBackups(storage))
    if (origine === 'restauration' && !known.includes(name)) rmSync(join(backupsFolder(storage), name), { force: true })
}

/** Has the code of a release put its backup back. What is there was kept before, by the code that wrote it, where that is called for. */
async function restoreBy(storage: string, { ancienne, sauvegarde, tables, choisi }: UpdateNote): Promise<void> {
  const { dossier } = ancienne
  const known = listBackups(storage).map(({ name }) => name)
  const isOlder = !(await releveOf(dossier, ['db:restore', '--help'])).includes(WITHOUT_COPY)
  const kept = isOlder ? [] : [WITHOUT_COPY, ...(choisi ? [] : [WITH_SESSIONS])]
  const leaving = tables.length > 0 ? ['--sans-tables', tables.join(',')] : []
  await releveOf(dossier, ['db:restore', sauvegarde, '--force', ...kept, ...leaving])
  if (isOlder) dropCopies(storage, known)
}

/** Old code, old database. The old code itself puts the backup back: a newer one would bring it up to its own schema. */
export async function goBack(site: UpdatedSite, step: UpdateNote): Promise<void> {
  const { ancienne, nouvelle } = step
  noteStep(site.storage, { ...step, etape: 'retour' })
  switchTo(site.home, ancienne.dossier)
  try {
    await installPackages(ancienne.dossier)
    if (step.migre) await (step.externe === '' ? restoreBy(site.storage, step) : checkAsBefore(step))
    // Whatever fails from here on, the next try restores nothing, and keeps no copy of what is the backup already.
    noteStep(site.storage, { ...step, etape: 'retour', migre: false })
    await look(site, ancienne)
    await site.writeDown(nouvelle.version, ancienne.version)
  } catch (error) {
    throw new AppError(
      'conflit',
      `Le retour à la version ${ancienne.version} a échoué\u00a0: ${site.reasonOf(error)}\n${STUCK(step)}`,
    )
  }
  forgetUpdate(site.storage)
  if (isNewer(nouvelle.version, ancienne.version)) setAside(site.storage, nouvelle.version)
}

/** Other servers of the site write nothing until they have the same version. */
export function tellOfOthers({ home, storage, say }: UpdatedSite): void {
  if (isServedElsewhere(storage, home))
    say('D’autres serveurs servent ce site\u00a0: lancez-y la même commande, ils attendent cette version.')
}

/** Switches to code whose database is ready, looks at it, and goes back by itself where it is not well. */
export async function switchOver(site: UpdatedSite, step: UpdateNote): Promise<Outcome> {
  const { storage, home, say } = site
  const { nouvelle } = step
  try {
    noteStep(storage, { ...step, etape: 'bascule' })
    switchTo(home, nouvelle.dossier)
    say('Démarrage de la nouvelle version…')
    await look(site, nouvelle)
  } catch (error) {
    return giveUp(site, step, error)
  }
  forgetUpdate(storage)
  await purge(site, step)
  if (runningServices(storage, home).some(({ recharge }) => !recharge))
    say('Redémarrez le service pour qu’il prenne la nouvelle version.')
  tellOfOthers(site)
  return { version: nouvelle.version, echec: undefined }
}

/** The old version again, and why. */
export async function giveUp(site: UpdatedSite, step: UpdateNote, error: unknown): Promise<Outcome> {
  const echec = site.reasonOf(error)
  site.say(`${echec}\nRetour à la version ${step.ancienne.version}…`)
  await goBack(site, step)
  return { version: step.ancienne.version, echec }
}

const ELSEWHERE =
  'Une mise à jour commencée sur un autre serveur de ce site n’est pas finie\u00a0: lancez-y « bin/releve app:update ».'

/**
 * Ends an update that was broken off, the one way or the other: where the database was ready the new version has its chance,
 * otherwise the old one is as it was. Undefined where there was none.
 */
export async function endUpdate(site: UpdatedSite): Promise<Outcome | undefined> {
  const found = updateUnderWay(site.storage)
  if (!found) return undefined
  if (!isHere(site.home, found)) throw new AppError('conflit', ELSEWHERE)
  const step = { ...found, essais: found.essais + 1 }
  noteStep(site.storage, step)
  const broken = step.choisi
    ? `Un retour à la version ${step.ancienne.version}`
    : `Une mise à jour vers la version ${step.nouvelle.version}`
  site.say(`${broken} avait été ${step.choisi ? 'interrompu' : 'interrompue'}.`)
  if (step.etape === 'bascule') return switchOver(site, step)
  forgetIfUntouched(site.storage)
  if (updateUnderWay(site.storage)) await goBack(site, step)
  await purge(site, step)
  return { version: versionIn(currentRelease(site.home)) ?? '', echec: 'interrompue' }
}

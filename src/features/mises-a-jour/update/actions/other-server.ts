// Several servers of one site, each with an installation of its own: the first of them that is updated brings the database along,
// the others have only their code to change.
import { AppError } from '../../../../lib/errors.ts'
import { isServedElsewhere } from '../../../presence/presence.ts'
import { currentRelease, switchTo, versionIn } from '../../releases/rules/folders.ts'
import { look, type Outcome, type UpdatedSite } from './outcome.ts'
import { baseFor } from './trial.ts'

const OVERTAKEN =
  'La base est déjà à une version plus récente que ce serveur\u00a0: lancez d’abord cette commande sur un serveur qui est à la version du site. Rien n’a été changé.'

/**
 * Has another server brought the database to that release, so that only the code is to be changed here? AppError `conflit` where
 * the code of this server does not know the database, and that release does not fit it either: it could not lead back.
 */
export async function isUpdatedElsewhere({ home }: UpdatedSite, dossier: string): Promise<boolean> {
  if ((await baseFor(currentRelease(home))) !== 'newer') return false
  if ((await baseFor(dossier)) !== 'ours') throw new AppError('conflit', OVERTAKEN)
  return true
}

/** Has another server taken the database to that release? AppError `conflit` where it is newer than both: it could not lead back. */
export async function isBackElsewhere({ home, storage }: UpdatedSite, dossier: string): Promise<boolean> {
  const present = await baseFor(currentRelease(home))
  if (present === 'ours') return false
  const isThere = (await baseFor(dossier)) === 'ours'
  if (present === 'newer' && !isThere) throw new AppError('conflit', OVERTAKEN)
  return isThere && (present === 'newer' || isServedElsewhere(storage, home))
}

/** Changes the code of this server alone: nothing of the site changes, and nobody is kept waiting. */
export async function follow(site: UpdatedSite, release: { dossier: string; version: string }): Promise<Outcome> {
  const { home, say } = site
  const before = currentRelease(home)
  const { dossier, version } = release
  say(`La base est déjà à la version ${version}, par un autre serveur de ce site\u00a0: seul le code change ici.`)
  switchTo(home, dossier)
  try {
    await look(site, release)
  } catch (error) {
    switchTo(home, before)
    const reason = `La version ${version} ne va pas sur ce serveur, qui garde la ${versionIn(before)}\u00a0: ${site.reasonOf(error)}`
    throw new AppError('conflit', reason)
  }
  return { version, echec: undefined }
}

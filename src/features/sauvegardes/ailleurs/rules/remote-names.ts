import { keyedToken, randomToken } from '../../../../lib/crypto.ts'
import type { Elsewhere } from '../../../../lib/elsewhere.ts'
import { readName } from '../../rules/names.ts'
import { ofThePast, outlived, type Rhythm } from '../../rules/retention.ts'

/** A file of the folder elsewhere. */
export interface RemoteFile {
  name: string
  /** Bytes. */
  taille: number
}

const ENCRYPTED = /^(?<sauvegarde>.+\.tar)(?:\.(?<site>[a-z2-7]{8})-[a-z2-7]{7})?\.age$/
const PARTIAL = '.partiel'
const TRIAL = /^releves-essai-[a-z2-7]+\.txt(\.partiel)?$/

const MARK_BYTES = 5
const TURN_BYTES = 4

/** Eight signs that are the same for all copies of a site, and other ones for another site. `secret`: the site's. */
export const siteMark = (secret: string): string => keyedToken(secret, 'copie ailleurs', 'site', MARK_BYTES)

/** The mark under which a site copies to this place. */
export const markAt = ({ marque }: Pick<Elsewhere, 'marque'>, secret: string): string => marque || siteMark(secret)

/** A name that no copy has had: what is sent takes the place of nothing. `site`: its mark. */
export const copyName = (backup: string, site: string): string => `${backup}.${site}-${randomToken(TURN_BYTES)}.age`
export const partialName = (name: string): string => name + PARTIAL

/** Which backup, of which site ('' in names that have no mark), a file holds; undefined for a file that is no copy of ours. */
function readCopyName(name: string): { sauvegarde: string; site: string } | undefined {
  const { sauvegarde = '', site = '' } = ENCRYPTED.exec(name)?.groups ?? {}
  return readName(sauvegarde) && { sauvegarde, site }
}

/** The name of the backup in a copy; undefined for a file that is no copy of ours. */
export const backupIn = (name: string): string | undefined => readCopyName(name)?.sauvegarde

const withoutPartial = (name: string): string => (name.endsWith(PARTIAL) ? name.slice(0, -PARTIAL.length) : name)

/**
 * Tells whose a file of a folder is: of the site of this mark; one without a mark is of this site as long as no other one copies there,
 * and nobody's afterwards.
 */
export function ownIn(files: readonly { name: string }[], site: string): (name: string) => boolean {
  const siteOf = (name: string) => readCopyName(withoutPartial(name))?.site
  const isShared = files.some(({ name }) => ![undefined, '', site].includes(siteOf(name)))
  return (name) => siteOf(name) === site || (siteOf(name) === '' && !isShared)
}

/** Files that trials, and copies of names that `isOurs`, have left when they were broken off. */
export const isLeftover = (name: string, isOurs: (name: string) => boolean): boolean =>
  TRIAL.test(name) || (name.endsWith(PARTIAL) && isOurs(name))

export interface Copy extends RemoteFile {
  /** The name of the backup that it holds. */
  sauvegarde: string
  /** Mark of the site that sent it; '' where its name has none. */
  site: string
  /** ISO instant of that backup. */
  at: string
  origine: string
}

/** The copies among the files of a folder, the newest first; whatever else is there is none of ours. */
export const copiesAmong = (files: readonly RemoteFile[]): Copy[] =>
  files
    .flatMap((file) => {
      const named = readCopyName(file.name)
      const known = named && readName(named.sauvegarde)
      return known ? [{ ...file, ...known, ...named }] : []
    })
    .sort((a, b) => b.name.localeCompare(a.name))

/** Names of the copies of this site that may go, by the rules of the backups here, and others of the backup in `made`, which never does. */
export function surplus(
  files: readonly RemoteFile[],
  { keep, nightly, made, now, site }: { keep: number; nightly: Rhythm; made: string; now: Date; site: string },
): string[] {
  const isOurs = ownIn(files, site)
  const copies = copiesAmong(files).filter(({ name }) => isOurs(name))
  const again = copies.filter(({ sauvegarde }) => sauvegarde === backupIn(made))
  const rest = copies.filter((copy) => copy.name === made || !again.includes(copy))
  const nights = rest.filter(({ origine }) => origine === 'quotidienne')
  const others = ['manuelle', 'mise-a-jour', 'restauration'].flatMap((origine) =>
    ofThePast(rest, now)
      .filter((copy) => copy.origine === origine)
      .slice(keep),
  )
  const names = [...again, ...others].map(({ name }) => name)
  return [...outlived(nights, nightly, Number.POSITIVE_INFINITY, now), ...names].filter((name) => name !== made)
}

/** Several sites copy here: the newest copy is not for sure the one that is wanted. */
export const isOfSeveral = (copies: readonly Copy[]): boolean =>
  new Set(copies.map(({ site }) => site).filter((site) => site !== '')).size > 1

import { readName } from '../../rules/names.ts'
import { outlived, type Rhythm } from '../../rules/retention.ts'

/** A file of the folder elsewhere. */
export interface RemoteFile {
  name: string
  /** Bytes. */
  taille: number
}

const ENCRYPTED = '.age'
const PARTIAL = '.partiel'
const TRIAL = /^releves-essai-[a-z2-7]+\.txt(\.partiel)?$/

export const copyName = (backup: string): string => backup + ENCRYPTED
export const partialName = (name: string): string => name + PARTIAL

/** The name of the backup in a copy; undefined for a file that is no copy of ours. */
export function backupIn(name: string): string | undefined {
  const backup = name.endsWith(ENCRYPTED) ? name.slice(0, -ENCRYPTED.length) : ''
  return readName(backup) && backup
}

/** Files that copies and trials of ours which were broken off have left. */
export const isLeftover = (name: string): boolean =>
  TRIAL.test(name) || (name.endsWith(PARTIAL) && backupIn(name.slice(0, -PARTIAL.length)) !== undefined)

export interface Copy extends RemoteFile {
  /** The name of the backup that it holds. */
  sauvegarde: string
  /** ISO instant of that backup. */
  at: string
  origine: string
}

/** The copies among the files of a folder, the newest first; whatever else is there is none of ours. */
export const copiesAmong = (files: readonly RemoteFile[]): Copy[] =>
  files
    .flatMap((file) => {
      const sauvegarde = backupIn(file.name)
      const known = sauvegarde === undefined ? undefined : readName(sauvegarde)
      return sauvegarde !== undefined && known ? [{ ...file, ...known, sauvegarde }] : []
    })
    .sort((a, b) => b.name.localeCompare(a.name))

/** Names of the copies that may go, by the rules of the backups here; `made` never does. */
export function surplus(
  files: readonly RemoteFile[],
  { keep, nightly, made, now }: { keep: number; nightly: Rhythm; made: string; now: Date },
): string[] {
  const copies = copiesAmong(files)
  const nights = copies.filter(({ origine }) => origine === 'quotidienne')
  const others = ['manuelle', 'mise-a-jour', 'restauration'].flatMap((origine) =>
    copies
      .filter((copy) => copy.origine === origine)
      .slice(keep)
      .map(({ name }) => name),
  )
  return [...outlived(nights, nightly, Number.POSITIVE_INFINITY, now), ...others].filter((name) => name !== made)
}

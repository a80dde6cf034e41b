import { readFileSync, rmSync } from 'node:fs'
import { type Image, readImage } from '../../../lib/images/image.ts'
import { writeFileWhole } from '../../../lib/json-file.ts'
import { pathsOf } from '../../presence/installation.ts'
import type { Progress } from './progress.ts'

/** Keeps an image until there is a site whose logo it can be. */
export const keepLogo = (storage: string, { bytes }: Image): void => writeFileWhole(pathsOf(storage).logo, bytes, 0o600)

export const dropLogo = (storage: string): void => rmSync(pathsOf(storage).logo, { force: true })

/** The image that was kept; undefined where there is none, or none that can be read any more. */
export function keptLogo(storage: string, { logo }: Pick<Progress, 'logo'>): Image | undefined {
  if (logo === undefined) return undefined
  try {
    const read = readImage(readFileSync(pathsOf(storage).logo))
    return read.ok ? read.image : undefined
  } catch (error) {
    // A site without its logo is a site; without its installation it is none.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return undefined
  }
}

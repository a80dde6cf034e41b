import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Saved } from '../../../db/saving.ts'
import type { Deps } from '../../../web/env.ts'
import type { UploadedFile } from '../../../web/upload.ts'

/** Files of a form of photos arrive here. */
export const photosFolder = (storage: string): string => join(storage, 'app', 'tmp')

/** Takes away files that nothing was made of. */
export async function dropPhotos({ storage }: Deps, files: readonly UploadedFile[]): Promise<void> {
  for (const { fichier } of files) await rm(join(photosFolder(storage), fichier), { force: true })
}

/** Makes views of photos that were sent, and gives how many; owns the files, and leaves none in `photosFolder`. */
export async function addPhotos(
  deps: Deps,
  _source: { id: number },
  files: readonly UploadedFile[],
): Promise<Saved<number>> {
  await dropPhotos(deps, files)
  return { ok: false, errors: { images: 'Ce site ne garde pas encore de photos : donnez les liens des vues.' } }
}

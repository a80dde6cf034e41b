import { hash } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Db } from '../../../src/db/schema.ts'
import { settingsStore } from '../../../src/features/parametres/store.ts'
import { addPhoto } from '../../../src/features/vues/actions/photos.ts'
import { imagesFolder, photoName } from '../../../src/features/vues/rules/photo-files.ts'
import { silentLog } from '../../../src/lib/log.ts'
import { ORIGIN, type Visitor } from '../../support/app.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { pngOf } from '../../support/pictures.ts'

/** Takes a photo in without a request: a grey page of 60 × 40 points; gives its file. */
export async function storePhoto({ db, storage }: { db: Db; storage: string }, sourceId: number): Promise<string> {
  const path = join(temporaryFolder(), 'photo.png')
  const bytes = pngOf(60, 40)
  writeFileSync(path, bytes)
  const sha256 = hash('sha256', bytes)
  const settings = settingsStore(storage, silentLog, 'x'.repeat(64))
  const photo = { name: 'page 1.png', copies: {}, sha256: undefined, keepsOriginal: true }
  const sent = { ...photo, original: { path, size: bytes.length, sha256 } }
  expect(await addPhoto({ db, storage, settings, clock: () => new Date() }, sourceId, sent)).toMatchObject({
    etat: 'ajoutee',
  })
  return join(imagesFolder(storage), photoName(sha256, 'png'))
}

interface Sent {
  name: string
  bytes: Buffer
}

/** The form without scripts sends photos so. */
export function sendPhotos(
  who: Visitor,
  sourceId: number,
  photos: readonly Sent[],
  fields: Record<string, string> = {},
) {
  const form = new FormData()
  form.append('_csrf', who.token())
  for (const [name, value] of Object.entries({ photos: '1', ...fields })) form.append(name, value)
  for (const { name, bytes } of photos) form.append('images', new Blob([new Uint8Array(bytes)]), name)
  return who.request(`/sources/${sourceId}/vues`, { method: 'POST', body: form, headers: { origin: ORIGIN } })
}

/** The script static/js/photos.js sends each photo so, with the copies that the browser made. */
export async function sendOne(
  who: Visitor,
  sourceId: number,
  parts: Partial<Record<'images' | 'copie_2000' | 'copie_320', Buffer>>,
  fields: Record<string, string> = {},
) {
  const form = new FormData()
  form.append('_csrf', who.token())
  for (const [name, value] of Object.entries({ nom: 'IMG_1.JPG', ...fields })) form.append(name, value)
  for (const [name, bytes] of Object.entries(parts)) form.append(name, new Blob([new Uint8Array(bytes)]), `${name}.jpg`)
  const headers = { origin: ORIGIN, accept: 'application/json' }
  const answer = await who.request(`/sources/${sourceId}/vues`, { method: 'POST', body: form, headers })
  return { status: answer.status, ...(JSON.parse(answer.text) as { etat: string; numero?: number; motif?: string }) }
}

/** Names of all files below the folder of photos, the bin apart. */
export function storedFiles(storage: string): string[] {
  const folder = join(storage, 'app', 'images')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('corbeille'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

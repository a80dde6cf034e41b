import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ORIGIN, type Visitor } from '../../support/app.ts'

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

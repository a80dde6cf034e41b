import type { Context } from 'hono'
import { AppError } from '../../lib/errors.ts'
import { fileBody, inline } from '../../web/download.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { idParam } from '../../web/params.ts'
import { StoreError } from '../fichiers/rules/store-error.ts'
import { findVisibleSource } from '../sources/queries/sources.ts'
import { quotaOf } from './actions/photos.ts'
import { changedSource } from './opened-source.tsx'
import { sentBefore } from './queries/photos.ts'
import { type OwnImage, viewAt } from './queries/views.ts'
import { foundFile, imagesFolder, MEDIA_TYPES, photoName, thereOf } from './rules/photo-files.ts'
import { versionOf } from './rules/pictures.ts'
import { roomLeft } from './rules/quota.ts'

/** The photos of views, and what a browser asks before it sends any; mounted at /sources, before the pages of views. */
export const pictureRoutes = router()

const MISSING =
  'La photo de cette vue n’est plus sur le serveur. Prévenez un administrateur\u00a0: elle est peut-être dans l’archive des photos.'

/** The files that show a photo at a size, the best first: where there is no copy a larger one serves. */
function filesFor({ sha256, format, copie_2000, copie_320 }: OwnImage, taille: string | undefined) {
  const whole = { name: photoName(sha256, format), format }
  const readable = copie_2000 && { name: photoName(sha256, copie_2000, 2000), format: copie_2000 }
  const small = copie_320 && { name: photoName(sha256, copie_320, 320), format: copie_320 }
  const order =
    taille === '320'
      ? [small, readable, whole]
      : taille === 'originale'
        ? [whole, readable, small]
        : [readable, whole, small]
  return order.filter((file) => file !== null)
}

/** The first of these files that is there; `isBest` where none better was lost. */
async function firstFile(storage: string, image: OwnImage, taille: string | undefined) {
  for (const [i, { name, format }] of filesFor(image, taille).entries()) {
    const file = await foundFile(imagesFolder(storage), name)
    if (file) return { ...file, format, isBest: i === 0 }
  }
  return undefined
}

/** The storage of all servers is away: said by the picture itself, where the reader looks for it. */
function awayIn(error: unknown): 'loin' {
  if (error instanceof StoreError) return 'loin'
  throw error
}

const AWAY = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 160" width="640" height="160"><rect width="640" height="160" fill="#f4f1ea"/><g fill="#333" font-family="sans-serif" font-size="22" text-anchor="middle"><text x="320" y="72">Le stockage des photos ne répond pas.</text><text x="320" y="104">Réessayez dans quelques minutes.</text></g></svg>`

function awayPicture(c: Context<AppEnv>) {
  c.header('Retry-After', '30')
  return c.body(AWAY, 503, {
    'Content-Type': 'image/svg+xml; charset=utf-8',
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  })
}

const ONE_YEAR = 'private, max-age=31536000, immutable'

pictureRoutes.get('/:id/vues/:numero/image', async (c) => {
  const { db, storage, log } = c.var.deps
  const source = await findVisibleSource(db, c.var.user, idParam(c))
  const vue = await viewAt(db, source.id, idParam(c, 'numero'))
  if (!vue?.image) throw new AppError('introuvable', 'Cette vue n’a pas de photo.')
  const file = await firstFile(storage, vue.image, c.req.query('taille')).catch(awayIn)
  if (file === 'loin') return awayPicture(c)
  if (!file) {
    log.error('the file of a photo is missing', { sha256: vue.image.sha256, source: source.id, vue: vue.numero })
    throw new AppError('introuvable', MISSING)
  }
  const version = versionOf(vue.image)
  return c.body(fileBody(file.path), 200, {
    'Content-Type': MEDIA_TYPES[file.format],
    'Content-Length': String(file.size),
    'Content-Disposition': inline(`${source.titre} vue ${vue.numero}`, file.format === 'jpeg' ? 'jpg' : file.format),
    // A copy that stands in for a lost file gives way to it once that is put back from the archive.
    'Cache-Control': file.isBest && c.req.query('v') === version ? ONE_YEAR : 'private, no-cache',
    ETag: `"${version}-${file.size}"`,
    'X-Content-Type-Options': 'nosniff',
  })
})

/** So many signs of a hash tell two photos of a source apart. */
const PREFIX = 16

/** A browser asks before it sends photos which are here already, and how much room is left. One whose file was lost is welcome again. */
pictureRoutes.get('/:id/vues/empreintes', async (c: Context<AppEnv>) => {
  const source = await changedSource(c)
  const folder = imagesFolder(c.var.deps.storage)
  const before = await sentBefore(c.var.deps.db, source.id)
  const there = await thereOf(
    folder,
    before.map(({ sha256, format }) => photoName(sha256, format)),
  )
  const debuts = before
    .filter(({ sha256, format }) => there.has(photoName(sha256, format)))
    .map(({ sha256_recu }) => sha256_recu.slice(0, PREFIX))
  c.header('Cache-Control', 'private, no-store')
  return c.json({ debuts, place: roomLeft(await quotaOf(c.var.deps, source.id)) })
})

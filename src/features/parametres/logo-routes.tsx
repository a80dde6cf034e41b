import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from 'hono'
import { readImage } from '../../lib/images/image.ts'
import { logoAddress, logoVersion } from '../../web/address.ts'
import { type AppEnv, type Deps, router } from '../../web/env.ts'
import { seeOther } from '../../web/render.tsx'
import { type Received, takesFile } from '../../web/upload.ts'
import { role } from '../auth/session-guard.tsx'
import { ensureWritable } from '../presence/maintenance-guard.tsx'
import { PATH, parametresPage, partPath } from './page.tsx'
import { recordSettings } from './routes.tsx'
import { MAX_LOGO_BYTES, readLogo, removeLogo, saveLogo } from './rules/logo.ts'

/** Choosing the image of the association; administrators only. */
export const logoRoutes = router()

logoRoutes.use(`${PATH}/logo/*`, role('admin'))
logoRoutes.use(`${PATH}/logo`, role('admin'))

const LIMIT = {
  maxBytes: MAX_LOGO_BYTES,
  tooLarge: 'Cette image dépasse la taille permise (2 Mo). Réduisez-la, puis recommencez.',
}
const MISSING = 'Choisissez un fichier : PNG, JPG, SVG ou WebP.'

const folderOf = ({ storage }: Pick<Deps, 'storage'>): string => join(storage, 'app', 'tmp')

/** The bytes that were sent, or why there are none. */
async function bytesOf(c: Context<AppEnv>, received: Received) {
  if (!received.ok) return received
  const { file } = received
  if (!file) return { ok: false, status: 422, message: MISSING } as const
  const path = join(folderOf(c.var.deps), file.fichier)
  const bytes = await readFile(path).finally(() => rm(path, { force: true }))
  return file.taille === 0 ? ({ ok: false, status: 422, message: MISSING } as const) : { ok: true as const, bytes }
}

const cleaned = (removed: string[]): string =>
  removed.length === 0
    ? 'Logo enregistré.'
    : 'Logo enregistré. Par sécurité, ce qui n’est pas du dessin en a été retiré : vérifiez son aspect.'

// The role is asked above for every path.
logoRoutes.post(
  `${PATH}/logo`,
  takesFile({ before: () => undefined, folder: folderOf, limit: LIMIT, received: takeLogo }),
)

async function takeLogo(c: Context<AppEnv>, received: Received) {
  const sent = await bytesOf(c, received)
  await ensureWritable(c)
  if (!sent.ok) return parametresPage(c, { logoError: sent.message, status: sent.status })
  const read = readImage(sent.bytes)
  if (!read.ok) return parametresPage(c, { logoError: read.message, status: 422 })
  const { settings, storage } = c.var.deps
  await saveLogo(settings, storage, read.image)
  await recordSettings(c, ['logo'])
  return seeOther(c, partPath('logo-du-site'), cleaned(read.image.removed))
}

logoRoutes.post(`${PATH}/logo/supprimer`, async (c) => {
  const { settings, storage } = c.var.deps
  const had = settings.read().logo !== ''
  await removeLogo(settings, storage)
  await recordSettings(c, had ? ['logo'] : [])
  return seeOther(c, partPath('logo-du-site'), 'Logo retiré.')
})

/** The image itself, for everybody: the log-in page shows it too. */
export const logoFile = router()

/** An uploaded drawing that is opened by itself may neither run nor fetch anything (reliability.md T9). */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

logoFile.get('/logo/:nom', (c) => {
  const { settings, storage } = c.var.deps
  const now = settings.read()
  const found = readLogo(storage, now, c.req.param('nom'))
  if (!found) return c.notFound()
  const isLasting = c.req.query('v') === logoVersion(now)
  c.header('Cache-Control', isLasting ? 'public, max-age=31536000, immutable' : 'no-cache')
  c.header('Content-Security-Policy', SANDBOX)
  return c.body(new Uint8Array(found.bytes), 200, { 'Content-Type': found.type })
})

/** Browsers ask for it where no page told them better. */
logoFile.get('/favicon.ico', (c) => {
  const { settings, assets } = c.var.deps
  return c.redirect(logoAddress(settings.read()) ?? assets.favicon ?? '/', 302)
})

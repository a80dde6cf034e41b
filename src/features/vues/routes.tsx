import type { Context } from 'hono'
import { plural } from '../../lib/text.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, rawOf, readBody, shown } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { type Received, takesFile, type UploadedFile } from '../../web/upload.ts'
import { ensureWritable } from '../presence/maintenance-guard.tsx'
import type { VisibleSource } from '../sources/queries/sources.ts'
import { addLinks } from './actions/links.ts'
import { dropUnused } from './actions/photo-rows.ts'
import { NO_PHOTO } from './actions/photos.ts'
import { removeViews, setOffset } from './actions/views.ts'
import { type LinksInput, parseLinks, parseOffset, parseRemoval } from './form.ts'
import { added, listPage } from './list-page.tsx'
import { manifestReceived, manifestRoutes } from './manifest-routes.tsx'
import { changedSource, crumbs, pathOf, seenSource } from './opened-source.tsx'
import {
  dropFiles,
  ensureRoom,
  isFromScript,
  PHOTO_LIMIT,
  photoAnswer,
  photosFolder,
  takePhotos,
} from './photo-upload.tsx'
import { extentOf } from './queries/views.ts'
import { addressOf } from './rules/address.ts'
import { recognise } from './rules/platforms.ts'
import { viewRoutes } from './view-routes.tsx'
import type { Preview } from './views/add.tsx'
import { VIEWS_TITLE } from './views/list.tsx'
import { REMOVE_TITLE, RemoveViewsPage } from './views/remove.tsx'

/** The views of a source; mounted at /sources. */
export const vuesRoutes = router()

/** The link that the source itself has may be one of its views. */
const proposedLink = ({ url }: VisibleSource): Body => {
  const link = url === null ? undefined : recognise(url)
  return url !== null && link && !('problem' in link) ? { modele: url } : {}
}

vuesRoutes.get('/:id/vues', async (c) => {
  const source = await seenSource(c)
  return listPage(c, source, { raw: proposedLink(source) })
})

/** The site may have been closed to writers while the files came. */
async function writable(c: Context<AppEnv>, files: readonly UploadedFile[]): Promise<void> {
  try {
    await ensureWritable(c)
  } catch (error) {
    await dropFiles(photosFolder(c.var.deps), files)
    throw error
  }
}

async function photosReceived(c: Context<AppEnv>, came: Extract<Received, { ok: true }>, source: VisibleSource) {
  const taken = await takePhotos(c, source, came)
  if (isFromScript(c)) return photoAnswer(c, taken)
  if (taken.refused === undefined) return seeOther(c, pathOf(source), taken.summary)
  return listPage(c, source, { raw: came.fields, errors: { images: taken.refused } })
}

async function received(c: Context<AppEnv>, came: Received, source: VisibleSource) {
  const raw = came.fields
  if (!came.ok && isFromScript(c)) return c.json({ etat: 'refusee', motif: came.message }, came.status)
  if (!came.ok)
    return listPage(c, source, { raw, errors: { images: came.message }, ...(came.status === 413 && { status: 413 }) })
  await writable(c, came.files)
  if (came.files.length > 0 || isFromScript(c)) return photosReceived(c, came, source)
  if (shown(raw, 'photos') === '1') return listPage(c, source, { raw, errors: { images: NO_PHOTO } })
  return 'manifeste' in raw ? manifestReceived(c, raw, source) : linksReceived(c, raw, source)
}

async function linksReceived(c: Context<AppEnv>, raw: Body, source: VisibleSource) {
  const form = parseLinks(raw)
  if (!form.ok) return listPage(c, source, form)
  if (shown(raw, 'action') === 'apercu') return listPage(c, source, { raw, preview: previewOf(form.value) })
  const saved = await addLinks(c.var.deps.db, source, form.value, sendingOf(c, raw))
  return saved.ok ? added(c, source, saved.value) : listPage(c, source, { raw, ...saved })
}

function previewOf({ modele, ark, ark_vue, de, a, platform, note }: LinksInput): Preview {
  const address = (numero: number) => addressOf(modele, { ark, ark_vue, numero }) ?? ''
  return { platform, note, vues: a - de + 1, premiere: address(de), derniere: address(a) }
}

async function withRoom(c: Context<AppEnv>): Promise<VisibleSource> {
  const source = await changedSource(c)
  await ensureRoom(c, source)
  return source
}

vuesRoutes.post('/:id/vues', takesFile({ before: withRoom, folder: photosFolder, limit: PHOTO_LIMIT, received }))

vuesRoutes.post('/:id/vues/decalage', async (c) => {
  const source = await changedSource(c)
  const raw = await readBody(c)
  const form = parseOffset(raw)
  if (!form.ok) return listPage(c, source, form)
  await setOffset(c.var.deps.db, source.id, form.value.decalage)
  return seeOther(c, pathOf(source), 'Décalage enregistré.')
})

async function removalPage(c: Context<AppEnv>, source: VisibleSource, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const vues = (await extentOf(c.var.deps.db, source.id))?.vues ?? 0
  const breadcrumb = [...crumbs(source), { href: pathOf(source), label: VIEWS_TITLE }]
  return page(c, REMOVE_TITLE, <RemoveViewsPage {...{ source, vues, form }} />, { status, breadcrumb })
}

vuesRoutes.get('/:id/vues/supprimer', async (c) => {
  const source = await changedSource(c)
  const extent = await extentOf(c.var.deps.db, source.id)
  return removalPage(c, source, rawOf({ de: extent?.premiere, a: extent?.derniere }))
})

vuesRoutes.post('/:id/vues/supprimer', async (c) => {
  const source = await changedSource(c)
  const raw = await readBody(c)
  const form = parseRemoval(raw)
  if (!form.ok) return removalPage(c, source, raw, form)
  const n = await removeViews(c.var.deps.db, source.id, form.value)
  await dropUnused(c.var.deps.db, c.var.deps.storage, c.var.deps.clock())
  if (n === 0) return removalPage(c, source, raw, { errors: { '': 'La source n’a pas de vue de ces numéros.' } })
  return seeOther(c, pathOf(source), n === 1 ? 'Une vue retirée.' : `${plural(n, 'vue', 'vues')} retirées.`)
})

vuesRoutes.route('/', manifestRoutes)
vuesRoutes.route('/', viewRoutes)

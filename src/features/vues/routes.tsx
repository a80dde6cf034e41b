import type { Context } from 'hono'
import { randomToken } from '../../lib/crypto.ts'
import { AppError, ensure } from '../../lib/errors.ts'
import { plural } from '../../lib/text.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, readQuery } from '../../web/form.ts'
import { listUrl, readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { type Received, takesFile, type UploadedFile } from '../../web/upload.ts'
import { ensureWritable } from '../presence/maintenance-guard.tsx'
import { findVisibleSource, type VisibleSource } from '../sources/queries/sources.ts'
import { addPhotos, dropPhotos, photosFolder } from './actions/photos.ts'
import { addLinks } from './actions/views.ts'
import { allowPictures } from './allowed-images.tsx'
import { parseLinks } from './form.ts'
import { canChangeViews } from './policy.ts'
import { extentOf, neighboursOf, showingOf, viewAt, viewsOf } from './queries/views.ts'
import { VIEWS_TITLE, ViewsPage } from './views/list.tsx'
import { ViewPage, viewTitle } from './views/show.tsx'

/** The views of a source; mounted at /sources. */
export const vuesRoutes = router()

const pathOf = ({ id }: { id: number }): string => `/sources/${id}/vues`

const crumbs = (source: VisibleSource) => [
  { href: '/sources', label: 'Sources' },
  { href: `/sources/${source.id}`, label: source.titre },
]

const seenSource = (c: Context<AppEnv>): Promise<VisibleSource> =>
  findVisibleSource(c.var.deps.db, c.var.user, idParam(c))

async function changedSource(c: Context<AppEnv>): Promise<VisibleSource> {
  const source = await seenSource(c)
  ensure(
    canChangeViews(c.var.user, source),
    'Les vues sont ajoutées par les personnes qui saisissent dans cette source.',
  )
  return source
}

async function listPage(c: Context<AppEnv>, source: VisibleSource, raw: Body, refusal?: Refusal & { status?: 413 }) {
  const { db } = c.var.deps
  const query = readQuery(c)
  const paging = readPaging(query)
  const extent = await extentOf(db, source.id)
  const views = await viewsOf(db, source.id, { limit: paging.parPage, offset: paging.offset })
  const { status, ...form } = shownForm(raw, refusal)
  const props = {
    ...{ source, extent, views, paging, href: (n: number) => listUrl(pathOf(source), query, { page: n }) },
    form: canChangeViews(c.var.user, source) ? { ...form, jeton: randomToken() } : undefined,
  }
  return page(c, VIEWS_TITLE, <ViewsPage {...props} />, {
    status: refusal?.status ?? status,
    breadcrumb: crumbs(source),
  })
}

vuesRoutes.get('/:id/vues', async (c) => listPage(c, await seenSource(c), {}))

const added = (c: Context<AppEnv>, source: VisibleSource, n: number) =>
  seeOther(c, pathOf(source), n === 1 ? 'Une vue ajoutée.' : `${plural(n, 'vue', 'vues')} ajoutées.`)

/** The site may have been closed to writers while the files came. */
async function writable(c: Context<AppEnv>, files: readonly UploadedFile[]): Promise<void> {
  try {
    await ensureWritable(c)
  } catch (error) {
    await dropPhotos(c.var.deps, files)
    throw error
  }
}

async function received(c: Context<AppEnv>, came: Received, source: VisibleSource) {
  if (!came.ok)
    return listPage(c, source, came.fields, {
      errors: { images: came.message },
      ...(came.status === 413 && { status: 413 }),
    })
  await writable(c, came.files)
  if (came.files.length > 0) {
    const saved = await addPhotos(c.var.deps, source, came.files)
    return saved.ok ? added(c, source, saved.value) : listPage(c, source, came.fields, saved)
  }
  const form = parseLinks(came.fields)
  if (!form.ok) return listPage(c, source, came.fields, form)
  const saved = await addLinks(c.var.deps.db, source, form.value, sendingOf(c, came.fields))
  return saved.ok ? added(c, source, saved.value) : listPage(c, source, came.fields, saved)
}

vuesRoutes.post(
  '/:id/vues',
  takesFile({ before: changedSource, folder: ({ storage }) => photosFolder(storage), received }),
)

vuesRoutes.get('/:id/vues/:numero', async (c) => {
  const { db } = c.var.deps
  const source = await seenSource(c)
  const numero = idParam(c, 'numero')
  const vue = await viewAt(db, source.id, numero)
  if (!vue) throw new AppError('introuvable', 'Cette source n’a pas de vue de ce numéro.')
  const [showing, neighbours] = [await showingOf(db, source.id), await neighboursOf(db, source.id, numero)]
  allowPictures(c, showing)
  const breadcrumb = [...crumbs(source), { href: pathOf(source), label: VIEWS_TITLE }]
  return page(c, viewTitle(numero), <ViewPage {...{ source, vue, showing, neighbours }} />, { breadcrumb })
})

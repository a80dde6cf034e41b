import type { Context } from 'hono'
import { randomToken } from '../../lib/crypto.ts'
import { plural } from '../../lib/text.ts'
import type { AppEnv } from '../../web/env.ts'
import { type Body, readQuery } from '../../web/form.ts'
import { listUrl, readPaging } from '../../web/pagination.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, shownForm } from '../../web/saving.ts'
import { canManageSource } from '../droits/policy.ts'
import type { VisibleSource } from '../sources/queries/sources.ts'
import { quotaOf } from './actions/photos.ts'
import { allowPictures } from './allowed-images.tsx'
import { crumbs, pathOf } from './opened-source.tsx'
import { canChangeViews } from './policy.ts'
import { extentOf, registerOf, showingOf, viewsOf } from './queries/views.ts'
import type { Preview } from './views/add.tsx'
import { VIEWS_TITLE, ViewsPage } from './views/list.tsx'

/** A form that comes back, or is begun with something in it. */
interface Again extends Partial<Refusal> {
  raw: Body
  preview?: Preview
  status?: 413
}

const photosRoom = async (c: Context<AppEnv>, source: VisibleSource) => ({
  quota: await quotaOf(c.var.deps, source.id),
  mayKeep: canManageSource(c.var.user, source),
})

/** The list of views with the forms that add some. */
export async function listPage(c: Context<AppEnv>, source: VisibleSource, { raw, preview, ...again }: Again) {
  const { db } = c.var.deps
  const query = readQuery(c)
  const paging = readPaging(query)
  const extent = await extentOf(db, source.id)
  const register = await registerOf(db, source.id)
  const views = await viewsOf(db, source.id, { limit: paging.parPage, offset: paging.offset })
  const isSparing = c.req.header('Save-Data')?.toLowerCase() === 'on'
  const showing = extent && !isSparing ? await showingOf(db, source.id) : undefined
  if (showing) allowPictures(c, showing)
  const canChange = canChangeViews(c.var.user, source)
  const { status, ...form } = shownForm(raw, again.errors && { errors: again.errors })
  const props = {
    ...{
      source,
      extent,
      register,
      views,
      showing,
      paging,
      href: (n: number) => listUrl(pathOf(source), query, { page: n }),
    },
    form: canChange ? { ...form, preview, jeton: randomToken(), photos: await photosRoom(c, source) } : undefined,
  }
  const options = { status: again.status ?? status, breadcrumb: crumbs(source) }
  return page(c, VIEWS_TITLE, <ViewsPage {...props} />, { ...options, ...(canChange && { scripts: 'photos' }) })
}

export const added = (c: Context<AppEnv>, source: VisibleSource, n: number) =>
  seeOther(c, pathOf(source), n === 1 ? 'Une vue ajoutée.' : `${plural(n, 'vue', 'vues')} ajoutées.`)

import type { Context } from 'hono'
import { AppError } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, rawOf, readBody } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, shownForm } from '../../web/saving.ts'
import type { VisibleSource } from '../sources/queries/sources.ts'
import { nameView } from './actions/views.ts'
import { allowPictures } from './allowed-images.tsx'
import { parseLabel } from './form.ts'
import { changedSource, crumbs, pathOf, seenSource } from './opened-source.tsx'
import { canChangeViews } from './policy.ts'
import { neighboursOf, showingOf, viewAt } from './queries/views.ts'
import { viewHref } from './rules/pictures.ts'
import { VIEWS_TITLE } from './views/list.tsx'
import { ViewPage, viewTitle } from './views/show.tsx'

/** The page of one view; mounted at /sources. */
export const viewRoutes = router()

const GONE = 'Cette source n’a pas de vue de ce numéro.'

async function viewPage(c: Context<AppEnv>, source: VisibleSource, raw?: Body, refusal?: Refusal) {
  const { db } = c.var.deps
  const numero = idParam(c, 'numero')
  const vue = await viewAt(db, source.id, numero)
  if (!vue) throw new AppError('introuvable', GONE)
  const [showing, neighbours] = [await showingOf(db, source.id), await neighboursOf(db, source.id, numero)]
  const { status, ...form } = shownForm(raw ?? rawOf({ libelle: vue.libelle }), refusal)
  const props = { source, vue, showing, neighbours, form: canChangeViews(c.var.user, source) ? form : undefined }
  allowPictures(c, showing)
  const breadcrumb = [...crumbs(source), { href: pathOf(source), label: VIEWS_TITLE }]
  return page(c, viewTitle(numero), <ViewPage {...props} />, { status, breadcrumb })
}

viewRoutes.get('/:id/vues/:numero', async (c) => viewPage(c, await seenSource(c)))

viewRoutes.post('/:id/vues/:numero', async (c) => {
  const source = await changedSource(c)
  const numero = idParam(c, 'numero')
  const raw = await readBody(c)
  const form = parseLabel(raw)
  if (!form.ok) return viewPage(c, source, raw, form)
  const isThere = await nameView(c.var.deps.db, source.id, numero, form.value.libelle)
  if (!isThere) throw new AppError('introuvable', GONE)
  return seeOther(c, viewHref(source.id, numero), 'Libellé enregistré.')
})

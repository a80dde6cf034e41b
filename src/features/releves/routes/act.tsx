import { storedValue } from '../../../champs/index.ts'
import { releveTitle } from '../../../champs/title.ts'
import { router } from '../../../web/env.ts'
import { page } from '../../../web/render.tsx'
import { allowPictures } from '../../vues/allowed-images.tsx'
import { viewOfAct } from '../../vues/queries/act.ts'
import { showingOf } from '../../vues/queries/views.ts'
import { ActPage, ActPart } from '../views/act.tsx'
import { releveCrumbs } from './desk.tsx'
import { recordOf } from './opened.tsx'

/** The picture of an act, for whoever reads its source. */
export const actRoutes = router()

actRoutes.get('/releves/:id/acte', async (c) => {
  const { db } = c.var.deps
  const { releve, source } = await recordOf(c)
  const vue = await viewOfAct(db, source.id, String(storedValue(releve.data, 'vue') ?? ''))
  const showing = await showingOf(db, source.id)
  allowPictures(c, showing)
  const title = `Voir l’acte\u00a0: ${releveTitle(releve)}`
  const crumb = { href: `/releves/${releve.id}`, label: releveTitle(releve) }
  const props = { title, source, releve, vue, showing }
  const breadcrumb = [...releveCrumbs(source), crumb]
  return page(c, title, <ActPage {...props} />, { breadcrumb, fragment: <ActPart {...props} /> })
})

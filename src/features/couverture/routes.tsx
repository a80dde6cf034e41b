import { router } from '../../web/env.ts'
import { idParam } from '../../web/params.ts'
import { page } from '../../web/render.tsx'
import { findLieu } from '../lieux/queries/places.ts'
import { coverageOfPlace } from './queries.ts'
import { CoveragePage, titleOf } from './views.tsx'

/** Mounted at /couverture: everybody signed in reads it, each as far as he or she sees the sources. */
export const couvertureRoutes = router()

couvertureRoutes.get('/lieux/:id', async (c) => {
  const { db } = c.var.deps
  const lieu = await findLieu(db, idParam(c))
  const runs = await coverageOfPlace(db, c.var.user, lieu.chemin)
  const breadcrumb = [
    { href: '/lieux', label: 'Lieux' },
    { href: `/lieux/${lieu.id}`, label: lieu.nom },
  ]
  return page(c, titleOf(lieu), <CoveragePage lieu={lieu} runs={runs} />, { breadcrumb })
})

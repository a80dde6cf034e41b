import type { Db } from '../../db/schema.ts'
import { router } from '../../web/env.ts'
import { type Body, readQuery } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { readsOf } from '../../web/reads.ts'
import { page } from '../../web/render.tsx'
import { findLieu } from '../lieux/queries/places.ts'
import { boardRoutes } from './board/routes.tsx'
import { contributorsOfPlace } from './contributors-queries.ts'
import { coverageFilter } from './form.ts'
import { actOfType, coverageOfPlace } from './queries.ts'
import type { Window } from './rules.ts'
import { CoverageAlone, CoveragePage, titleOf } from './views.tsx'

/** Mounted at /couverture: everybody signed in reads it, each as far as he or she sees the sources. */
export const couvertureRoutes = router()

couvertureRoutes.route('/', boardRoutes)

/** Reads « de=1750&a=1792&type=3 » or « acte=mariage ». */
async function windowOf(db: Db, query: Body): Promise<Window> {
  const { type, acte, ...years } = coverageFilter.read(query).filter
  return { ...years, acte: type === null ? acte : await actOfType(db, type) }
}

couvertureRoutes.get('/lieux/:id', async (c) => {
  const db = readsOf(c)
  const lieu = await findLieu(db, idParam(c))
  const window = await windowOf(db, readQuery(c))
  const [runs, contributors] = await Promise.all([
    coverageOfPlace(db, c.var.user, lieu.chemin, window),
    contributorsOfPlace(db, c.var.user, lieu.chemin),
  ])
  const breadcrumb = [
    { href: '/couverture', label: 'Couverture' },
    { href: `/lieux/${lieu.id}`, label: lieu.nom },
  ]
  const view = <CoveragePage {...{ lieu, runs, window, contributors }} />
  return page(c, titleOf(lieu), view, { breadcrumb, fragment: <CoverageAlone lieu={lieu} runs={runs} /> })
})

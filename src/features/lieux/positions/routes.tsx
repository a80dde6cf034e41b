import { randomToken } from '../../../lib/crypto.ts'
import { csvLines } from '../../../lib/csv.ts'
import { AppError, ensure } from '../../../lib/errors.ts'
import { router } from '../../../web/env.ts'
import { readBody } from '../../../web/form.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { takeText } from '../../imports/text-routes.tsx'
import { canLoadCommunes } from '../policy.ts'
import { POSITIONS_COLUMNS, positionsImport } from './kind.ts'
import { countLost, lostPlaces, POSITIONS_PATH } from './queries.ts'
import { POSITIONS_TITLE, PositionsPage } from './views.tsx'

/** Mounted at /lieux/positions, before the routes of places. */
export const positionsRoutes = router()

positionsRoutes.get('/', async (c) => {
  ensure(canLoadCommunes(c.var.user))
  const lost = await countLost(c.var.deps.db)
  const breadcrumb = [{ href: '/lieux', label: 'Lieux' }]
  return page(c, POSITIONS_TITLE, <PositionsPage lost={lost} jeton={randomToken()} />, { breadcrumb })
})

positionsRoutes.post('/', async (c) => {
  ensure(canLoadCommunes(c.var.user))
  const raw = await readBody(c)
  const lost = await lostPlaces(c.var.deps.db)
  if (lost.length === 0) return seeOther(c, POSITIONS_PATH)
  const text = csvLines([POSITIONS_COLUMNS, ...lost.map(({ id, nom_long }) => [id, nom_long])])
  const taken = await takeText(c, positionsImport, null, { text, name: POSITIONS_TITLE, raw })
  if (!taken.ok) throw new AppError('invalide', taken.message)
  return seeOther(c, `/imports/${taken.id}`)
})

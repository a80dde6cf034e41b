import { router } from '../../web/env.ts'
import { etatRoutes } from './etat/routes.tsx'
import { tachesRoutes } from './taches/routes.tsx'

/** How the server does; mounted at /admin. */
export const serverRoutes = router().route('/taches', tachesRoutes).route('/etat', etatRoutes)

import { router } from '../../../web/env.ts'
import { importRoutes } from './import.tsx'
import { releveRoutes } from './releve.tsx'
import { sourceRoutes } from './source.tsx'

/** Records: the list and the entry desk of a source, then each record by itself. */
export const relevesRoutes = router().route('/', sourceRoutes).route('/', importRoutes).route('/', releveRoutes)

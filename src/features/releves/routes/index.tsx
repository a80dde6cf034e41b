import { router } from '../../../web/env.ts'
import type { ImportKind } from '../../imports/kind.ts'
import type { OtherFile } from '../../imports/upload-routes.tsx'
import { actRoutes } from './act.tsx'
import { columnsRoutes } from './columns.tsx'
import { conflictRoutes } from './conflict.tsx'
import { corbeilleRoutes } from './corbeille.tsx'
import { correctRoutes } from './correct.tsx'
import type { Desk } from './desk.tsx'
import { entryRoutes } from './entry.tsx'
import { datesRoutes } from './entry-dates.tsx'
import { importRoutes } from './import.tsx'
import { importPlacesRoutes } from './import-places.tsx'
import { inlineRoutes } from './inline.tsx'
import { lecturesRoutes } from './lectures.tsx'
import { lotOfReleves } from './lot.tsx'
import { passedRoutes } from './passed.tsx'
import { proposeRoutes } from './propose.tsx'
import { releveRoutes } from './releve.tsx'
import { secondRoutes } from './second.tsx'
import { sourceRoutes } from './source.tsx'
import { tableauRoutes } from './tableau.tsx'

/**
 * Records: the list and the entry desk of a source, then each record by itself. `kinds`: all that can be imported, some of which asks
 * about places as an import of records does.
 */
export const relevesRoutes = (kinds: readonly ImportKind<unknown>[], other?: OtherFile<Desk>) =>
  router()
    .route('/', sourceRoutes)
    .route('/', columnsRoutes)
    .route('/', lotOfReleves)
    .route('/', entryRoutes)
    .route('/', correctRoutes)
    .route('/', passedRoutes)
    .route('/', tableauRoutes)
    .route('/', datesRoutes)
    .route('/', importRoutes(other))
    .route('/', importPlacesRoutes(kinds))
    .route('/', secondRoutes)
    .route('/', conflictRoutes)
    .route('/', inlineRoutes)
    .route('/', lecturesRoutes)
    .route('/', corbeilleRoutes)
    .route('/', actRoutes)
    .route('/', proposeRoutes)
    .route('/', releveRoutes)

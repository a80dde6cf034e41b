import type { Context } from 'hono'
import type { AppEnv } from '../../../web/env.ts'
import { ADMINISTRATION } from '../../../web/navigation.ts'
import { idParam } from '../../../web/params.ts'
import { findDepot } from '../queries.ts'

export const pathOf = (depotId: number): string => `/admin/depots/${depotId}/liens`

/** The repository of the path: 404 where there is none. */
export const openedDepot = (c: Context<AppEnv>) => findDepot(c.var.deps.db, idParam(c))

export type Depot = Awaited<ReturnType<typeof openedDepot>>

export const crumbsOf = ({ id, nom }: Pick<Depot, 'id' | 'nom'>) => [
  ADMINISTRATION,
  { href: '/admin/depots', label: 'Dépôts' },
  { href: `/admin/depots/${id}/modifier`, label: nom },
]

import type { Context } from 'hono'
import { ensure } from '../../lib/errors.ts'
import type { AppEnv } from '../../web/env.ts'
import { idParam } from '../../web/params.ts'
import { findVisibleSource, type VisibleSource } from '../sources/queries/sources.ts'
import { canChangeViews } from './policy.ts'

export const pathOf = ({ id }: { id: number }): string => `/sources/${id}/vues`

export const crumbs = (source: VisibleSource) => [
  { href: '/sources', label: 'Sources' },
  { href: `/sources/${source.id}`, label: source.titre },
]

/** The source of the path: 404 where it is not seen. */
export const seenSource = (c: Context<AppEnv>): Promise<VisibleSource> =>
  findVisibleSource(c.var.deps.db, c.var.user, idParam(c))

/** The source of the path, for who may change its views: 403 where it is only seen. */
export async function changedSource(c: Context<AppEnv>): Promise<VisibleSource> {
  const source = await seenSource(c)
  ensure(
    canChangeViews(c.var.user, source),
    'Les vues sont changées par les personnes qui saisissent dans cette source.',
  )
  return source
}

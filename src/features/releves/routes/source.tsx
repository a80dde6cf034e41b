import { listedChamps } from '../../../champs/index.ts'
import { shown } from '../../../lib/body.ts'
import { router } from '../../../web/env.ts'
import { type Body, readQuery } from '../../../web/form.ts'
import { listUrl, readPaging } from '../../../web/pagination.ts'
import { idParam } from '../../../web/params.ts'
import { page } from '../../../web/render.tsx'
import { canManageSource, canWriteReleves } from '../../droits/policy.ts'
import { listReleves, placeNamesOf, type ReleveSort, SORTS } from '../queries/records.ts'
import { rowsOf } from '../rules/display.ts'
import { RelevesPage } from '../views/list.tsx'
import { deskOf, sourceCrumbs } from './desk.tsx'

export const sourceRoutes = router()

/** Columns of the list of a source. */
const LIST_COLUMNS = 6

const sortOf = (query: Body): ReleveSort => SORTS.find((sort) => sort === shown(query, 'tri')) ?? 'date'

/** The link of a column: sorts by it, the other way round when it already does. */
function sortLink(path: string, query: Body, key: 'date' | 'saisie') {
  const current = sortOf(query)
  const href = listUrl(path, query, { tri: current === key ? `${key}-desc` : key })
  if (!current.startsWith(key)) return { href, dir: null }
  return { href, dir: current === key ? ('asc' as const) : ('desc' as const) }
}

sourceRoutes.get('/sources/:id/releves', async (c) => {
  const { db } = c.var.deps
  const { source, champs } = await deskOf(c, idParam(c))
  const query = readQuery(c)
  const paging = readPaging(query)
  const listed = listedChamps(champs, LIST_COLUMNS)
  const releves = await listReleves(db, source.id, sortOf(query), paging)
  const path = `/sources/${source.id}/releves`
  const body = (
    <RelevesPage
      title="Relevés de la source"
      source={source}
      champs={listed}
      rows={rowsOf(listed, releves, await placeNamesOf(db, listed, releves))}
      total={source.nb_releves}
      page={paging.page}
      perPage={paging.parPage}
      sort={(key) => sortLink(path, query, key)}
      href={(n) => listUrl(path, query, { page: n })}
      canWrite={canWriteReleves(c.var.user, source)}
      canManage={canManageSource(c.var.user, source)}
    />
  )
  return page(c, 'Relevés de la source', body, { breadcrumb: sourceCrumbs(source) })
})

import { router } from '../../../web/env.ts'
import type { ListAddress } from '../../../web/filter.ts'
import { readQuery } from '../../../web/form.ts'
import { readPaging } from '../../../web/pagination.ts'
import { idParam } from '../../../web/params.ts'
import { page } from '../../../web/render.tsx'
import { canManageSource, canWriteReleves } from '../../droits/policy.ts'
import { listFilter } from '../filter-form.ts'
import { relevesLot } from '../lots/kind.ts'
import { columnsOf } from '../queries/columns.ts'
import { placeNamesOf } from '../queries/place-names.ts'
import { listReleves, type ReleveSort } from '../queries/records.ts'
import { rowsOf } from '../rules/display.ts'
import { RelevesPage } from '../views/list.tsx'
import { deskOf, sourceCrumbs } from './desk.tsx'

export const sourceRoutes = router()

/** The link of a column: sorts by it, the other way round when it already does. */
function sortLink(current: ReleveSort, url: ListAddress, key: 'date' | 'saisie') {
  const href = url({ tri: current === key ? `${key}-desc` : key })
  if (!current.startsWith(key)) return { href, dir: null }
  return { href, dir: current === key ? ('asc' as const) : ('desc' as const) }
}

sourceRoutes.get('/sources/:id/releves', async (c) => {
  const { db } = c.var.deps
  const { source, champs } = await deskOf(c, idParam(c))
  const query = readQuery(c)
  const paging = readPaging(query)
  const { filter } = listFilter.read(query)
  const reader = { userId: c.var.user.id, showsEmpty: filter.vides }
  const columns = await columnsOf(db, source, champs, reader)
  const listed = columns.champs
  const releves = await listReleves(db, source.id, filter.tri, paging)
  const url = listFilter.address(`/sources/${source.id}/releves`, filter, query)
  const here = { page: paging.page > 1 ? paging.page : null }
  const body = (
    <RelevesPage
      title="Relevés de la source"
      source={source}
      columns={columns}
      choose={listFilter.address(`/sources/${source.id}/releves/colonnes`, filter, {})({})}
      toggled={url({ vides: filter.vides ? null : 'montrer', ...here })}
      choosing={{ isOn: filter.choisir, toggled: url({ choisir: filter.choisir ? null : 'oui', ...here }) }}
      rows={rowsOf(listed, releves, await placeNamesOf(db, listed, releves))}
      total={source.nb_releves}
      page={paging.page}
      perPage={paging.parPage}
      sort={(key) => sortLink(filter.tri, url, key)}
      href={(n) => url({ page: n })}
      canWrite={canWriteReleves(c.var.user, source)}
      gestures={relevesLot.actions}
      canManage={canManageSource(c.var.user, source)}
    />
  )
  return page(c, 'Relevés de la source', body, { breadcrumb: sourceCrumbs(source), isSteady: true })
})

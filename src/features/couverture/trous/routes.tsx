import type { Context } from 'hono'
import { readPlaceFilter } from '../../../champs/place-choice.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { exportRoutes } from '../../../web/export.ts'
import { type Body, readQuery } from '../../../web/form.ts'
import { readPaging } from '../../../web/pagination.ts'
import { page } from '../../../web/render.tsx'
import { canEditInventory } from '../../inventaire/policy.ts'
import { depotChoices } from '../../inventaire/queries.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { lieuPath } from '../../lieux/queries/places.ts'
import { wishesFor } from '../../registres/queries/wishes.ts'
import { sectionsSeen } from '../../sources/queries/sources.ts'
import { holeFilter } from './form.ts'
import { holes } from './queries.ts'
import { holeRows } from './rows.ts'
import { HolesPage, PATH, TITLE } from './views.tsx'

/** Years that nobody transcribes, mounted at /couverture/trous. */
export const holesRoutes = router()

async function asked(c: Context<AppEnv>, raw: Body) {
  const { db } = c.var.deps
  const lieu = await readPlaceFilter(raw, 'lieu', lookupOf(db))
  const place = lieu.place && (await lieuPath(db, lieu.place.id))
  return { lieu, ...holeFilter.read(raw, { lieu: place ?? null }) }
}

const depotNames = async (c: Context<AppEnv>) =>
  new Map((await depotChoices(c.var.deps.db)).map(({ id, nom }) => [id, nom]))

holesRoutes.get('/', async (c) => {
  const { deps, user } = c.var
  const query = readQuery(c)
  const paging = readPaging(query)
  const { lieu, filter, errors } = await asked(c, query)
  const [found, sections, depots] = await Promise.all([
    holes(deps.db, user, filter),
    sectionsSeen(deps.db, user),
    depotNames(c),
  ])
  const shown = found.slice(paging.offset, paging.offset + paging.parPage)
  const registers = shown.filter(({ nature }) => nature === 'registre').map(({ id }) => id)
  const canEdit = canEditInventory(user)
  const props = {
    ...{ filter, errors, raw: query, lieu, sections, depots, paging },
    holes: shown,
    total: found.length,
    url: holeFilter.address(PATH, filter, query),
    exportUrl: (extension: string) => holeFilter.address(`${PATH}/export/${extension}`, filter)({}),
    canEdit,
    // Whoever keeps the inventory makes the source instead of asking for it.
    wishes: canEdit ? new Map() : await wishesFor(deps.db, user, registers),
  }
  const status = Object.keys(errors).length > 0 ? 422 : 200
  const breadcrumb = [{ href: '/couverture', label: 'Couverture' }]
  return page(c, TITLE, <HolesPage {...props} />, { status, breadcrumb })
})

holesRoutes.route(
  '/',
  exportRoutes('/export', async (c) => {
    const { filter } = await asked(c, readQuery(c))
    const [found, depots] = await Promise.all([holes(c.var.deps.db, c.var.user, filter), depotNames(c)])
    return { title: 'trous de la couverture', rows: holeRows(found, depots) }
  }),
)

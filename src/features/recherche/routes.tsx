import { router } from '../../web/env.ts'
import { readQuery } from '../../web/form.ts'
import { page } from '../../web/render.tsx'
import { lookupOf } from '../lieux/lookup.ts'
import { typeChoices } from '../types-sources/queries.ts'
import { readCursor, readSearch } from './form.ts'
import { COUNT_CAP, searchReleves } from './queries.ts'
import { SearchPage } from './views.tsx'

export const rechercheRoutes = router()

rechercheRoutes.get('/recherche', async (c) => {
  const { deps, user } = c.var
  const raw = readQuery(c)
  const form = await readSearch(raw, lookupOf(deps.db))
  const after = readCursor(raw)
  const types = await typeChoices(deps.db)
  const result = form.criteria && (await searchReleves(deps.db, user, form.criteria, after))
  const status = Object.keys(form.errors).length > 0 ? 422 : 200
  return page(
    c,
    'Recherche',
    <SearchPage form={form} types={types} result={result} after={after} cap={COUNT_CAP} />,
    status,
  )
})

import type { Context } from 'hono'
import { ensure } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, type FormErrors, readBody } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { lastLoad, startLoad } from './communes.ts'
import { franceChoices } from './communes-file.ts'
import { parseCommunes } from './communes-form.ts'
import { canLoadCommunes } from './policy.ts'
import { COMMUNES_PATH, COMMUNES_TITLE, CommunesPage } from './views/communes.tsx'

/** Mounted at /lieux/communes, before the routes of places. */
export const communesRoutes = router()

communesRoutes.get('/', (c) => {
  ensure(canLoadCommunes(c.var.user))
  return communesPage(c, {})
})

communesRoutes.post('/', async (c) => {
  ensure(canLoadCommunes(c.var.user))
  const { db, clock } = c.var.deps
  const form = parseCommunes(await readBody(c), await franceChoices())
  if (!form.ok) return communesPage(c, form.raw, form.errors)
  await startLoad(db, form.value.departements, clock())
  return seeOther(c, COMMUNES_PATH)
})

async function communesPage(c: Context<AppEnv>, raw: Body, errors: FormErrors = {}) {
  const props = { choices: await franceChoices(), last: await lastLoad(c.var.deps.db), raw, errors }
  const status = Object.keys(errors).length > 0 ? 422 : 200
  const breadcrumb = [{ href: '/lieux', label: 'Lieux' }]
  return page(c, COMMUNES_TITLE, <CommunesPage {...props} />, { status, breadcrumb })
}

import type { Context } from 'hono'
import { randomToken } from '../../../lib/crypto.ts'
import { ensure } from '../../../lib/errors.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, readBody, sendingKey } from '../../../web/form.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { type Refusal, shownForm } from '../../../web/saving.ts'
import { canLoadCommunes } from '../policy.ts'
import { countLost } from '../positions/queries.ts'
import { franceChoices } from './file.ts'
import { parseCommunes } from './form.ts'
import { lastLoad, prepareLoad } from './queries.ts'
import { COMMUNES_TITLE, CommunesPage } from './views.tsx'

/** Mounted at /lieux/communes, before the routes of places. */
export const communesRoutes = router()

const NARROWED = 'Des départements sont cochés\u00a0: eux seuls seront chargés, et non toute la France.'

communesRoutes.get('/', (c) => {
  ensure(canLoadCommunes(c.var.user))
  return communesPage(c, {})
})

communesRoutes.post('/', async (c) => {
  ensure(canLoadCommunes(c.var.user))
  const { db, storage, clock } = c.var.deps
  const raw = await readBody(c)
  const choices = await franceChoices()
  const form = parseCommunes(raw, choices)
  if (!form.ok) return communesPage(c, raw, form)
  const { departements, isNarrowed } = form.value
  const load = { departements, choices, userId: c.var.user.id, jeton: sendingKey(c, raw) }
  const id = await prepareLoad(db, storage, load, clock())
  return seeOther(c, `/imports/${id}`, isNarrowed ? NARROWED : undefined)
})

async function communesPage(c: Context<AppEnv>, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const { db } = c.var.deps
  const [choices, last, lost] = await Promise.all([franceChoices(), lastLoad(db), countLost(db)])
  const props = { ...form, choices, last, lost, jeton: randomToken() }
  const breadcrumb = [{ href: '/lieux', label: 'Lieux' }]
  return page(c, COMMUNES_TITLE, <CommunesPage {...props} />, { status, breadcrumb })
}

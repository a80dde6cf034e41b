import type { Context } from 'hono'
import type { Champ } from '../../champs/kind.ts'
import { AppError, ensure } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readBody, readQuery } from '../../web/form.ts'
import { page } from '../../web/render.tsx'
import { canWriteReleves } from '../droits/policy.ts'
import { findVisibleSource } from '../sources/queries/sources.ts'
import { champsOf } from '../types-sources/queries.ts'
import { dropValue, offerAgain } from './actions.ts'
import { couplesRoutes } from './couples-routes.tsx'
import { parseAsked, parseNamed } from './form.ts'
import { complete, NOTHING } from './queries.ts'
import { completes } from './rules/values.ts'
import { sexRoutes } from './sex-routes.tsx'
import { OFFERS_TITLE, OffersPage } from './views.tsx'

export const completionRoutes = router()

completionRoutes.route('/', sexRoutes)
completionRoutes.route('/', couplesRoutes)

/** The source and the field of a request; 404 where this user does not see the one or it has not the other. */
async function fieldOf(c: Context<AppEnv>, sourceId: number, nom: string) {
  const { db } = c.var.deps
  const source = await findVisibleSource(db, c.var.user, sourceId)
  const champ = (await champsOf(db, source.type_source_id)).find((one: Champ) => one.nom === nom)
  if (!champ) throw new AppError('introuvable', 'Ce champ n’existe pas.')
  return { source, champ }
}

completionRoutes.get('/completions', async (c) => {
  const asked = parseAsked(readQuery(c))
  if (!asked.ok) return page(c, OFFERS_TITLE, <OffersPage label="Tapez le début d’une valeur." {...NOTHING} />)
  const { source, champ } = await fieldOf(c, asked.value.source, asked.value.champ)
  const query = { champ, source, typed: asked.value.q, isBlind: asked.value.seconde !== undefined }
  const offers = completes(champ) ? await complete(c.var.deps.db, c.var.user, query) : NOTHING
  return page(c, OFFERS_TITLE, <OffersPage label={champ.label} {...offers} />)
})

async function namedValue(c: Context<AppEnv>) {
  const named = parseNamed(await readBody(c))
  if (!named.ok) throw new AppError('invalide', 'Cette valeur ne peut pas être écartée.')
  const { source, champ } = await fieldOf(c, named.value.source, named.value.champ)
  ensure(canWriteReleves(c.var.user, source))
  return { champ_id: champ.id, valeur: named.value.valeur }
}

completionRoutes.post('/completions/ecarter', async (c) => {
  const { db, clock } = c.var.deps
  const value = await namedValue(c)
  await dropValue(db, { ...value, user_id: c.var.user.id, now: clock().toISOString() })
  return c.body(null, 204)
})

completionRoutes.post('/completions/reprendre', async (c) => {
  await offerAgain(c.var.deps.db, await namedValue(c))
  return c.body(null, 204)
})

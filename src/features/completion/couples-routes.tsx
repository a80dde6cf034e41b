import { z } from 'zod'
import { ensure } from '../../lib/errors.ts'
import { router } from '../../web/env.ts'
import { parseForm, readQuery, requiredId, text } from '../../web/form.ts'
import { canWriteReleves } from '../droits/policy.ts'
import { findVisibleSource } from '../sources/queries/sources.ts'
import { champsOf } from '../types-sources/queries.ts'
import { couplesOfFather } from './couples-queries.ts'
import { parentsOf } from './rules/couples.ts'

const Asked = z.object({ source: requiredId, champ: text(60), nom: text(500), prenom: text(500) })

export const couplesRoutes = router()

/** `[{ texte, valeurs }]`: the couples of a father of that name; `champ`: any field of the father. */
couplesRoutes.get('/completions/couples', async (c) => {
  const { db } = c.var.deps
  const asked = parseForm(Asked, readQuery(c))
  if (!asked.ok) return c.json([])
  const { source: id, champ, nom, prenom } = asked.value
  const source = await findVisibleSource(db, c.var.user, id)
  ensure(canWriteReleves(c.var.user, source))
  const parents = parentsOf(await champsOf(db, source.type_source_id), champ)
  if (!parents) return c.json([])
  return c.json(await couplesOfFather(db, c.var.user, source, { father: { nom, prenom }, parents }))
})

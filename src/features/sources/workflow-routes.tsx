import type { Context } from 'hono'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, readBody } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, shownForm } from '../../web/saving.ts'
import { notifyOptions } from '../notifications/actions.ts'
import { changeStatus, submitterOf } from './actions/transitions.ts'
import { findVisibleSource } from './queries/sources.ts'
import { allowedMoves } from './rules/moves.ts'
import { parseChange } from './workflow-form.ts'
import { STATUT_TITLE, StatutPage } from './workflow-views.tsx'

/** The moves of a source through its workflow; mounted at /sources. */
export const workflowRoutes = router()

workflowRoutes.get('/:id/statut', (c) => statutPage(c))

workflowRoutes.post('/:id/statut', async (c) => {
  const { db } = c.var.deps
  const { id } = await findVisibleSource(db, c.var.user, idParam(c))
  const raw = await readBody(c)
  const form = parseChange(raw)
  if (!form.ok) return statutPage(c, raw, form)
  const { statut: vers, motif, version } = form.value
  const moved = await changeStatus(db, c.var.user, { source_id: id, vers, motif, version }, notifyOptions(c.var.deps))
  if (!moved.ok) return statutPage(c, raw, moved)
  return seeOther(c, `/sources/${id}`, moved.done)
})

async function statutPage(c: Context<AppEnv>, raw: Body = {}, refusal?: Refusal) {
  const { db } = c.var.deps
  const { status, ...form } = shownForm(raw, refusal)
  const source = await findVisibleSource(db, c.var.user, idParam(c))
  const allowed = allowedMoves(c.var.user, source, await submitterOf(db, source.id))
  const body = <StatutPage source={source} allowed={allowed} {...form} />
  const breadcrumb = [
    { href: '/sources', label: 'Sources' },
    { href: `/sources/${source.id}`, label: source.titre },
  ]
  return page(c, STATUT_TITLE, body, { status, breadcrumb })
}

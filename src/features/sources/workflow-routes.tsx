import type { Context } from 'hono'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, type FormErrors, readBody } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { changeStatus, submitterOf } from './actions/transitions.ts'
import { findVisibleSource } from './queries/sources.ts'
import { allowedMoves } from './rules/moves.ts'
import { parseChange } from './workflow-form.ts'
import { STATUT_TITLE, StatutPage } from './workflow-views.tsx'

/** The moves of a source through its workflow; mounted at /sources. */
export const workflowRoutes = router()

workflowRoutes.get('/:id/statut', (c) => statutPage(c))

workflowRoutes.post('/:id/statut', async (c) => {
  const { db, clock, settings } = c.var.deps
  const { id } = await findVisibleSource(db, c.var.user, idParam(c))
  const form = parseChange(await readBody(c))
  if (!form.ok) return statutPage(c, form.raw, form.errors)
  const { statut: vers, motif, version } = form.value
  const options = { now: clock(), mails: settings.read().smtp !== null }
  const moved = await changeStatus(db, c.var.user, { source_id: id, vers, motif, version }, options)
  if (!moved.ok) return statutPage(c, await readBody(c), moved.errors)
  return seeOther(c, `/sources/${id}`, moved.done)
})

/** The page of the moves; with errors, 422 and what was typed. */
async function statutPage(c: Context<AppEnv>, raw: Body = {}, errors: FormErrors = {}) {
  const { db } = c.var.deps
  const source = await findVisibleSource(db, c.var.user, idParam(c))
  const allowed = allowedMoves(c.var.user, source, await submitterOf(db, source.id))
  const body = <StatutPage source={source} allowed={allowed} raw={raw} errors={errors} />
  const breadcrumb = [
    { href: '/sources', label: 'Sources' },
    { href: `/sources/${source.id}`, label: source.titre },
  ]
  return page(c, STATUT_TITLE, body, { status: Object.keys(errors).length > 0 ? 422 : 200, breadcrumb })
}

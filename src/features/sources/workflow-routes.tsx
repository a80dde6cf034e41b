import type { Context } from 'hono'
import type { Trx } from '../../db/schema.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, readBody } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOtherUndoable } from '../../web/render.tsx'
import { type Refusal, shownForm } from '../../web/saving.ts'
import { notifyOptions } from '../notifications/actions.ts'
import { changeStatus, type MoveBefore, submitterOf } from './actions/transitions.ts'
import { keepMove } from './lots/actions.ts'
import { countOpenSeconds } from './queries/second-keying.ts'
import { findVisibleSource } from './queries/sources.ts'
import { allowedMoves } from './rules/moves.ts'
import { givenBackOf, parseChange } from './workflow-form.ts'
import { STATUT_TITLE, StatutPage } from './workflow-views.tsx'

/** The moves of a source through its workflow; mounted at /sources. */
export const workflowRoutes = router()

workflowRoutes.get('/:id/statut', (c) => statutPage(c))

workflowRoutes.post('/:id/statut', async (c) => {
  const { db } = c.var.deps
  const { id, titre } = await findVisibleSource(db, c.var.user, idParam(c))
  const raw = await readBody(c)
  const form = parseChange(raw)
  if (!form.ok) return statutPage(c, raw, form)
  const { statut: vers, motif, version } = form.value
  const actes = givenBackOf(raw, form.value.actes)
  const options = notifyOptions(c.var.deps)
  let lot: number | undefined
  const keep = async (trx: Trx, before: MoveBefore) => {
    lot = await keepMove(trx, c.var.user, { id, titre, vers, before, now: options.now })
  }
  const moved = await changeStatus(db, c.var.user, { source_id: id, vers, motif, version, actes }, options, keep)
  if (!moved.ok) return statutPage(c, raw, moved)
  return seeOtherUndoable(c, `/sources/${id}`, moved.done, lot === undefined ? undefined : `/lots/${lot}/defaire`)
})

async function statutPage(c: Context<AppEnv>, raw: Body = {}, refusal?: Refusal) {
  const { db } = c.var.deps
  const { status, ...form } = shownForm(raw, refusal)
  const source = await findVisibleSource(db, c.var.user, idParam(c))
  const allowed = allowedMoves(c.var.user, source, await submitterOf(db, source.id))
  const seconds = await countOpenSeconds(db, source.id)
  const body = <StatutPage {...{ source, allowed, seconds }} {...form} />
  const breadcrumb = [
    { href: '/sources', label: 'Sources' },
    { href: `/sources/${source.id}`, label: source.titre },
  ]
  return page(c, STATUT_TITLE, body, { status, breadcrumb })
}

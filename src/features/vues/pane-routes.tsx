import { router } from '../../web/env.ts'
import { readQuery, shown } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { findVisibleSource } from '../sources/queries/sources.ts'
import { paneViews } from './queries/pane.ts'

/** The pane of the desk asks here for the views that did not come with its page. */
export const paneRoutes = router()

paneRoutes.get('/sources/:id/volet', async (c) => {
  const { db } = c.var.deps
  const { id } = await findVisibleSource(db, c.var.user, idParam(c))
  const de = shown(readQuery(c), 'de')
  return c.json({ vues: await paneViews(db, id, /^\d{1,6}$/.test(de) ? Number(de) : 1) })
})

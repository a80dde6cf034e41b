import { shown } from '../../lib/body.ts'
import { router } from '../../web/env.ts'
import { readBody } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { canWriteReleves } from '../droits/policy.ts'
import { markLookedAt } from './actions/given-back-actions.ts'
import { GIVEN_BACK_TITLE, GivenBackPage } from './given-back-views.tsx'
import { givenBackActs, wordOfReturn } from './queries/given-back.ts'
import { findVisibleSource } from './queries/sources.ts'

/** The acts that a review gave back; mounted at /sources. */
export const givenBackRoutes = router()

givenBackRoutes.get('/:id/a-revoir', async (c) => {
  const { db } = c.var.deps
  const source = await findVisibleSource(db, c.var.user, idParam(c))
  const props = {
    source,
    acts: await givenBackActs(db, source.id),
    word: await wordOfReturn(db, source.id),
    canWrite: canWriteReleves(c.var.user, source),
  }
  const breadcrumb = [
    { href: '/sources', label: 'Sources' },
    { href: `/sources/${source.id}`, label: source.titre },
  ]
  return page(c, GIVEN_BACK_TITLE, <GivenBackPage {...props} />, { breadcrumb })
})

givenBackRoutes.post('/:id/a-revoir/:acte', async (c) => {
  const { db, clock } = c.var.deps
  const one = { source_id: idParam(c), releve_id: idParam(c, 'acte') }
  const revu = shown(await readBody(c), 'revu') !== '0'
  await db.transaction().execute((trx) => markLookedAt(trx, c.var.user, { ...one, revu }, clock().toISOString()))
  return seeOther(c, `/sources/${one.source_id}/a-revoir`, revu ? 'Acte revu.' : 'L’acte est de nouveau à revoir.')
})

import { AppError, ensure } from '../../lib/errors.ts'
import { safePath } from '../../web/address.ts'
import { router } from '../../web/env.ts'
import { readBody, shown } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { isTranscriber } from '../droits/policy.ts'
import { findVisibleSource } from '../sources/queries/sources.ts'
import { discardDraft, saveDraft } from './actions.ts'
import { parseDraftHead } from './form.ts'
import { isInSight, listDrafts } from './queries.ts'
import { draftContent } from './rules/content.ts'
import { DraftsPage } from './views.tsx'

export const brouillonsRoutes = router()

brouillonsRoutes.get('/brouillons', async (c) => {
  const title = 'Brouillons retrouvés'
  const body = <DraftsPage title={title} rows={await listDrafts(c.var.deps.db, c.var.user)} />
  return page(c, title, body, { isSteady: true })
})

// Sent by static/js at each pause; nothing of the page changes with the answer.
brouillonsRoutes.post('/brouillons', async (c) => {
  const { db, clock } = c.var.deps
  const posted = await readBody(c)
  const head = parseDraftHead(posted)
  if (!head.ok) throw new AppError('invalide', 'Ce brouillon ne peut pas être gardé.')
  const { source, releve, cle, version } = head.value
  ensure(isTranscriber(c.var.user, await findVisibleSource(db, c.var.user, source)))
  if (!(await isInSight(db, c.var.user, { source_id: source, releve_id: releve })))
    throw new AppError('introuvable', 'Ce relevé n’existe pas, ou il ne vous est pas accessible.')
  const contenu = draftContent(posted)
  const now = clock().toISOString()
  await saveDraft(db, { user_id: c.var.user.id, source_id: source, releve_id: releve, cle, version, contenu, now })
  return c.body(null, 204)
})

brouillonsRoutes.post('/brouillons/:id/supprimer', async (c) => {
  const isGone = await discardDraft(c.var.deps.db, { user_id: c.var.user.id, id: idParam(c) })
  if (!isGone) throw new AppError('introuvable', 'Ce brouillon n’existe pas, ou il n’est plus là.')
  const back = shown(await readBody(c), 'retour')
  return seeOther(c, back === '' ? '/brouillons' : safePath(back), 'Brouillon jeté.')
})

import type { Context } from 'hono'
import { ensure } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readBody, readQuery, shown } from '../../web/form.ts'
import { listUrl, readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther, seeOtherUndoable } from '../../web/render.tsx'
import { actorOf } from '../journal/actor.tsx'
import { findManagedSource } from '../sources/queries/managed-source.ts'
import { countDeleted } from '../sources/queries/show.ts'
import { dropUnused, takeOutPhotos } from '../vues/actions/photo-rows.ts'
import { roomOfSource } from '../vues/queries/photos.ts'
import { bringBackSource, deleteSource, isBare } from './actions/steps.ts'
import { findSuppression, listSuppressions } from './queries.ts'
import { isTitle } from './rules.ts'
import { DeleteSourcePage, deleteTitle, LIST_TITLE, PATH, SuppressionsPage } from './views.tsx'

const SOURCES = { href: '/sources', label: 'Sources' }

/** Deleting sources, and those that were deleted; mounted at /sources. */
export const suppressionsRoutes = router()

suppressionsRoutes.get('/supprimees', async (c) => {
  ensure(c.var.user.role !== 'membre', 'Les sources supprimées sont rétablies par les gestionnaires de section.')
  const query = readQuery(c)
  const paging = readPaging(query)
  const list = await listSuppressions(c.var.deps.db, c.var.user, paging)
  const href = (n: number) => listUrl(PATH, query, { page: n })
  return page(c, LIST_TITLE, <SuppressionsPage {...{ ...list, paging, href }} />, { breadcrumb: [SOURCES] })
})

suppressionsRoutes.post('/supprimees/:id/retablir', async (c) => {
  const { db, clock } = c.var.deps
  const { id, titre } = await findSuppression(db, c.var.user, idParam(c))
  const now = clock()
  const back = await db.transaction().execute((trx) => bringBackSource(trx, id, actorOf(c), now))
  if (back.isWhole) return seeOther(c, `/sources/${back.sourceId}`, 'Source rétablie.')
  return seeOther(c, PATH, `« ${titre} » revient, relevé après relevé.`)
})

async function deletePage(c: Context<AppEnv>, typed = '', errors = {}) {
  const { db } = c.var.deps
  const source = await findManagedSource(db, c.var.user, idParam(c))
  const nbDeleted = await countDeleted(db, source.id)
  const photos = await roomOfSource(db, source.id)
  const breadcrumb = [SOURCES, { href: `/sources/${source.id}`, label: source.titre }]
  const status = Object.keys(errors).length > 0 ? 422 : 200
  const body = <DeleteSourcePage {...{ source, nbDeleted, photos, typed, errors }} />
  return page(c, deleteTitle(source), body, { breadcrumb, status })
}

suppressionsRoutes.get('/:id/supprimer', (c) => deletePage(c))

const NOT_TYPED = { confirmation: 'Recopiez le titre de la source, tel qu’il est écrit au-dessus.' }

suppressionsRoutes.post('/:id/supprimer', async (c) => {
  const { db, clock, storage } = c.var.deps
  const source = await findManagedSource(db, c.var.user, idParam(c))
  const raw = await readBody(c)
  const typed = shown(raw, 'confirmation')
  if (source.nb_releves > 0 && !isTitle(typed, source.titre)) return deletePage(c, typed, NOT_TYPED)
  const isAtOnce = await isBare(db, source.id)
  const now = clock()
  const dropsPhotos = shown(raw, 'photos') === 'supprimer'
  const id = await db.transaction().execute(async (trx) => {
    // Before the source is held: what has left is not kept with it.
    if (dropsPhotos) await takeOutPhotos(trx, source.id)
    return deleteSource(trx, source, actorOf(c), now)
  })
  if (dropsPhotos) await dropUnused(db, storage, now)
  if (isAtOnce) return seeOtherUndoable(c, '/sources', 'Source supprimée.', `${PATH}/${id}/retablir`)
  return seeOther(
    c,
    PATH,
    'La suppression a commencé\u00a0: la source pourra être rétablie d’ici pendant trente jours.',
  )
})

import type { Context } from 'hono'
import { champsKeeping, foreignValues } from '../../../champs/read.ts'
import { AppError, ensure } from '../../../lib/errors.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { readBody, readQuery } from '../../../web/form.ts'
import { readPaging } from '../../../web/pagination.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { lookupOf } from '../../lieux/lookup.ts'
import { canWriteReleves } from '../../sources/policy.ts'
import { CHANGED_MEANWHILE, deleteReleve, restoreReleve, updateReleve } from '../actions.ts'
import { fieldsOf, releveTitle } from '../display.ts'
import { formOf, type ReleveForm, readReleve, typedVersion } from '../form.ts'
import { authorName, historyLines } from '../history.ts'
import { canRestoreReleves, ensureCanWrite } from '../policy.ts'
import { findVisibleHistory, findVisibleReleve, neighboursOf, placeNamesOf, versionsOf } from '../queries.ts'
import { EditPage } from '../views/entry.tsx'
import { DeletePage, HistoryPage, ReleveView } from '../views/record.tsx'
import { yearWarning } from '../year-warning.ts'
import { authorOf, deskOf, releveCrumbs } from './desk.tsx'

export const releveRoutes = router()

/** Versions shown on the record's own page. */
const SHOWN_VERSIONS = 10

/** The record of the path with its source and fields. */
async function recordOf(c: Context<AppEnv>) {
  const releve = await findVisibleReleve(c.var.deps.db, c.var.user, idParam(c))
  const desk = await deskOf(c, releve.source_id)
  // A choice that is no longer offered may stay in the record that holds it.
  return { releve, source: desk.source, champs: champsKeeping(desk.champs, releve.data) }
}

type Opened = Awaited<ReturnType<typeof recordOf>>

releveRoutes.get('/releves/:id', async (c) => {
  const { db } = c.var.deps
  const { releve, source, champs } = await recordOf(c)
  const placeNames = await placeNamesOf(db, champs, [releve])
  const versions = await versionsOf(db, releve.id, SHOWN_VERSIONS)
  const title = releveTitle(releve)
  const body = (
    <ReleveView
      title={title}
      releve={releve}
      author={authorName(releve.author)}
      editor={authorName(releve.editor)}
      source={source}
      fields={fieldsOf(champs, releve, placeNames)}
      {...(await neighboursOf(db, releve))}
      warning={yearWarning(source, releve.data)}
      history={historyLines(champs, versions, SHOWN_VERSIONS)}
      canWrite={canWriteReleves(c.var.user, source)}
    />
  )
  return page(c, title, body, { breadcrumb: releveCrumbs(source) })
})

function editPage(c: Context<AppEnv>, opened: Opened, form: ReleveForm, status: 200 | 409 | 422 = 200) {
  const title = `Modifier\u00a0: ${releveTitle(opened.releve)}`
  const body = <EditPage title={title} releve={opened.releve} source={opened.source} form={form} />
  return page(c, title, body, { status, saisie: true, breadcrumb: releveCrumbs(opened.source) })
}

releveRoutes.get('/releves/:id/modifier', async (c) => {
  const opened = await recordOf(c)
  ensureCanWrite(c.var.user, opened.source)
  const { releve, champs } = opened
  // The place box must show the name that the place bears today, or it would look like a name typed anew.
  const placeNames = await placeNamesOf(c.var.deps.db, champs, [releve])
  return editPage(c, opened, formOf(champs, releve, placeNames))
})

releveRoutes.post('/releves/:id', async (c) => {
  const { db } = c.var.deps
  const opened = await recordOf(c)
  ensureCanWrite(c.var.user, opened.source)
  const { id, version } = opened.releve
  const read = await readReleve(opened.champs, await readBody(c), lookupOf(db))
  if (!read.ok) return editPage(c, opened, read.form, read.status)
  const { etats, form } = read
  const data = { ...foreignValues(opened.champs, opened.releve.data), ...read.data }
  try {
    await updateReleve(db, { id, version: form.version, data, etats, ...authorOf(c), mustBeOpen: true })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflit') throw error
    return editPage(c, opened, { ...form, version, errors: { '': CHANGED_MEANWHILE } }, 409)
  }
  return seeOther(c, `/releves/${id}`, 'Relevé modifié.')
})

releveRoutes.get('/releves/:id/supprimer', async (c) => {
  const { releve, source } = await recordOf(c)
  ensureCanWrite(c.var.user, source)
  const title = `Supprimer le relevé «\u00a0${releveTitle(releve)}\u00a0»\u202f?`
  return page(c, title, <DeletePage title={title} releve={releve} />, { breadcrumb: releveCrumbs(source) })
})

releveRoutes.post('/releves/:id/supprimer', async (c) => {
  const { releve, source } = await recordOf(c)
  ensureCanWrite(c.var.user, source)
  const version = typedVersion(await readBody(c)) ?? releve.version
  await deleteReleve(c.var.deps.db, { id: releve.id, version, ...authorOf(c), mustBeOpen: true })
  return seeOther(c, `/sources/${source.id}/releves`, 'Relevé supprimé.')
})

releveRoutes.get('/releves/:id/historique', async (c) => {
  const { db } = c.var.deps
  const id = idParam(c)
  const last = await findVisibleHistory(db, c.var.user, id)
  const { source, champs } = await deskOf(c, last.source_id)
  const { page: n, parPage, offset } = readPaging(readQuery(c))
  const versions = await versionsOf(db, id, parPage, offset)
  const title = `Historique\u00a0: ${releveTitle({ id, data: last.data })}`
  const body = (
    <HistoryPage
      title={title}
      id={id}
      source={source}
      lines={historyLines(champs, versions, parPage)}
      total={last.total}
      page={n}
      perPage={parPage}
      isDeleted={last.isDeleted}
      canRestore={last.isDeleted && canRestoreReleves(c.var.user, source)}
    />
  )
  return page(c, title, body, { breadcrumb: releveCrumbs(source) })
})

releveRoutes.post('/releves/:id/restauration', async (c) => {
  const { db } = c.var.deps
  const id = idParam(c)
  const last = await findVisibleHistory(db, c.var.user, id)
  const { source } = await deskOf(c, last.source_id)
  ensure(
    canRestoreReleves(c.var.user, source),
    'Seul un gestionnaire de la section peut rétablir ce relevé, dans une source ouverte à la saisie.',
  )
  await restoreReleve(db, { id, ...authorOf(c), mustBeOpen: true })
  return seeOther(c, `/releves/${id}`, 'Relevé rétabli.')
})

import type { Context } from 'hono'
import { storedValue } from '../../../champs/index.ts'
import { foreignValues } from '../../../champs/read.ts'
import { releveTitle } from '../../../champs/title.ts'
import { AppError, ensure } from '../../../lib/errors.ts'
import { publicOrigin } from '../../../web/address.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { readBody, readQuery, shown } from '../../../web/form.ts'
import { readPaging } from '../../../web/pagination.ts'
import { releveParam } from '../../../web/params.ts'
import { page, seeOther, seeOtherUndoable } from '../../../web/render.tsx'
import { dropDraft } from '../../brouillons/actions.ts'
import { releveDraftKey } from '../../brouillons/rules/content.ts'
import { countOpening } from '../../corrections/openings-actions.ts'
import { canWriteReleves } from '../../droits/policy.ts'
import { maySpeak } from '../../fils/policy.ts'
import { threadsOfAct } from '../../fils/queries.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { keepDone } from '../../lots/actions.ts'
import { allowPictures } from '../../vues/allowed-images.tsx'
import { viewOfAct } from '../../vues/queries/act.ts'
import { showingOf } from '../../vues/queries/views.ts'
import type { Repairs } from '../actions/misfits.ts'
import { deleteReleve, restoreReleve, updateReleve } from '../actions/records.ts'
import { readReleve, typedVersion } from '../form.ts'
import { canCorrectReleves, canRestoreReleves, ensureCanWrite } from '../policy.ts'
import { doubtsAbout } from '../queries/doubts.ts'
import { besideInRegister, registerOrder } from '../queries/order.ts'
import { placeNamesOf } from '../queries/place-names.ts'
import { entryNeighboursOf, findVisibleHistory, neighboursOf, versionsOf } from '../queries/records.ts'
import { citationOf } from '../rules/citation.ts'
import { coupleLinks } from '../rules/couple-links.ts'
import { shownRecord } from '../rules/display.ts'
import { authorName, historyLines } from '../rules/history.ts'
import { actOf, sentenceOf } from '../rules/sentence.ts'
import { isFromTable } from '../tableau-form.ts'
import { DeletePage, HistoryPage, ReleveView } from '../views/record.tsx'
import { actInHand, backKey } from './back.tsx'
import { authorOf, deskOf, releveCrumbs } from './desk.tsx'
import { editPage, openedPage } from './edit-page.tsx'
import { type Opened, openedOf, recordOf } from './opened.tsx'
import { bringBack } from './repair.tsx'
import { overtaken, tableRefused, tableSaved } from './tableau-answer.tsx'

export const releveRoutes = router()

/** Versions shown on the record's own page. */
const SHOWN_VERSIONS = 10

function citation(
  c: Context<AppEnv>,
  { releve, source, sentence }: Pick<Opened, 'releve' | 'source'> & { sentence: string },
) {
  return citationOf({
    ...{ sentence, titre: source.titre, depot: source.depot_nom, cote: source.cote },
    vue: String(storedValue(releve.data, 'vue') ?? ''),
    site: c.var.deps.settings.read().site_name,
    url: `${publicOrigin(c)}/releves/${releve.id}`,
  })
}

releveRoutes.get('/releves/:id', async (c) => {
  const { db } = c.var.deps
  const { releve, source, champs } = await recordOf(c)
  countOpening(c.var.deps, { releve, readerId: c.var.user.id, now: c.var.deps.clock() })
  const placeNames = await placeNamesOf(db, champs, [releve])
  const versions = await versionsOf(db, releve.id, SHOWN_VERSIONS)
  const order = await registerOrder(db, source.id)
  const title = releveTitle(releve)
  const act = actOf(source, champs, releve)
  const sentence = sentenceOf(act)
  const annee = act.date?.iso == null ? null : Number(act.date.iso.slice(0, 4))
  const hasPicture = (await viewOfAct(db, source.id, String(storedValue(releve.data, 'vue') ?? ''))) !== undefined
  if (hasPicture) allowPictures(c, await showingOf(db, source.id))
  const body = (
    <ReleveView
      title={title}
      sentence={sentence}
      citation={citation(c, { releve, source, sentence })}
      releve={releve}
      author={authorName(releve.author)}
      editor={authorName(releve.editor)}
      source={source}
      shown={shownRecord(champs, releve, placeNames)}
      couples={coupleLinks(act.persons, act.kind, { lieu: source.lieu_id, annee, releve: releve.id })}
      {...(await neighboursOf(order, releve))}
      isFirst={(await besideInRegister(order, releve.id, 'before')) === undefined}
      warning={(await doubtsAbout(db, source, champs, releve)).join(' ') || null}
      history={historyLines(champs, versions, SHOWN_VERSIONS)}
      canWrite={canWriteReleves(c.var.user, source)}
      canCorrect={canCorrectReleves(c.var.user, source)}
      threads={await threadsOfAct(db, releve.id)}
      champs={champs}
      canSpeak={maySpeak(c.var.user, source)}
      hasPicture={hasPicture}
    />
  )
  return page(c, title, body, { breadcrumb: releveCrumbs(source), isSteady: true })
})

releveRoutes.get('/releves/:id/modifier', async (c) => openedPage(c, await recordOf(c), readQuery(c)))

releveRoutes.post('/releves/:id', async (c) => {
  const { db } = c.var.deps
  const opened = await openedOf(c)
  ensureCanWrite(c.var.user, opened.source)
  const { id } = opened.releve
  const posted = await readBody(c)
  const read = await readReleve(opened.champs, posted, lookupOf(db), {
    before: async () => (await entryNeighboursOf(db, opened.releve)).previous?.data,
    stored: opened.releve.data,
  })
  const brouillon = shown(posted, '_brouillon')
  const isTable = isFromTable(posted)
  if (!read.ok && isTable) return tableRefused(c, opened, read, id)
  const retour = backKey(posted)
  if (!read.ok) return editPage(c, opened, read.form, { status: read.status, brouillon, retour })
  const { form } = read
  const data = { ...foreignValues(opened.champs, opened.releve.data), ...read.data }
  const etats = { ...foreignValues(opened.champs, opened.releve.etats), ...read.etats }
  const conflict = { mine: { data, etats }, base: form.version }
  if (opened.isDeleted) return overtaken(c, opened, conflict)
  try {
    await updateReleve(db, {
      id,
      version: form.version,
      data,
      etats,
      repere: read.repere,
      ...authorOf(c),
      mustBeOpen: true,
    })
  } catch (error) {
    if (!(error instanceof AppError) || !['conflit', 'introuvable'].includes(error.code)) throw error
    return overtaken(c, await openedOf(c), conflict)
  }
  for (const cle of [releveDraftKey(id), brouillon]) await dropDraft(db, { user_id: c.var.user.id, cle })
  if (isTable) return tableSaved(c, opened, id, read)
  if (retour !== undefined) return actInHand(c, opened, retour, { id, remarks: read.remarks })
  return seeOther(c, `/releves/${id}`, ['Relevé modifié.', ...read.remarks].join(' '))
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
  const retour = `/sources/${source.id}/releves`
  const done = {
    kind: 'releves',
    geste: 'supprimer',
    detail: {},
    retour,
    things: [{ id: releve.id, nom: releveTitle(releve) }],
  }
  const lot = await c.var.deps.db.transaction().execute(async (trx) => {
    await deleteReleve(trx, { id: releve.id, version, ...authorOf(c), mustBeOpen: true })
    return keepDone(trx, c.var.user.id, done, { source: source.id }, authorOf(c).now)
  })
  return seeOtherUndoable(c, retour, 'Relevé supprimé.', `/lots/${lot}/defaire`)
})

releveRoutes.get('/releves/:id/historique', async (c) => {
  const { db } = c.var.deps
  const id = releveParam(c)
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
  const id = releveParam(c)
  const last = await findVisibleHistory(db, c.var.user, id)
  const { source, champs } = await deskOf(c, last.source_id)
  ensure(
    canRestoreReleves(c.var.user, source),
    'Seul un gestionnaire de la section peut rétablir ce relevé, dans une source ouverte à la saisie.',
  )
  const back = {
    title: `Rétablir\u00a0: ${releveTitle({ id, data: last.data })}`,
    ...{ champs, source, action: `/releves/${id}/restauration` },
  }
  const restore = (repairs: Repairs) => restoreReleve(db, { id, repairs, ...authorOf(c), mustBeOpen: true })
  const asked = await bringBack(c, back, restore)
  if (asked) return asked
  return seeOther(c, `/releves/${id}`, 'Relevé rétabli.')
})

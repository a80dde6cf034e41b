import type { Context } from 'hono'
import { type FormErrors, shown } from '../../lib/body.ts'
import { AppError, ensure } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, readBody, readQuery } from '../../web/form.ts'
import { listUrl, type Paging, readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, shownForm } from '../../web/saving.ts'
import { pointsOf } from '../avertissements/queries/warnings.ts'
import { canManageSource, managedSectionIds } from '../droits/policy.ts'
import { notifyOptions } from '../notifications/actions.ts'
import { columnsOf } from '../releves/queries/columns.ts'
import { placeNamesOf } from '../releves/queries/place-names.ts'
import { listReleves } from '../releves/queries/records.ts'
import { rowsOf } from '../releves/rules/display.ts'
import { changeStatus } from '../sources/actions/transitions.ts'
import { findVisibleSource, type VisibleSource } from '../sources/queries/sources.ts'
import { moveBetween } from '../sources/rules/moves.ts'
import { champsOf } from '../types-sources/queries.ts'
import { allowPictures } from '../vues/allowed-images.tsx'
import { hasViews } from '../vues/queries/act.ts'
import { showingOf } from '../vues/queries/views.ts'
import { secondFindings } from './arbitrage/queries.ts'
import { findingsOf } from './decision/queries.ts'
import { parseDecision } from './form.ts'
import {
  changesAmong,
  countChanges,
  countToReview,
  foundWrong,
  type InTurn,
  listChanged,
  listToReview,
  nextAfter,
  placeOf,
  submissionOf,
} from './queries.ts'
import { PATH, QueuePage, ReviewPage, reviewTitle, TITLE } from './views.tsx'

/** The sources that wait for a decision, one after the other; mounted at /revue. */
export const revueRoutes = router()

const LIST_COLUMNS = 8
const NOT_YOURS = 'Relire et valider revient aux gestionnaires de la section et aux administrateurs.'

revueRoutes.get('/', async (c) => {
  const { db } = c.var.deps
  const managed = await managedSectionIds(db, c.var.user)
  ensure(managed === undefined || managed.length > 0, NOT_YOURS)
  const query = readQuery(c)
  const paging = readPaging(query)
  const total = await countToReview(db, c.var.user)
  const waiting = await listToReview(db, c.var.user, paging)
  const points = await pointsOf(
    db,
    waiting.map(({ id }) => id),
  )
  const sources = waiting.map((source) => ({ ...source, points: points.get(source.id) }))
  const props = { sources, total, paging, href: (n: number) => listUrl(PATH, query, { page: n }) }
  return page(c, TITLE, <QueuePage {...props} />, { isSteady: true })
})

/** The source of the path, which this user must be able to decide on. */
async function sourceToReview(c: Context<AppEnv>): Promise<VisibleSource> {
  const source = await findVisibleSource(c.var.deps.db, c.var.user, idParam(c))
  ensure(canManageSource(c.var.user, source), NOT_YOURS)
  return source
}

revueRoutes.get('/:id', async (c) => {
  const source = await sourceToReview(c)
  const place = await placeOf(c.var.deps.db, c.var.user, source.id)
  if (!place) return seeOther(c, `/sources/${source.id}`, 'Cette source n’est plus à valider.', 'err')
  return reviewPage(c, { source, place })
})

revueRoutes.post('/:id', async (c) => {
  const { db } = c.var.deps
  const source = await sourceToReview(c)
  const place = await placeOf(db, c.var.user, source.id)
  if (!place)
    throw new AppError('conflit', 'Cette source n’est plus à valider\u00a0: quelqu’un en a décidé avant vous.')
  const raw = await readBody(c)
  const form = parseDecision(raw)
  if (!form.ok) return reviewPage(c, { source, place }, raw, form)
  const { statut: vers, motif, version, actes } = form.value
  const change = { source_id: source.id, vers, motif, version, actes }
  const moved = await changeStatus(db, c.var.user, change, notifyOptions(c.var.deps))
  if (!moved.ok) return reviewPage(c, { source, place }, raw, { errors: besideField(moved.errors) })
  const next = await nextAfter(db, c.var.user, place)
  const done = `«\u00a0${source.titre}\u00a0» est ${moveBetween(source.status, vers, actes.length > 0)?.review?.decided}.`
  if (!next) return seeOther(c, PATH, `${done} Plus aucune source n’attend votre décision.`)
  return seeOther(c, `${PATH}/${next.id}`, `${done} Voici la suivante.`)
})

/** Acts are told by boxes and by numbers: what is wrong with one stands beside the numbers. */
const besideField = ({ actes, ...errors }: FormErrors): FormErrors => ({ ...errors, ...(actes && { autres: actes }) })

/** The page of records, all or those that changed, with what changed since the decision or submission before. */
async function recordsOf(c: Context<AppEnv>, source: VisibleSource, paging: Paging) {
  const { db } = c.var.deps
  const submission = await submissionOf(db, source.id)
  const since = submission.previous?.created_at
  const changes = since === undefined ? undefined : await countChanges(db, source.id, since)
  const onlyChanged = since !== undefined && shown(readQuery(c), 'modifies') === '1'
  const releves = onlyChanged
    ? await listChanged(db, source.id, since, paging)
    : await listReleves(db, source.id, 'date', paging)
  const ids = releves.map((releve) => releve.id)
  const changed = since === undefined ? new Map() : await changesAmong(db, source.id, ids, since)
  const total = onlyChanged ? (changes?.modifies ?? 0) : source.nb_releves
  return { submission, changes, onlyChanged, changed, total, releves }
}

async function reviewPage(
  c: Context<AppEnv>,
  { source, place }: { source: VisibleSource; place: InTurn },
  raw: Body = {},
  refusal?: Refusal,
) {
  const { db } = c.var.deps
  const { status, ...form } = shownForm(raw, refusal)
  const query = readQuery(c)
  const paging = readPaging(query)
  const { releves, ...records } = await recordsOf(c, source, paging)
  const showsEmpty = shown(query, 'vides') === 'montrer'
  const reader = { userId: c.var.user.id, showsEmpty, max: LIST_COLUMNS }
  const all = await champsOf(db, source.type_source_id)
  const columns = await columnsOf(db, source, all, reader)
  const { champs } = columns
  const props = {
    ...records,
    source,
    columns,
    toggled: listUrl(`${PATH}/${source.id}`, query, {
      vides: showsEmpty ? null : 'montrer',
      page: paging.page > 1 ? paging.page : null,
    }),
    hasViews: await hasViews(db, source.id),
    found: await foundWrong(db, source.id),
    findings: await findingsOf(db, {
      ...{ source, userId: c.var.user.id, now: c.var.deps.clock().toISOString() },
      since: records.submission.submission?.created_at ?? '',
    }),
    seconds: await secondFindings(db, source.id),
    labels: new Map(all.map(({ nom, label }) => [nom, label])),
    rows: rowsOf(champs, releves, await placeNamesOf(db, champs, releves)),
    paging,
    href: (n: number) => listUrl(`${PATH}/${source.id}`, query, { page: n }),
    next: await nextAfter(db, c.var.user, place),
    ...form,
  }
  if (props.hasViews) allowPictures(c, await showingOf(db, source.id))
  const breadcrumb = [{ href: PATH, label: TITLE }]
  return page(c, reviewTitle(source), <ReviewPage {...props} />, { status, breadcrumb })
}

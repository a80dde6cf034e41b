import type { Context } from 'hono'
import { type PlaceBox, placeBox, resolvePlace, searchPlace } from '../../champs/place-choice.ts'
import { randomToken } from '../../lib/crypto.ts'
import { ensure } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, readBody, readQuery, shown } from '../../web/form.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { canManageSource, canWriteReleves, isTranscriber, mayAskFor, mayKeySecond } from '../droits/policy.ts'
import { WORKFLOW } from '../droits/status.ts'
import { lookupOf } from '../lieux/queries/lookup.ts'
import { createSource, updateSource } from './actions/sources.ts'
import { submitterOf } from './actions/transitions.ts'
import { defaultsRoutes } from './defaults-routes.tsx'
import { LIEU, parseSource, rawOfSource } from './form.ts'
import { findManagedSource } from './queries/managed-source.ts'
import { countOpenSeconds } from './queries/second-keying.ts'
import { authorsOf, countBeside, datesOf, lastWorkOn, latestReleves, transitionsOf, yearsOf } from './queries/show.ts'
import { canCreateSource, findVisibleSource, membersOf, sourceChoices, type VisibleSource } from './queries/sources.ts'
import { allowedMoves } from './rules/moves.ts'
import { EditSourcePage, editTitle, NEW_TITLE, NewSourcePage } from './views/edit.tsx'
import { PATH } from './views/list.tsx'
import { SourcePage } from './views/show.tsx'

/** The pages of sources; mounted at /sources, after their list. */
export const sourcesRoutes = router()

const SOURCES = { href: PATH, label: 'Sources' }
const here = (source: { id: number; titre: string }) => [SOURCES, { href: `${PATH}/${source.id}`, label: source.titre }]

async function newPage(c: Context<AppEnv>, raw: Body, { place, candidates }: PlaceBox, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const choices = await sourceChoices(c.var.deps.db, c.var.user)
  const envoi = shown(raw, '_envoi') || randomToken()
  const body = <NewSourcePage {...form} {...{ choices, envoi, place, candidates }} />
  return page(c, NEW_TITLE, body, { status, breadcrumb: [SOURCES] })
}

const ensureMayCreate = async (c: Context<AppEnv>): Promise<void> =>
  ensure(await canCreateSource(c.var.deps.db, c.var.user), 'Les sources sont créées par les gestionnaires de section.')

sourcesRoutes.get('/nouvelle', async (c) => {
  await ensureMayCreate(c)
  const query = readQuery(c)
  const raw = { lieu_id: shown(query, 'lieu_id'), type_source_id: shown(query, 'type_source_id') }
  const { place } = placeBox(await resolvePlace({ lieu_id: raw.lieu_id }, LIEU, lookupOf(c.var.deps.db)))
  return newPage(c, raw, { place, candidates: undefined })
})

sourcesRoutes.post('/', async (c) => {
  await ensureMayCreate(c)
  const { db } = c.var.deps
  const raw = await readBody(c)
  if (shown(raw, 'chercher') !== '') return newPage(c, raw, await searchPlace(raw, LIEU, lookupOf(db)))
  const form = await parseSource(raw, lookupOf(db))
  if (!form.ok) return newPage(c, raw, form.box, form)
  const { version: _, ...input } = form.value
  const saved = await createSource(db, c.var.user, input, sendingOf(c, raw))
  return saved.ok ? seeOther(c, `${PATH}/${saved.value}`, 'Source créée.') : newPage(c, raw, form.box, saved)
})

sourcesRoutes.get('/:id', async (c) => {
  const { db } = c.var.deps
  const source = await findVisibleSource(db, c.var.user, idParam(c))
  const props = {
    source,
    membres: await membersOf(db, source.id),
    transitions: await transitionsOf(db, source.id),
    authors: await authorsOf(db, source.id),
    dates: await datesOf(db, source.id),
    years: await yearsOf(db, source.id),
    lastWork: await lastWorkOn(db, source.id),
    latest: await latestReleves(db, source.id),
    ...(await countBeside(db, source.id)),
    canWrite: canWriteReleves(c.var.user, source),
    canManage: canManageSource(c.var.user, source),
    mayAsk: mayAskFor(c.var.user, source),
    seesPoints: isTranscriber(c.var.user, source) || canManageSource(c.var.user, source),
    allowed: allowedMoves(c.var.user, source, await submitterOf(db, source.id)),
    seconds: WORKFLOW[source.status].isAwaited ? await countOpenSeconds(db, source.id) : { aSaisir: 0, aArbitrer: 0 },
    maySecond: mayKeySecond(c.var.user, source),
  }
  return page(c, source.titre, <SourcePage {...props} />, { breadcrumb: [SOURCES], isSteady: true })
})

const managedSource = (c: Context<AppEnv>): Promise<VisibleSource> =>
  findManagedSource(c.var.deps.db, c.var.user, idParam(c))

async function editPage(c: Context<AppEnv>, raw: Body, { place, candidates }: PlaceBox, refusal?: Refusal) {
  const { db } = c.var.deps
  const { status, ...form } = shownForm(raw, refusal)
  const source = await managedSource(c)
  const [choices, membres] = [await sourceChoices(db, c.var.user), await membersOf(db, source.id)]
  const view = <EditSourcePage {...form} {...{ source, choices, membres, place, candidates }} />
  return page(c, editTitle(source), view, { status, breadcrumb: here(source) })
}

sourcesRoutes.get('/:id/modifier', async (c) => {
  const source = await managedSource(c)
  const { lieu_id, lieu_nom_long } = source
  const place = lieu_id === null ? null : { id: lieu_id, nom_long: lieu_nom_long ?? '' }
  const raw = rawOfSource(source, await membersOf(c.var.deps.db, source.id))
  return editPage(c, raw, { place, candidates: undefined })
})

sourcesRoutes.post('/:id', async (c) => {
  const { db, clock } = c.var.deps
  const source = await managedSource(c)
  const raw = await readBody(c)
  if (shown(raw, 'chercher') !== '') return editPage(c, raw, await searchPlace(raw, LIEU, lookupOf(db)))
  const form = await parseSource(raw, lookupOf(db))
  if (!form.ok) return editPage(c, raw, form.box, form)
  const saved = await updateSource(db, c.var.user, source, form.value, clock().toISOString())
  if (!saved.ok) return editPage(c, raw, form.box, saved)
  return seeOther(c, `${PATH}/${source.id}`, 'Source enregistrée.')
})

sourcesRoutes.route('/:id/defauts', defaultsRoutes)

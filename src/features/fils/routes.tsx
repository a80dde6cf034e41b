import type { Context } from 'hono'
import { champsKeeping } from '../../champs/read.ts'
import { releveTitle } from '../../champs/title.ts'
import { randomToken } from '../../lib/crypto.ts'
import { AppError, ensure } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, readBody, readQuery, shown } from '../../web/form.ts'
import { listUrl, readPaging } from '../../web/pagination.ts'
import { idParam, releveParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { canManageSource } from '../droits/policy.ts'
import { markReadOf, notifyOptions } from '../notifications/actions.ts'
import { findVisibleSource } from '../sources/queries/sources.ts'
import { champsOf } from '../types-sources/queries.ts'
import { aboutAct, answerThread, openThread, setResolved } from './actions.ts'
import { parseMessage, parseOpening, parseRefusal } from './form.ts'
import { ensureMayAnswer, ensureMaySpeak, mayAnswer } from './policy.ts'
import { refuseProposal } from './proposal-actions.ts'
import { actsById, findThread, peopleOf, type Thread, talkedAct, threadsOfSource } from './queries.ts'
import { threadPath } from './thread-views.tsx'
import { OpeningPage, SourceThreadsPage, sourceThreadsPath, ThreadPage } from './views.tsx'

/** Threads about acts, for those who see the source. */
export const filsRoutes = router()

const OPENING = 'Poser une question'
const THREADS = 'Questions et remarques'

/** An act with its source and its fields, where this person sees it. */
async function actOf(c: Context<AppEnv>, releveId: number) {
  const { db } = c.var.deps
  const act = await talkedAct(db, c.var.user, releveId)
  const source = await findVisibleSource(db, c.var.user, act.source_id)
  const champs = champsKeeping(await champsOf(db, source.type_source_id), act.data)
  return { act, source, champs }
}

type Talked = Awaited<ReturnType<typeof actOf>>

const crumbs = ({ act, source }: Talked) => [
  { href: '/sources', label: 'Sources' },
  { href: `/sources/${source.id}`, label: source.titre },
  { href: `/releves/${act.id}`, label: releveTitle(act) },
]

async function openingPage(c: Context<AppEnv>, talked: Talked, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const { act, source, champs } = talked
  const people = await peopleOf(c.var.deps.db, source.id)
  const titled = { id: act.id, titre: releveTitle(act) }
  const view = <OpeningPage title={OPENING} act={titled} {...{ source, champs, people }} {...form} />
  return page(c, OPENING, view, { status, breadcrumb: crumbs(talked) })
}

/** Nothing is asked about an act in the bin. */
async function standingAct(c: Context<AppEnv>): Promise<Talked> {
  const talked = await actOf(c, releveParam(c))
  if (talked.act.isDeleted) throw new AppError('introuvable', 'Ce relevé a été supprimé.')
  ensureMaySpeak(c.var.user, talked.source)
  return talked
}

filsRoutes.get('/releves/:id/fils/nouveau', async (c) => {
  const raw = { champ: shown(readQuery(c), 'champ'), _envoi: randomToken() }
  return openingPage(c, await standingAct(c), raw)
})

filsRoutes.post('/releves/:id/fils', async (c) => {
  const talked = await standingAct(c)
  const raw = await readBody(c)
  const form = parseOpening(raw)
  if (!form.ok) return openingPage(c, talked, raw, form)
  const { champ } = form.value
  if (champ !== null && !talked.champs.some(({ nom }) => nom === champ))
    return openingPage(c, talked, raw, { errors: { champ: 'Ce champ n’existe plus dans ce relevé.' } })
  const opening = { act: aboutAct(talked, champ), champ, input: form.value, by: c.var.user }
  const saved = await openThread(c.var.deps.db, opening, sendingOf(c, raw), notifyOptions(c.var.deps))
  if (!saved.ok) return openingPage(c, talked, raw, saved)
  return seeOther(c, `/releves/${talked.act.id}`, 'Votre question est envoyée.')
})

/** The thread of the path with its act. 404 where this person does not see it. */
async function threadOf(c: Context<AppEnv>): Promise<Talked & { thread: Thread }> {
  const thread = await findThread(c.var.deps.db, c.var.user, idParam(c))
  return { thread, ...(await actOf(c, thread.releve_id)) }
}

/** The page of a thread; `refusal`: of what was typed in it. */
async function threadPage(
  c: Context<AppEnv>,
  opened: Talked & { thread: Thread },
  raw: Body = { _envoi: randomToken() },
  refusal?: Refusal,
) {
  const { status, ...form } = shownForm(raw, refusal)
  const { thread, act, source, champs } = opened
  const { user } = c.var
  const canAnswer = mayAnswer(user, source, thread)
  const props = {
    title: thread.nature === 'proposition' ? 'Correction proposée' : 'Échange sur un relevé',
    ...{ thread, source, champs, canAnswer, ...form },
    act: { id: act.id, titre: releveTitle(act), isDeleted: act.isDeleted },
    people: canAnswer ? await peopleOf(c.var.deps.db, source.id) : [],
    canDecide: thread.nature === 'proposition' && thread.decision === null && canManageSource(user, source),
  }
  return page(c, props.title, <ThreadPage {...props} />, { status, breadcrumb: crumbs(opened) })
}

/** The thread of the path. Whoever opens it or acts on it, be it from the page of the act, has read what tells of it. */
async function readThread(c: Context<AppEnv>) {
  const { db, clock } = c.var.deps
  const opened = await threadOf(c)
  await markReadOf(db, c.var.user.id, { kind: 'Fil', prefix: `${opened.thread.id}-` }, clock().toISOString())
  return opened
}

filsRoutes.get('/fils/:id', async (c) => threadPage(c, await readThread(c)))

async function answerable(c: Context<AppEnv>) {
  const opened = await readThread(c)
  ensureMayAnswer(c.var.user, opened.source, opened.thread)
  return opened
}

filsRoutes.post('/fils/:id', async (c) => {
  const opened = await answerable(c)
  const { thread } = opened
  const raw = await readBody(c)
  const form = parseMessage(raw)
  if (!form.ok) return threadPage(c, opened, raw, form)
  const answer = { act: aboutAct(opened, thread.champ), thread, input: form.value, by: c.var.user }
  const saved = await answerThread(c.var.deps.db, answer, sendingOf(c, raw), notifyOptions(c.var.deps))
  if (!saved.ok) return threadPage(c, opened, raw, saved)
  return seeOther(
    c,
    threadPath(thread.id),
    form.value.clore ? 'Réponse envoyée, question résolue.' : 'Réponse envoyée.',
  )
})

async function resolve(c: Context<AppEnv>, isResolved: boolean) {
  const { db, clock } = c.var.deps
  const { thread } = await answerable(c)
  await setResolved(db, thread, isResolved, { by: c.var.user, now: clock().toISOString() })
  return seeOther(c, threadPath(thread.id), isResolved ? 'Échange marqué comme résolu.' : 'Échange rouvert.')
}

filsRoutes.post('/fils/:id/clore', (c) => resolve(c, true))
filsRoutes.post('/fils/:id/rouvrir', (c) => resolve(c, false))

/** The thread of the path, for those who decide on what it proposes: the managers of the source. */
async function decidable(c: Context<AppEnv>) {
  const opened = await readThread(c)
  ensure(
    canManageSource(c.var.user, opened.source),
    'Les gestionnaires de la section et les administrateurs décident des corrections proposées.',
  )
  return opened
}

filsRoutes.post('/fils/:id/refuser', async (c) => {
  const opened = await decidable(c)
  const raw = await readBody(c)
  const form = parseRefusal(raw)
  if (!form.ok) return threadPage(c, opened, { ...raw, _envoi: randomToken() }, form)
  const { thread } = opened
  const decided = { act: aboutAct(opened, null), thread, texte: form.value.texte, by: c.var.user }
  await refuseProposal(c.var.deps.db, decided, notifyOptions(c.var.deps))
  return seeOther(c, threadPath(thread.id), 'Réponse envoyée\u00a0: la proposition n’est pas retenue.')
})

filsRoutes.get('/sources/:id/fils', async (c) => {
  const { db } = c.var.deps
  const source = await findVisibleSource(db, c.var.user, idParam(c))
  const query = readQuery(c)
  const state = shown(query, 'etat') === 'clos' ? 'clos' : 'ouverts'
  const paging = readPaging(query)
  const { threads, ...counts } = await threadsOfSource(db, source.id, state, paging)
  const acts = await actsById(db, [...new Set(threads.map(({ releve_id }) => releve_id))])
  const props = {
    ...({ title: THREADS, source, state, counts, threads, paging } as const),
    acts: new Map(acts.map((act) => [act.id, releveTitle(act)])),
    champs: await champsOf(db, source.type_source_id),
    href: (n: number) => listUrl(sourceThreadsPath(source.id), query, { page: n }),
  }
  const breadcrumb = [
    { href: '/sources', label: 'Sources' },
    { href: `/sources/${source.id}`, label: source.titre },
  ]
  return page(c, THREADS, <SourceThreadsPage {...props} />, { breadcrumb })
})

import type { Context } from 'hono'
import { readPlaceFilter } from '../../champs/place-choice.ts'
import { AppError, ensure } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, optionalId, readBody, readQuery, refused, shown } from '../../web/form.ts'
import { readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, shownForm } from '../../web/saving.ts'
import { mayAskFor } from '../droits/policy.ts'
import { parseNewSources } from '../inventaire/lots/form.ts'
import { typesByAct } from '../inventaire/lots/queries.ts'
import { NewSourcesChoice } from '../inventaire/lots/views.tsx'
import { canEditInventory } from '../inventaire/policy.ts'
import { findRegister } from '../inventaire/queries.ts'
import { registerName } from '../inventaire/rules/words.ts'
import { lookupOf } from '../lieux/queries/lookup.ts'
import { lieuPath } from '../lieux/queries/places.ts'
import { notifyOptions } from '../notifications/actions.ts'
import { findManagedSource } from '../sources/queries/managed-source.ts'
import { findVisibleSource, sourceChoices } from '../sources/queries/sources.ts'
import { sectionsOfUser } from '../users/queries.ts'
import { answerReminder, offerToOthers } from './actions/news.ts'
import { answerRequest, askFor, type Wanted, withdraw } from './actions/requests.ts'
import { takeableFilter } from './filter-form.ts'
import { parseAnswer, parseNews, parseRequest } from './form.ts'
import { mayDecide } from './policy.ts'
import {
  ownRequests,
  type PendingRequest,
  requestsToDecide,
  requestToDecide,
  sourceOfRegister,
} from './queries/requests.ts'
import { findReminder, openReminders, withoutAnswer } from './queries/silence.ts'
import { listTakeable } from './queries/takeable.ts'
import { AnswerPage } from './views/answer.tsx'
import { ANSWER_TITLE, ASK_TITLE, AskPage, PATH, RequestsPage, type ShownRequest, TITLE } from './views/requests.tsx'
import { TAKEABLE_PATH, TAKEABLE_TITLE, TakeablePage } from './views/takeable.tsx'

/** Mounted at /registres: who would like to take a register, who has one and gives no news. */
export const registresRoutes = router()

const TAKEABLE = { href: TAKEABLE_PATH, label: TAKEABLE_TITLE }
const breadcrumb = [TAKEABLE, { href: PATH, label: TITLE }]

registresRoutes.get('/', async (c) => {
  const { db } = c.var.deps
  const query = readQuery(c)
  const paging = readPaging(query)
  const lieu = await readPlaceFilter(query, 'lieu', lookupOf(db))
  const place = lieu.place && (await lieuPath(db, lieu.place.id))
  const { filter } = takeableFilter.read(query, { lieu: place ?? null })
  const list = await listTakeable(db, c.var.user, filter, paging)
  const url = takeableFilter.address(TAKEABLE_PATH, filter, query)
  const view = <TakeablePage {...list} {...{ lieu, paging }} href={(n) => url({ page: n })} />
  return page(c, TAKEABLE_TITLE, view)
})

/** The fields of the source that a line of the inventory becomes, where one type is made for it and one section is the person's: nothing is left to choose. */
async function atOnce(c: Context<AppEnv>, request: PendingRequest): Promise<Record<string, string> | undefined> {
  const { db } = c.var.deps
  if (request.source_id !== null || request.registre_id === null || request.acte === null) return {}
  const [type, otherType] = (await typesByAct(db)).filter(({ acte }) => acte === request.acte)
  const offered = new Set((await sourceChoices(db, c.var.user)).sections.map(({ id }) => id))
  const theirs = await sectionsOfUser(db, request.user_id)
  const [section, otherSection] = theirs.filter(({ id, kind }) => offered.has(id) && kind !== 'lecture')
  if (!type || otherType || !section || otherSection) return undefined
  return { [`choix_type_${request.acte}`]: String(type.id), choix_section: String(section.id) }
}

registresRoutes.get('/demandes', async (c) => {
  const { db } = c.var.deps
  const { user } = c.var
  const toDecide: ShownRequest[] = []
  for (const request of await requestsToDecide(db, user))
    toDecide.push({ ...request, atOnce: await atOnce(c, request) })
  const props = { own: await ownRequests(db, user.id), reminders: await openReminders(db, user.id) }
  const view = (
    <RequestsPage {...props} toDecide={toDecide} silent={await withoutAnswer(db, user)} decides={mayDecide(user)} />
  )
  return page(c, TITLE, view, { breadcrumb: [TAKEABLE] })
})

const HAS_IT =
  'Ce registre ne se demande pas : il vous est déjà confié, vous le gérez, ou il n’est plus ouvert à la saisie.'

/** The register that an address or a form names, where this person may ask for it. */
async function wantedBy(c: Context<AppEnv>, raw: Body): Promise<Wanted> {
  const { db } = c.var.deps
  const [source, registre] = ['source', 'registre'].map((name) => optionalId.safeParse(shown(raw, name)).data ?? null)
  if (source) return wantedSource(c, source)
  if (!registre) throw new AppError('introuvable', 'Ce registre n’existe pas.')
  const line = await findRegister(db, registre)
  ensure(!canEditInventory(c.var.user), 'Vous pouvez créer vous-même la source de ce registre, depuis l’inventaire.')
  if (line.etat !== 'conserve') throw new AppError('conflit', 'Ce registre n’est pas conservé.')
  const taken = await sourceOfRegister(db, line.id)
  if (taken !== undefined) throw new AppError('conflit', 'Ce registre est déjà pris.')
  return { source: null, registre: line.id, titre: registerName(line) }
}

async function wantedSource(c: Context<AppEnv>, id: number): Promise<Wanted> {
  const source = await findVisibleSource(c.var.deps.db, c.var.user, id)
  if (!mayAskFor(c.var.user, source) || source.retrait_at !== null) throw new AppError('conflit', HAS_IT)
  return { source, registre: null, titre: source.titre }
}

function askPage(c: Context<AppEnv>, wanted: Wanted, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const back = wanted.source ? `/sources/${wanted.source.id}` : '/inventaire'
  return page(c, ASK_TITLE, <AskPage titre={wanted.titre} back={back} {...form} />, { status, breadcrumb: [TAKEABLE] })
}

registresRoutes.get('/demander', async (c) => {
  const query = readQuery(c)
  return askPage(c, await wantedBy(c, query), { source: shown(query, 'source'), registre: shown(query, 'registre') })
})

registresRoutes.post('/demandes', async (c) => {
  const raw = await readBody(c)
  const wanted = await wantedBy(c, raw)
  const form = parseRequest(raw)
  if (!form.ok) return askPage(c, wanted, raw, form)
  const saved = await askFor(c.var.deps.db, c.var.user, wanted, form.value.message, notifyOptions(c.var.deps))
  return saved.ok ? seeOther(c, PATH, 'Votre demande est partie.') : askPage(c, wanted, raw, saved)
})

/** Type and section of the source that a line of the inventory becomes. */
async function choiceOf(c: Context<AppEnv>, request: PendingRequest, raw: Body, errors: Record<string, string>) {
  if (request.source_id !== null || request.acte === null) return null
  const { db } = c.var.deps
  const typed = { ...((await atOnce(c, request)) ?? {}), ...raw }
  const [types, choices] = [await typesByAct(db), await sourceChoices(db, c.var.user)]
  return <NewSourcesChoice {...{ errors, types, choices }} raw={typed} actes={[request.acte]} />
}

async function answerPage(c: Context<AppEnv>, request: PendingRequest, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const choice = await choiceOf(c, request, raw, form.errors)
  return page(c, ANSWER_TITLE, <AnswerPage {...{ request, choice }} {...form} />, { status, breadcrumb })
}

const asked = (c: Context<AppEnv>) => requestToDecide(c.var.deps.db, c.var.user, idParam(c))

registresRoutes.get('/demandes/:id', async (c) => answerPage(c, await asked(c), {}))

registresRoutes.post('/demandes/:id', async (c) => {
  const { db } = c.var.deps
  const request = await asked(c)
  const raw = await readBody(c)
  const form = parseAnswer(raw)
  if (!form.ok) return answerPage(c, request, raw, form)
  const needsChoice = form.value.decision === 'accorder' && request.source_id === null && request.registre_id !== null
  const chosen = needsChoice
    ? await parseNewSources({ db, user: c.var.user, ids: [request.registre_id ?? 0], raw })
    : undefined
  if (chosen && !chosen.ok) return answerPage(c, request, raw, refused(raw, chosen.errors))
  const answer = { ...form.value, choice: chosen?.detail }
  const saved = await answerRequest(db, c.var.user, request.id, answer, notifyOptions(c.var.deps))
  if (!saved.ok) return answerPage(c, request, raw, saved)
  const done = form.value.decision === 'accorder' ? 'a le registre' : 'saura que c’est non'
  return seeOther(c, PATH, `${request.name} ${done}\u00a0: ${request.titre}.`)
})

registresRoutes.post('/demandes/:id/retirer', async (c) => {
  const { db, clock } = c.var.deps
  const isDone = await withdraw(db, c.var.user.id, idParam(c), clock().toISOString())
  return isDone
    ? seeOther(c, PATH, 'Demande retirée.')
    : seeOther(c, PATH, 'Cette demande a déjà reçu une réponse.', 'err')
})

registresRoutes.post('/rappels/:id', async (c) => {
  const { db } = c.var.deps
  const reminder = await findReminder(db, idParam(c))
  if (!reminder || reminder.user_id !== c.var.user.id)
    throw new AppError('introuvable', 'Cette question n’existe pas, ou elle ne vous est pas posée.')
  const form = parseNews(await readBody(c))
  if (!form.ok) throw new AppError('invalide', Object.values(form.errors).join(' '))
  const isFirst = await answerReminder(db, reminder, form.value, notifyOptions(c.var.deps))
  if (!isFirst) return seeOther(c, PATH, 'Vous aviez déjà répondu.')
  const done =
    form.value.reponse === 'rend' ? 'Registre rendu. Merci pour ce que vous y avez fait.' : 'C’est noté, merci.'
  return seeOther(c, PATH, done)
})

registresRoutes.post('/sources/:id/proposer', async (c) => {
  const { db, clock } = c.var.deps
  const source = await findManagedSource(db, c.var.user, idParam(c))
  await offerToOthers(db, source, clock().toISOString())
  return seeOther(c, PATH, `La source est proposée à d’autres\u00a0: ${source.titre}.`)
})

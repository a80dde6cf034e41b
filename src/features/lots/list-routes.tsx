import type { Context } from 'hono'
import type { Child } from 'hono/jsx'
import { once } from '../../db/once.ts'
import type { Trx } from '../../db/schema.ts'
import { type FormErrors, shownAll } from '../../lib/body.ts'
import { randomToken } from '../../lib/crypto.ts'
import { AppError, ensure } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { type Body, readBody, readQuery, shown } from '../../web/form.ts'
import { page, seeOther, seeOtherUndoable } from '../../web/render.tsx'
import { sendingOf } from '../../web/saving.ts'
import { actorOf } from '../journal/actor.tsx'
import { notifyOptions } from '../notifications/actions.ts'
import { enqueue } from '../taches/actions.ts'
import { AT_ONCE, createLot, doLines, endLot, nextLines } from './actions.ts'
import type { Asked, Kept, LotAction, LotKind, LotList } from './kind.ts'
import { countLines, refusedLines } from './queries.ts'
import { LOT } from './task.ts'
import { AskPage, NothingChosenPage } from './views.tsx'

type Lists = (c: Context<AppEnv>, raw: Body) => Promise<LotList>

/** The fields with which a gesture asks for what is to be chosen, by its name. */
type LotFields = Record<string, (asked: Asked, errors: FormErrors) => Promise<Child>>

/** A list of which rows may be chosen. */
export interface Choosable {
  kind: LotKind
  /** The list that an address, or the form sent from it, means. */
  list: Lists
  fields?: LotFields | undefined
}

/** A list is asked to do this, with these of its rows. */
interface Question {
  c: Context<AppEnv>
  kind: LotKind
  action: LotAction
  fields: LotFields
  list: LotList
  raw: Body
  things: { id: number; nom: string }[]
}

/** The rows ticked, or all that the filter finds; those that the person does not see are none. */
async function questionOf(
  c: Context<AppEnv>,
  { kind, list: listOf, fields = {} }: Choosable,
  raw: Body,
): Promise<Question> {
  const action = kind.actions.find(({ name }) => name === shown(raw, 'geste')) ?? kind.actions[0]
  if (!action) throw new AppError('introuvable', 'Ce geste n’existe pas.')
  ensure(action.isFor?.(c.var.user) ?? true)
  const list = await listOf(c, raw)
  const ticked = kind.ids.safeParse(shownAll(raw, 'ids'))
  const ids = shown(raw, 'tous') === '1' ? await list.found() : ticked.success ? ticked.data : []
  const names = await list.names(ids)
  const things = ids.flatMap((id) => {
    const nom = names.get(id)
    return nom === undefined ? [] : [{ id, nom }]
  })
  return { c, kind, action, fields, list, raw, things }
}

const askedOf = ({ c, things, raw }: Question): Asked => ({
  ...{ db: c.var.deps.db, user: c.var.user, ids: things.map(({ id }) => id), raw },
})

/** Everything that the list sent goes with the answer, but what that page itself asks. */
const sentWith = (raw: Body): [string, string][] =>
  Object.keys(raw)
    .filter((name) => !name.startsWith('_') && !['nombre', 'ensemble'].includes(name) && !name.startsWith('choix_'))
    .flatMap((name) => shownAll(raw, name).map((value): [string, string] => [name, value]))

interface Refusal {
  errors?: Record<string, string>
  refused?: { nom: string; motif: string }[]
  status?: 409 | 422
}

async function askPage(question: Question, { errors = {}, refused = [], status }: Refusal = {}) {
  const { c, kind, action, list, raw, things } = question
  const { back, breadcrumb } = list
  if (things.length === 0) {
    const title = action.title(0)
    return page(c, title, <NothingChosenPage back={back} title={title} />, { status: 422, breadcrumb })
  }
  const shownThings = { names: things.map(({ nom }) => nom), sent: sentWith(raw), path: c.req.path, back }
  const fields = await question.fields[action.name]?.(askedOf(question), errors)
  const body = <AskPage {...{ kind, action, ...shownThings, fields, errors, refused, envoi: randomToken() }} />
  return page(c, action.title(things.length), body, { status: status ?? 200, breadcrumb })
}

/** Leaves the transaction where all was to be done or nothing. */
class NotWhole extends Error {
  readonly refused: { nom: string; motif: string }[]
  constructor(refused: { nom: string; motif: string }[]) {
    super('not all of a lot can be done')
    this.refused = refused
  }
}

/** Does a small lot in the transaction at hand, or leaves a large one to its task. Returns its id. */
async function begin(trx: Trx, question: Question, detail: Kept): Promise<number> {
  const { c, kind, action, list, raw, things } = question
  const hand = { user: c.var.user, notify: notifyOptions(c.var.deps) }
  const { now } = hand.notify
  const asked = { kind: kind.kind, geste: action.name, detail, retour: list.back, things }
  const lot = await createLot(trx, c.var.user.id, asked, now.toISOString())
  if (things.length > AT_ONCE) {
    await enqueue(trx, { kind: LOT, payload: { lot: lot.id } }, now)
    return lot.id
  }
  await doLines(trx, lot, action, hand, await nextLines(trx, lot.id, 'attente', AT_ONCE))
  if (shown(raw, 'ensemble') === 'tout') {
    const refused = await refusedLines(trx, lot.id)
    if (refused.length > 0) throw new NotWhole(refused.map(({ nom, motif }) => ({ nom, motif: motif ?? '' })))
  }
  await endLot(trx, lot, actorOf(c), { etat: 'fini', now: now.toISOString() })
  return lot.id
}

const MOVED_ON = 'La liste a changé entre-temps\u00a0: voici ce qui est choisi maintenant. Vérifiez, puis recommencez.'

async function answer(question: Question) {
  const { c, action, list, raw, things } = question
  const { db } = c.var.deps
  if (things.length === 0) return askPage(question)
  // Nobody ticked those that a filter finds: no other number is done than the one that was announced.
  if (Number(shown(raw, 'nombre')) !== things.length)
    return askPage(question, { errors: { '': MOVED_ON }, status: 409 })
  const read = (await action.read?.(askedOf(question))) ?? { ok: true, detail: {} }
  if (!read.ok) return askPage(question, { errors: read.errors, status: 422 })
  const doing = (trx: Trx) => once(trx, sendingOf(c, raw), () => begin(trx, question, read.detail))
  try {
    const id = await db.transaction().execute(doing)
    const counts = await countLines(db, id)
    if (counts.attente > 0 || counts.refusee > 0) return seeOther(c, `/lots/${id}`)
    return seeOtherUndoable(c, list.back, action.done(counts.faite), action.undo && `/lots/${id}/defaire`)
  } catch (error) {
    if (error instanceof NotWhole) return askPage(question, { refused: error.refused, status: 409 })
    throw error
  }
}

/** The page that asks, and the form that it sends, of one kind of list: mounted beside that list. */
export function lotRoutes(choosable: Choosable) {
  const routes = router()
  routes.get('/', async (c) => askPage(await questionOf(c, choosable, readQuery(c))))
  routes.post('/', async (c) => answer(await questionOf(c, choosable, await readBody(c))))
  return routes
}

import type { Context } from 'hono'
import { heldText } from '../../../champs/held.ts'
import { fieldName } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { champsKeeping } from '../../../champs/read.ts'
import { AppError } from '../../../lib/errors.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, readBody, readQuery, shown } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther, wantsFragment } from '../../../web/render.tsx'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { leaseSecond } from '../../releves/actions/second-readings.ts'
import { placeNamesOf } from '../../releves/queries/place-names.ts'
import { type Drawn, findDrawn } from '../../releves/queries/second-readings.ts'
import { actTitle } from '../../releves/rules/insertion.ts'
import { differencesOf, sameReading, secondChamps } from '../../releves/rules/second-reading.ts'
import { countOpenSeconds } from '../../sources/queries/second-keying.ts'
import type { VisibleSource } from '../../sources/queries/sources.ts'
import { arbitragePath } from '../../sources/second-keying-views.tsx'
import { champsOf } from '../../types-sources/queries.ts'
import { hasKeysOn } from '../acte/act-queries.ts'
import { readField, storedField } from '../acte/field-reading.ts'
import { pictureOf, readSource } from '../acte/page.tsx'
import { arbitrate, waiveSeconds } from './actions.ts'
import { allOf, choiceName, choicesOf, parseMotif, parseWaiver, shownVersion } from './form.ts'
import { nextToArbitrate } from './queries.ts'
import { ArbitragePage, arbitrageTitle, type Split, type SplitAct } from './views.tsx'

/** Acts that two persons read differently; mounted at /revue. */
export const arbitrageRoutes = router()

/** The form of an act as it was sent, where it comes back. */
interface Sent {
  raw: Body
  errors: Record<string, string>
  candidates: Record<string, Split['form']['candidates']>
}

interface Asked {
  releve?: number | undefined
  /** The act that was passed over. */
  after?: number | undefined
  sent?: Sent | undefined
  notice?: { text: string; isError: boolean } | undefined
  status?: 200 | 409 | 422
}

const positive = (text: string): number | undefined => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined)

arbitrageRoutes.get('/:id/arbitrage', async (c) => {
  const source = await readSource(c, idParam(c))
  const query = readQuery(c)
  return arbitragePage(c, source, { after: positive(shown(query, 'apres')), releve: positive(shown(query, 'releve')) })
})

async function arbitragePage(c: Context<AppEnv>, source: VisibleSource, asked: Asked) {
  const { db, clock } = c.var.deps
  if (source.status !== 'a_valider') {
    const said = `${asked.notice?.text ?? ''} Cette source n’est plus à valider.`.trim()
    return seeOther(c, `/sources/${source.id}`, said, 'err')
  }
  const keying = { sourceId: source.id, userId: c.var.user.id, now: clock().toISOString() }
  const id = asked.releve ?? (await nextToArbitrate(db, keying, asked.after))
  const drawn = id === undefined ? undefined : await findDrawn(db, source.id, id)
  const isOpen = drawn?.second !== undefined && drawn.arbitre_at === null
  if (isOpen)
    await leaseSecond(db, { source_id: source.id, releve_id: drawn.id, user_id: keying.userId, now: keying.now })
  const props = {
    source,
    act: isOpen ? await splitAct(c, source, drawn, asked.sent) : undefined,
    counts: await countOpenSeconds(db, source.id),
    hasKeys: await hasKeysOn(db, c.var.user.id),
    notice: asked.notice,
  }
  const breadcrumb = [
    { href: '/revue', label: 'Sources à valider' },
    { href: `/revue/${source.id}`, label: source.titre },
  ]
  return page(c, arbitrageTitle(source), <ArbitragePage {...props} />, {
    ...{ status: asked.status ?? 200, breadcrumb, scripts: 'relecture' },
  })
}

async function splitAct(c: Context<AppEnv>, source: VisibleSource, drawn: Drawn, sent?: Sent): Promise<SplitAct> {
  const { db } = c.var.deps
  const champs = await fieldsOf(c, source, drawn)
  const second = drawn.second ?? { data: {}, etats: {} }
  const names = await placeNamesOf(db, champs, [drawn, { data: second.data }])
  const choices = choicesOf(champs, sent?.raw ?? {})
  const splits = differencesOf(champs, drawn, second).map((difference): Split => {
    const { champ } = difference
    const stored = storedField(champ, drawn, names)
    const form = sent
      ? { raw: sent.raw, error: sent.errors[champ.nom], candidates: sent.candidates[champ.nom] }
      : stored
    return { ...difference, form, kept: choices.get(champ.nom), error: sent?.errors[choiceName(champ)] }
  })
  return {
    ...{ id: drawn.id, version: drawn.version, title: actTitle(drawn), splits },
    rest: secondChamps(champs)
      .filter((champ) => sameReading(champ, drawn, second) && heldText(champ, drawn) !== '')
      .map((champ) => ({ term: champ.label, value: heldText(champ, drawn) })),
    picture: await pictureOf(c, source, drawn),
    motif: shown(sent?.raw ?? {}, 'motif'),
    own: ownWords(c.var.user.id, drawn),
  }
}

function ownWords(userId: number, { created_by, user_id }: Drawn): string | undefined {
  if (user_id === userId) return 'La seconde saisie de cet acte est de vous.'
  return created_by === userId ? 'La première saisie de cet acte est de vous.' : undefined
}

async function fieldsOf(c: Context<AppEnv>, source: VisibleSource, drawn: Drawn | undefined): Promise<Champ[]> {
  const champs = await champsOf(c.var.deps.db, source.type_source_id)
  return champsKeeping(drawn ? champsKeeping(champs, drawn.second?.data ?? {}) : champs, drawn?.data ?? {})
}

arbitrageRoutes.post('/:id/arbitrage/:acte', async (c) => {
  const { db, clock } = c.var.deps
  const source = await readSource(c, idParam(c))
  const raw = await readBody(c)
  const releve = idParam(c, 'acte')
  const drawn = await findDrawn(db, source.id, releve)
  const champs = await fieldsOf(c, source, drawn)
  const choices = choicesOf(champs, raw)
  const others = champs.filter(({ nom }) => choices.get(nom) === 'autre')
  const asks = shown(raw, 'chercher') !== ''
  const other = await readOthers(
    c,
    asks ? champs.filter((champ) => fieldName(champ) === shown(raw, 'chercher')) : others,
    raw,
    drawn,
  )
  const motif = parseMotif(raw)
  const errors = { ...other.errors, ...(!motif.ok && motif.errors) }
  const again = { releve, sent: { raw, errors, candidates: other.candidates } }
  if (asks) return arbitragePage(c, source, { ...again, status: 200 })
  if (!motif.ok || Object.keys(errors).length > 0) {
    const [text = ''] = Object.values(errors)
    return arbitragePage(c, source, { ...again, notice: { text, isError: true }, status: 422 })
  }
  const now = clock().toISOString()
  const arbitration = {
    ...{ source_id: source.id, releve_id: releve, version: shownVersion(raw), choices, all: allOf(raw) },
    ...{ other: other.held, motif: motif.value.motif, user_id: c.var.user.id, now },
  }
  const done = await unlessMoved(() => arbitrate(db, champs, arbitration))
  if (done instanceof AppError) return overtaken(c, source.id, releve, done)
  if (!done.ok) {
    const missing = Object.fromEntries(done.missing.map((nom) => [choiceName({ nom }), CHOOSE]))
    const sent = { ...again.sent, errors: missing }
    return arbitragePage(c, source, { releve, sent, notice: { text: CHOOSE_ALL, isError: true }, status: 422 })
  }
  return nextSplit(c, source, releve, done.changed > 0 ? 'Tranché, et l’acte est corrigé.' : 'Tranché.')
})

const CHOOSE = 'Choisissez une des deux lectures, ou écrivez-en une autre.'
const CHOOSE_ALL = 'Choisissez une lecture pour chaque champ.'

/** Third readings, read by the rules of the entry form. */
async function readOthers(c: Context<AppEnv>, champs: readonly Champ[], raw: Body, drawn: Drawn | undefined) {
  const { db } = c.var.deps
  const errors: Record<string, string> = {}
  const candidates: Sent['candidates'] = {}
  const held = { data: Object.create(null), etats: Object.create(null) }
  for (const champ of champs) {
    const read = await readField(champ, raw, lookupOf(db), { before: undefined, stored: drawn?.data })
    if (read.ok) {
      Object.assign(held.data, read.data)
      Object.assign(held.etats, read.etats)
      continue
    }
    if (read.form.error !== undefined) errors[champ.nom] = read.form.error
    if (read.form.candidates) candidates[champ.nom] = read.form.candidates
  }
  return { errors, candidates, held }
}

async function unlessMoved<T>(work: () => Promise<T>): Promise<T | AppError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && ['conflit', 'introuvable'].includes(error.code)) return error
    throw error
  }
}

/** 409: the act moved on, is gone or was arbitrated; it is shown as it is now where it still waits, else the next one. */
async function overtaken(c: Context<AppEnv>, sourceId: number, releve: number, { message }: AppError) {
  const { db } = c.var.deps
  const source = await readSource(c, sourceId)
  const drawn = await findDrawn(db, sourceId, releve)
  const waits = drawn?.second !== undefined && drawn.arbitre_at === null
  const notice = { text: message, isError: true }
  return arbitragePage(c, source, { ...(waits && { releve }), notice, status: 409 })
}

/** Without a script the next act is a page of its own; a script gets it in the answer. */
async function nextSplit(c: Context<AppEnv>, source: VisibleSource, after: number, said: string) {
  const address = `${arbitragePath(source.id)}?apres=${after}`
  if (!wantsFragment(c)) return seeOther(c, address, said)
  c.header('HX-Replace-Url', address)
  return arbitragePage(c, source, { after, notice: { text: said, isError: false } })
}

arbitrageRoutes.post('/:id/dispense', async (c) => {
  const { db, clock } = c.var.deps
  const source = await readSource(c, idParam(c))
  const form = parseWaiver(await readBody(c))
  const back = `/revue/${source.id}#seconde-saisie`
  if (!form.ok) return seeOther(c, back, Object.values(form.errors)[0], 'err')
  const waiver = { source_id: source.id, motif: form.value.dispense, user_id: c.var.user.id }
  const n = await waiveSeconds(db, { ...waiver, now: clock().toISOString() })
  const said =
    n === 0 ? 'Plus aucun acte n’était à saisir.' : `Le reste n’est plus à saisir une seconde fois\u00a0: ${n}.`
  return seeOther(c, back, said)
})

import type { Context } from 'hono'
import { defaultsToRaw } from '../../../champs/defaults.ts'
import { KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { Db } from '../../../db/schema.ts'
import { shown } from '../../../lib/body.ts'
import { randomToken, sha256Hex } from '../../../lib/crypto.ts'
import type { AppEnv } from '../../../web/env.ts'
import { type Body, MAX_RELEVE_ID } from '../../../web/form.ts'
import { page } from '../../../web/render.tsx'
import { draftsOfSource, type StoredDraft } from '../../brouillons/queries.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { askedPlace, draftForm, emptyForm, type ReleveForm } from '../form.ts'
import { doubtsAbout } from '../queries/doubts.ts'
import { entryCounts } from '../queries/entry-counts.ts'
import { type FoundPlace, findPlace, insertedAfter } from '../queries/insertion.ts'
import { passedOf } from '../queries/passed.ts'
import { placeNamesOf } from '../queries/place-names.ts'
import { endOfRegister, lastReleves, type Releve, relevesByIds } from '../queries/records.ts'
import { entryFacts } from '../rules/desk-facts.ts'
import { actTitle, type Insertion } from '../rules/insertion.ts'
import { nextFormRules } from '../rules/next-form.ts'
import { orphansOf } from '../rules/orphans.ts'
import { previousRaw } from '../rules/previous.ts'
import { recentAct } from '../rules/recent.ts'
import { EntryPage, EntrySwap } from '../views/entry.tsx'
import type { EntryProps } from '../views/entry-form.tsx'
import { EntryNext, NEXT_HEADERS } from '../views/entry-next.tsx'
import { abbreviationsOf, type Desk, deskHead, draftNotice, formAuthor, sourceCrumbs } from './desk.tsx'
import { paneFor } from './pane.tsx'
import { placed } from './repeated.tsx'

const SHAPE_LENGTH = 16
const PREFIX = 'Saisie\u00a0: '

/** The act in hand comes back after another one was opened. */
export interface Back {
  /** Id of the record that was saved meanwhile; of none: nothing was. */
  corrected: number
  /** Remarks on its dates as they were typed. */
  remarks?: readonly string[]
}

export interface EntryOptions {
  recent: Releve[]
  /** Where the record is to stand. */
  place: FoundPlace
  /** `saved` was inserted there. */
  inserted?: Insertion | undefined
  isGivenUp?: boolean
  /** The record before this one, where it is not the last one entered. */
  before?: Releve | undefined
  saved?: Releve | undefined
  /** The draft that the form holds. */
  draft?: StoredDraft | undefined
  /** See `EntryProps`. */
  brouillon?: string
  /** The form that was just saved, whose fields may stay where they are. */
  posted?: Body
  /** Remarks on the dates of `saved` as they were typed. */
  remarks?: readonly string[]
  back?: Back | undefined
  status?: 200 | 422
}

export async function entryPage(c: Context<AppEnv>, desk: Desk, form: ReleveForm, options: EntryOptions) {
  const { saved, draft, posted = {}, status = 200 } = options
  const notice = draft && { ...draftNotice(draft), orphans: orphansOf(desk.champs, draft.contenu) }
  const fresh = `/sources/${desk.source.id}/releves/nouveau`
  const pane = await paneFor(c, desk.source.id, fresh, form)
  const props = { ...(await entryProps(c, desk, form, options)), abreviations: {}, draft: notice, pane }
  const shape = shapeOf(c, desk, props)
  const isReady = saved !== undefined && shape !== undefined && shown(posted, '_forme') === shape
  // A form that stays where it is has them already.
  if (!isReady) props.abreviations = await abbreviationsOf(c, desk.source)
  if (isReady) for (const [name, value] of Object.entries(NEXT_HEADERS)) c.header(name, value)
  const head = {
    ...deskHead(desk.source),
    ...{ prefix: PREFIX, isPrefixShown: false, name: desk.source.titre, href: `/sources/${desk.source.id}` },
    facts: props.facts,
  }
  const fragment = isReady ? <EntryNext {...props} sent={posted} /> : <EntrySwap {...props} shape={shape} head={head} />
  const body = <EntryPage {...props} shape={shape} />
  const title = `${PREFIX}${desk.source.titre}`
  const hasViews = pane?.isThere === true
  return page(c, title, body, { status, fragment, hasViews, desk: head, breadcrumb: sourceCrumbs(desk.source) })
}

async function entryProps(c: Context<AppEnv>, { source, champs }: Desk, form: ReleveForm, options: EntryOptions) {
  const { db } = c.var.deps
  const { recent, saved, place, inserted, isGivenUp = false, remarks = [], brouillon = '' } = options
  const drafts = await draftsOfSource(db, c.var.user.id, source.id)
  const before = options.before ?? place.anchor ?? (await endOfRegister(db, source.id))
  const names = await placeNamesOf(db, champs, before ? [before, ...recent] : recent)
  return {
    source,
    form,
    brouillon,
    auteur: await formAuthor(c, source.id, form.jeton),
    facts: entryFacts(
      form,
      await entryCounts(db, { sourceId: source.id, userId: c.var.user.id, now: c.var.deps.clock() }),
    ),
    passed: await passedOf(db, c.var.user.id, source.id),
    previous: previousRaw(champs, before, names),
    avant: before?.id,
    insertion: place.insertion,
    notice: noticeOf(place, form, isGivenUp),
    back: options.back && (await backNotice(db, source.id, options.back)),
    drafts: drafts.filter(({ cle }) => cle !== form.jeton).map(draftNotice),
    suivant: {
      regles: nextFormRules(champs),
      defauts: await defaultsToRaw(champs, source.defauts, lookupOf(db)),
    },
    recent: recent.map((releve) => recentAct(source, champs, releve, names)),
    saved: saved && {
      id: saved.id,
      created_at: saved.created_at,
      warning: [...remarks, ...(await doubtsAbout(db, source, champs, saved))].join(' ') || null,
      inserted,
    },
  }
}

/** Tells what became of the record that was opened meanwhile. */
async function backNotice(db: Db, sourceId: number, { corrected, remarks = [] }: Back): Promise<EntryProps['back']> {
  const isId = Number.isInteger(corrected) && corrected > 0 && corrected <= MAX_RELEVE_ID
  const [releve] = isId ? await relevesByIds(db, [corrected]) : []
  if (releve?.source_id !== sourceId) return {}
  return { corrected: { id: releve.id, title: actTitle(releve), remarks: remarks.join(' ') } }
}

function noticeOf({ isLost }: FoundPlace, { errors }: ReleveForm, isGivenUp: boolean): EntryProps['notice'] {
  // A refused form says it itself.
  if (isLost && Object.keys(errors).length === 0) return 'perdue'
  return isGivenUp ? 'abandon' : undefined
}

/** `EntryProps.shape`: other fields, or another version of the program that draws them, make another shape. */
function shapeOf(c: Context<AppEnv>, { champs }: Desk, props: Omit<EntryProps, 'shape'>) {
  const { form, recent, draft, insertion } = props
  const isPlain = Object.keys(form.errors).length + Object.keys(form.candidates).length === 0
  if (!isPlain || draft !== undefined || insertion !== undefined || recent.length === 0) return undefined
  return sha256Hex(JSON.stringify([c.var.deps.version, champs])).slice(0, SHAPE_LENGTH)
}

/** The form of the next record. One that goes to the end of the register takes nothing over from one inserted before. */
export async function freshPage(
  c: Context<AppEnv>,
  desk: Desk,
  options: Omit<EntryOptions, 'before'>,
  isBare: boolean,
) {
  const { db } = c.var.deps
  const { saved, place } = options
  const inserted = saved && !place.insertion ? await insertedAfter(db, saved) : undefined
  const before = place.anchor ?? (inserted ? await endOfRegister(db, desk.source.id) : saved)
  const start = {
    defauts: desk.source.defauts,
    previous: isBare ? undefined : before?.data,
    calendars: (before ?? (await endOfRegister(db, desk.source.id)))?.data,
  }
  const form = await emptyForm(desk.champs, randomToken(), start, lookupOf(db))
  return entryPage(c, desk, form, { ...options, inserted, before })
}

/**
 * The form as it was left. One that comes back after a correction has its carried fields passed again, as far as they are what they
 * were.
 */
export async function draftPage(c: Context<AppEnv>, desk: Desk, draft: StoredDraft, back?: Back) {
  const { db } = c.var.deps
  const contenu = await placed(c, draft.contenu, `/sources/${desk.source.id}/releves`)
  const [recent, place] = [
    await lastReleves(db, desk.source.id),
    await findPlace(db, desk.source.id, askedPlace(contenu)),
  ]
  const jeton = draft.releve_id === null ? draft.cle : randomToken()
  const form = await draftForm(desk.champs, { contenu, jeton, version: 0 }, lookupOf(db))
  if (!back) return entryPage(c, desk, form, { recent, draft, place })
  const before = place.anchor ?? (await endOfRegister(db, desk.source.id))
  const start = { defauts: desk.source.defauts, previous: before?.data, calendars: before?.data }
  const { raw, carried } = await emptyForm(desk.champs, jeton, start, lookupOf(db))
  const isSame = ({ type, nom }: Champ) =>
    KINDS[type].typed(form.raw, `data[${nom}]`) === KINDS[type].typed(raw, `data[${nom}]`)
  const kept = desk.champs.filter((champ) => carried?.has(champ.nom) && isSame(champ)).map(({ nom }) => nom)
  return entryPage(c, desk, { ...form, carried: new Set(kept) }, { recent, draft, place, back, before })
}

/** Nothing was in hand when another act was opened. */
export async function emptyPage(c: Context<AppEnv>, desk: Desk, back: Back) {
  const { db } = c.var.deps
  const [recent, place] = [await lastReleves(db, desk.source.id), await findPlace(db, desk.source.id, undefined)]
  return freshPage(c, desk, { recent, place, back }, true)
}

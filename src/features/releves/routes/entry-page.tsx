import type { Context } from 'hono'
import { defaultsToRaw } from '../../../champs/defaults.ts'
import { shown } from '../../../lib/body.ts'
import { randomToken, sha256Hex } from '../../../lib/crypto.ts'
import type { AppEnv } from '../../../web/env.ts'
import type { Body } from '../../../web/form.ts'
import { page } from '../../../web/render.tsx'
import { draftsOfSource, type StoredDraft } from '../../brouillons/queries.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { emptyForm, type ReleveForm } from '../form.ts'
import { entryCounts } from '../queries/entry-counts.ts'
import { type FoundPlace, insertedAfter } from '../queries/insertion.ts'
import { passedOf } from '../queries/passed.ts'
import { endOfRegister, placeNamesOf, type Releve } from '../queries/records.ts'
import { entryFacts } from '../rules/desk-facts.ts'
import type { Insertion } from '../rules/insertion.ts'
import { nextFormRules } from '../rules/next-form.ts'
import { orphansOf } from '../rules/orphans.ts'
import { previousRaw } from '../rules/previous.ts'
import { recentAct } from '../rules/recent.ts'
import { yearWarning } from '../rules/year-warning.ts'
import { EntryPage, type EntryProps, EntrySwap } from '../views/entry.tsx'
import { EntryNext, NEXT_HEADERS } from '../views/entry-next.tsx'
import { abbreviationsOf, type Desk, deskHead, draftNotice, formAuthor, sourceCrumbs } from './desk.tsx'

const SHAPE_LENGTH = 16
const PREFIX = 'Saisie\u00a0: '

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
  status?: 200 | 422
}

export async function entryPage(c: Context<AppEnv>, desk: Desk, form: ReleveForm, options: EntryOptions) {
  const { saved, draft, posted = {}, status = 200 } = options
  const notice = draft && { ...draftNotice(draft), orphans: orphansOf(desk.champs, draft.contenu) }
  const props = { ...(await entryProps(c, desk, form, options)), abreviations: {}, draft: notice }
  const shape = shapeOf(c, desk, props)
  const isReady = saved !== undefined && shape !== undefined && shown(posted, '_forme') === shape
  // A form that stays where it is has them already.
  if (!isReady) props.abreviations = await abbreviationsOf(c, desk.source)
  if (isReady) for (const [name, value] of Object.entries(NEXT_HEADERS)) c.header(name, value)
  const fragment = isReady ? <EntryNext {...props} /> : <EntrySwap {...props} shape={shape} />
  const body = <EntryPage {...props} shape={shape} />
  const head = {
    ...deskHead(desk.source),
    ...{ prefix: PREFIX, isPrefixShown: false, name: desk.source.titre, href: `/sources/${desk.source.id}` },
    facts: props.facts,
  }
  const title = `${PREFIX}${desk.source.titre}`
  return page(c, title, body, { status, fragment, desk: head, breadcrumb: sourceCrumbs(desk.source) })
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
    drafts: drafts.filter(({ cle }) => cle !== form.jeton).map(draftNotice),
    suivant: {
      regles: nextFormRules(champs),
      defauts: await defaultsToRaw(champs, source.defauts, lookupOf(db)),
    },
    recent: recent.map((releve) => recentAct(source, champs, releve, names)),
    saved: saved && {
      id: saved.id,
      created_at: saved.created_at,
      warning: warningOf(source, saved, remarks),
      inserted,
    },
  }
}

function noticeOf({ isLost }: FoundPlace, { errors }: ReleveForm, isGivenUp: boolean): EntryProps['notice'] {
  // A refused form says it itself.
  if (isLost && Object.keys(errors).length === 0) return 'perdue'
  return isGivenUp ? 'abandon' : undefined
}

/** Says what is odd about the record just saved. */
const warningOf = (source: Desk['source'], { data }: Releve, remarks: readonly string[]): string | null =>
  [...remarks, yearWarning(source, data)].filter(Boolean).join(' ') || null

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

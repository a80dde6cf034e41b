import type { Context } from 'hono'
import { listedChamps } from '../../../champs/index.ts'
import { shown } from '../../../lib/body.ts'
import { randomToken, sha256Hex } from '../../../lib/crypto.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, formKey, MAX_ID, readBody, readQuery } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther, wantsFragment } from '../../../web/render.tsx'
import { draftsOfSource, findDraft, type StoredDraft } from '../../brouillons/queries.ts'
import { draftContent, releveDraftKey } from '../../brouillons/rules/content.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { enterReleve } from '../actions/enter.ts'
import { draftForm, emptyForm, type ReleveForm, readReleve } from '../form.ts'
import { ensureCanWrite } from '../policy.ts'
import { entryCounts } from '../queries/entry-counts.ts'
import { dataBefore, lastReleves, placeNamesOf, type Releve, relevesByIds } from '../queries/records.ts'
import { entryFacts } from '../rules/desk-facts.ts'
import { rowsOf } from '../rules/display.ts'
import { orphansOf } from '../rules/orphans.ts'
import { previousRaw } from '../rules/previous.ts'
import { yearWarning } from '../rules/year-warning.ts'
import { isFromTable } from '../tableau-form.ts'
import { EntryPage, type EntryProps, EntrySwap } from '../views/entry.tsx'
import { EntryNext, NEXT_HEADERS } from '../views/entry-next.tsx'
import { authorOf, type Desk, deskHead, deskOf, draftNotice, formAuthor, sourceCrumbs } from './desk.tsx'
import { isFromQueue, queued } from './queue.tsx'
import { tableRefused, tableSaved } from './tableau-answer.tsx'

export const entryRoutes = router()

/** Columns of the last entries beside the form. */
const RECENT_COLUMNS = 3
const SHAPE_LENGTH = 16
const PREFIX = 'Saisie\u00a0: '

entryRoutes.get('/sources/:id/releves/nouveau', async (c) => {
  const { db } = c.var.deps
  const desk = await deskOf(c, idParam(c))
  ensureCanWrite(c.var.user, desk.source)
  const query = readQuery(c)
  const recent = await lastReleves(db, desk.source.id)
  const draft = await askedDraft(c, desk, query)
  if (draft) {
    const jeton = draft.releve_id === null ? draft.cle : randomToken()
    const form = await draftForm(desk.champs, { contenu: draft.contenu, jeton, version: 0 }, lookupOf(db))
    return entryPage(c, desk, form, { recent, draft })
  }
  const saved = await justSaved(c, desk, recent, Number(shown(query, 'enregistre')))
  const form = await nextForm(c, desk, { saved, last: recent[0], isBare: shown(query, 'sans_reprise') !== '' })
  return entryPage(c, desk, form, { recent, saved })
})

entryRoutes.post('/sources/:id/releves', async (c) => {
  if (isFromQueue(c)) return queued(c)
  const { db } = c.var.deps
  const desk = await deskOf(c, idParam(c))
  ensureCanWrite(c.var.user, desk.source)
  const posted = await readBody(c)
  const before = () => dataBefore(db, desk.source.id, c.var.user.id)
  const read = await readReleve(desk.champs, posted, lookupOf(db), { before })
  if (!read.ok && isFromTable(posted)) return tableRefused(c, desk, read)
  if (!read.ok) {
    const recent = await lastReleves(db, desk.source.id)
    return entryPage(c, desk, read.form, { recent, status: read.status, brouillon: shown(posted, '_brouillon') })
  }
  const { data, etats, form, remarks } = read
  // The draft that the form came from may bear another key: that of a record deleted since.
  const brouillons = [form.jeton, shown(posted, '_brouillon')]
  const sent = { jeton: formKey(c, posted), brouillons, contenu: draftContent(posted) }
  const { id, isChange } = await enterReleve(db, { source_id: desk.source.id, data, etats, ...authorOf(c), ...sent })
  if (isFromTable(posted) && (!isChange || wantsFragment(c)))
    return tableSaved(c, desk, id, { remarks, isKnown: isChange })
  if (isChange) return changePage(c, id)
  const isBare = shown(posted, 'suite') === 'vide'
  const next = `/sources/${desk.source.id}/releves/nouveau?enregistre=${id}${isBare ? '&sans_reprise=1' : ''}`
  return wantsFragment(c)
    ? savedPage(c, desk, { id, isBare, next, remarks })
    : seeOther(c, next, remarks.length > 0 ? `Relevé enregistré. ${remarks.join(' ')}` : undefined)
})

/** The record is stored, as it was sent before: its own form has what was changed since. */
function changePage(c: Context<AppEnv>, id: number) {
  const path = `/releves/${id}/modifier?brouillon=${releveDraftKey(id)}&deja=1`
  return wantsFragment(c) ? c.body(null, 200, { 'HX-Redirect': path }) : seeOther(c, path)
}

/** The next form at once, under the address that gives it again: a redirection would cost a slow line one more round trip. */
async function savedPage(c: Context<AppEnv>, desk: Desk, { id, isBare, next, remarks }: Kept) {
  const { db } = c.var.deps
  const recent = await lastReleves(db, desk.source.id)
  const saved = await justSaved(c, desk, recent, id)
  c.header('HX-Replace-Url', next)
  return entryPage(c, desk, await nextForm(c, desk, { saved, isBare }), {
    recent,
    saved,
    remarks,
    posted: await readBody(c),
  })
}

interface Before {
  saved: Releve | undefined
  last?: Releve | undefined
  isBare: boolean
}

interface Kept {
  id: number
  /** « Sans reprise »: the next form takes nothing of the record just saved. */
  isBare: boolean
  next: string
  /** Remarks on its dates as they were typed. */
  remarks: string[]
}

/** `last`: the record entered last, where none was just saved. */
function nextForm(c: Context<AppEnv>, { source, champs }: Desk, { saved, last, isBare }: Before) {
  const start = {
    defauts: source.defauts,
    previous: isBare ? undefined : saved?.data,
    calendars: saved?.data ?? last?.data,
  }
  return emptyForm(champs, randomToken(), start, lookupOf(c.var.deps.db))
}

/** The draft that `brouillon` in the address names, when this user left it in this source. */
async function askedDraft(c: Context<AppEnv>, { source }: Desk, query: Body): Promise<StoredDraft | undefined> {
  const cle = shown(query, 'brouillon')
  const draft = cle === '' ? undefined : await findDraft(c.var.deps.db, c.var.user.id, cle)
  return draft?.source_id === source.id ? draft : undefined
}

/** The record of this id (`enregistre` in an address), when it is one of this source. */
async function justSaved(c: Context<AppEnv>, { source }: Desk, recent: Releve[], id: number) {
  if (!Number.isInteger(id) || id < 1 || id > MAX_ID) return undefined
  const known = recent.find((releve) => releve.id === id)
  return known ?? (await relevesByIds(c.var.deps.db, [id])).find((releve) => releve.source_id === source.id)
}

interface EntryOptions {
  recent: Releve[]
  saved?: Releve | undefined
  /** The draft that the form holds. */
  draft?: StoredDraft | undefined
  /** See `EntryProps`. */
  brouillon?: string
  /** The form that was just saved, whose fields may stay where they are. */
  posted?: Body
  /** See `Kept`. */
  remarks?: readonly string[]
  status?: 200 | 422
}

async function entryPage(c: Context<AppEnv>, desk: Desk, form: ReleveForm, options: EntryOptions) {
  const { saved, draft, posted = {}, status = 200 } = options
  const notice = draft && { ...draftNotice(draft), orphans: orphansOf(desk.champs, draft.contenu) }
  const props = { ...(await entryProps(c, desk, form, options)), draft: notice }
  const shape = shapeOf(c, desk, props)
  const isReady = saved !== undefined && shape !== undefined && shown(posted, '_forme') === shape
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
  const { recent, saved, remarks = [], brouillon = '' } = options
  const listed = listedChamps(champs, RECENT_COLUMNS)
  const drafts = await draftsOfSource(db, c.var.user.id, source.id)
  const names = await placeNamesOf(db, champs, recent)
  return {
    source,
    form,
    brouillon,
    auteur: await formAuthor(c, source.id, form.jeton),
    facts: entryFacts(
      form,
      await entryCounts(db, { sourceId: source.id, userId: c.var.user.id, now: c.var.deps.clock() }),
    ),
    previous: previousRaw(champs, saved ?? recent[0], names),
    drafts: drafts.filter(({ cle }) => cle !== form.jeton).map(draftNotice),
    listed,
    recent: rowsOf(listed, recent, names),
    saved: saved && { id: saved.id, created_at: saved.created_at, warning: warningOf(source, saved, remarks) },
  }
}

/** Says what is odd about the record just saved. */
const warningOf = (source: Desk['source'], { data }: Releve, remarks: readonly string[]): string | null =>
  [...remarks, yearWarning(source, data)].filter(Boolean).join(' ') || null

/** `EntryProps.shape`: other fields, or another version of the program that draws them, make another shape. */
function shapeOf(c: Context<AppEnv>, { champs }: Desk, { form, recent, draft }: Omit<EntryProps, 'shape'>) {
  const isPlain = Object.keys(form.errors).length + Object.keys(form.candidates).length === 0 && draft === undefined
  if (!isPlain || recent.length === 0) return undefined
  return sha256Hex(JSON.stringify([c.var.deps.version, champs])).slice(0, SHAPE_LENGTH)
}

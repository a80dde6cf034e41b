import type { Context } from 'hono'
import { wholeNames } from '../../../champs/short-names.ts'
import { saving } from '../../../db/saving.ts'
import { shown } from '../../../lib/body.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, formKey, MAX_RELEVE_ID, readBody, readQuery } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { seeOther, wantsFragment } from '../../../web/render.tsx'
import { findDraft, type StoredDraft } from '../../brouillons/queries.ts'
import { draftContent, releveDraftKey } from '../../brouillons/rules/content.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { type Entered, enterReleve } from '../actions/enter.ts'
import { askedPlace, draftForm, type ReleveForm, readNewReleve } from '../form.ts'
import { ensureCanWrite } from '../policy.ts'
import { findPlace } from '../queries/insertion.ts'
import { lastReleves, type Releve, relevesByIds } from '../queries/records.ts'
import { isFromTable } from '../tableau-form.ts'
import { backAddress, backKey } from './back.tsx'
import { authorOf, type Desk, deskOf } from './desk.tsx'
import { draftPage, emptyPage, entryPage, freshPage } from './entry-page.tsx'
import { isFromQueue, queued } from './queue.tsx'
import { leanedOn, placed, repeatedBy } from './repeated.tsx'
import { tableRefused, tableSaved } from './tableau-answer.tsx'

export const entryRoutes = router()

entryRoutes.get('/sources/:id/releves/nouveau', async (c) => {
  const { db } = c.var.deps
  const desk = await deskOf(c, idParam(c))
  ensureCanWrite(c.var.user, desk.source)
  const query = readQuery(c)
  const draft = await askedDraft(c, desk, query)
  const corrected = shown(query, 'corrige')
  const back = corrected === '' ? undefined : { corrected: Number(corrected) }
  if (draft) return draftPage(c, desk, draft, back)
  if (back) return emptyPage(c, desk, back)
  const recent = await lastReleves(db, desk.source.id)
  const place = await findPlace(db, desk.source.id, askedPlace(query))
  const saved = await justSaved(c, desk, recent, Number(shown(query, 'enregistre')))
  return freshPage(c, desk, { recent, saved, place }, shown(query, 'sans_reprise') !== '')
})

entryRoutes.post('/sources/:id/releves', async (c) => {
  if (isFromQueue(c)) return queued(c)
  const { db } = c.var.deps
  const desk = await deskOf(c, idParam(c))
  ensureCanWrite(c.var.user, desk.source)
  const posted = wholeNames(desk.champs, await placed(c, await readBody(c)))
  if (shown(posted, 'renoncer') === 'insertion') return givenUp(c, desk, posted)
  const apres = askedPlace(posted)
  const again = async (form: ReleveForm, status: 200 | 422) => {
    if (isFromTable(posted)) return tableRefused(c, desk, { form, status })
    const [recent, place] = [await lastReleves(db, desk.source.id), await findPlace(db, desk.source.id, apres)]
    return entryPage(c, desk, form, { recent, place, status, brouillon: shown(posted, '_brouillon') })
  }
  const read = await readNewReleve(desk.champs, posted, lookupOf(db), {
    before: async () => (await leanedOn(c, desk.source.id, posted))?.data,
    repeated: () => repeatedBy(c, desk, posted),
  })
  if (!read.ok) return again(read.form, read.status)
  const { data, etats, repere, form, remarks } = read
  // The draft that the form came from may bear another key: that of a record deleted since.
  const brouillons = [form.jeton, shown(posted, '_brouillon')]
  const sent = { jeton: formKey(c, posted), brouillons, contenu: draftContent(posted), apres }
  const input = { source_id: desk.source.id, data, etats, repere, ...authorOf(c), ...sent }
  const stored = await saving(db, {}, (trx) => enterReleve(trx, input))
  if (!stored.ok) return again({ ...form, errors: { '': stored.errors.apres ?? '' } }, 422)
  return enteredPage(c, desk, { ...stored.value, remarks, posted })
})

/** The answer to a record that is stored: to the table, or the form of the next record. */
async function enteredPage(c: Context<AppEnv>, desk: Desk, { id, isChange, remarks, posted }: Entered & Sent) {
  if (isFromTable(posted) && (!isChange || wantsFragment(c)))
    return tableSaved(c, desk, id, { remarks, isKnown: isChange })
  if (isChange) return changePage(c, id)
  const retour = backKey(posted)
  if (retour !== undefined) return seeOther(c, backAddress(desk.source.id, retour, id))
  const suite = shown(posted, 'suite')
  const next = `/sources/${desk.source.id}/releves/nouveau?enregistre=${id}${moreOf(suite, id)}`
  return wantsFragment(c)
    ? savedPage(c, desk, { id, suite, next, remarks, posted })
    : seeOther(c, next, remarks.length > 0 ? `Relevé enregistré. ${remarks.join(' ')}` : undefined)
}

function moreOf(suite: string, id: number): string {
  if (suite === 'inserer') return `&apres=${id}`
  return suite === 'vide' ? '&sans_reprise=1' : ''
}

/** The record typed goes to the end of the register, once it is saved. */
async function givenUp(c: Context<AppEnv>, desk: Desk, posted: Body) {
  const { db } = c.var.deps
  const contenu = draftContent(posted)
  const form = await draftForm(desk.champs, { contenu, jeton: shown(posted, '_envoi'), version: 0 }, lookupOf(db))
  c.header('HX-Replace-Url', `/sources/${desk.source.id}/releves/nouveau`)
  const recent = await lastReleves(db, desk.source.id)
  const place = await findPlace(db, desk.source.id, undefined)
  return entryPage(c, desk, form, { recent, place, isGivenUp: true, brouillon: shown(posted, '_brouillon') })
}

/** The record is stored, as it was sent before: its own form has what was changed since. */
function changePage(c: Context<AppEnv>, id: number) {
  const path = `/releves/${id}/modifier?brouillon=${releveDraftKey(id)}&deja=1`
  return wantsFragment(c) ? c.body(null, 200, { 'HX-Redirect': path }) : seeOther(c, path)
}

/** The next form at once, under the address that gives it again: a redirection would cost a slow line one more round trip. */
async function savedPage(c: Context<AppEnv>, desk: Desk, { id, suite, next, remarks, posted }: Kept) {
  const { db } = c.var.deps
  const recent = await lastReleves(db, desk.source.id)
  const saved = await justSaved(c, desk, recent, id)
  const place = await findPlace(db, desk.source.id, suite === 'inserer' ? id : undefined)
  c.header('HX-Replace-Url', next)
  return freshPage(c, desk, { recent, saved, place, remarks, posted }, suite === 'vide')
}

/** A form that is stored. */
interface Sent {
  posted: Body
  /** Remarks on its dates as they were typed. */
  remarks: string[]
}

interface Kept extends Sent {
  id: number
  /** « vide », the next form takes nothing of the record just saved; « inserer », it is one to be inserted after it. */
  suite: string
  next: string
}

/** The draft that `brouillon` in the address names, when this user left it in this source. */
async function askedDraft(c: Context<AppEnv>, { source }: Desk, query: Body): Promise<StoredDraft | undefined> {
  const cle = shown(query, 'brouillon')
  const draft = cle === '' ? undefined : await findDraft(c.var.deps.db, c.var.user.id, cle)
  return draft?.source_id === source.id ? draft : undefined
}

/** The record of this id (`enregistre` in an address), when it is one of this source. */
async function justSaved(c: Context<AppEnv>, { source }: Desk, recent: Releve[], id: number) {
  if (!Number.isInteger(id) || id < 1 || id > MAX_RELEVE_ID) return undefined
  const known = recent.find((releve) => releve.id === id)
  return known ?? (await relevesByIds(c.var.deps.db, [id])).find((releve) => releve.source_id === source.id)
}

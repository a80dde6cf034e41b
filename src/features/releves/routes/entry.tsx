import type { Context } from 'hono'
import { listedChamps } from '../../../champs/index.ts'
import { shown } from '../../../lib/body.ts'
import { randomToken } from '../../../lib/crypto.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, MAX_ID, readBody, readQuery, sendingKey } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { draftsOfSource, findDraft, type StoredDraft } from '../../brouillons/queries.ts'
import { lookupOf } from '../../lieux/lookup.ts'
import { enterReleve } from '../actions.ts'
import { rowsOf } from '../display.ts'
import { draftForm, emptyForm, type ReleveForm, readReleve } from '../form.ts'
import { ensureCanWrite } from '../policy.ts'
import { previousRaw } from '../previous.ts'
import { lastReleves, placeNamesOf, type Releve, relevesByIds } from '../queries.ts'
import { EntryPage } from '../views/entry.tsx'
import { yearWarning } from '../year-warning.ts'
import { authorOf, type Desk, deskOf, draftNotice, formAuthor, sourceCrumbs } from './desk.tsx'

export const entryRoutes = router()

/** Columns of the last entries beside the form. */
const RECENT_COLUMNS = 3

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
  const saved = await justSaved(c, desk, recent, query)
  // « Sans reprise »: the next form takes nothing of the record just saved.
  const previous = shown(query, 'sans_reprise') === '' ? saved?.data : undefined
  const start = { defauts: desk.source.defauts, previous }
  const form = await emptyForm(desk.champs, randomToken(), start, lookupOf(db))
  return entryPage(c, desk, form, { recent, saved })
})

entryRoutes.post('/sources/:id/releves', async (c) => {
  const { db } = c.var.deps
  const desk = await deskOf(c, idParam(c))
  ensureCanWrite(c.var.user, desk.source)
  const posted = await readBody(c)
  const read = await readReleve(desk.champs, posted, lookupOf(db))
  if (!read.ok) {
    const recent = await lastReleves(db, desk.source.id)
    return entryPage(c, desk, read.form, { recent, status: read.status })
  }
  const { data, etats, form } = read
  const input = { source_id: desk.source.id, data, etats, ...authorOf(c) }
  // The draft that the form came from may bear another key: that of a record deleted since.
  const drafts = [form.jeton, shown(posted, '_brouillon')]
  const id = await enterReleve(db, input, sendingKey(c, posted), drafts)
  const carry = shown(posted, 'suite') === 'vide' ? '&sans_reprise=1' : ''
  return seeOther(c, `/sources/${desk.source.id}/releves/nouveau?enregistre=${id}${carry}`)
})

/** The draft that `brouillon` in the address names, when this user left it in this source. */
async function askedDraft(c: Context<AppEnv>, { source }: Desk, query: Body): Promise<StoredDraft | undefined> {
  const cle = shown(query, 'brouillon')
  const draft = cle === '' ? undefined : await findDraft(c.var.deps.db, c.var.user.id, cle)
  return draft?.source_id === source.id ? draft : undefined
}

/** The record that `enregistre` in the address names, when it is one of this source. */
async function justSaved(c: Context<AppEnv>, { source }: Desk, recent: Releve[], query: Body) {
  const id = Number(shown(query, 'enregistre'))
  if (!Number.isInteger(id) || id < 1 || id > MAX_ID) return undefined
  const known = recent.find((releve) => releve.id === id)
  return known ?? (await relevesByIds(c.var.deps.db, [id])).find((releve) => releve.source_id === source.id)
}

interface EntryOptions {
  recent: Releve[]
  saved?: Releve | undefined
  /** The draft that the form holds. */
  draft?: StoredDraft | undefined
  status?: 200 | 422
}

async function entryPage(c: Context<AppEnv>, desk: Desk, form: ReleveForm, options: EntryOptions) {
  const { db } = c.var.deps
  const { source, champs } = desk
  const { recent, saved, draft, status = 200 } = options
  const listed = listedChamps(champs, RECENT_COLUMNS)
  const drafts = await draftsOfSource(db, c.var.user.id, source.id)
  const names = await placeNamesOf(db, champs, recent)
  const title = `Saisie\u00a0: ${source.titre}`
  const body = (
    <EntryPage
      title={title}
      source={source}
      form={form}
      auteur={formAuthor(c)}
      previous={previousRaw(champs, saved ?? recent[0], names)}
      draft={draft && draftNotice(draft)}
      drafts={drafts.filter(({ cle }) => cle !== form.jeton).map(draftNotice)}
      listed={listed}
      recent={rowsOf(listed, recent, names)}
      saved={saved && { id: saved.id, created_at: saved.created_at, warning: yearWarning(source, saved.data) }}
    />
  )
  return page(c, title, body, { status, saisie: true, breadcrumb: sourceCrumbs(source) })
}

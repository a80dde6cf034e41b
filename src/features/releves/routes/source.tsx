import type { Context } from 'hono'
import { listedChamps } from '../../../champs/index.ts'
import { shown } from '../../../lib/body.ts'
import { randomToken } from '../../../lib/crypto.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, readBody, readQuery } from '../../../web/form.ts'
import { listUrl, readPaging } from '../../../web/pagination.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { lookupOf } from '../../lieux/lookup.ts'
import { canWriteReleves } from '../../sources/policy.ts'
import { enterReleve } from '../actions.ts'
import { rowsOf } from '../display.ts'
import { emptyForm, type ReleveForm, readReleve } from '../form.ts'
import { ensureCanWrite } from '../policy.ts'
import {
  lastReleves,
  listReleves,
  placeNamesOf,
  type Releve,
  type ReleveSort,
  relevesByIds,
  SORTS,
} from '../queries.ts'
import { EntryPage } from '../views/entry.tsx'
import { RelevesPage } from '../views/list.tsx'
import { yearWarning } from '../year-warning.ts'
import { authorOf, type Desk, deskOf, sourceCrumbs } from './desk.tsx'

export const sourceRoutes = router()

/** Columns of the list of a source, and of the last entries beside the form. */
const LIST_COLUMNS = 6
const RECENT_COLUMNS = 3

const sortOf = (query: Body): ReleveSort => SORTS.find((sort) => sort === shown(query, 'tri')) ?? 'date'

/** The link of a column: sorts by it, the other way round when it already does. */
function sortLink(path: string, query: Body, key: 'date' | 'saisie') {
  const current = sortOf(query)
  const href = listUrl(path, query, { tri: current === key ? `${key}-desc` : key })
  if (!current.startsWith(key)) return { href, dir: null }
  return { href, dir: current === key ? ('asc' as const) : ('desc' as const) }
}

sourceRoutes.get('/sources/:id/releves', async (c) => {
  const { db } = c.var.deps
  const { source, champs } = await deskOf(c, idParam(c))
  const query = readQuery(c)
  const paging = readPaging(query)
  const listed = listedChamps(champs, LIST_COLUMNS)
  const releves = await listReleves(db, source.id, sortOf(query), paging)
  const path = `/sources/${source.id}/releves`
  const body = (
    <RelevesPage
      title="Relevés de la source"
      source={source}
      champs={listed}
      rows={rowsOf(listed, releves, await placeNamesOf(db, listed, releves))}
      total={source.nb_releves}
      page={paging.page}
      perPage={paging.parPage}
      sort={(key) => sortLink(path, query, key)}
      href={(n) => listUrl(path, query, { page: n })}
      canWrite={canWriteReleves(c.var.user, source)}
    />
  )
  return page(c, 'Relevés de la source', body, { breadcrumb: sourceCrumbs(source) })
})

sourceRoutes.get('/sources/:id/releves/nouveau', async (c) => {
  const desk = await deskOf(c, idParam(c))
  ensureCanWrite(c.var.user, desk.source)
  const recent = await lastReleves(c.var.deps.db, desk.source.id)
  const saved = await justSaved(c, desk, recent)
  const start = { defauts: desk.source.defauts, previous: saved?.data }
  const form = await emptyForm(desk.champs, randomToken(), start, lookupOf(c.var.deps.db))
  return entryPage(c, desk, form, { recent, saved })
})

sourceRoutes.post('/sources/:id/releves', async (c) => {
  const { db } = c.var.deps
  const desk = await deskOf(c, idParam(c))
  ensureCanWrite(c.var.user, desk.source)
  const read = await readReleve(desk.champs, await readBody(c), lookupOf(db))
  if (!read.ok) {
    const recent = await lastReleves(db, desk.source.id)
    return entryPage(c, desk, read.form, { recent, status: read.status })
  }
  const { data, etats, form } = read
  const id = await enterReleve(db, { source_id: desk.source.id, data, etats, ...authorOf(c) }, form.jeton)
  return seeOther(c, `/sources/${desk.source.id}/releves/nouveau?enregistre=${id}`)
})

/** The record that `enregistre` in the address names, when it is one of this source. */
async function justSaved(c: Context<AppEnv>, { source }: Desk, recent: Releve[]): Promise<Releve | undefined> {
  const id = Number(shown(readQuery(c), 'enregistre'))
  if (!Number.isInteger(id) || id < 1 || id > 2 ** 31 - 1) return undefined
  const known = recent.find((releve) => releve.id === id)
  return known ?? (await relevesByIds(c.var.deps.db, [id])).find((releve) => releve.source_id === source.id)
}

interface EntryOptions {
  recent: Releve[]
  saved?: Releve | undefined
  status?: 200 | 422
}

async function entryPage(c: Context<AppEnv>, desk: Desk, form: ReleveForm, options: EntryOptions) {
  const { source, champs } = desk
  const { recent, saved, status = 200 } = options
  const listed = listedChamps(champs, RECENT_COLUMNS)
  const title = `Saisie\u00a0: ${source.titre}`
  const body = (
    <EntryPage
      title={title}
      source={source}
      form={form}
      listed={listed}
      recent={rowsOf(listed, recent, await placeNamesOf(c.var.deps.db, listed, recent))}
      saved={saved && { id: saved.id, created_at: saved.created_at, warning: yearWarning(source, saved.data) }}
    />
  )
  return page(c, title, body, { status, saisie: true, breadcrumb: sourceCrumbs(source) })
}

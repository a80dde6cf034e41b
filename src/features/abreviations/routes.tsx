import type { Context } from 'hono'
import { randomToken } from '../../lib/crypto.ts'
import { ensure } from '../../lib/errors.ts'
import { quoted } from '../../lib/typo.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { exportRoutes } from '../../web/export.ts'
import { type Body, rawOf, readBody, readQuery, requiredId, shownVersion } from '../../web/form.ts'
import { readPaging } from '../../web/pagination.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { type Refusal, sendingOf, shownForm } from '../../web/saving.ts'
import { findVisibleSource } from '../sources/queries/sources.ts'
import { addAbbreviation, deleteAbbreviation, updateAbbreviation } from './actions.ts'
import { abbreviationFilter } from './filter-form.ts'
import { MINE, parseLine } from './form.ts'
import { abreviationsImportRoutes } from './import/routes.tsx'
import { canChange } from './policy.ts'
import { findAbbreviation, listAbbreviations, readerOf, textsFor } from './queries.ts'
import { abbreviationRows } from './rows.ts'
import { cautionOf, written } from './rules/line.ts'
import { DELETE_TITLE, DeleteLinePage, EDIT_TITLE, EditLinePage, NEW_TITLE, NewLinePage } from './views/form.tsx'
import { AbbreviationsPage, PATH } from './views/list.tsx'

const breadcrumb = [{ href: PATH, label: 'Abréviations' }]

/** Mounted at /abreviations. */
export const abreviationsRoutes = router()

// Before the pages of single lines: their paths must not be taken for ids.
abreviationsRoutes.route('/', abreviationsImportRoutes)

const reading = (c: Context<AppEnv>) => readerOf(c.var.deps.db, c.var.user)

abreviationsRoutes.route(
  '/',
  exportRoutes('/export', async (c) => ({
    title: 'abreviations',
    rows: abbreviationRows(c.var.deps.db, await reading(c)),
  })),
)

/** Every text for the desk in JSON, by abbreviation: for those who have more of them than a page takes along. */
abreviationsRoutes.get('/poste', async (c) => {
  const { db } = c.var.deps
  const source = requiredId.safeParse(readQuery(c).source)
  const section = source.success ? (await findVisibleSource(db, c.var.user, source.data)).section_id : null
  return c.json(await textsFor(db, c.var.user, section))
})

abreviationsRoutes.get('/', async (c) => {
  const { db } = c.var.deps
  const reader = await reading(c)
  const query = readQuery(c)
  const paging = readPaging(query)
  const { filter } = abbreviationFilter.read(query)
  const list = await listAbbreviations(db, reader, filter, paging)
  const url = abbreviationFilter.address(PATH, filter, query)
  return page(c, 'Abréviations', <AbbreviationsPage {...list} {...{ filter, reader, paging, url }} />)
})

abreviationsRoutes.get('/nouvelle', (c) => newPage(c, { _envoi: randomToken() }))

abreviationsRoutes.post('/', async (c) => {
  const raw = await readBody(c)
  const form = parseLine(raw, await reading(c))
  if (!form.ok) return newPage(c, raw, form)
  const { version: _, ...input } = form.value
  const saved = await addAbbreviation(c.var.deps.db, input, sendingOf(c, raw))
  return saved.ok
    ? seeOther(c, PATH, `Abréviation ajoutée\u00a0: ${written(input)}.${cautionOf(input)}`)
    : newPage(c, raw, saved)
})

/** A line that this person may change: 404 where it does not read it, 403 where it only reads it. */
async function changeable(c: Context<AppEnv>) {
  const reader = await reading(c)
  const line = await findAbbreviation(c.var.deps.db, reader, idParam(c))
  ensure(canChange(reader.user, reader.sections, line), 'Seul un gestionnaire de la section garde ses abréviations.')
  return { line, reader }
}

abreviationsRoutes.get('/:id/modifier', async (c) => {
  const { line } = await changeable(c)
  const { id, abreviation, texte, version, section_id } = line
  return editPage(c, id, rawOf({ abreviation, texte, version, pour: section_id ?? MINE }))
})

abreviationsRoutes.post('/:id', async (c) => {
  const { line, reader } = await changeable(c)
  const raw = await readBody(c)
  const form = parseLine(raw, reader)
  if (!form.ok) return editPage(c, line.id, raw, form)
  const saved = await updateAbbreviation(c.var.deps.db, line.id, form.value, c.var.deps.clock().toISOString())
  return saved.ok
    ? seeOther(c, PATH, `Abréviation enregistrée.${cautionOf(form.value)}`)
    : editPage(c, line.id, raw, saved)
})

abreviationsRoutes.get('/:id/supprimer', async (c) => {
  const { line } = await changeable(c)
  return page(c, DELETE_TITLE, <DeleteLinePage line={line} />, { breadcrumb })
})

abreviationsRoutes.post('/:id/supprimer', async (c) => {
  const { line } = await changeable(c)
  await deleteAbbreviation(c.var.deps.db, line.id, shownVersion(await readBody(c)))
  return seeOther(c, PATH, `Abréviation supprimée\u00a0: ${quoted(line.abreviation)}.`)
})

async function newPage(c: Context<AppEnv>, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const { sections } = await reading(c)
  return page(c, NEW_TITLE, <NewLinePage {...form} sections={sections} />, { status, breadcrumb })
}

async function editPage(c: Context<AppEnv>, id: number, raw: Body, refusal?: Refusal) {
  const { status, ...form } = shownForm(raw, refusal)
  const { sections } = await reading(c)
  return page(c, EDIT_TITLE, <EditLinePage {...form} {...{ id, sections }} />, { status, breadcrumb })
}

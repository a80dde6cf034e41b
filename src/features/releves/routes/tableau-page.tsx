import type { Context } from 'hono'
import { withPlaceNames } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { champsToRaw } from '../../../champs/read.ts'
import type { Db } from '../../../db/schema.ts'
import { plural } from '../../../lib/text.ts'
import type { DeskHead } from '../../../ui/desk-header.tsx'
import type { AppEnv } from '../../../web/env.ts'
import { page } from '../../../web/render.tsx'
import { draftsOfSource, type StoredDraft } from '../../brouillons/queries.ts'
import { releveDraftKey } from '../../brouillons/rules/content.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { emptyForm, type ReleveForm } from '../form.ts'
import { chosenColumns, fieldsHeld } from '../queries/columns.ts'
import { besideInRegister, registerOrder } from '../queries/order.ts'
import { passedOf } from '../queries/passed.ts'
import { placeNamesOf } from '../queries/place-names.ts'
import { lastReleves, type Releve, relevesByIds } from '../queries/records.ts'
import { countRows, lastView, positionOf, tableRows } from '../queries/tableau.ts'
import { rowsOf } from '../rules/display.ts'
import { previousRaw } from '../rules/previous.ts'
import {
  stepView,
  TABLE_ROWS,
  type TableColumns,
  tableColumns,
  viewChamp,
  viewRaw,
  viewText,
} from '../rules/tableau.ts'
import { yearWarning } from '../rules/year-warning.ts'
import type { AskedTable } from '../tableau-form.ts'
import { savedWords } from '../views/entry-form.tsx'
import { TablePage, type TableProps } from '../views/tableau.tsx'
import { LIVE_ID, type TableRow } from '../views/tableau-row.tsx'
import { abbreviationsOf, type Desk, deskHead, draftNotice, formAuthor, sourceCrumbs } from './desk.tsx'

/** The table that an address or a posted row asks for. */
export interface OpenTable {
  desk: Desk
  /** The field of the view; undefined in types without one. */
  champ: Champ | undefined
  /** null: the acts of all views. */
  vue: string | null
  showsEmpty: boolean
  columns: TableColumns
  releves: Releve[]
  /** The last of them, where the register goes on behind it: a new row below comes after it, and not at the very end. */
  suivi: number | undefined
  total: number
  paging: { page: number; parPage: number; offset: number }
  names: ReadonlyMap<number, string>
}

type AskedPlace = Pick<AskedTable, 'vue' | 'page' | 'showsEmpty'>

async function vueOf(c: Context<AppEnv>, { source, champs }: Desk, typed: string | undefined) {
  const champ = viewChamp(champs)
  if (champ === undefined) return { champ, vue: null }
  if (typed === undefined) return { champ, vue: await lastView(c.var.deps.db, source.id) }
  return { champ, vue: viewText(champ, typed) || null }
}

/** The columns that this person's table of this source has. */
export async function columnsOfTable(
  c: Context<AppEnv>,
  { source, champs }: Desk,
  { showsEmpty, of }: { showsEmpty: boolean; of: Champ | undefined },
): Promise<TableColumns> {
  const { db } = c.var.deps
  const chosen = await chosenColumns(db, c.var.user.id, source.type_source_id, 'tableau')
  return tableColumns({ champs, chosen, held: await fieldsHeld(db, source), showsEmpty, of })
}

const followed = async (db: Db, last: Releve | undefined): Promise<number | undefined> =>
  last && (await besideInRegister(await registerOrder(db, last.source_id), last.id, 'after')) && last.id

/** `id`: the record whose page is shown, where the address names none. */
export async function openTable(c: Context<AppEnv>, desk: Desk, asked: AskedPlace, id?: number): Promise<OpenTable> {
  const { db } = c.var.deps
  const { source } = desk
  const { champ, vue } = await vueOf(c, desk, asked.vue)
  const total = vue === null ? source.nb_releves : await countRows(db, source.id, vue)
  const position = id === undefined ? 0 : await positionOf(db, source.id, vue, id)
  // One types at the end: the last page is the first to be seen.
  const n = asked.page ?? Math.max(1, Math.ceil((position || total) / TABLE_ROWS))
  const paging = { page: n, parPage: TABLE_ROWS, offset: (n - 1) * TABLE_ROWS }
  const releves = await tableRows(db, source.id, vue, paging)
  const columns = await columnsOfTable(c, desk, { ...asked, of: vue === null ? undefined : champ })
  const names = await placeNamesOf(db, desk.champs, releves)
  const suivi = await followed(db, releves.at(-1))
  return { desk, champ, vue, showsEmpty: asked.showsEmpty, columns, releves, suivi, total, paging, names }
}

/** The address of the table, of another page or view of it, of a live row in it. */
export function tableAddress(
  { desk, champ, vue, showsEmpty, paging }: Pick<OpenTable, 'desk' | 'champ' | 'vue' | 'showsEmpty' | 'paging'>,
  change: Record<string, string | number | null> = {},
  below = '',
): string {
  const own = {
    // Empty: all views, where none would be the last one.
    vue: champ === undefined ? null : (vue ?? ''),
    vides: showsEmpty ? 'montrer' : null,
    page: paging.page,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...own, ...change })) if (value !== null) query.set(name, String(value))
  const text = query.toString()
  return `/sources/${desk.source.id}/tableau${below}${text === '' ? '' : `?${text}`}`
}

export function tableRow(
  { desk, columns, names }: Pick<OpenTable, 'desk' | 'names'> & { columns: Pick<TableColumns, 'champs'> },
  releve: Releve,
  numero?: number,
): TableRow {
  const [row] = rowsOf(columns.champs, [releve], names)
  if (row === undefined) throw new Error('a record is a row')
  const valeurs = champsToRaw(desk.champs, withPlaceNames(desk.champs, releve.data, names), releve.etats)
  return { ...row, numero, version: releve.version, valeurs }
}

/** The live row of a page. */
export interface Live {
  form: ReleveForm
  /** Changes this record; undefined for a new one. */
  id?: number | undefined
  apres?: number | undefined
  /** See `TableProps`. */
  brouillon?: string | undefined
  draft?: StoredDraft | undefined
}

/** The record that a row stands under: the one before it on the page, else the one entered last. */
async function aboveOf(c: Context<AppEnv>, { desk, releves, vue }: OpenTable, { id, apres }: Live) {
  const at = id === undefined ? releves.length : releves.findIndex((one) => one.id === id)
  const after = apres === undefined ? undefined : releves.find((one) => one.id === apres)
  const above = after ?? releves[at - 1]
  if (above !== undefined || vue === null || id !== undefined) return above
  return (await lastReleves(c.var.deps.db, desk.source.id))[0]
}

/** The form of a new row on this view. */
export async function newRow(c: Context<AppEnv>, table: OpenTable, jeton: string, asked?: number): Promise<Live> {
  const { desk, champ, vue } = table
  const apres = asked ?? table.suivi
  const above = await aboveOf(c, table, { form: EMPTY, apres })
  const start = { defauts: desk.source.defauts, previous: above?.data }
  const form = await emptyForm(desk.champs, jeton, start, lookupOf(c.var.deps.db))
  return { form: onView(form, champ, vue), apres }
}

const EMPTY: ReleveForm = {
  ...{ champs: [], raw: {}, errors: {}, candidates: {}, echoes: {} },
  ...{ repere: '', jeton: '', version: 0 },
}

/** The page says on which view a new row stands. */
function onView(form: ReleveForm, champ: Champ | undefined, vue: string | null): ReleveForm {
  if (champ === undefined || vue === null) return form
  const raw = { ...form.raw, ...viewRaw(champ, vue) }
  return { ...form, raw, carried: new Set([...(form.carried ?? []), champ.nom]) }
}

interface PageOptions {
  status?: 200 | 422
  /** The record just saved. */
  saved?: number | undefined
}

const neighbour = (table: OpenTable, step: -1 | 1) => (table.vue === null ? undefined : stepView(table.vue, step))

/** `cle`: of the form that holds the row. */
async function liveProps(c: Context<AppEnv>, table: OpenTable, live: Live, cle: string): Promise<TableProps['live']> {
  const { db } = c.var.deps
  const { source, champs } = table.desk
  const above = await aboveOf(c, table, live)
  // The script reads what a row of the page holds in that row.
  const unseen = above && !table.releves.includes(above) ? above : undefined
  return {
    ...{ form: live.form, id: live.id, apres: live.apres, brouillon: live.brouillon ?? live.draft?.cle ?? '' },
    auteur: await formAuthor(c, source.id, cle),
    above: above?.id,
    abreviations: await abbreviationsOf(c, source),
    passed: await passedOf(db, c.var.user.id, source.id),
    previous: previousRaw(champs, unseen, await placeNamesOf(db, champs, unseen ? [unseen] : [])),
    draft: live.draft && draftNotice(live.draft),
  }
}

/** The page, whoever asked for it: its address, or a row that was refused. */
export async function tablePage(c: Context<AppEnv>, table: OpenTable, live: Live, options: PageOptions = {}) {
  const { db } = c.var.deps
  const { desk, columns, releves, paging, champ, vue } = table
  const { source } = desk
  const cle = live.id === undefined ? live.form.jeton : releveDraftKey(live.id)
  const drafts = await draftsOfSource(db, c.var.user.id, source.id)
  const blank = await emptyForm(desk.champs, '', { defauts: source.defauts, previous: undefined }, lookupOf(db))
  const title = `Tableau\u00a0: ${source.titre}`
  const at = (change: Record<string, string | number | null> = {}) => tableAddress(table, change)
  const props = {
    ...{ title, source, columns, total: table.total, paging },
    choose: `/sources/${source.id}/tableau/colonnes?${new URLSearchParams(champ === undefined ? {} : { vue: vue ?? '' })}`,
    paste: tableAddress(table, { page: null }, '/coller'),
    toggled: at({ vides: table.showsEmpty ? null : 'montrer' }),
    view: { champ, vue, before: neighbour(table, -1), after: neighbour(table, 1) },
    rows: releves.map((releve, index) => tableRow(table, releve, paging.offset + index + 1)),
    href: (n: number) => at({ page: n }),
    ofView: (other: string) => at({ vue: other, page: null }),
    here: at(),
    links: {
      edit: (id: number) => `${at({ page: null, ligne: id })}#${LIVE_ID}`,
      insert: (id: number) => `${at({ page: null, inserer: id })}#ligne-nouvelle`,
    },
    live: await liveProps(c, table, live, cle),
    isFollowed: table.suivi !== undefined,
    drafts: drafts.filter((draft) => draft.cle !== cle).map(draftNotice),
    saved: await savedOf(c, desk, options.saved),
    debut: onView(blank, champ, vue).raw,
  }
  const body = <TablePage {...props} />
  const { status = 200 } = options
  return page(c, title, body, {
    status,
    scripts: 'tableau',
    desk: headOf(table),
    breadcrumb: sourceCrumbs(source),
    fragment: body,
  })
}

function headOf({ desk: { source }, total }: OpenTable): DeskHead {
  const { context, links } = deskHead(source)
  const byAct = { href: `/sources/${source.id}/releves/nouveau`, label: 'Acte par acte' }
  return {
    ...{ prefix: 'Tableau\u00a0: ', isPrefixShown: true, name: source.titre, href: `/sources/${source.id}`, context },
    facts: plural(total, 'acte', 'actes'),
    links: [byAct, ...links.filter(({ href }) => !href.endsWith('/tableau'))],
  }
}

async function savedOf(c: Context<AppEnv>, { source }: Desk, id: number | undefined) {
  const [releve] = id === undefined ? [] : await relevesByIds(c.var.deps.db, [id])
  if (releve?.source_id !== source.id) return undefined
  const words = savedWords({ created_at: releve.updated_at })
  return { id: releve.id, words, warning: yearWarning(source, releve.data) }
}

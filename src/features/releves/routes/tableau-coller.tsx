import type { Context } from 'hono'
import { randomToken } from '../../../lib/crypto.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, readBody, readQuery, shown } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { type Refusal, shownForm } from '../../../web/saving.ts'
import { takeText } from '../../imports/text-routes.tsx'
import { relevesImport } from '../import/kind.ts'
import { importColumns } from '../import/session.ts'
import { ensureCanWrite } from '../policy.ts'
import { csvOfPasted, fixedValues, readPasted } from '../rules/pasted.ts'
import { PastePage } from '../views/tableau-coller.tsx'
import { deskOf, releveCrumbs } from './desk.tsx'
import { type OpenTable, openTable, tableAddress } from './tableau-page.tsx'

/** Cells copied in a spreadsheet go to the dry run of an import, filled from the column of the cursor. */
export const pasteRoutes = router()

const PATH = '/sources/:id/tableau/coller'
const TITLE = 'Coller depuis un tableur'
const CHOOSE = 'Choisissez une colonne dans la liste.'

async function tableOf(c: Context<AppEnv>, asked: Body): Promise<OpenTable> {
  const desk = await deskOf(c, idParam(c))
  ensureCanWrite(c.var.user, desk.source)
  const showsEmpty = shown(asked, 'vides') === 'montrer'
  return openTable(c, desk, { vue: shown(asked, 'vue'), page: undefined, showsEmpty })
}

function pastePage(c: Context<AppEnv>, table: OpenTable, typed: Body, refusal?: Refusal) {
  const { source } = table.desk
  const { raw, errors, status } = shownForm(typed, refusal)
  const props = {
    title: TITLE,
    source,
    champs: table.columns.champs,
    vue: table.vue ?? '',
    showsEmpty: table.showsEmpty,
    raw,
    errors,
  }
  const body = <PastePage {...props} jeton={randomToken()} back={tableAddress(table)} />
  return page(c, TITLE, body, { status, breadcrumb: releveCrumbs(source) })
}

pasteRoutes.get(PATH, async (c) => {
  const query = readQuery(c)
  return pastePage(c, await tableOf(c, query), { colonne: shown(query, 'colonne') })
})

pasteRoutes.post(PATH, async (c) => {
  const raw = await readBody(c)
  const table = await tableOf(c, raw)
  const { desk, columns, champ, vue, releves } = table
  const refused = (errors: Record<string, string>) => pastePage(c, table, raw, { errors })
  const from = columns.champs.findIndex(({ nom }) => nom === (shown(raw, 'colonne') || columns.champs[0]?.nom))
  if (from === -1) return refused({ colonne: CHOOSE })
  const pasted = readPasted(shown(raw, 'texte'), shown(raw, 'entete') !== '')
  if (!pasted.ok) return refused({ texte: pasted.message })
  const view = champ && vue !== null ? { champ, raw: vue } : undefined
  const fixed = fixedValues(desk.champs, { defauts: desk.source.defauts, above: releves.at(-1)?.data, view })
  const filled = csvOfPasted(pasted.rows, {
    champs: columns.champs.slice(from),
    all: desk.champs,
    fixed,
    columns: importColumns(desk.champs),
  })
  if (!('csv' in filled)) return refused({ texte: filled.ok ? '' : filled.message })
  const taken = await takeText(c, relevesImport, desk.source.id, { text: filled.csv, name: TITLE, raw })
  return taken.ok ? seeOther(c, `/imports/${taken.id}`) : refused({ texte: taken.message })
})

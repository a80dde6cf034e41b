import type { Context } from 'hono'
import { champText } from '../../../champs/index.ts'
import { champsKeeping } from '../../../champs/read.ts'
import type { ReleveData } from '../../../db/schema.ts'
import { randomToken } from '../../../lib/crypto.ts'
import { AppError } from '../../../lib/errors.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, MAX_RELEVE_ID, readQuery, shown } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { findDraft, type StoredDraft } from '../../brouillons/queries.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { askedPlace, draftForm, formOf } from '../form.ts'
import { ensureCanWrite } from '../policy.ts'
import { placeNamesOf } from '../queries/place-names.ts'
import { relevesByIds, UNKNOWN } from '../queries/records.ts'
import { viewChamp } from '../rules/tableau.ts'
import { type AskedTable, askedOf } from '../tableau-form.ts'
import { type Desk, deskOf } from './desk.tsx'
import { pasteRoutes } from './tableau-coller.tsx'
import { tableColumnsRoutes } from './tableau-columns.tsx'
import { type Live, newRow, openTable, tablePage } from './tableau-page.tsx'

/** The acts of one view as rows of a table that one types in. */
export const tableauRoutes = router().route('/', tableColumnsRoutes).route('/', pasteRoutes)

/** A stored record of this source. 404 where it is none of it. */
async function rowOf(c: Context<AppEnv>, { source }: Desk, id: number) {
  const [releve] = await relevesByIds(c.var.deps.db, [id])
  if (releve?.source_id !== source.id) throw new AppError('introuvable', UNKNOWN)
  return releve
}

/** The live row of a stored record, as it is or as a draft of it. */
async function storedRow(c: Context<AppEnv>, desk: Desk, id: number, draft?: StoredDraft): Promise<Live> {
  const { db } = c.var.deps
  const releve = await rowOf(c, desk, id)
  const champs = champsKeeping(desk.champs, releve.data)
  if (draft) {
    const { contenu, version } = draft
    return { form: await draftForm(champs, { contenu, jeton: '', version }, lookupOf(db)), id, draft }
  }
  return { form: formOf(champs, releve, await placeNamesOf(db, champs, [releve])), id }
}

/** The draft that the address names, when this user left it in this source. */
async function askedDraft(c: Context<AppEnv>, { source }: Desk, query: Body): Promise<StoredDraft | undefined> {
  const cle = shown(query, 'brouillon')
  const draft = cle === '' ? undefined : await findDraft(c.var.deps.db, c.var.user.id, cle)
  return draft?.source_id === source.id ? draft : undefined
}

async function draftRow(c: Context<AppEnv>, desk: Desk, draft: StoredDraft): Promise<Live> {
  const { releve_id, contenu, cle } = draft
  if (releve_id !== null) return storedRow(c, desk, releve_id, draft)
  const form = await draftForm(desk.champs, { contenu, jeton: cle, version: 0 }, lookupOf(c.var.deps.db))
  return { form, apres: askedPlace(contenu), draft }
}

tableauRoutes.get('/sources/:id/tableau', async (c) => {
  const desk = await deskOf(c, idParam(c))
  ensureCanWrite(c.var.user, desk.source)
  const query = readQuery(c)
  const asked = askedOf(query)
  const enregistre = Number(shown(query, 'enregistre'))
  const saved = Number.isInteger(enregistre) && enregistre > 0 && enregistre <= MAX_RELEVE_ID ? enregistre : undefined
  const draft = await askedDraft(c, desk, query)
  const ligne = draft?.releve_id ?? asked.ligne
  const beside = ligne ?? asked.apres
  const table =
    beside === undefined
      ? await openTable(c, desk, asked, saved)
      : await openTable(c, desk, placeOf(desk, await rowOf(c, desk, beside), asked), beside)
  if (draft) return tablePage(c, table, await draftRow(c, desk, draft))
  if (ligne !== undefined) return tablePage(c, table, await storedRow(c, desk, ligne))
  return tablePage(c, table, await newRow(c, table, randomToken(), asked.apres), { saved })
})

/** The table in which a record has a row: of its own view, whichever is asked for, unless it is that of all of them. */
function placeOf({ champs }: Desk, { data }: { data: ReleveData }, asked: AskedTable): AskedTable {
  const champ = viewChamp(champs)
  const vue = asked.vue === '' || champ === undefined ? '' : champText(champ, data)
  return { ...asked, vue, page: undefined }
}

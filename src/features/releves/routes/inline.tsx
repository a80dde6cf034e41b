import type { Context } from 'hono'
import { heldText } from '../../../champs/held.ts'
import type { Champ } from '../../../champs/kind.ts'
import { releveTitle } from '../../../champs/title.ts'
import { AppError } from '../../../lib/errors.ts'
import { formatInstant } from '../../../lib/text.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { readBody, readQuery, shown } from '../../../web/form.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { saveField } from '../actions/conflict.ts'
import { formOf, type ReleveForm, readReleve } from '../form.ts'
import { ensureCanWrite } from '../policy.ts'
import { placeNamesOf } from '../queries/place-names.ts'
import { entryNeighboursOf } from '../queries/records.ts'
import { fieldsOf } from '../rules/display.ts'
import { authorName } from '../rules/history.ts'
import { actOf, sentenceOf } from '../rules/sentence.ts'
import { INLINE_VIEWS, InlineFormPage, InlineValuePage, type InlineView } from '../views/inline.tsx'
import { authorOf, releveCrumbs } from './desk.tsx'
import { type Opened, openedOf, recordOf } from './opened.tsx'

/** One field of a record, edited where it is shown. */
export const inlineRoutes = router()

interface OpenedField extends Opened {
  champ: Champ
}

const viewOf = (c: Context<AppEnv>): InlineView | undefined =>
  INLINE_VIEWS.find((vue) => vue === shown(readQuery(c), 'vue'))

/** The field that the path names. 404 where the record has none of this name. */
function fieldOf(c: Context<AppEnv>, opened: Opened): OpenedField {
  const champ = opened.champs.find(({ nom }) => nom === c.req.param('nom'))
  if (!champ) throw new AppError('introuvable', 'Ce champ n’existe pas dans ce relevé.')
  return { ...opened, champ }
}

interface Shown {
  status?: 200 | 409 | 422
  notice?: string
}

function formPage(c: Context<AppEnv>, opened: OpenedField, form: ReleveForm, { status = 200, notice }: Shown = {}) {
  const { releve, source, champ } = opened
  const title = `${champ.label}\u00a0: ${releveTitle(releve)}`
  const props = { title, releve, source, champ, form, releveTitle: releveTitle(releve), vue: viewOf(c) }
  const body = <InlineFormPage {...props} {...(notice !== undefined && { notice })} />
  return page(c, title, body, { status, breadcrumb: releveCrumbs(source) })
}

/** `remarks`: of a date as it was typed. */
async function valuePage(
  c: Context<AppEnv>,
  { releve, source, champs, champ }: OpenedField,
  vue: InlineView,
  remarks: readonly string[] = [],
) {
  const names = await placeNamesOf(c.var.deps.db, [champ], [releve])
  const [field] = fieldsOf([champ], releve, names)
  const title = releveTitle(releve)
  const pageTitle = `${champ.label}\u00a0: ${title}`
  const value = {
    id: releve.id,
    title,
    champ,
    vue,
    pageTitle,
    text: field?.value ?? '',
    etat: field?.etat,
    lectures: field?.lectures ?? [],
  }
  const echo = [field?.echo, ...remarks].filter(Boolean).join('. ') || undefined
  const sentence = sentenceOf(actOf(source, champs, releve))
  const body = <InlineValuePage {...value} echo={echo} sentence={sentence} />
  return page(c, pageTitle, body, { breadcrumb: releveCrumbs(source) })
}

async function openedField(c: Context<AppEnv>): Promise<OpenedField> {
  const opened = fieldOf(c, { ...(await recordOf(c)), isDeleted: false })
  ensureCanWrite(c.var.user, opened.source)
  return opened
}

inlineRoutes.get('/releves/:id/champs/:nom', async (c) => {
  const opened = await openedField(c)
  const { releve, champ } = opened
  const names = await placeNamesOf(c.var.deps.db, [champ], [releve])
  return formPage(c, opened, formOf([champ], releve, names))
})

/** A form that is given up is replaced by the value it was to change. */
inlineRoutes.get('/releves/:id/champs/:nom/valeur', async (c) =>
  valuePage(c, await openedField(c), viewOf(c) ?? 'fiche'),
)

inlineRoutes.post('/releves/:id/champs/:nom', async (c) => {
  const { db } = c.var.deps
  const opened = fieldOf(c, await openedOf(c))
  ensureCanWrite(c.var.user, opened.source)
  const { releve, champ } = opened
  const read = await readReleve([champ], await readBody(c), lookupOf(db), {
    before: async () => (await entryNeighboursOf(db, releve)).previous?.data,
    stored: releve.data,
  })
  if (!read.ok) return formPage(c, opened, read.form, { status: read.status })
  const { data, etats, form } = read
  const saved =
    !opened.isDeleted &&
    (await saveHere(c, { id: releve.id, champ, version: form.version, data, etats, ...authorOf(c) }))
  if (!saved) return overtaken(c, form)
  const vue = viewOf(c)
  if (vue) return valuePage(c, await openedField(c), vue, read.remarks)
  return seeOther(c, `/releves/${releve.id}`, ['Champ modifié.', ...read.remarks].join(' '))
})

/** False where somebody else was faster. */
async function saveHere(c: Context<AppEnv>, save: Parameters<typeof saveField>[1]): Promise<boolean> {
  try {
    return await saveField(c.var.deps.db, save)
  } catch (error) {
    if (error instanceof AppError && error.code === 'introuvable') return false
    throw error
  }
}

/** 409: what was typed, and what somebody else has done to the field meanwhile. To be saved again on purpose, or given up. */
async function overtaken(c: Context<AppEnv>, form: ReleveForm) {
  const now = fieldOf(c, await openedOf(c))
  const { releve, champ, isDeleted } = now
  const by = `par ${authorName(releve.editor)}, le ${formatInstant(releve.updated_at)}`
  const held = heldText(champ, releve)
  const notice = isDeleted
    ? `Ce relevé a été supprimé ${by}\u00a0: votre texte ne peut plus y être enregistré. Il est toujours ci-dessous.`
    : `Ce champ a été modifié entre-temps (dernière modification du relevé ${by}). Il contient maintenant\u00a0: ${held || 'rien'}. Enregistrez pour y mettre votre texte, ou annulez pour garder celui-là.`
  return formPage(c, now, { ...form, version: releve.version }, { status: 409, notice })
}

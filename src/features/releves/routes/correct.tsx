import type { Context } from 'hono'
import { champsKeeping } from '../../../champs/read.ts'
import { randomToken } from '../../../lib/crypto.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, MAX_RELEVE_ID, readBody, shown } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { seeOther, wantsFragment } from '../../../web/render.tsx'
import { dropDraft, isStored, saveDraft } from '../../brouillons/actions.ts'
import { DRAFT_KEY, draftContent, isWhole } from '../../brouillons/rules/content.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { askedPlace, draftForm } from '../form.ts'
import { ensureCanWrite } from '../policy.ts'
import { findPlace } from '../queries/insertion.ts'
import { findVisibleReleve, lastReleves, relevesByIds } from '../queries/records.ts'
import { authorOf, type Desk, deskOf } from './desk.tsx'
import { openedPage } from './edit-page.tsx'
import { entryPage } from './entry-page.tsx'

/** The act before is opened on the desk, the one in hand waits. */
export const correctRoutes = router()

const GONE = 'L’acte à corriger n’est pas, ou n’est plus, dans cette source. Votre saisie est toujours là.'
const TOO_LONG = 'Cette saisie est trop longue pour être mise de côté\u00a0: enregistrez-la d’abord.'

correctRoutes.post('/sources/:id/releves/corriger', async (c) => {
  const { db } = c.var.deps
  const desk = await deskOf(c, idParam(c))
  ensureCanWrite(c.var.user, desk.source)
  const posted = await readBody(c)
  const asked = Number(shown(posted, 'corriger'))
  const [releve] = Number.isInteger(asked) && asked > 0 && asked <= MAX_RELEVE_ID ? await relevesByIds(db, [asked]) : []
  if (releve?.source_id !== desk.source.id) return refused(c, desk, posted, GONE)
  const contenu = draftContent(posted)
  if (!isWhole(posted, contenu)) return refused(c, desk, posted, TOO_LONG)
  const retour = await putAside(c, desk, posted, contenu)
  const address = `/releves/${releve.id}/modifier?retour=${retour}`
  if (!wantsFragment(c)) return seeOther(c, address)
  c.header('HX-Replace-Url', address)
  const opened = await findVisibleReleve(db, c.var.user, releve.id)
  return openedPage(c, { ...desk, releve: opened, champs: champsKeeping(desk.champs, opened.data) }, { retour })
})

/** The key under which the act in hand waits: that of its form, or another where the form has made a record already. */
async function putAside(c: Context<AppEnv>, { source }: Desk, posted: Body, contenu: Body): Promise<string> {
  const { db } = c.var.deps
  const draft = {
    ...authorOf(c),
    source_id: source.id,
    releve_id: null,
    version: 0,
    contenu,
    cle: shown(posted, '_envoi'),
  }
  const isFree = DRAFT_KEY.test(draft.cle) && !(await isStored(db, draft))
  const cle = isFree ? draft.cle : randomToken()
  await saveDraft(db, { ...draft, cle })
  const other = shown(posted, '_brouillon')
  if (other !== '' && other !== cle) await dropDraft(db, { user_id: draft.user_id, cle: other })
  return cle
}

/** Nothing is opened: the form stands as it was typed. */
async function refused(c: Context<AppEnv>, desk: Desk, posted: Body, message: string) {
  const { db } = c.var.deps
  const contenu = Object.assign(Object.create(null), posted)
  const form = await draftForm(desk.champs, { contenu, jeton: shown(posted, '_envoi'), version: 0 }, lookupOf(db))
  const [recent, place] = [
    await lastReleves(db, desk.source.id),
    await findPlace(db, desk.source.id, askedPlace(posted)),
  ]
  const options = { recent, place, status: 422 as const, brouillon: shown(posted, '_brouillon') }
  return entryPage(c, desk, { ...form, errors: { '': message } }, options)
}

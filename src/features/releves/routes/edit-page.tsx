import type { Context } from 'hono'
import { releveTitle } from '../../../champs/title.ts'
import { randomToken } from '../../../lib/crypto.ts'
import type { AppEnv } from '../../../web/env.ts'
import { type Body, shown } from '../../../web/form.ts'
import { page } from '../../../web/render.tsx'
import { draftsOfReleve, type StoredDraft } from '../../brouillons/queries.ts'
import { releveDraftKey } from '../../brouillons/rules/content.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { draftForm, formOf, type ReleveForm } from '../form.ts'
import { ensureCanWrite } from '../policy.ts'
import { passedOf } from '../queries/passed.ts'
import { placeNamesOf } from '../queries/place-names.ts'
import { entryNeighboursOf } from '../queries/records.ts'
import { editFacts } from '../rules/desk-facts.ts'
import { actTitle } from '../rules/insertion.ts'
import { previousRaw } from '../rules/previous.ts'
import { actOf, sentenceOf } from '../rules/sentence.ts'
import { EditPage, EditSwap } from '../views/edit.tsx'
import { editPath } from '../views/entry-form.tsx'
import { backAddress, backKey } from './back.tsx'
import { abbreviationsOf, deskHead, draftNotice, formAuthor, releveCrumbs } from './desk.tsx'
import type { Opened } from './opened.tsx'
import { paneFor } from './pane.tsx'

const EDIT_PREFIX = 'Modifier\u00a0: '

export interface EditOptions {
  status?: 200 | 422
  /** The draft that the form holds. */
  draft?: StoredDraft | undefined
  /** See `EditPage`. */
  waiting?: StoredDraft | undefined
  autre?: { jeton: string; at: string } | undefined
  /** See `EditPage`. */
  brouillon?: string
  /** Key of the act in hand, to which the desk goes back. */
  retour?: string | undefined
}

/** The form of a stored record. */
export async function editPage(
  c: Context<AppEnv>,
  opened: Omit<Opened, 'isDeleted'>,
  form: ReleveForm,
  options: EditOptions = {},
) {
  const { db } = c.var.deps
  const { status = 200, draft, waiting, autre, brouillon = draft?.cle ?? '', retour } = options
  const { previous, next } = await entryNeighboursOf(db, opened.releve)
  const names = await placeNamesOf(db, opened.champs, previous ? [previous] : [])
  const name = releveTitle(opened.releve)
  const pane = await paneFor(c, opened.source.id, editPath(opened.releve.id), form)
  const props = {
    pane,
    ...{ releve: opened.releve, source: opened.source, form },
    auteur: await formAuthor(c, opened.source.id, releveDraftKey(opened.releve.id)),
    previous: previousRaw(opened.champs, previous, names),
    passed: await passedOf(db, c.var.user.id, opened.source.id),
    abreviations: await abbreviationsOf(c, opened.source),
    neighbours: { previous: previous?.id, next },
    draft: draft && draftNotice(draft),
    waiting: waiting && draftNotice(waiting),
    ...{ autre, brouillon },
    retour: retour === undefined ? undefined : correctionOf(opened, retour),
  }
  const desk = {
    ...deskHead(opened.source),
    ...{ prefix: EDIT_PREFIX, isPrefixShown: true, name, href: `/releves/${opened.releve.id}` },
    facts: editFacts(form, opened.source.titre),
  }
  const body = <EditPage {...props} />
  const fragment = retour === undefined ? undefined : <EditSwap {...props} head={desk} />
  const hasViews = pane?.isThere === true
  return page(c, EDIT_PREFIX + name, body, {
    ...{ status, fragment, hasViews, desk },
    breadcrumb: releveCrumbs(opened.source),
  })
}

/** The act that is corrected while another one is in hand, told whole above its form. */
const correctionOf = ({ source, champs, releve }: Omit<Opened, 'isDeleted'>, cle: string) => ({
  ...{ cle, href: backAddress(source.id, cle), title: actTitle(releve) },
  sentence: sentenceOf(actOf(source, champs, releve)),
})

type Stored = Omit<Opened, 'isDeleted'> & { releve: { created_at: string } }

/** The form of a record as it is asked for: with a draft of it (`brouillon`), or before the desk goes on (`retour`). */
export async function openedPage(c: Context<AppEnv>, opened: Stored, query: Body) {
  const { db } = c.var.deps
  const { releve, champs, source } = opened
  ensureCanWrite(c.var.user, source)
  const retour = backKey(query)
  const drafts = await draftsOfReleve(db, c.var.user.id, releve.id)
  const draft = drafts.find(({ cle }) => cle === shown(query, 'brouillon'))
  if (draft) {
    const { contenu, version } = draft
    const form = await draftForm(champs, { contenu, jeton: '', version }, lookupOf(db))
    const isStored = shown(query, 'deja') !== ''
    const autre = isStored ? { jeton: randomToken(), at: releve.created_at } : undefined
    return editPage(c, opened, form, { draft, autre, retour })
  }
  // The place box must show the name that the place bears today, or it would look like a name typed anew.
  const placeNames = await placeNamesOf(db, champs, [releve])
  return editPage(c, opened, formOf(champs, releve, placeNames), { waiting: drafts[0], retour })
}

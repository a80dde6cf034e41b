import type { Context } from 'hono'
import type { Child } from 'hono/jsx'
import type { Held } from '../../../champs/held.ts'
import { fieldName, KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { champsToRaw, readChamps } from '../../../champs/read.ts'
import { releveTitle } from '../../../champs/title.ts'
import { randomToken } from '../../../lib/crypto.ts'
import { AppError, ensure } from '../../../lib/errors.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, type FormErrors, readBody, shown } from '../../../web/form.ts'
import { type PageOptions, page, seeOther, wantsFragment } from '../../../web/render.tsx'
import { dropDraft, putDraft } from '../../brouillons/actions.ts'
import { releveDraftKey } from '../../brouillons/rules/content.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { restoreWith } from '../actions/conflict.ts'
import { updateReleve } from '../actions/records.ts'
import { typedVersion } from '../form.ts'
import { canRestoreReleves, ensureCanWrite } from '../policy.ts'
import { versionOf } from '../queries/corbeille.ts'
import { choiceName, choicesOf, differencesOf, mergeOf, type Version } from '../rules/conflict.ts'
import { fieldsOf } from '../rules/display.ts'
import { authorName } from '../rules/history.ts'
import { ConflictPage, DeletedPage, lostSentence } from '../views/conflict.tsx'
import { backAddress, backKey } from './back.tsx'
import { authorOf, releveCrumbs } from './desk.tsx'
import { type Opened, openedOf } from './opened.tsx'

/** Where the choices of the conflict page are sent. */
export const conflictRoutes = router()

const SAVED = 'Relevé modifié.'
const NO_CHOICE = 'Choisissez l’une des deux versions.'

const baseOf = (posted: Body): number => {
  const base = Number(shown(posted, 'base'))
  return Number.isInteger(base) && base > 0 && base < 2 ** 31 ? base : 0
}

const headOf = (title: string, { releve, source }: Opened) => ({
  title,
  releve,
  source,
  editor: authorName(releve.editor),
  at: releve.updated_at,
})

/** The typed form waits as a draft until it is decided: a page that asks may be left, or closed by accident. */
export async function keepMine(c: Context<AppEnv>, { releve }: Opened, contenu: Body, version: number): Promise<void> {
  const { id, source_id } = releve
  const draft = { source_id, releve_id: id, cle: releveDraftKey(id), version, contenu }
  await c.var.deps.db.transaction().execute((trx) => putDraft(trx, { ...draft, ...authorOf(c) }))
}

/** The act in hand, where this record was opened from the desk. */
async function backOf(c: Context<AppEnv>, sourceId: number) {
  const cle = backKey(await readBody(c))
  return cle === undefined ? undefined : { cle, href: backAddress(sourceId, cle) }
}

/** A form of the desk that htmx sent gives way to this page with all around it. */
function wholePage(c: Context<AppEnv>, title: string, body: Child, options: PageOptions) {
  const headers = { 'HX-Retarget': '#contenu', 'HX-Reselect': 'unset', 'HX-Reswap': 'innerHTML show:window:top' }
  if (wantsFragment(c)) for (const [name, value] of Object.entries(headers)) c.header(name, value)
  return page(c, title, body, options)
}

interface Conflict {
  mine: Held
  /** Version that my form was made from. */
  base: number
  errors?: FormErrors
  /** Choices made already. */
  choices?: ReadonlyMap<string, Version>
}

/** 409: both versions field by field, or what remains of mine where the record is there no more. */
export async function conflictPage(
  c: Context<AppEnv>,
  opened: Opened,
  { mine, base, errors = {}, choices }: Conflict,
  status: 409 | 422 = 409,
) {
  const { releve, source, champs } = opened
  const raw = champsToRaw(champs, mine.data, mine.etats)
  await keepMine(c, opened, raw, base)
  if (opened.isDeleted) return deletedPage(c, opened, mine, raw, base)
  const before = base > 0 ? await versionOf(c.var.deps.db, releve.id, base) : undefined
  const differences = differencesOf(champs, before, mine, releve).map((difference) => ({
    ...difference,
    choix: choices?.get(difference.champ.nom) ?? difference.choix,
  }))
  // Both typed the same: there is nothing to choose, and it is stored.
  if (differences.length === 0 && Object.keys(errors).length === 0) return decided(c, releve, SAVED)
  const title = `Deux versions du relevé\u00a0: ${releveTitle(releve)}`
  const body = (
    <ConflictPage
      {...headOf(title, opened)}
      isOwn={releve.editor === c.var.user.name}
      differences={differences}
      alike={champs.length - differences.length}
      mine={raw}
      base={base}
      errors={errors}
      retour={await backOf(c, source.id)}
    />
  )
  return wholePage(c, title, body, { status, breadcrumb: releveCrumbs(source) })
}

async function deletedPage(c: Context<AppEnv>, opened: Opened, mine: Held, raw: Body, base: number) {
  const { releve, source, champs } = opened
  const title = `Relevé supprimé entre-temps\u00a0: ${releveTitle(releve)}`
  const body = (
    <DeletedPage
      {...headOf(title, opened)}
      mine={raw}
      fields={fieldsOf(champs, mine, new Map())}
      base={base}
      canRestore={canRestoreReleves(c.var.user, source)}
      jeton={randomToken()}
      retour={await backOf(c, source.id)}
    />
  )
  return wholePage(c, title, body, { status: 409, breadcrumb: releveCrumbs(source) })
}

interface Answer {
  /** Holds my values; where one can no longer be read, the stored one. */
  mine: Held
  choices: ReadonlyMap<string, Version>
  /** A place or a value of a list that I chose may be gone since. */
  lost: string[]
}

async function answerOf(c: Context<AppEnv>, { champs, releve }: Opened): Promise<Answer> {
  const posted = await readBody(c)
  const { values, etats, errors } = await readChamps(champs, posted, lookupOf(c.var.deps.db))
  const choices = choicesOf(champs, posted)
  const isWrong = (champ: Champ) => errors[fieldName(champ)] !== undefined
  const wrong = new Set(champs.filter(isWrong).map(({ nom }) => nom))
  const lost = champs.filter((champ) => isWrong(champ) && choices.get(champ.nom) !== 'actuel')
  return {
    mine: mergeOf(champs, { data: values, etats }, releve, (nom) => !wrong.has(nom)),
    choices,
    lost: lost.map((champ) => {
      const typed = KINDS[champ.type].typed(posted, fieldName(champ))
      return lostSentence(champ.label, typed, errors[fieldName(champ)] ?? '')
    }),
  }
}

conflictRoutes.post('/releves/:id/conflit', async (c) => {
  const opened = await openedOf(c)
  ensureCanWrite(c.var.user, opened.source)
  const answer = await answerOf(c, opened)
  if (opened.isDeleted) return restoreMine(c, opened, answer)
  const posted = await readBody(c)
  const version = typedVersion(posted) ?? 0
  if (version !== opened.releve.version) return thirdVersion(c, opened, answer, version)
  const { mine, choices, lost } = answer
  const errors: FormErrors = lost.length > 0 ? { '': lost.join(' ') } : {}
  for (const { champ } of differencesOf(opened.champs, undefined, mine, opened.releve))
    if (!choices.has(champ.nom)) errors[choiceName(champ)] = NO_CHOICE
  if (Object.keys(errors).length > 0)
    return conflictPage(c, opened, { mine, base: baseOf(posted), errors, choices }, 422)
  return saveMerged(
    c,
    opened,
    mergeOf(opened.champs, mine, opened.releve, (nom) => choices.get(nom) === 'mien'),
  )
})

/** Somebody saved once more: the choices made so far are my version now, compared with what the page showed as stored. */
async function thirdVersion(c: Context<AppEnv>, opened: Opened, { mine, choices }: Answer, version: number) {
  const base = version > 0 ? version : baseOf(await readBody(c))
  const shownThen = (await versionOf(c.var.deps.db, opened.releve.id, base)) ?? opened.releve
  const chosen = mergeOf(opened.champs, mine, shownThen, (nom) => choices.get(nom) !== 'actuel')
  return conflictPage(c, opened, { mine: chosen, base })
}

async function saveMerged(c: Context<AppEnv>, { releve }: Opened, { data, etats }: Held) {
  const { id, version } = releve
  try {
    await updateReleve(c.var.deps.db, { id, version, data, etats, ...authorOf(c), mustBeOpen: true })
  } catch (error) {
    if (!(error instanceof AppError) || !['conflit', 'introuvable'].includes(error.code)) throw error
    return conflictPage(c, await openedOf(c), { mine: { data, etats }, base: version })
  }
  return decided(c, releve, SAVED)
}

async function restoreMine(c: Context<AppEnv>, { releve, source, champs }: Opened, { mine, lost }: Answer) {
  ensure(
    canRestoreReleves(c.var.user, source),
    'Seul un gestionnaire de la section peut rétablir ce relevé, dans une source ouverte à la saisie.',
  )
  if (lost.length > 0) throw new AppError('invalide', lost.join(' '))
  await restoreWith(c.var.deps.db, champs, { id: releve.id, ...mine, ...authorOf(c) })
  return decided(c, releve, 'Relevé rétabli avec votre saisie.')
}

async function decided(c: Context<AppEnv>, { id, source_id }: Opened['releve'], message: string) {
  await dropDraft(c.var.deps.db, { user_id: c.var.user.id, cle: releveDraftKey(id) })
  const retour = backKey(await readBody(c))
  return seeOther(c, retour === undefined ? `/releves/${id}` : backAddress(source_id, retour, id), message)
}

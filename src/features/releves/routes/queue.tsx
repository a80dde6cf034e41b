import type { Context } from 'hono'
import { readChamps } from '../../../champs/read.ts'
import { saving } from '../../../db/saving.ts'
import { shown } from '../../../lib/body.ts'
import { AppError } from '../../../lib/errors.ts'
import { quoted } from '../../../lib/typo.ts'
import type { AppEnv } from '../../../web/env.ts'
import { type Body, formKey, readBody } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { findDraft, isInSight, lastRefused, type StoredDraft } from '../../brouillons/queries.ts'
import { DRAFT_KEY, draftContent, isWhole, releveDraftKey } from '../../brouillons/rules/content.ts'
import { lookupThroughMerges } from '../../lieux/queries/lookup.ts'
import { type Entered, enterReleve } from '../actions/enter.ts'
import { madeBy } from '../actions/enter-once.ts'
import { refuseToDraft } from '../actions/refuse.ts'
import { askedPlace, type ReleveForm, readNewReleve } from '../form.ts'
import { ensureCanWrite } from '../policy.ts'
import { relevesByIds } from '../queries/records.ts'
import { withChosenPlaces } from '../rules/chosen-places.ts'
import { orphansOf } from '../rules/orphans.ts'
import { authorOf, type Desk, deskOf } from './desk.tsx'
import { leanedOn, placed } from './repeated.tsx'

/** Sent by static/js/file-envoi.js, for records that were saved while there was no line: nobody looks at the answer. */
export const isFromQueue = (c: Context<AppEnv>): boolean => c.req.header('X-Releves-File') === '1'

const CHANGED = 'Ce relevé était déjà enregistré, et vous l’avez modifié depuis.'
/** These will be as they are when the same is sent once more; whatever else is wrong may pass. */
const FINAL = new Set(['introuvable', 'interdit', 'conflit', 'invalide'])

/**
 * Answers a record from the queue of a browser, in JSON: `{ id }` stored, `{ id, brouillon, motif }` stored before with other values,
 * 422 `{ brouillon, motif }` refused and now a draft, 422 `{ motif }` refused where no draft can be: then the browser alone has it.
 * Any other answer says nothing about the record, which is sent again.
 */
export async function queued(c: Context<AppEnv>): Promise<Response> {
  const posted = await placed(c, await readBody(c))
  try {
    const { id, isChange } = await entered(c, posted)
    return c.json(isChange ? { id, brouillon: releveDraftKey(id), motif: CHANGED } : { id })
  } catch (error) {
    if (!(error instanceof AppError && FINAL.has(error.code))) throw error
    const brouillon = await keepDraft(c, posted, error.message)
    return c.json({ ...(brouillon && { brouillon }), motif: error.message }, 422)
  }
}

async function entered(c: Context<AppEnv>, posted: Body): Promise<Entered> {
  const { db } = c.var.deps
  const desk = await deskOf(c, idParam(c))
  const { source, champs } = desk
  ensureCanWrite(c.var.user, source)
  const [orphan] = orphansOf(champs, posted)
  if (orphan) throw new AppError('invalide', `Le champ ${quoted(orphan[0])} n’existe plus dans cette source.`)
  const before = () => typedBefore(c, desk, posted)
  // « = » the browser has read before it kept the record: nobody here knows what it had to repeat.
  const repeated = async () => new Map()
  const leaning = { before, repeated }
  const read = await readNewReleve(champs, withChosenPlaces(champs, posted), lookupThroughMerges(db), leaning)
  if (!read.ok) throw new AppError('invalide', firstError(read.form))
  const { data, etats, repere } = read
  const input = {
    ...{
      source_id: source.id,
      data,
      etats,
      repere,
      ...authorOf(c),
      jeton: formKey(c, posted),
      apres: askedPlace(posted),
    },
    ...{ brouillons: [shown(posted, '_envoi'), shown(posted, '_brouillon')], contenu: draftContent(posted) },
    motif: CHANGED,
  }
  const saved = await saving(db, {}, (trx) => enterReleve(trx, input))
  if (!saved.ok) throw new AppError('invalide', Object.values(saved.errors)[0] ?? '')
  return saved.value
}

/**
 * They come in the order in which they were typed. The one before may have been refused, and is a draft: dates lean on what it says, and
 * on nothing where that is what was wrong, but never on a record further back.
 */
async function typedBefore(c: Context<AppEnv>, desk: Desk, posted: Body) {
  const { db } = c.var.deps
  const { source } = desk
  const suit = shown(posted, '_suit')
  if (suit !== '') return heldBy(c, desk, suit)
  const stored = await leanedOn(c, source.id, posted)
  // The form was shown with that one.
  if (stored && 'id' in stored && shown(posted, '_avant') === String(stored.id)) return stored.data
  const refused = askedPlace(posted) === undefined ? await lastRefused(db, c.var.user.id, source.id) : undefined
  if (!refused || refused.cle === shown(posted, '_envoi') || (stored && stored.created_at > refused.updated_at))
    return stored?.data
  return datesOf(c, desk, refused)
}

/** The act that the form of this key made, or its draft; nothing where it is still on its way, or gone. */
async function heldBy(c: Context<AppEnv>, desk: Desk, cle: string) {
  const { db } = c.var.deps
  const { id: user_id } = c.var.user
  const id = await madeBy(db, { user_id, jeton: formKey(c, { _envoi: cle }) })
  const [stored] = id === undefined ? [] : await relevesByIds(db, [id])
  if (stored?.source_id === desk.source.id) return stored.data
  const draft = await findDraft(db, user_id, cle)
  return draft?.source_id === desk.source.id ? datesOf(c, desk, draft) : undefined
}

async function datesOf(c: Context<AppEnv>, { champs }: Desk, { contenu }: StoredDraft) {
  const dates = champs.filter(({ type }) => type === 'date')
  return (await readChamps(dates, contenu, lookupThroughMerges(c.var.deps.db))).values
}

function firstError({ champs, errors }: ReleveForm): string {
  const champ = champs.find(({ nom }) => errors[`data[${nom}]`] !== undefined)
  return champ ? `${champ.label}\u00a0: ${errors[`data[${champ.nom}]`]}` : 'Ce relevé n’a pas pu être lu.'
}

/** The key of the draft; undefined where the source is out of sight, or the record too large for a draft. */
async function keepDraft(c: Context<AppEnv>, posted: Body, motif: string): Promise<string | undefined> {
  const { db } = c.var.deps
  const source_id = idParam(c)
  const cle = shown(posted, '_envoi')
  const contenu = draftContent(posted)
  const form = { source_id, releve_id: null }
  if (!DRAFT_KEY.test(cle) || !isWhole(posted, contenu) || !(await isInSight(db, c.var.user, form))) return undefined
  await refuseToDraft(db, { ...form, ...authorOf(c), cle, version: 0, contenu }, motif)
  return cle
}

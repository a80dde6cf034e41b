import type { Context, MiddlewareHandler } from 'hono'
import { isShort, wholeNames } from '../../champs/short-names.ts'
import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { type Body, shown } from '../../lib/body.ts'
import { clientAddress } from '../../web/address.ts'
import type { AppEnv, CurrentUser } from '../../web/env.ts'
import { MAX_ID, MAX_RELEVE_ID, readBody } from '../../web/form.ts'
import { seeOther } from '../../web/render.tsx'
import { comesFromElsewhere, hasToken } from '../../web/token.ts'
import { rescueLimits, takeTurn } from '../auth/limits.ts'
import { personOf } from '../auth/queries.ts'
import { isSessionOpen } from '../auth/sessions.ts'
import { champsOf } from '../types-sources/queries.ts'
import { type Draft, saveDraft } from './actions.ts'
import { isInSight } from './queries.ts'
import { keepRescued } from './rescue-actions.ts'
import { formName, isAuthor, readAuthor, shortSignature } from './rules/author.ts'
import { DRAFT_KEY, draftContent, releveDraftKey } from './rules/content.ts'

/** The two forms of a record: a new one in its source, saved or put aside while another is corrected, and a stored one. */
const FORM = /^\/(?:sources\/([1-9]\d{0,9})\/releves(?:\/corriger)?|releves\/([1-9]\d{0,15}))$/
/** Answers after which nothing typed is lost: stored, or in the page that comes back. */
const SAFE = new Set([200, 303, 409, 413, 422])

const ENDED = 'Votre session s’est terminée\u00a0: connectez-vous, votre saisie reviendra dans le formulaire.'
const LATER = 'Votre saisie est gardée\u00a0: elle reviendra dans le formulaire après cette page.'
const AGAIN = 'Votre saisie n’était pas enregistrée\u00a0: la voici, vérifiez-la puis enregistrez-la.'

/**
 * Whatever keeps a record's form from being stored (session ended, token of an earlier session, source closed meanwhile, a second factor
 * asked for first, error of ours), what was typed becomes a draft of the person whom the form was made for, without JavaScript too. Nothing is kept of what
 * comes from another site, nor of what that person may not see.
 */
export const keepTyped: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const target = c.req.method === 'POST' ? FORM.exec(c.req.path) : null
  const user = c.var.maybeUser
  if (!target || (user && SAFE.has(c.res.status) && c.var.turnedTo === undefined)) return
  // Too large to be read by the limit that refused it, so not read here either; or nothing may be kept just now.
  if (c.res.status === 413 || c.var.isReadOnly) return
  const [, source, releve] = target
  const kept = await keep(c, source, releve)
  const page = source === undefined ? `/releves/${releve}/modifier` : `/sources/${source}/releves/nouveau`
  tell(c, kept, kept ? `${page}?brouillon=${kept.cle}` : page)
}

/** Leads to where what was typed comes back. Errors of ours keep their own page. */
function tell(c: Context<AppEnv>, kept: Kept | undefined, path: string): void {
  const { status } = c.res
  const { turnedTo } = c.var
  if (turnedTo !== undefined) {
    // A script is led there already, and has kept what was typed.
    if (kept && status === 303) answer(c, `${turnedTo}?suite=${encodeURIComponent(path)}`, LATER, 303)
  } else if (c.var.maybeUser) {
    // The form was refused for its age: the new page brings it back.
    if (kept?.userId === c.var.maybeUser.id && status === 403) answer(c, path, AGAIN, 303)
  } else if (status !== 503 && (kept || keepsItself(c))) {
    // While the database is away nobody knows whose session it is: its page stays.
    answer(c, `/login?suite=${encodeURIComponent(path)}`, ENDED, 401)
  }
}

const isHtmx = (c: Context<AppEnv>): boolean => c.req.header('HX-Request') === 'true'

/** The desk of a browser with scripts has kept what was typed (static/js): where to log in is all that it needs. */
const keepsItself = (c: Context<AppEnv>): boolean => isHtmx(c) && c.res.status === 403

function answer(c: Context<AppEnv>, path: string, message: string, htmxStatus: 303 | 401): void {
  // Hono would mix the headers of the refusal into ours, and takes none while there is no answer that it holds for made.
  c.res = undefined
  c.finalized = false
  c.res =
    isHtmx(c) && htmxStatus === 401 ? c.body(null, 401, { 'HX-Redirect': path }) : seeOther(c, path, message, 'err')
}

interface Kept {
  userId: number
  /** Key of the draft. */
  cle: string
}

/** The form that was sent, by its path and hidden fields; undefined where it cannot be one of ours. */
interface Form {
  signature: string
  source_id: number
  releve_id: number | null
  cle: string
  /** Key that it was signed with: a form may be sent as that of another record, or hold what was typed in another. */
  signedCle: string
}

function formOf(posted: Body, source?: string, releve?: string): Form | undefined {
  const cle = releve === undefined ? shown(posted, '_envoi') : releveDraftKey(Number(releve))
  const source_id = Number(source ?? shown(posted, '_source'))
  const isSource = source_id >= 1 && source_id <= MAX_ID
  const isReleve = Number(releve ?? 1) >= 1 && Number(releve ?? 1) <= MAX_RELEVE_ID
  if (!DRAFT_KEY.test(cle) || !isSource || !isReleve) return undefined
  const signedCle = shown(posted, '_forme_de') || cle
  const releve_id = releve === undefined ? null : Number(releve)
  return { signature: shortSignature(shown(posted, '_auteur')), source_id, releve_id, cle, signedCle }
}

/** `isIn`: the person has a session here. Others only add to what their author has. */
interface Rescuer {
  user: CurrentUser
  isIn: boolean
}

/**
 * Whose form it is: that of who sends it with the token of this very session, or of whom the server signed it for. The second
 * counts without a session where the one that it was made in is over: as long as that one is open, its own browser sends it.
 */
async function rescuerOf(c: Context<AppEnv>, form: Form): Promise<Rescuer | undefined> {
  const { db, secret, clock } = c.var.deps
  const author = readAuthor(form.signature)
  if (!author || comesFromElsewhere(c)) return undefined
  const { maybeUser } = c.var
  const isIn = maybeUser?.id === author.userId
  if (maybeUser && isIn && (await hasToken(c))) return { user: maybeUser, isIn }
  const person = await personOf(db, author.userId)
  if (!person) return undefined
  const { password_hash, ...user } = person
  const signed = { form: formName(form.source_id, form.signedCle), password_hash }
  if (!isAuthor(secret, form.signature, signed, clock())) return undefined
  if (!isIn && (await isSessionOpen(db, user.id, author.session))) return undefined
  return { user, isIn }
}

/** Gives what a form sent in the names that a draft has. */
async function contentOf(db: Db, source_id: number, posted: Body): Promise<Body> {
  if (!isShort(posted)) return draftContent(posted)
  const source = await db.selectFrom('sources').select('type_source_id').where('id', '=', source_id).executeTakeFirst()
  return draftContent(wholeNames(source ? await champsOf(db, source.type_source_id) : [], posted))
}

async function keep(c: Context<AppEnv>, source?: string, releve?: string): Promise<Kept | undefined> {
  const posted = await readBody(c)
  const form = formOf(posted, source, releve)
  if (!form) return undefined
  const { db, clock, log } = c.var.deps
  try {
    const rescuer = await rescuerOf(c, form)
    if (!rescuer || !(await isInSight(db, rescuer.user, form))) return undefined
    const version = Number(/^\d{1,9}$/.exec(shown(posted, 'version'))?.[0] ?? 0)
    const { source_id, releve_id, cle } = form
    const now = clock().toISOString()
    const contenu = await contentOf(db, source_id, posted)
    const draft = { user_id: rescuer.user.id, source_id, releve_id, cle, version, contenu, now }
    const kept = rescuer.isIn ? await saveDraft(db, draft).then(() => cle) : await keepBeside(c, draft, form)
    return kept === undefined ? undefined : { userId: rescuer.user.id, cle: kept }
  } catch (error) {
    // The source or the account went meanwhile: there is nobody to give it back to.
    if (!dialectOf(db).errors.isForeignKeyViolation(error)) log.error('draft not kept', { error, path: c.req.path })
    return undefined
  }
}

/** Without a session: so many and no more from one address, for one person, of one form. */
async function keepBeside(c: Context<AppEnv>, draft: Draft, { signature }: Form): Promise<string | undefined> {
  const { db, clock } = c.var.deps
  const limits = rescueLimits(clientAddress(c), draft.user_id, signature)
  return (await takeTurn(db, limits, clock())) > 0 ? undefined : keepRescued(db, draft)
}

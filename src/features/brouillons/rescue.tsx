import type { Context, MiddlewareHandler } from 'hono'
import { dialectOf } from '../../db/dialect/index.ts'
import { shown } from '../../lib/body.ts'
import type { AppEnv } from '../../web/env.ts'
import { MAX_ID, readBody } from '../../web/form.ts'
import { seeOther } from '../../web/render.tsx'
import { saveDraft } from './actions.ts'
import { readAuthor } from './author.ts'
import { DRAFT_KEY, draftContent, releveDraftKey } from './content.ts'

/** The two forms of a record: a new one in its source, a stored one. */
const FORM = /^\/(?:sources\/([1-9]\d{0,9})\/releves|releves\/([1-9]\d{0,9}))$/
/** Answers after which nothing typed is lost: stored, or in the page that comes back. */
const SAFE = new Set([200, 303, 409, 413, 422])

const ENDED = 'Votre session s’est terminée\u00a0: connectez-vous, votre saisie reviendra dans le formulaire.'
const AGAIN = 'Votre saisie n’était pas enregistrée\u00a0: la voici, vérifiez-la puis enregistrez-la.'

/**
 * Whatever keeps a record's form from being stored (session ended, token of an earlier session, source closed meanwhile, error
 * of ours), what was typed becomes a draft of the person whom the form was made for, without JavaScript too.
 */
export const keepTyped: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const target = c.req.method === 'POST' ? FORM.exec(c.req.path) : null
  const user = c.var.maybeUser
  if (!target || (user && SAFE.has(c.res.status))) return
  // Too large to be read by the limit that refused it, so not read here either; or nothing may be kept just now.
  if (c.res.status === 413 || c.var.isReadOnly) return
  const kept = await keep(c, target[1], target[2])
  // While the database is away nobody knows whose session it is: its page stays.
  if (!kept || c.res.status === 503) return
  if (!user) answer(c, `/login?suite=${encodeURIComponent(kept.path)}`, ENDED, 401)
  // The form was refused for its age: the new page brings it back. Errors of ours keep their own page.
  else if (user.id === kept.userId && c.res.status === 403) answer(c, kept.path, AGAIN, 303)
}

function answer(c: Context<AppEnv>, path: string, message: string, htmxStatus: 303 | 401): void {
  // Hono would mix the headers of the refusal into ours, and takes none while there is no answer that it holds for made.
  c.res = undefined
  c.finalized = false
  const isHtmx = c.req.header('HX-Request') === 'true'
  c.res = isHtmx && htmxStatus === 401 ? c.body(null, 401, { 'HX-Redirect': path }) : seeOther(c, path, message, 'err')
}

interface Kept {
  userId: number
  /** The form with the draft in it. */
  path: string
}

async function keep(c: Context<AppEnv>, source?: string, releve?: string): Promise<Kept | undefined> {
  const { db, secret, clock, log } = c.var.deps
  const posted = await readBody(c)
  const userId = readAuthor(secret, shown(posted, '_auteur'))
  const cle = releve === undefined ? shown(posted, '_envoi') : releveDraftKey(Number(releve))
  const source_id = Number(source ?? shown(posted, '_source'))
  const ids = [source_id, Number(releve ?? 1)]
  if (userId === undefined || !DRAFT_KEY.test(cle) || !ids.every((id) => id >= 1 && id <= MAX_ID)) return undefined
  const version = Number(/^\d{1,9}$/.exec(shown(posted, 'version'))?.[0] ?? 0)
  const releve_id = releve === undefined ? null : Number(releve)
  const now = clock().toISOString()
  try {
    await saveDraft(db, {
      user_id: userId,
      source_id,
      releve_id,
      cle,
      version,
      contenu: draftContent(posted),
      now,
    })
  } catch (error) {
    // The source or the account is gone: there is nobody to give it back to.
    if (!dialectOf(db).isForeignKeyViolation(error)) log.error('draft not kept', { error, path: c.req.path })
    return undefined
  }
  const page = releve === undefined ? `/sources/${source_id}/releves/nouveau` : `/releves/${releve}/modifier`
  return { userId, path: `${page}?brouillon=${cle}` }
}

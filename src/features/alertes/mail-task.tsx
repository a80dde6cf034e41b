import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { MailError, type MailLimits, sendMail } from '../../lib/mailer.ts'
import { oneLine } from '../../ui/mail.tsx'
import type { CurrentUser, Deps } from '../../web/env.ts'
import { visibleSources } from '../droits/policy.ts'
import { mailDelayMs } from '../notifications/mail-task.tsx'
import { mailSwitches } from '../notifications/queries.ts'
import { mailable } from '../notifications/recipients-queries.ts'
import { hitsOf } from '../recherche/queries/hits.ts'
import { TaskRefused } from '../taches/actions.ts'
import type { TaskHandlers, TaskRun } from '../taches/loop.ts'
import { type MailedNews, NEWS_MAIL_TASK } from './actions/tell.ts'
import { makeToken } from './actions/tokens.ts'
import { type NewsMail, type NewsOfSearch, newsMail } from './mails.tsx'
import { savedSearches } from './queries/saved.ts'

const MAX_ATTEMPTS = 11
const NO_HIGHLIGHTS = { words: new Set<string>(), prefixes: [] }

type MailDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'appUrl'>

/** Ids of the records that the reader sees at this moment, in the order given. */
async function stillSeen(db: Db, user: CurrentUser, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .select('releves.id')
    .where((eb) => dialectOf(db).sql.inList(eb.ref('releves.id'), ids))
    .where(visibleSources(user) as never)
    .execute()
  const seen = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => seen.has(id))
}

/** Leaves what may be told when the mail goes: searches that are still kept, acts that are still seen. */
async function newsNow(db: Db, user: CurrentUser, mail: MailedNews): Promise<NewsMail> {
  const kept = await savedSearches(db, user.id)
  const byId = new Map(kept.map((search) => [search.id, search]))
  const news: NewsOfSearch[] = []
  for (const { id, n, isMore, releves } of mail.recherches) {
    const search = byId.get(id)
    if (!search || search.frequence === 'site') continue
    const ids = await stillSeen(db, user, releves)
    if (ids.length === 0) continue
    const keys = ids.map((releve_id) => ({ jour: 0, releve_id }))
    const gone = releves.length - ids.length
    news.push({ search, n: n - gone, isMore, hits: await hitsOf(db, keys, NO_HIGHLIGHTS) })
  }
  const done = await db
    .selectFrom('couverture_attentes')
    .selectAll()
    .where('user_id', '=', user.id)
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), mail.attentes))
    .orderBy('id')
    .execute()
  // A visit since then is an answer.
  const asked = kept.filter(({ id, demande_at }) => mail.demandes.includes(id) && demande_at !== null)
  return { news, done, asked }
}

async function sendNews(deps: MailDeps, task: TaskRun['task'], limits?: MailLimits): Promise<void> {
  const { db, clock, settings, appUrl } = deps
  const payload = task.payload as unknown as MailedNews
  const user = await mailable(db, payload.user_id, clock())
  if (!user) return
  const switches = await mailSwitches(db, user)
  if (!switches.some(({ kind, wanted }) => kind === 'Alerte' && wanted)) return
  const mail = await newsNow(db, user, payload)
  if (mail.news.length + mail.done.length + mail.asked.length === 0) return
  const { smtp, site_name, public_origin } = settings.read()
  if (smtp === null) throw new MailError('L’envoi de courriels n’est pas configuré.', false)
  const origin = appUrl ?? (public_origin || undefined)
  const stop = origin && `${origin}/desabonnement/${await makeToken(db, user.id, clock().toISOString())}`
  const text = newsMail(mail, { siteName: site_name, origin, to: user.name, stop })
  const to = { name: oneLine(user.name), address: user.email }
  // A kill before the task is done makes one double at most, with the same Message-ID.
  const reference = `releves-alertes-${task.id}-${user.id}`
  await sendMail(smtp, { ...text, to, reference, unsubscribe: stop }, limits)
}

/** Handler of the mails of new acts. `limits`: other waits than those of lib/mailer.ts, for tests. */
export function newsMailHandlers(deps: MailDeps, limits?: MailLimits): TaskHandlers {
  const run = async (_deps: unknown, { task }: TaskRun) => {
    try {
      await sendNews(deps, task, limits)
    } catch (error) {
      if (error instanceof MailError && error.isPermanent) throw new TaskRefused(error.message)
      throw error
    }
  }
  return { [NEWS_MAIL_TASK]: { run, retry: { delayMs: mailDelayMs, maxAttempts: MAX_ATTEMPTS } } }
}

import type { Db } from '../../db/schema.ts'
import { MailError, type MailLimits, sendMail } from '../../lib/mailer.ts'
import { nightOf } from '../../lib/text.ts'
import { oneLine } from '../../ui/mail.tsx'
import type { Deps } from '../../web/env.ts'
import { notify, notifyOptions } from '../notifications/actions.ts'
import { mailDelayMs } from '../notifications/mail-task.tsx'
import { wantsMail } from '../notifications/queries.ts'
import { mailable } from '../notifications/recipients-queries.ts'
import { enqueue, TaskRefused } from '../taches/actions.ts'
import { takeTurn } from '../taches/due.ts'
import type { TaskHandlers } from '../taches/loop.ts'
import { newsMail } from './mails.tsx'
import { findReminder, silentMembers, unanswered } from './queries/silence.ts'
import { ANSWER_DAYS, silentSince } from './rules.ts'

/** The kind of the tasks that ask one person for news of all silent registers, by one mail; payload `{ user_id, rappels }`. */
const NEWS_TASK = 'courriel.nouvelles'
const MAX_ATTEMPTS = 6

type NewsDeps = Pick<Deps, 'db' | 'settings' | 'clock'>

/** Once a night: people whose registers have not moved are asked for news, those who manage hear of who did not answer. */
export async function askForNews(deps: NewsDeps, now: Date): Promise<void> {
  const { db, settings } = deps
  const days = settings.read().silence_jours
  if (days === 0 || !(await takeTurn(db, 'nouvelles', nightOf(now), now))) return
  await tellUnanswered(deps, now)
  const waiting = new Map<number, { source_id: number }[]>()
  for (const one of await silentMembers(db, silentSince(days, now), now.toISOString().slice(0, 10)))
    waiting.set(one.user_id, [...(waiting.get(one.user_id) ?? []), one])
  for (const [user_id, sources] of waiting) await askPerson(deps, user_id, sources, now)
}

/** The reminders of a person and the task of their mail stand together, or not at all. */
function askPerson(
  deps: NewsDeps,
  user_id: number,
  sources: readonly { source_id: number }[],
  now: Date,
): Promise<void> {
  // Its mail has both answers for each register; a plain one would be a second.
  const options = { ...notifyOptions(deps), mails: false, now }
  return deps.db.transaction().execute(async (trx) => {
    const rappels: number[] = []
    for (const { source_id } of sources) {
      const { id } = await trx
        .insertInto('rappels_registres')
        .values({ source_id, user_id, envoye_at: now.toISOString() })
        .returning('id')
        .executeTakeFirstOrThrow()
      rappels.push(id)
      await notify(trx, 'RegistreSilencieux', { rappel: id, source: { id: source_id }, userId: user_id }, options)
    }
    if (deps.settings.read().smtp !== null) await enqueue(trx, { kind: NEWS_TASK, payload: { user_id, rappels } }, now)
  })
}

async function tellUnanswered(deps: NewsDeps, now: Date): Promise<void> {
  const options = { ...notifyOptions(deps), now }
  for (const { id, source_id, section_id } of await unanswered(deps.db, silentSince(ANSWER_DAYS, now)))
    await deps.db.transaction().execute(async (trx) => {
      await trx.updateTable('rappels_registres').set({ signale_at: now.toISOString() }).where('id', '=', id).execute()
      await notify(trx, 'RegistreSansReponse', { rappel: id, source: { id: source_id, section_id } }, options)
    })
}

/** The reminders of this task that nobody answered meanwhile. */
async function stillOpen(db: Db, ids: readonly number[]) {
  const found = await Promise.all(ids.map((id) => findReminder(db, id)))
  return found.filter((one) => one !== undefined && one.reponse === null).map((one) => one as NonNullable<typeof one>)
}

type MailDeps = Pick<Deps, 'db' | 'settings' | 'clock' | 'appUrl' | 'secret'>

async function sendNews(deps: MailDeps, payload: Record<string, unknown>, taskId: number, limits?: MailLimits) {
  const { smtp, site_name, public_origin } = deps.settings.read()
  const user = await mailable(deps.db, Number(payload.user_id), deps.clock())
  if (!user || !(await wantsMail(deps.db, user, 'RegistreSilencieux'))) return
  const reminders = await stillOpen(deps.db, payload.rappels as number[])
  if (reminders.length === 0) return
  // Mail settings may be gone for a while only: the mail waits for them.
  if (smtp === null) throw new MailError('L’envoi de courriels n’est pas configuré.', false)
  const origin = deps.appUrl ?? (public_origin || undefined)
  const mail = newsMail(reminders, { siteName: site_name, origin, to: user.name, secret: deps.secret })
  const to = { name: oneLine(user.name), address: user.email }
  await sendMail(smtp, { ...mail, to, reference: `releves-nouvelles-${taskId}` }, limits)
}

/** Handler of the mails that ask for news. `limits`: other waits than those of lib/mailer.ts, for tests. */
export function newsHandlers(deps: MailDeps, limits?: MailLimits): TaskHandlers {
  const run: TaskHandlers[string]['run'] = async (_deps, { task }) => {
    try {
      await sendNews(deps, task.payload, task.id, limits)
    } catch (error) {
      if (error instanceof MailError && error.isPermanent) throw new TaskRefused(error.message)
      throw error
    }
  }
  return { [NEWS_TASK]: { run, retry: { delayMs: mailDelayMs, maxAttempts: MAX_ATTEMPTS } } }
}

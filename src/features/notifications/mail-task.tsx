import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts'
import { MailError, type MailLimits, sendMail } from '../../lib/mailer.ts'
import { oneLine } from '../../ui/mail.tsx'
import type { Deps } from '../../web/env.ts'
import { TaskRefused } from '../taches/actions.ts'
import type { TaskHandlers, TaskRun } from '../taches/loop.ts'
import { MAIL_TASK } from './actions.ts'
import { mailOf } from './mails.tsx'
import { type NotificationToMail, notificationToMail, wantsMail } from './queries.ts'
import { mailable, sees } from './recipients-queries.ts'

type MailDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'settings' | 'appUrl'>

/** 1 min, 4 min, 16 min, about 1 h, 4 h, 17 h, then a day: five days in all before the task is parked. */
const GROWTH = 4
const MAX_ATTEMPTS = 11

/** Delay before the next attempt, jitter apart (reliability.md T31). `essais`: attempts so far, from 1. */
export const mailDelayMs = (essais: number): number => Math.min(MINUTE_MS * GROWTH ** (essais - 1), DAY_MS)

/** Whom to write to; undefined where the mail is no longer wanted, or would tell of what may no longer be seen. */
async function readerOf({ db, clock }: MailDeps, notification: NotificationToMail) {
  if (notification.courriel_at !== null) return undefined
  const user = await mailable(db, notification.user_id, clock())
  if (!user) return undefined
  if (notification.source_id !== null && !(await sees(db, user, notification.source_id))) return undefined
  return (await wantsMail(db, user, notification.kind)) ? user : undefined
}

const NO_SERVER = 'L’envoi de courriels n’est pas configuré.'

async function sendNotification(deps: MailDeps, id: number, limits: MailLimits | undefined): Promise<void> {
  const { db, settings, appUrl } = deps
  const notification = await notificationToMail(db, id)
  const user = notification && (await readerOf(deps, notification))
  if (!notification || !user) return
  const { smtp, site_name, public_origin } = settings.read()
  // Mail settings may be gone for a while only: the mail waits for them.
  if (smtp === null) throw new MailError(NO_SERVER, false)
  const origin = appUrl ?? (public_origin || undefined)
  const mail = mailOf(notification, { siteName: site_name, origin, to: user.name })
  const reference = `releves-notification-${id}-${Date.parse(notification.created_at)}`
  await sendMail(smtp, { ...mail, to: { name: oneLine(user.name), address: user.email }, reference }, limits)
  // A kill before this line makes one double at most, with the same Message-ID.
  await db.updateTable('notifications').set({ courriel_at: deps.clock().toISOString() }).where('id', '=', id).execute()
}

/**
 * Handler of the mail tasks, for a loop of its own: `startTaskLoop(deps, mailHandlers(deps))`, so that a mail server that hangs
 * delays no other task. `limits`: other waits than those of lib/mailer.ts, for tests.
 */
export function mailHandlers(deps: MailDeps, limits?: MailLimits): TaskHandlers {
  const run = async (_deps: unknown, { task }: TaskRun) => {
    const id = Number(task.payload.notification_id)
    try {
      await sendNotification(deps, id, limits)
    } catch (error) {
      if (error instanceof MailError && error.isPermanent) throw new TaskRefused(error.message)
      throw error
    }
  }
  return { [MAIL_TASK]: { run, retry: { delayMs: mailDelayMs, maxAttempts: MAX_ATTEMPTS } } }
}

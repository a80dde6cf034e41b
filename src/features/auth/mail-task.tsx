import { type Mail, MailError, type MailLimits, sendMail } from '../../lib/mailer.ts'
import type { Deps } from '../../web/env.ts'
import { TaskRefused } from '../taches/actions.ts'
import type { TaskHandlers } from '../taches/loop.ts'
import { ACCOUNT_MAIL_TASK, type AccountNews } from './account-news.ts'
import { type MailFrame, wrongPinsMail } from './mails.tsx'
import { accountToMail } from './queries.ts'

const MINUTE_MS = 60_000
const LONGEST_MS = 240 * MINUTE_MS
const GROWTH = 4
/** Some nine hours: what these mails are about does not wait for days. */
const MAX_ATTEMPTS = 7

const delayMs = (essais: number): number => Math.min(MINUTE_MS * GROWTH ** (essais - 1), LONGEST_MS)

type MailDeps = Pick<Deps, 'db' | 'settings'>

async function mailOf({ db, settings }: MailDeps, news: AccountNews, taskId: number): Promise<Mail | undefined> {
  const account = await accountToMail(db, news.user_id)
  if (!account) return undefined
  const frame: MailFrame = {
    siteName: settings.read().site_name,
    to: { name: account.name, address: account.email },
    reference: `releves-compte-${taskId}`,
  }
  return wrongPinsMail(frame)
}

async function send(deps: MailDeps, news: AccountNews, taskId: number, limits: MailLimits | undefined): Promise<void> {
  const { smtp } = deps.settings.read()
  // Mail settings may be gone for a while only: the mail waits for them.
  if (smtp === null) throw new MailError('L’envoi de courriels n’est pas configuré.', false)
  const mail = await mailOf(deps, news, taskId)
  if (mail) await sendMail(smtp, mail, limits)
}

/** Handler of these tasks, for the loop of mails. `limits`: other waits than those of lib/mailer.ts, for tests. */
export function accountMailHandlers(deps: MailDeps, limits?: MailLimits): TaskHandlers {
  const run: TaskHandlers[string]['run'] = async (_deps, { task }) => {
    try {
      await send(deps, task.payload as unknown as AccountNews, task.id, limits)
    } catch (error) {
      if (error instanceof MailError && error.isPermanent) throw new TaskRefused(error.message)
      throw error
    }
  }
  return { [ACCOUNT_MAIL_TASK]: { run, retry: { delayMs, maxAttempts: MAX_ATTEMPTS } } }
}

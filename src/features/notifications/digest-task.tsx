import { dialectOf } from '../../db/dialect/index.ts'
import type { Db } from '../../db/schema.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { MailError, type MailLimits, sendMail } from '../../lib/mailer.ts'
import { nightOf, plural } from '../../lib/text.ts'
import { quoted } from '../../lib/typo.ts'
import { type MailBlock, type MailText, mailText, oneLine } from '../../ui/mail.tsx'
import type { Deps } from '../../web/env.ts'
import { enqueue, TaskRefused } from '../taches/actions.ts'
import { takeTurn } from '../taches/due.ts'
import type { TaskHandlers, TaskRun } from '../taches/loop.ts'
import { MAX_TOLD, noticesToTell, peopleToTell, type ToldNotice } from './digest-queries.ts'
import { KINDS } from './kinds/index.ts'
import { mailDelayMs } from './mail-task.tsx'
import { mailSwitches } from './queries.ts'
import { mailable } from './recipients-queries.ts'

/** The kind of the tasks that send one mail about all that is told daily; payload `{ user_id, depuis }`. */
const DIGEST_TASK = 'courriel.du-jour'

/** A notice older than that has missed its mails: the mail server was away for longer than the tasks try. */
const REACH_MS = 8 * DAY_MS
const MAX_ATTEMPTS = 6

/** Once a night, one task for each person whom something waits for; all processes call it. */
export async function enqueueDigests({ db, settings }: Pick<Deps, 'db' | 'settings'>, now: Date): Promise<void> {
  if (settings.read().smtp === null) return
  if (!(await takeTurn(db, DIGEST_TASK, nightOf(now), now))) return
  const depuis = new Date(now.getTime() - REACH_MS).toISOString()
  for (const user_id of await peopleToTell(db, depuis)) {
    await enqueue(db, { kind: DIGEST_TASK, payload: { user_id, depuis } }, now)
  }
}

interface DigestContext {
  siteName: string
  origin: string | undefined
  to: string
}

const FOOTER =
  'Vous recevez ce courriel, un par jour au plus, parce que vous avez un compte sur ce site. Votre profil permet de ne plus en recevoir.'

const noticeBlocks = (notice: ToldNotice, origin: string | undefined): MailBlock[] => [
  { text: `${KINDS[notice.kind].says(notice)} ${quoted(notice.titre)}.` },
  ...(notice.data.motif === null ? [] : [{ title: 'Sur', quote: notice.data.motif }]),
  ...(origin === undefined
    ? []
    : [{ href: `${origin}${KINDS[notice.kind].path(notice)}`, label: KINDS[notice.kind].mail.link }]),
]

function digestOf(notices: readonly ToldNotice[], { siteName, origin, to }: DigestContext): MailText {
  const left = notices.length - MAX_TOLD
  return mailText({
    title: `Au sujet de vos relevés\u00a0: ${plural(notices.length, 'message', 'messages')}`,
    siteName,
    blocks: [
      { text: `Bonjour ${to},` },
      ...notices.slice(0, MAX_TOLD).flatMap((notice) => noticeBlocks(notice, origin)),
      ...(left > 0 ? [{ text: `Et ${plural(left, 'autre', 'autres')}, à lire sur le site.` }] : []),
    ],
    footer: FOOTER,
    footerLink: origin === undefined ? undefined : { href: `${origin}/profil`, label: 'Ouvrir mon profil' },
  })
}

type DigestDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'appUrl'>

async function markMailed(db: Db, notices: readonly ToldNotice[], now: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ courriel_at: now.toISOString() })
    .where((eb) =>
      dialectOf(db).sql.inList(
        eb.ref('id'),
        notices.map(({ id }) => id),
      ),
    )
    .execute()
}

async function sendDigest(deps: DigestDeps, task: TaskRun['task'], limits?: MailLimits): Promise<void> {
  const { db, settings, appUrl } = deps
  const user = await mailable(db, Number(task.payload.user_id), deps.clock())
  if (!user) return
  const notices = await noticesToTell(db, user, await mailSwitches(db, user), String(task.payload.depuis))
  if (notices.length === 0) return
  const { smtp, site_name, public_origin } = settings.read()
  if (smtp === null) throw new MailError('L’envoi de courriels n’est pas configuré.', false)
  const origin = appUrl ?? (public_origin || undefined)
  const mail = digestOf(notices, { siteName: site_name, origin, to: user.name })
  const reference = `releves-jour-${task.id}-${user.id}`
  await sendMail(smtp, { ...mail, to: { name: oneLine(user.name), address: user.email }, reference }, limits)
  // A kill before this line makes one double at most, with the same Message-ID.
  await markMailed(db, notices, deps.clock())
}

/** Handler of the daily mails. `limits`: other waits than those of lib/mailer.ts, for tests. */
export function digestHandlers(deps: DigestDeps, limits?: MailLimits): TaskHandlers {
  const run = async (_deps: unknown, { task }: TaskRun) => {
    try {
      await sendDigest(deps, task, limits)
    } catch (error) {
      if (error instanceof MailError && error.isPermanent) throw new TaskRefused(error.message)
      throw error
    }
  }
  return { [DIGEST_TASK]: { run, retry: { delayMs: mailDelayMs, maxAttempts: MAX_ATTEMPTS } } }
}

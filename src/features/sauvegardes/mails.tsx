import type { Db } from '../../db/schema.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import { type Mail, MailError, sendMail } from '../../lib/mailer.ts'
import { formatInstant, formatSize } from '../../lib/text.ts'
import { type MailBlock, mailText, oneLine } from '../../ui/mail.tsx'
import type { Deps } from '../../web/env.ts'
import { TaskRefused } from '../taches/actions.ts'
import type { TaskHandlers } from '../taches/loop.ts'
import { listBackups } from './actions/backups.ts'
import { type BackupNews, NEWS_MAIL_TASK } from './queries.ts'
import { PATH } from './views.tsx'

type MailDeps = Pick<Deps, 'db' | 'settings' | 'appUrl' | 'storage'>

const FOOTER = 'Vous recevez ce courriel parce que vous êtes administrateur de ce site.'
const GROWTH = 4
/** Some six hours: the next night has its own mail. */
const RETRY = { delayMs: (essais: number) => MINUTE_MS * GROWTH ** Math.min(essais - 1, 3), maxAttempts: 8 }

const administrator = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', id)
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .executeTakeFirst()

function failureBlocks(raison: string, last: string | undefined): MailBlock[] {
  const before = last
    ? `La dernière sauvegarde est du ${formatInstant(last)}.`
    : 'Il n’y a aucune sauvegarde de ce site.'
  return [{ text: 'La sauvegarde de cette nuit n’a pas pu être faite.' }, { text: raison }, { text: before }]
}

const diskBlock = (libre: number): MailBlock => ({
  text: `Il ne reste que ${formatSize(libre)} sur le disque du serveur, moins d’un dixième. Faites de la place\u00a0: sur un disque plein, rien ne peut plus être enregistré ni sauvegardé.`,
})

interface Written {
  news: BackupNews
  to: { name: string; email: string }
  siteName: string
  origin: string
  last: string | undefined
}

function mailOf({ news: { raison, libre }, to, siteName, origin, last }: Written): Omit<Mail, 'reference'> {
  const title = raison === null ? 'Le disque du serveur est presque plein' : 'La sauvegarde de la nuit a échoué'
  const blocks: MailBlock[] = [
    { text: `Bonjour ${to.name},` },
    ...(raison === null ? [] : failureBlocks(raison, last)),
    ...(libre === null ? [] : [diskBlock(libre)]),
    ...(origin === '' ? [] : [{ href: origin + PATH, label: 'Voir les sauvegardes' }]),
  ]
  const content = mailText({ title, siteName, blocks, footer: FOOTER })
  return { ...content, to: { name: oneLine(to.name), address: to.email } }
}

async function send(deps: MailDeps, news: BackupNews, taskId: number): Promise<void> {
  const { smtp, site_name: siteName, public_origin } = deps.settings.read()
  const to = await administrator(deps.db, news.user_id)
  if (!to) return
  // Mail settings may be gone for a while only: the mail waits for them.
  if (smtp === null) throw new MailError('L’envoi de courriels n’est pas configuré.', false)
  const origin = deps.appUrl ?? public_origin
  const mail = mailOf({ news, to, siteName, origin, last: listBackups(deps.storage)[0]?.at })
  await sendMail(smtp, { ...mail, reference: `releves-sauvegarde-${taskId}` })
}

/** Handler of what administrators are written about the backups of the night, for the loop of mails. */
export function backupMailHandlers(deps: MailDeps): TaskHandlers {
  const run: TaskHandlers[string]['run'] = async (_deps, { task }) => {
    try {
      await send(deps, task.payload as unknown as BackupNews, task.id)
    } catch (error) {
      if (error instanceof MailError && error.isPermanent) throw new TaskRefused(error.message)
      throw error
    }
  }
  return { [NEWS_MAIL_TASK]: { run, retry: RETRY } }
}

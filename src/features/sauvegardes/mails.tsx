import type { Db } from '../../db/schema.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import { type Mail, MailError, sendMail } from '../../lib/mailer.ts'
import { formatInstant, formatSize } from '../../lib/text.ts'
import { type MailBlock, mailText, oneLine } from '../../ui/mail.tsx'
import type { Deps } from '../../web/env.ts'
import { type Task, TaskRefused } from '../taches/actions.ts'
import type { TaskHandlers } from '../taches/loop.ts'
import { listBackups } from './actions/backups.ts'
import { lastCopy } from './ailleurs/queries.ts'
import { type BackupNews, ELSEWHERE_MAIL_TASK, type ElsewhereNews, NEWS_MAIL_TASK } from './queries.ts'
import { newestOf } from './rules/retention.ts'
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
  to: { name: string; email: string }
  siteName: string
  origin: string
  last: string | undefined
}

function mailOf({
  news: { raison, libre },
  to,
  siteName,
  origin,
  last,
}: Written & { news: BackupNews }): Omit<Mail, 'reference'> {
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

/** The mail about a copy elsewhere that was given up. */
function elsewhereMail({ raison, to, siteName, origin, last }: Written & { raison: string }): Omit<Mail, 'reference'> {
  const blocks: MailBlock[] = [
    { text: `Bonjour ${to.name},` },
    { text: 'La copie des sauvegardes ailleurs n’a pas pu être faite.' },
    { text: raison },
    { text: last ? `La dernière copie est du ${formatInstant(last)}.` : 'Il n’y a encore aucune copie ailleurs.' },
    ...(origin === '' ? [] : [{ href: `${origin}${PATH}/ailleurs`, label: 'Voir la copie ailleurs' }]),
  ]
  const content = mailText({ title: 'La copie ailleurs a échoué', siteName, blocks, footer: FOOTER })
  return { ...content, to: { name: oneLine(to.name), address: to.email } }
}

type Compose = (written: Omit<Written, 'last'>) => Promise<Omit<Mail, 'reference'>>

async function send(deps: MailDeps, { user_id, compose }: { user_id: number; compose: Compose }, reference: string) {
  const { smtp, site_name: siteName, public_origin } = deps.settings.read()
  const to = await administrator(deps.db, user_id)
  if (!to) return
  // Mail settings may be gone for a while only: the mail waits for them.
  if (smtp === null) throw new MailError('L’envoi de courriels n’est pas configuré.', false)
  const mail = await compose({ to, siteName, origin: deps.appUrl ?? public_origin })
  await sendMail(smtp, { ...mail, reference })
}

const handlerOf = (work: (task: Task, now: Date) => Promise<void>): TaskHandlers[string] => ({
  retry: RETRY,
  async run({ clock }, { task }) {
    try {
      await work(task, clock())
    } catch (error) {
      if (error instanceof MailError && error.isPermanent) throw new TaskRefused(error.message)
      throw error
    }
  },
})

/** Handlers of what administrators are written about the backups of the night and their copies, for the loop of mails. */
export const backupMailHandlers = (deps: MailDeps): TaskHandlers => ({
  [NEWS_MAIL_TASK]: handlerOf(({ id, payload }, now) => {
    const news = payload as unknown as BackupNews
    const last = newestOf(listBackups(deps.storage), now)?.at
    const compose: Compose = (written) => Promise.resolve(mailOf({ ...written, news, last }))
    return send(deps, { user_id: news.user_id, compose }, `releves-sauvegarde-${id}`)
  }),
  [ELSEWHERE_MAIL_TASK]: handlerOf(({ id, payload }, now) => {
    const { user_id, raison } = payload as unknown as ElsewhereNews
    const compose: Compose = async (written) =>
      elsewhereMail({ ...written, raison, last: (await lastCopy(deps.db, now))?.at })
    return send(deps, { user_id, compose }, `releves-ailleurs-${id}`)
  }),
})

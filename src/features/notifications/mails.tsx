import { NBSP, quoted } from '../../lib/typo.ts'
import { type MailBlock, type MailText, mailText } from '../../ui/mail.tsx'
import { KINDS } from './kinds/index.ts'
import type { NotificationToMail } from './queries.ts'

interface MailContext {
  siteName: string
  /** Public origin of the site without a final slash; undefined while nobody knows it: the mail then has no link. */
  origin: string | undefined
  /** Name of who is written to. */
  to: string
}

const FOOTER =
  'Vous recevez ce courriel parce que vous avez un compte sur ce site. Votre profil permet de ne plus en recevoir.'

function blocksOf(notification: NotificationToMail, { origin, to }: MailContext): MailBlock[] {
  const { titre, data } = notification
  const { says, path, mail } = KINDS[notification.kind]
  const details = mail.details(notification)
  const more = details.length === 0 ? '' : ` (${details.join(', ')})`
  return [
    { text: `Bonjour ${to},` },
    { text: `${says(notification)} ${quoted(titre)}${more}.` },
    ...(data.motif === null ? [] : [{ title: 'Motif', quote: data.motif }]),
    { text: mail.call },
    ...(origin === undefined ? [] : [{ href: `${origin}${path(notification)}`, label: mail.link }]),
  ]
}

/** The mail of a notification. */
export function mailOf(notification: NotificationToMail, context: MailContext): MailText {
  const { siteName, origin } = context
  return mailText({
    title: `${KINDS[notification.kind].mail.subject}${NBSP}: ${notification.titre}`,
    siteName,
    blocks: blocksOf(notification, context),
    footer: FOOTER,
    footerLink: origin === undefined ? undefined : { href: `${origin}/profil`, label: 'Ouvrir mon profil' },
  })
}

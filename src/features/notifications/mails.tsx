import type { NotificationKind } from '../../db/schema-notifications.ts'
import { plural } from '../../lib/text.ts'
import { NBSP, quoted } from '../../lib/typo.ts'
import { type MailBlock, type MailText, mailText } from '../../ui/mail.tsx'
import { KINDS } from './kinds.ts'
import type { NotificationToMail } from './queries.ts'

interface MailContext {
  siteName: string
  /** Public origin of the site without a final slash; undefined while nobody knows it: the mail then has no link. */
  origin: string | undefined
  /** Name of who is written to. */
  to: string
}

interface Wording {
  subject: string
  /** Asks for what is to be done, before the link. */
  call: string
  /** The link in words. */
  link: string
}

const WORDINGS: Record<NotificationKind, Wording> = {
  SourceAValider: {
    subject: 'Source à valider',
    call: 'La source attend maintenant votre relecture.',
    link: 'Relire la source',
  },
  SourceRejetee: {
    subject: 'Source rejetée',
    call: 'La source est de nouveau ouverte à la saisie. Corrigez ce qui est demandé, puis soumettez-la de nouveau.',
    link: 'Ouvrir la source',
  },
}

const FOOTER =
  'Vous recevez ce courriel parce que vous avez un compte sur ce site. Votre profil permet de ne plus en recevoir.'

function blocksOf(notification: NotificationToMail, { origin, to }: MailContext): MailBlock[] {
  const { kind, titre, section, nb_releves, source_id, data } = notification
  const about = [plural(nb_releves, 'relevé', 'relevés'), ...(section === null ? [] : [section])]
  const author = notification.auteur ?? 'Une personne dont le compte est supprimé'
  const { call, link } = WORDINGS[kind]
  return [
    { text: `Bonjour ${to},` },
    { text: `${author} ${KINDS[kind].verb} ${quoted(titre)} (${about.join(', ')}).` },
    ...(data.motif === null ? [] : [{ title: 'Motif', quote: data.motif }]),
    { text: call },
    ...(origin === undefined ? [] : [{ href: `${origin}${KINDS[kind].path(source_id)}`, label: link }]),
  ]
}

/** The mail of a notification. */
export function mailOf(notification: NotificationToMail, context: MailContext): MailText {
  const { siteName, origin } = context
  return mailText({
    title: `${WORDINGS[notification.kind].subject}${NBSP}: ${notification.titre}`,
    siteName,
    blocks: blocksOf(notification, context),
    footer: FOOTER,
    footerLink: origin === undefined ? undefined : { href: `${origin}/profil`, label: 'Ouvrir mon profil' },
  })
}

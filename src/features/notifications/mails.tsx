import type { Child } from 'hono/jsx'
import type { NotificationKind } from '../../db/schema-notifications.ts'
import { plural } from '../../lib/text.ts'
import { NBSP, quoted } from '../../ui/typo.ts'
import { KINDS } from './kinds.ts'
import type { NotificationToMail } from './queries.ts'

interface MailContext {
  siteName: string
  /** Public origin of the site without a final slash; undefined while nobody knows it: the mail then has no link. */
  origin: string | undefined
  /** Name of who is written to. */
  to: string
}

export interface MailText {
  subject: string
  text: string
  html: string
}

interface Wording {
  subject: string
  /** What is asked, before the link. */
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

const MAX_SUBJECT = 200

/** A title may have been typed with line breaks; a subject has none. */
export const oneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()

/** What both forms of the mail say, in order. */
function partsOf(notification: NotificationToMail, { siteName, origin, to }: MailContext) {
  const { kind, titre, section, nb_releves, source_id, data } = notification
  const about = [plural(nb_releves, 'relevé', 'relevés'), ...(section === null ? [] : [section])]
  return {
    greeting: `Bonjour ${to},`,
    news: `${notification.auteur ?? 'Une personne dont le compte est supprimé'} ${KINDS[kind].verb} ${quoted(titre)} (${about.join(', ')}).`,
    motif: data.motif,
    call: WORDINGS[kind].call,
    link: origin && { href: `${origin}${KINDS[kind].path(source_id)}`, label: WORDINGS[kind].link },
    signature: siteName,
    footer:
      'Vous recevez ce courriel parce que vous avez un compte sur ce site. Votre profil permet de ne plus en recevoir.',
    profile: origin && `${origin}/profil`,
  }
}

type Parts = ReturnType<typeof partsOf>

function textOf({ greeting, news, motif, call, link, signature, footer, profile }: Parts): string {
  const paragraphs = [
    greeting,
    news,
    motif === null ? undefined : `Motif${NBSP}:\n${motif}`,
    call,
    link && `${link.label}${NBSP}:\n${link.href}`,
    `-- \n${signature}\n${footer}${profile ? `\n${profile}` : ''}`,
  ]
  return `${paragraphs.filter((part) => part !== undefined).join('\n\n')}\n`
}

function MailDocument({ subject, parts }: { subject: string; parts: Parts }) {
  const { greeting, news, motif, call, link, signature, footer, profile } = parts
  return (
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <title>{subject}</title>
      </head>
      <body>
        <p>{greeting}</p>
        <p>{news}</p>
        {motif !== null && <Motif motif={motif} />}
        <p>{call}</p>
        {link && (
          <p>
            <a href={link.href}>{link.label}</a>
          </p>
        )}
        <hr />
        <p>
          {signature}
          <br />
          <small>
            {footer} {profile && <a href={profile}>Ouvrir mon profil</a>}
          </small>
        </p>
      </body>
    </html>
  )
}

/** The reason as it was typed, line by line. */
function Motif({ motif }: { motif: string }): Child {
  return (
    <>
      <p>Motif&nbsp;:</p>
      <blockquote>
        {motif.split('\n').map((line, index) => (
          <>
            {index > 0 && <br />}
            {line}
          </>
        ))}
      </blockquote>
    </>
  )
}

/** The mail of a notification: subject on one line, text and HTML that say the same. */
export function mailOf(notification: NotificationToMail, context: MailContext): MailText {
  const title = `${WORDINGS[notification.kind].subject}${NBSP}: ${notification.titre}`
  const subject = oneLine(`[${context.siteName}] ${title}`).slice(0, MAX_SUBJECT)
  const parts = partsOf(notification, context)
  const html = (<MailDocument subject={subject} parts={parts} />).toString()
  return { subject, text: textOf(parts), html: `<!DOCTYPE html>${html}` }
}

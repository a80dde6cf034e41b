import type { Mail } from '../../lib/mailer.ts'
import { type MailBlock, mailText, oneLine } from '../../ui/mail.tsx'

export interface MailFrame {
  siteName: string
  to: { name: string; address: string }
  /** Left part of the Message-ID. */
  reference: string
}

const ACCOUNT_FOOTER = 'Vous recevez ce courriel parce que vous avez un compte sur ce site.'
export const STRANGER_FOOTER =
  'Vous recevez ce courriel parce que quelqu’un a donné cette adresse sur ce site. Si ce n’était pas vous, n’en tenez pas compte\u00a0: rien ne se fera.'

export function mail(frame: MailFrame, title: string, blocks: MailBlock[], footer = ACCOUNT_FOOTER): Mail {
  const { siteName, to, reference } = frame
  const greeting = { text: `Bonjour ${to.name},` }
  const content = mailText({ title, siteName, blocks: [greeting, ...blocks], footer })
  return { ...content, to: { name: oneLine(to.name), address: to.address }, reference }
}

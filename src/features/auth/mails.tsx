import type { Mail } from '../../lib/mailer.ts'
import { type MailBlock, mailText, oneLine } from '../../ui/mail.tsx'

/** Who is written to, and on behalf of which site. */
export interface MailFrame {
  siteName: string
  to: { name: string; address: string }
  /** Left part of the Message-ID. */
  reference: string
}

const ACCOUNT_FOOTER = 'Vous recevez ce courriel parce que vous avez un compte sur ce site.'

function mail(frame: MailFrame, title: string, blocks: MailBlock[], footer = ACCOUNT_FOOTER): Mail {
  const { siteName, to, reference } = frame
  const greeting = { text: `Bonjour ${to.name},` }
  const content = mailText({ title, siteName, blocks: [greeting, ...blocks], footer })
  return { ...content, to: { name: oneLine(to.name), address: to.address }, reference }
}

/** The PIN of a log-in. */
export const pinMail = (frame: MailFrame, pin: string): Mail =>
  mail(frame, 'Votre code de connexion', [
    { text: 'Voici le code qui termine votre connexion. Il est valable dix minutes et ne sert qu’une fois\u00a0:' },
    { code: pin },
    {
      text: 'Si vous ne vous connectez pas en ce moment, quelqu’un connaît votre mot de passe\u00a0: changez-le dans votre profil, et prévenez un administrateur.',
    },
  ])

/** Somebody who knows the password typed five wrong PINs. */
export const wrongPinsMail = (frame: MailFrame): Mail =>
  mail(frame, 'Codes de connexion faux', [
    {
      text: 'Quelqu’un a donné votre mot de passe, puis cinq codes de connexion faux. La connexion a été refusée.',
    },
    {
      text: 'Si c’était vous, recommencez simplement. Sinon, changez votre mot de passe dans votre profil\u00a0: quelqu’un d’autre le connaît.',
    },
  ])

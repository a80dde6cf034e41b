import { randomToken } from '../../lib/crypto.ts'
import { MailError, type MailFault, type MailLimits, type SmtpServer, sendMail } from '../../lib/mailer.ts'
import { formatInstant } from '../../lib/text.ts'
import { mailText, oneLine } from '../../ui/mail.tsx'

/** Ten seconds at most from the button to the answer (reliability.md T14). */
const LIMITS: MailLimits = { connection: 4000, greeting: 4000, socket: 8000, whole: 9500 }

/** The advice repeats nothing that the other side said, which could be anything that listens there. */
const ADVICE: Record<MailFault, string> = {
  introuvable: 'Ce nom de serveur est introuvable. Vérifiez son orthographe.',
  interdite: 'Cette adresse est réservée : aucun serveur de courriel ne s’y trouve.',
  refusee: 'La connexion a été refusée. Vérifiez le nom du serveur et le port.',
  coupee:
    'La connexion a été coupée. Ce port n’est peut-être pas celui d’un serveur de courriel, ou attend un autre chiffrement.',
  delai: 'Le serveur n’a pas répondu à temps. Vérifiez le nom du serveur, le port et le chiffrement.',
  chiffrement: 'La connexion chiffrée a échoué. Vérifiez le mode de chiffrement, le port et le certificat du serveur.',
  identifiants: 'Le serveur a refusé l’identifiant ou le mot de passe.',
  envoi:
    'Le serveur a répondu, mais a refusé ce courriel. Vérifiez l’adresse de l’expéditeur, et votre propre adresse.',
}

interface Trial {
  server: SmtpServer
  siteName: string
  /** The administrator who asks, and who gets it. */
  to: { name: string; email: string }
  now: Date
  limits: MailLimits | undefined
}

/** Sends a real mail to who asks, and says in words how it went. */
export async function tryMail({
  server,
  siteName,
  to,
  now,
  limits = LIMITS,
}: Trial): Promise<{ ok: boolean; text: string }> {
  const content = mailText({
    title: 'Courriel d’essai',
    siteName,
    blocks: [
      { text: `Bonjour ${to.name},` },
      { text: 'Ce courriel montre que le site sait écrire à ses utilisateurs.' },
      { text: `Vous l’avez demandé dans les paramètres le ${formatInstant(now.toISOString())}.` },
    ],
    footer: 'Vous recevez ce courriel parce que vous administrez ce site.',
  })
  const mail = {
    ...content,
    to: { name: oneLine(to.name), address: to.email },
    reference: `releves-essai-${randomToken()}`,
  }
  try {
    await sendMail(server, mail, limits)
    return {
      ok: true,
      text: `Courriel envoyé à ${to.email}. S’il n’arrive pas, regardez dans les courriers indésirables.`,
    }
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    return { ok: false, text: ADVICE[error.fault] }
  }
}

import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'

/** A mail provider of many associations: what its server asks for. */
export interface Messagerie {
  code: string
  nom: string
  host: string
  port: number
  encryption: 'starttls' | 'tls'
  /** French, whole sentences: what to do before it takes mails. */
  aide: string
}

/**
 * Host, port and encryption as read in November 2026: OVH, « SMTP sortant (recommandé) », quai-des-entrepreneurs.com/ovh-mail; Gmail, with
 * its 500 mails a day, developer.nylas.com/docs/cookbook/email/gmail-smtp-settings; Free, which no longer has an option to switch on,
 * next.ink (« smtp.free.fr », ports 587 and 465). Orange publishes its own page; its values stand as they are usually given.
 */
export const MESSAGERIES: readonly Messagerie[] = [
  {
    code: 'ovh',
    nom: 'OVH',
    host: 'ssl0.ovh.net',
    port: 465,
    encryption: 'tls',
    aide: `L’identifiant est l’adresse entière. Si votre offre s’appelle ${quoted('Email Pro')} ou ${quoted('Exchange')}, le serveur porte un autre nom${NBSP}: votre espace client OVH le donne.`,
  },
  {
    code: 'gmail',
    nom: 'Gmail',
    host: 'smtp.gmail.com',
    port: 587,
    encryption: 'starttls',
    aide: `Gmail refuse le mot de passe habituel${NBSP}: il faut un ${quoted('mot de passe d’application')} de seize lettres. Il se crée dans le compte Google, rubrique ${quoted('Sécurité')}, une fois la validation en deux étapes activée. Gmail laisse partir environ 500 courriels par jour.`,
  },
  {
    code: 'orange',
    nom: 'Orange',
    host: 'smtp.orange.fr',
    port: 465,
    encryption: 'tls',
    aide: 'L’identifiant est l’adresse entière, et le mot de passe celui de cette messagerie. L’expéditeur doit être cette même adresse.',
  },
  {
    code: 'free',
    nom: 'Free',
    host: 'smtp.free.fr',
    port: 465,
    encryption: 'tls',
    aide: `L’identifiant est l’adresse entière, et l’expéditeur cette même adresse${NNBSP}; Free refuse les autres. Le mot de passe est celui de cette messagerie.`,
  },
]

/** The provider of this code; undefined where there is none. */
export const messagerieOf = (code: string): Messagerie | undefined => MESSAGERIES.find((one) => one.code === code)

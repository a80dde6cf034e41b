import type { Settings } from '../../../web/env.ts'

type Contact = Pick<Settings, 'contact_comptes'>

/** Names whom to ask about accounts: « Adressez-vous à Jeanne Le Goff, secrétaire. » */
export const askWhom = ({ contact_comptes }: Contact): string =>
  `Adressez-vous à ${contact_comptes === '' ? 'un administrateur de votre association' : contact_comptes.replace(/[.\s]+$/, '')}.`

export const registrationClosed = (contact: Contact): string =>
  `Les inscriptions sont fermées\u00a0: une personne de l’association crée les comptes. ${askWhom(contact)}`

export const inactiveAccount = (contact: Contact): string => `Ce compte est désactivé. ${askWhom(contact)}`

/** Somebody asked for the account, and nobody has accepted it yet. */
export const waitingAccount = (contact: Contact): string =>
  `Votre demande de compte attend encore l’accord d’un administrateur. ${askWhom(contact)}`

export const expiredTemporary = (contact: Contact): string =>
  `Ce mot de passe temporaire n’est plus valable\u00a0: il fallait s’en servir dans les quatorze jours. Demandez-en un autre. ${askWhom(contact)}`

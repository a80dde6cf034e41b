import type { Settings } from '../../../../web/env.ts'
import { askWhom } from '../../rules/contact.ts'

/** Why an identity opens no account; `name`: how people call the provider. */
export const REFUSALS = {
  unverified: (name: string) =>
    `${name} ne dit pas que votre adresse électronique est vérifiée\u00a0: faites-la vérifier là-bas, ou connectez-vous ici avec votre mot de passe.`,
  unknown: (name: string, contact: Pick<Settings, 'contact_comptes'>) =>
    `Aucun compte d’ici n’a l’adresse électronique que donne ${name}. ${askWhom(contact)}`,
  otherName: (name: string) =>
    `Votre compte d’ici est déjà relié à une autre identité de ${name}. Connectez-vous avec votre mot de passe, puis déliez-le dans votre profil.`,
  unshown: (name: string) =>
    `Votre adresse électronique n’a pas encore été vérifiée ici. Connectez-vous une fois avec votre mot de passe, ou par le lien de votre invitation\u00a0: ${name} servira ensuite.`,
} as const

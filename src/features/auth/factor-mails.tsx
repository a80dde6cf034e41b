import type { Mail } from '../../lib/mailer.ts'
import { type MailFrame, mail } from './mail-frame.tsx'

export const factorAddedMail = (frame: MailFrame): Mail =>
  mail(frame, 'Application d’authentification ajoutée', [
    {
      text: `Le compte ${frame.to.name} demande désormais, après le mot de passe, le code d’une application d’authentification. Ce code ne vous sera plus envoyé par courriel.`,
    },
    { text: 'Si ce n’était pas vous, prévenez tout de suite un administrateur.' },
  ])

export const keyAddedMail = (frame: MailFrame): Mail =>
  mail(frame, 'Clé d’accès ajoutée', [
    {
      text: `Une clé d’accès vient d’être ajoutée au compte ${frame.to.name}\u00a0: elle termine la connexion après le mot de passe. Aucun code ne vous sera plus envoyé par courriel.`,
    },
    { text: 'Si ce n’était pas vous, prévenez tout de suite un administrateur.' },
  ])

const DROPPED_BY = {
  soi: 'depuis votre profil',
  administrateur: 'par un administrateur de ce site',
  commande: 'par la personne qui tient le serveur de ce site',
} as const

/** How each is said: its title, and the sentence before and after by whom. */
const DROPPED = {
  application: [
    'Application d’authentification retirée',
    (name: string, by: string) =>
      `L’application d’authentification du compte ${name} vient d’être retirée ${by}\u00a0: la connexion n’en demandera plus de code.`,
  ],
  cle: [
    'Clé d’accès retirée',
    (name: string, by: string) =>
      `Une clé d’accès du compte ${name} vient d’être retirée ${by}\u00a0: la connexion ne l’acceptera plus.`,
  ],
  tout: [
    'Second facteur retiré',
    (name: string, by: string) =>
      `Le second facteur du compte ${name} (application, clés d’accès, codes de secours) vient d’être retiré ${by}\u00a0: la connexion ne le demandera plus.`,
  ],
} as const

export const factorDroppedMail = (
  frame: MailFrame,
  par: keyof typeof DROPPED_BY,
  quoi: keyof typeof DROPPED = 'application',
): Mail => {
  const [title, sentence] = DROPPED[quoi]
  return mail(frame, title, [
    { text: sentence(frame.to.name, DROPPED_BY[par]) },
    { text: 'Si vous ne l’avez pas demandé, prévenez tout de suite un administrateur.' },
  ])
}

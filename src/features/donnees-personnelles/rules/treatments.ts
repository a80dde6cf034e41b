import { plural } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import type { Settings } from '../../../web/env.ts'

/** A treatment of the register that article 30 of the GDPR asks for, in the order of its points. */
export interface Treatment {
  nom: string
  finalite: string
  base: string
  personnes: string
  donnees: string
  destinataires: string
  duree: string
  securite: string
}

export type PersonalSettings = Pick<
  Settings,
  | 'responsable_donnees'
  | 'contact_donnees'
  | 'sous_traitants'
  | 'inutilise_avis_mois'
  | 'inutilise_fermeture_mois'
  | 'journal_mois'
  | 'smtp'
>

const months = (n: number): string => plural(n, 'mois', 'mois')

/** How long an account stays that nobody uses. */
export function unusedInWords({
  inutilise_avis_mois: told,
  inutilise_fermeture_mois: closed,
}: PersonalSettings): string {
  if (told === 0) return 'Un compte reste ouvert tant que personne ne le ferme.'
  const warned = `Qui n’est pas venu depuis ${months(told)} en est prévenu par courriel`
  return closed === 0
    ? `${warned}.`
    : `${warned}${NBSP}; son compte est fermé au bout de ${months(closed)}, et ses relevés restent.`
}

const SECURE =
  'Connexion par mot de passe (haché par Argon2id) et second facteur, droits vérifiés à chaque demande, journal des accès, liaison chiffrée, sauvegardes chaque nuit.'

const accounts = (settings: PersonalSettings): Treatment => ({
  nom: 'Comptes et accès',
  finalite: 'Ouvrir le site à ses membres, et à chacun ce qui le concerne.',
  base: 'Exécution du contrat (adhésion, charte) et intérêt légitime de l’association.',
  personnes: 'Membres, gestionnaires et administrateurs.',
  donnees:
    'Nom d’utilisateur, adresse électronique, empreinte du mot de passe, secret scellé de l’application d’authentification, partie publique et nom des clés d’accès, empreintes des codes de secours, identité chez le fournisseur s’il y en a un, rôle, sections, préférences, sessions ouvertes (navigateur, dates).',
  destinataires: 'Les administrateurs ; les autres membres ne voient que le nom.',
  duree: `Jusqu’à la suppression du compte. ${unusedInWords(settings)} Une session dure trente jours sans visite.`,
  securite: SECURE,
})

const RECORDS: Treatment = {
  nom: 'Relevés et leur historique',
  finalite: 'Relever des actes d’archives, les relire, les chercher, et savoir qui a écrit quoi.',
  base: 'Intérêt légitime : recherche historique et généalogique.',
  personnes: 'Les personnes nommées dans les actes, le plus souvent mortes ; les membres qui relèvent.',
  donnees:
    'Ce que disent les actes (noms, dates, lieux, parenté, professions) ; le nom du membre et la date de chaque version.',
  destinataires: 'Les membres selon leurs sections ; les fichiers qu’un administrateur exporte.',
  duree:
    'Sans limite, dans le respect des délais de communicabilité. Un compte supprimé n’y laisse qu’un numéro à la place du nom.',
  securite: SECURE,
}

const journal = ({ journal_mois }: PersonalSettings): Treatment => ({
  nom: 'Journal de sécurité',
  finalite: 'Savoir qui est entré, a changé ou emporté quoi ; arrêter les essais de mots de passe.',
  base: 'Intérêt légitime : sécurité du site.',
  personnes: 'Quiconque se connecte ou essaie.',
  donnees: 'Compte, geste, date, adresse IP, navigateur.',
  destinataires: 'Les administrateurs.',
  duree: `${months(journal_mois)}, puis effacement de lui-même.`,
  securite: SECURE,
})

const mails = ({ smtp }: PersonalSettings): Treatment => ({
  nom: 'Courriels',
  finalite: 'Mots de passe oubliés, codes de connexion, avis que chacun choisit dans son profil.',
  base: 'Exécution du contrat ; consentement pour les avis, retiré d’un clic.',
  personnes: 'Les titulaires d’un compte.',
  donnees: 'Adresse électronique, objet du courriel.',
  destinataires: smtp === null ? 'Aucun courriel ne part de ce site.' : `Le serveur de courriel ${smtp.host}.`,
  duree: 'Une semaine dans la file d’envoi.',
  securite: SECURE,
})

const STATISTICS: Treatment = {
  nom: 'Statistiques de saisie',
  finalite: 'Rendre compte à l’assemblée du travail de l’année.',
  base: 'Intérêt légitime de l’association.',
  personnes: 'Les membres qui relèvent.',
  donnees: 'Nombres de relevés par mois et par section ; le nom seulement de qui l’a voulu dans son profil.',
  destinataires: 'Les membres.',
  duree: 'Sans limite, sans nom une fois le compte supprimé.',
  securite: SECURE,
}

/** The treatments of the site, as its settings have them. */
export const treatmentsOf = (settings: PersonalSettings): Treatment[] => [
  accounts(settings),
  RECORDS,
  journal(settings),
  mails(settings),
  STATISTICS,
]

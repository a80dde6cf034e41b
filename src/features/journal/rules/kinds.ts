import type { JournalResultat } from '../../../db/schema-acces.ts'

/** Every action that the journal keeps has its name on the page here; a new one is one line. */
export const ACTIONS = {
  connexion: 'Connexion',
  deconnexion: 'Déconnexion',
  'session.fin': 'Session fermée à distance',
  'code.envoi': 'Envoi du code de connexion',
  code: 'Code de connexion',
  'code.secours': 'Code de secours utilisé',
  'facteur.ajout': 'Application d’authentification ajoutée',
  'facteur.codes': 'Codes de secours refaits',
  'facteur.retrait': 'Application d’authentification retirée',
  'identite.ajout': 'Compte relié au fournisseur d’identité',
  'identite.retrait': 'Compte délié du fournisseur d’identité',
  'cle.ajout': 'Clé d’accès ajoutée',
  'cle.retrait': 'Clé d’accès retirée',
  'acces.refus': 'Accès refusé',
  inscription: 'Inscription',
  'inscription.accord': 'Inscription acceptée',
  'inscription.refus': 'Inscription refusée',
  'mot_de_passe.changement': 'Mot de passe changé',
  'mot_de_passe.temporaire': 'Mot de passe temporaire donné',
  'mot_de_passe.oubli': 'Mot de passe oublié',
  'compte.creation': 'Compte créé',
  'compte.invitation': 'Invitation envoyée',
  'compte.modification': 'Compte modifié',
  'compte.role': 'Rôle changé',
  'compte.activation': 'Compte activé',
  'compte.desactivation': 'Compte désactivé',
  'compte.pause': 'Pause d’un membre',
  'compte.pause_finie': 'Fin d’une pause',
  'compte.email': 'Adresse électronique changée',
  'compte.suppression': 'Compte supprimé',
  'compte.fusion': 'Compte fusionné avec un autre',
  reglages: 'Réglages changés',
  'import.confirmation': 'Import confirmé',
  'import.annulation': 'Import annulé',
  lot: 'Geste sur plusieurs lignes',
  'source.suppression': 'Source supprimée',
  'source.retour': 'Source rétablie',
  'lot.retour': 'Geste défait',
  'orthographe.proposition': 'Orthographe proposée',
  'orthographe.ajout': 'Orthographe ajoutée',
  'orthographe.acceptation': 'Orthographe acceptée',
  'orthographe.refus': 'Orthographe refusée',
  'orthographe.modification': 'Orthographe modifiée',
  'orthographe.suppression': 'Orthographe supprimée',
  'liens.changement': 'Adresses d’un dépôt changées',
  'liens.retour': 'Changement d’adresses annulé',
  export: 'Export',
  emporter: 'Archive de tout le site demandée',
  remettre: 'Archive de tout un site remise',
  sauvegarde: 'Sauvegarde demandée',
  'copie.demande': 'Copie ailleurs demandée',
  'copie.ailleurs': 'Sauvegarde copiée ailleurs',
  'sauvegarde.externe': 'Sauvegarde externe notée',
  'copie.retour': 'Copie rapportée d’ailleurs',
  'images.archive': 'Photos archivées',
  'restauration.demande': 'Restauration demandée',
  restauration: 'Sauvegarde restaurée',
  'mise-a-jour': 'Mise à jour de Relevés',
  'base.deplacement': 'Base déplacée',
} as const

export type JournalAction = keyof typeof ACTIONS

/** In the order of the list to choose from; also how each is shown. */
export const RESULTATS: Record<JournalResultat, { label: string; tone: 'ok' | 'warn' | 'err' }> = {
  ok: { label: 'Fait', tone: 'ok' },
  refus: { label: 'Refusé', tone: 'err' },
  alerte: { label: 'À surveiller', tone: 'warn' },
}

/** Why something was refused, or how it went. */
const CAUSES: Record<string, string> = {
  inconnu: 'aucun compte de ce nom',
  mot_de_passe: 'mot de passe faux',
  inactif: 'compte désactivé',
  attente: 'demande de compte en attente',
  temporaire: 'mot de passe temporaire trop ancien',
  courriel: 'courriel non parti',
  faux: 'code faux ou trop ancien',
  fournisseur: 'par le fournisseur d’identité',
  compteur: 'clé d’accès qui semble copiée',
  formulaire: 'formulaire étranger ou trop ancien',
  droit: 'droit absent',
  commande: 'par la ligne de commande',
  lien: 'par le lien d’un courriel',
  invitation: 'par une invitation',
  inutilise: 'compte inutilisé',
}

const LABELS: Record<string, string> = {
  de: 'de',
  vers: 'à',
  champs: 'champs',
  cles: 'réglages',
  filtres: 'filtres',
  chemin: 'adresse',
  lignes: 'lignes',
  geste: 'geste',
  refus: 'refus',
  ligne: 'ligne n°',
  comptes: 'comptes',
  compte: 'avec le compte n°',
  sessions: 'sessions',
  du: 'du',
  jeton: 'repère',
  regle: 'règle n°',
  registres: 'registres',
  liens: 'liens',
  fichier: 'fichier',
  octets: 'octets',
  faite: 'faite le',
}

/** Settings and fields by the names that their pages give them. */
const NAMES: Record<string, string> = {
  site_name: 'nom du site',
  registration_enabled: 'inscriptions',
  inscriptions_approuvees: 'accord des inscriptions',
  contact_comptes: 'à qui demander un compte',
  journal_mois: 'durée du journal',
  silence_jours: 'délai sans nouvelles',
  public_origin: 'adresse du site',
  smtp: 'serveur de courriel',
  pin_obligatoire: 'code obligatoire',
  jeton_surveillance: 'jeton de surveillance',
  facteur_exige: 'second facteur exigé',
  fournisseur: 'fournisseur d’identité',
  avis_appareils: 'courriel à chaque nouvel appareil',
  logo: 'logo',
  responsable_donnees: 'responsable des données',
  contact_donnees: 'contact pour les données',
  sous_traitants: 'sous-traitants',
  inutilise_avis_mois: 'délai avant l’avis d’inutilité',
  inutilise_fermeture_mois: 'délai avant la fermeture d’un compte',
  tuiles_url: 'fond de carte',
  tuiles_mention: 'mention du fond de carte',
  accueil_public: 'page d’accueil publique',
  accueil_texte: 'texte de la page d’accueil',
  accueil_nombres: 'nombres de la page d’accueil',
  accueil_contact: 'contact de la page d’accueil',
  update_check_enabled: 'recherche de mises à jour',
  sauvegarde_quotidienne: 'sauvegarde de chaque nuit',
  ailleurs: 'copie ailleurs',
  sauvegarde_externe: 'sauvegarde externe',
  name: 'nom d’utilisateur',
  note: 'note',
  email: 'adresse électronique',
}

const written = (value: unknown): string =>
  Array.isArray(value) ? value.map((one) => NAMES[String(one)] ?? String(one)).join(', ') : String(value)

/** The details of a line in words. */
export function detailInWords(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .map(([key, value]) => {
      if (key === 'cause') return CAUSES[written(value)] ?? written(value)
      return `${LABELS[key] ?? key}\u00a0: ${written(value)}`
    })
    .join(' · ')
}

const isAction = (text: string): text is JournalAction => Object.hasOwn(ACTIONS, text)

/** The name of an action, of a later version of the site too. */
export const actionLabel = (action: string): string => (isAction(action) ? ACTIONS[action] : action)

export const ACTION_NAMES = Object.keys(ACTIONS) as JournalAction[]
export const RESULT_NAMES = Object.keys(RESULTATS) as JournalResultat[]

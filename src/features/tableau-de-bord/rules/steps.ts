import type { SiteFacts } from '../queries/site.ts'

export interface Step {
  label: string
  why: string
  href: string
  isDone: boolean
  /** Records can be entered without it. */
  isForSafety?: boolean
}

export interface StepFacts extends SiteFacts {
  hasSource: boolean
  hasMail: boolean
  hasBackup: boolean
}

/** Lists what a new site needs, in the order in which one thing serves the next. */
export const firstSteps = (site: StepFacts): Step[] => [
  {
    label: 'Charger les communes',
    why: 'celles de votre département suffisent ; les paroisses et les hameaux s’y ajoutent ensuite.',
    href: '/lieux/communes',
    isDone: site.hasLieu,
  },
  {
    label: 'Créer une section',
    why: 'le groupe de personnes qui relève les mêmes registres ; une seule suffit à une petite association.',
    href: '/admin/sections/nouvelle',
    isDone: site.hasSection,
  },
  {
    label: 'Régler le courriel',
    why: 'pour les invitations, les mots de passe oubliés, les avis et le code de connexion.',
    href: '/parametres#courriel',
    isDone: site.hasMail,
    isForSafety: true,
  },
  {
    label: 'Inscrire les personnes',
    why: 'une à une, ou toutes à la fois par un fichier.',
    href: '/admin/utilisateurs/nouveau',
    isDone: site.utilisateurs > 1,
  },
  {
    label: 'Choisir un type de source',
    why: 'il dit quels champs se saisissent pour chaque acte ; des modèles sont prêts.',
    href: '/admin/types-sources',
    isDone: site.hasType,
  },
  {
    label: 'Créer une source',
    why: 'le registre à relever, son lieu, ses années, et qui le saisit.',
    href: '/sources/nouvelle',
    isDone: site.hasSource,
  },
  {
    label: 'Faire une première sauvegarde',
    why: 'et la garder ailleurs que sur l’ordinateur du site.',
    href: '/parametres/sauvegardes',
    isDone: site.hasBackup,
    isForSafety: true,
  },
]

/** Records can be entered: what is left is for the safety of the site. */
export const isSetUp = (steps: readonly Step[]): boolean =>
  steps.every(({ isDone, isForSafety }) => isDone || isForSafety)

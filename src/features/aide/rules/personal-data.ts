import type { HelpPage } from './page.ts'

/** The page about what the site knows of people. */
export const PERSONAL_DATA_PAGES: readonly HelpPage[] = [
  {
    cle: 'donnees',
    titre: 'Les données personnelles',
    chapeau: 'Ce que le site sait de chacun, combien de temps, et à qui le demander.',
    parties: [
      {
        titre: 'Pour chacun',
        lignes: [
          'La page est au pied de toutes les autres, et se lit sans compte.',
          'Votre profil permet d’emporter ce que le site sait de vous, et de supprimer votre compte.',
          'Qui ne vient plus depuis longtemps reçoit un courriel ; bien plus tard son compte est fermé, ses relevés restent.',
        ],
      },
      {
        titre: 'Pour qui administre',
        lignes: [
          '« Paramètres », « Les données personnelles » dit qui en répond et qui héberge le site.',
          'Le registre des traitements s’imprime : joignez-y ce que l’association traite ailleurs.',
        ],
      },
    ],
  },
]

import type { HelpPage } from './page.ts'

/** Pages about what one keeps to hear of it again. */
export const KEEPING_PAGES: readonly HelpPage[] = [
  {
    cle: 'mes-recherches',
    titre: 'Mes recherches',
    chapeau: 'Une recherche gardée vous dit ce qui est nouveau depuis votre dernier passage.',
    parties: [
      {
        titre: 'En garder une',
        lignes: [
          'Sous les résultats, « Enregistrer cette recherche » : donnez-lui un titre, choisissez quand être averti.',
          'Cinquante par personne. Vous seul les voyez : ni les gestionnaires ni les administrateurs ne les lisent.',
        ],
      },
      {
        titre: 'Ce qui est nouveau',
        lignes: [
          'Un acte est nouveau quand il a été saisi, ou sa source validée, depuis la dernière fois, et que vous pouvez le voir.',
          'Une correction ne compte pas, ni ce qui était déjà dans une section que vous rejoignez, ni un import annulé puis refait.',
          '« Marquer comme vus » repart de zéro.',
        ],
      },
      {
        titre: 'Les courriels',
        lignes: [
          'Un seul par personne, la nuit du lundi ou chaque nuit. Un clic au bas du courriel les arrête.',
          'Après un an sans visite de cette page, le site demande si vos recherches sont toujours utiles, puis les arrête.',
        ],
      },
      {
        titre: 'Un registre qui n’est pas fait',
        lignes: [
          'Sur la couverture d’un lieu, « Prévenez-moi quand ce sera fait » : vous l’apprenez quand toutes ces années sont validées.',
        ],
      },
    ],
  },
]

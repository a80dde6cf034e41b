import type { HelpPage } from './page.ts'

/** The page about the pictures of registers. */
export const VIEWING_PAGES: readonly HelpPage[] = [
  {
    cle: 'vues',
    titre: 'Les vues d’un registre',
    chapeau: 'Les pages photographiées du registre, à côté du formulaire où vous les relevez.',
    parties: [
      {
        titre: 'Le registre à côté du formulaire',
        lignes: [
          'L’image paraît au-dessus du formulaire ; « À côté » la met à gauche, « Fermer » la range. Le choix est retenu.',
          'Alt+Maj et les flèches la déplacent, Alt+Maj+G et P l’agrandissent et la réduisent, Alt+Maj+R la tourne.',
          'Alt+Maj+Page suiv. passe à la vue suivante et écrit son numéro dans le champ « Vue ».',
          'Alt+↑ et Alt+↓ déplacent la règle ; sa hauteur est gardée avec l’acte, et « Voir l’acte » y mène.',
          '« Ouvrir la vue » la montre dans une autre fenêtre, qui suit.',
        ],
      },
      {
        titre: 'Ajouter des vues',
        lignes: [
          'Collez l’adresse d’une vue aux archives : le site reconnaît la plupart et propose celles des autres vues.',
          'Vérifiez la première et la dernière adresse avant d’enregistrer.',
          'Une adresse de manifeste (IIIF) donne toutes les vues d’un coup, quand les archives en publient une.',
          'Si le registre compte autrement que les images, indiquez le décalage une fois pour toute la source.',
        ],
      },
      {
        titre: 'Des images de votre ordinateur',
        lignes: [
          'Au formulaire, « Réglages » puis « Choisir le dossier des vues » : vous seul les voyez, rien n’est envoyé.',
        ],
      },
      {
        titre: 'Vos photos',
        lignes: [
          '« Vues », « Photos du registre » : choisissez les photos, ou tout un dossier. Elles se rangent d’après leur nom.',
          'Le navigateur en fait des copies à lire, plus légères, et les envoie une à une. Une photo refusée est nommée.',
          'Coupé en route ? Envoyez de nouveau les mêmes photos : celles qui sont déjà là ne repartent pas.',
          'Le lieu et le nom que l’appareil inscrit dans la photo sont retirés. Seuls les lecteurs de la source voient ses photos.',
        ],
      },
    ],
  },
]

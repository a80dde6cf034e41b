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
  {
    cle: 'avertissements',
    titre: 'Les points à revoir',
    chapeau: 'Le site compare les relevés entre eux et au reste de la section, et montre ce qui étonne.',
    parties: [
      {
        titre: 'Les trouver',
        lignes: [
          '« Chercher les points à revoir » se lance quand vous voulez, même pendant la saisie. Rien n’est changé.',
          'Quand une source est soumise, ils sont cherchés sans qu’on le demande, puis de nouveau si un relevé change.',
          'Chaque sorte a son adresse : vous pouvez l’enregistrer dans vos favoris, ou l’envoyer.',
          'Une date « vers 1780 » ou sans jour ne recule jamais ; les dates républicaines et juliennes sont comprises.',
        ],
      },
      {
        titre: 'Corriger, ou « C’est bien ainsi »',
        lignes: [
          'Regardez le registre : c’est lui qui a raison. Une faute se corrige sur la page du relevé.',
          '« C’est bien ainsi » vaut pour cette valeur dans toute la source : elle n’est plus montrée.',
          '« Défaire », ou « À revoir quand même » dans la colonne des points acceptés, la montre de nouveau.',
          'Une source soumise se relit par qui la gère : lui seul accepte alors un point.',
        ],
      },
    ],
  },
]

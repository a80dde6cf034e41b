import type { HelpPage } from './page.ts'

/** One page for what each person does; the first is for everybody. */
export const ROLE_PAGES: readonly HelpPage[] = [
  {
    cle: 'lecteur',
    titre: 'Je lis et je cherche',
    chapeau: 'Vous consultez ce que l’association a relevé, sans rien y changer.',
    parties: [
      {
        titre: 'Trouver un ancêtre',
        lignes: [
          'Tapez un nom dans la case en haut de chaque page, puis la touche Entrée.',
          'La page « Recherche » permet d’ajouter un prénom, un lieu, des années.',
          'Une recherche trouve aussi les orthographes voisines : Le Goff et Legoff.',
        ],
      },
      {
        titre: 'Ce que vous voyez',
        lignes: [
          'Les sources des sections dont vous êtes membre, et celles des sections ouvertes à tous.',
          'Si une source vous manque, demandez-la à un administrateur : le bas de chaque page dit chez qui vous êtes.',
        ],
      },
    ],
  },
  {
    cle: 'membre',
    titre: 'Je saisis des actes',
    chapeau:
      'Vous recopiez des registres. Un relevé, c’est la copie d’un acte : un baptême, un mariage, une sépulture.',
    parties: [
      {
        titre: 'Commencer',
        lignes: [
          'Le tableau de bord montre un grand bouton « Continuer » : il ouvre la source où vous en étiez.',
          'Sinon, choisissez une source dans « Sources ouvertes à la saisie ».',
          'Remplissez les champs, puis « Enregistrer » : le formulaire de l’acte suivant s’ouvre aussitôt.',
        ],
      },
      {
        titre: 'Rien ne se perd',
        lignes: [
          'Ce que vous tapez est gardé pendant que vous tapez, même si la ligne est coupée.',
          'Chaque modification garde la version d’avant : on peut toujours revenir en arrière.',
          'Un doute sur un mot ? Écrivez ce que vous lisez et marquez-le « douteux » : c’est mieux qu’un blanc.',
        ],
      },
      {
        titre: 'Quand la source est finie',
        lignes: [
          'Ouvrez la page de la source et soumettez-la à la validation.',
          'Si elle vous est rendue, le tableau de bord le dit en premier, avec le motif.',
        ],
      },
    ],
  },
  {
    cle: 'gestionnaire',
    titre: 'Je gère une section',
    chapeau: 'Vous suivez les sources de votre section, vous aidez les personnes et vous validez.',
    pour: ['gestionnaire', 'admin'],
    parties: [
      {
        titre: 'Chaque semaine',
        lignes: [
          '« Sources à valider » dit ce qui vous attend, et depuis combien de temps.',
          '« Sans nouvelles » nomme les personnes qui n’ont rien saisi depuis quatre semaines : un appel suffit souvent.',
        ],
      },
      {
        titre: 'Préparer le travail',
        lignes: [
          'Créez une source pour chaque registre, et confiez-la à une ou plusieurs personnes.',
          'Écrivez les conventions de la section : chacun les retrouve au moment de saisir.',
        ],
      },
      {
        titre: 'Valider ou rendre',
        lignes: [
          'Relisez quelques actes, puis validez la source, ou rendez-la avec un motif clair.',
          'Une source validée ne se modifie plus. Vous pouvez la rouvrir à tout moment.',
        ],
      },
    ],
  },
  {
    cle: 'administrateur',
    titre: 'J’administre le site',
    chapeau: 'Vous installez ce dont les autres ont besoin, et vous gardez le site en sûreté.',
    pour: ['admin'],
    parties: [
      {
        titre: 'Au début',
        lignes: [
          'La liste « Premiers pas » du tableau de bord dit quoi faire, dans l’ordre, et se coche toute seule.',
          'Commencez petit : une section, une source, deux personnes. Le reste se règle ensuite.',
        ],
      },
      {
        titre: 'Chaque mois',
        lignes: [
          '« À faire d’abord » rassemble ce qui demande votre attention.',
          'Téléchargez une sauvegarde et gardez-la ailleurs : une clé USB, un autre ordinateur.',
        ],
      },
      {
        titre: 'Les personnes',
        lignes: [
          'Un compte n’est jamais supprimé par vous : on le désactive, et les relevés de la personne restent.',
          'Ayez toujours deux administrateurs : si l’un perd son mot de passe, l’autre l’aide.',
        ],
      },
    ],
  },
]

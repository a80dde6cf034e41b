import type { HelpPage } from './page.ts'

/** Pages about the screens on which one works. */
export const TYPING_PAGES: readonly HelpPage[] = [
  {
    cle: 'tableau-de-bord',
    titre: 'Le tableau de bord',
    chapeau: 'La première page dit où vous en étiez et ce qui vous attend.',
    parties: [
      {
        titre: 'Ce qu’on y trouve',
        lignes: [
          '« Continuer » ouvre la source où vous avez saisi en dernier, à l’acte suivant.',
          '« Sources ouvertes à la saisie » : celles où vous pouvez saisir maintenant, les rejetées d’abord.',
          '« Mon mois » compte les relevés que vous avez saisis ce mois-ci.',
        ],
      },
      {
        titre: 'La barre de couleurs',
        lignes: [
          'Elle montre combien de sources sont à relever, en cours, à valider, validées ou rejetées.',
          'Chaque nombre mène à la liste de ces sources.',
        ],
      },
    ],
  },
  {
    cle: 'sources',
    titre: 'Les sources',
    chapeau: 'Une source est un registre, ou une partie d’un registre, que l’on relève.',
    parties: [
      {
        titre: 'Les états d’une source',
        lignes: [
          'À relever : personne n’a commencé.',
          'En cours : des actes sont saisis.',
          'À valider : la saisie est finie, un gestionnaire doit relire.',
          'Validée : tout est bon, plus personne n’y écrit.',
          'Rejetée : il reste à corriger ; le motif est écrit sur la page de la source.',
        ],
      },
      {
        titre: 'Créer une source',
        lignes: ['Choisissez le type (baptêmes, mariages…), le lieu et les années : le titre se propose tout seul.'],
      },
      {
        titre: 'La section, les membres et la cote',
        lignes: [
          'Section : ceux qui en sont voient la source, et ses gestionnaires la relisent.',
          'Confiez-la à une personne, ou à personne : alors chaque membre de la section peut y saisir.',
          'La cote est le numéro du registre aux archives, par exemple 10 NUM 35228 12.',
        ],
      },
      {
        titre: 'Les années et les lacunes',
        lignes: [
          'Première et dernière année : celles du registre entier, pas de ce qui est déjà relevé.',
          'Une lacune manque au registre : une par ligne, années d’abord. Dans la bande de couleur, un vide est une lacune, ou à faire.',
        ],
      },
      {
        titre: 'Les valeurs par défaut',
        lignes: [
          'Elles remplissent chaque nouvel acte : le nom du curé, par exemple. On les change en saisissant.',
          'Un gestionnaire les règle sur la page de la source, par « Autres actions ».',
        ],
      },
    ],
  },
  {
    cle: 'saisie',
    titre: 'La saisie d’un acte',
    chapeau: 'Le formulaire suit l’ordre du registre. Tout peut se faire au clavier.',
    parties: [
      {
        titre: 'Aller vite',
        lignes: [
          'Entrée passe au champ suivant ; la touche « ? », hors d’un champ, montre toutes les touches.',
          'Des mots sont proposés pendant que vous tapez : la touche Tab prend celui qui est en gris.',
          'Un champ dont vous ne vous servez jamais peut être passé : il se replie.',
        ],
      },
      {
        titre: 'Ce qu’on ne lit pas',
        lignes: [
          'Un point d’interrogation seul veut dire « illisible ».',
          'Un tiret seul veut dire « absent » : le registre n’en dit rien.',
          'Le signe égal seul reprend la valeur de l’acte précédent.',
          'Un mot incertain se marque « douteux » ; n’écrivez pas de point d’interrogation dans un nom.',
        ],
      },
      {
        titre: 'Les dates',
        lignes: [
          'Tapez 12/03/1788, ou 03/1788, ou 1788 si le jour manque.',
          'Pour le calendrier républicain, écrivez la date en mots : 12 vendémiaire an III.',
          '« vers 1780 », « avant 1750 » et « 1780-1785 » sont compris.',
        ],
      },
      {
        titre: 'Si la ligne est coupée',
        lignes: [
          'Continuez : les actes attendent sur votre ordinateur et partent tout seuls au retour de la ligne.',
          '« Mes brouillons » garde ce que vous n’avez pas enregistré.',
        ],
      },
    ],
  },
  {
    cle: 'tableau',
    titre: 'Le tableau d’une vue',
    chapeau: 'Les actes d’une même page du registre, en lignes, comme dans un tableur.',
    parties: [
      {
        titre: 'S’en servir',
        lignes: [
          'Tapez dans la dernière ligne ; Entrée passe à la case suivante, puis à la ligne suivante.',
          'Choisissez vos colonnes avec « Colonnes » : les autres champs restent sous la ligne.',
          'On peut coller des cases copiées d’un tableur : une page montre d’abord ce qui sera ajouté.',
        ],
      },
    ],
  },
  {
    cle: 'releves',
    titre: 'Un relevé',
    chapeau: 'Un relevé est la copie d’un acte : qui, quand, où, et ce qu’en dit le registre.',
    parties: [
      {
        titre: 'Lire et corriger',
        lignes: [
          'La première phrase résume l’acte ; les personnes sont côte à côte.',
          '« Modifier » ouvre le formulaire. L’historique garde chaque version, avec son auteur et sa date.',
          'Deux personnes ont modifié le même relevé ? Le site montre les deux et vous choisissez.',
        ],
      },
      {
        titre: 'Demander, proposer',
        lignes: [
          '« Poser une question » écrit à qui a saisi l’acte et à qui gère la section ; @ et un nom préviennent quelqu’un d’autre.',
          '« Proposer une correction » : écrivez ce que vous lisez et pourquoi. Un gestionnaire l’applique, ou vous répond.',
          'Seuls ceux qui voient la source lisent ces échanges. Au plus un courriel par jour les annonce.',
        ],
      },
      {
        titre: 'Supprimer',
        lignes: ['Un relevé supprimé peut être rétabli depuis la liste des relevés supprimés de sa source.'],
      },
    ],
  },
  {
    cle: 'brouillons',
    titre: 'Mes brouillons',
    chapeau: 'Ce que vous avez tapé sans l’enregistrer.',
    parties: [
      {
        titre: 'Les retrouver',
        lignes: [
          'Un brouillon s’ouvre là où vous l’aviez laissé.',
          'Il disparaît quand l’acte est enregistré, ou quand vous le supprimez.',
        ],
      },
    ],
  },
  {
    cle: 'imports',
    titre: 'Importer un fichier',
    chapeau: 'Un fichier de tableur peut devenir des relevés, des lieux ou des comptes.',
    parties: [
      {
        titre: 'Sans risque',
        lignes: [
          'Le site lit d’abord le fichier et montre ce qu’il ferait. Rien n’est écrit avant votre accord.',
          'Une ligne fautive est laissée de côté et nommée ; les bonnes passent.',
          'Un import peut être annulé ensuite : ce qu’il avait créé est retiré.',
        ],
      },
      {
        titre: 'Préparer le fichier',
        lignes: [
          'Un classeur d’Excel (xlsx) ou de LibreOffice (ods) se choisit tel quel, un fichier csv ou txt aussi.',
          'Une ligne porte le nom des colonnes, sous un titre s’il y en a un ; la page d’import dit lesquelles.',
          'Si le classeur a plusieurs feuilles, écrivez le nom de celle à lire ; sinon la première qui convient est prise.',
          'Un ancien classeur (xls) ou protégé par un mot de passe s’enregistre d’abord au format xlsx, sans mot de passe.',
        ],
      },
      {
        titre: 'Venir de Nimègue, d’ExpoActes ou d’Ancestris',
        lignes: [
          'Sur la page Imports, choisissez « Importer des fichiers d’actes », puis tous les fichiers à la fois, même de plusieurs communes.',
          'La page suivante montre les communes, les genres d’actes et leurs années, et propose pour chacun un lieu et un type de source.',
          'Ce qui n’a pas de champ va dans les notes, avec son titre. Le tableau de fin compare l’ancien site et celui-ci, commune par commune.',
          'Les mêmes fichiers envoyés de nouveau ne créent rien deux fois. L’annulation retire aussi les sources et les lieux créés.',
        ],
      },
      {
        titre: 'Si l’aperçu est illisible',
        lignes: [
          'Des « Ã© » à la place des « é » : choisissez un autre encodage, puis revoyez l’aperçu. Rien n’est encore écrit.',
        ],
      },
    ],
  },
  {
    cle: 'abreviations',
    titre: 'Les abréviations',
    chapeau: 'Quelques lettres que la saisie écrit en entier.',
    parties: [
      {
        titre: 'S’en servir',
        lignes: [
          'Tapez l’abréviation puis une espace : « lab » devient « laboureur ».',
          'Les vôtres ne valent que pour vous ; celles de la section valent pour ses membres.',
        ],
      },
    ],
  },
  {
    cle: 'conventions',
    titre: 'Les conventions d’une section',
    chapeau: 'Comment la section écrit ce que la règle générale ne dit pas.',
    parties: [
      {
        titre: 'À quoi elles servent',
        lignes: [
          'Majuscules, abréviations, noms de lieux anciens : écrivez ce que l’on vous demande souvent.',
          'Elles s’ouvrent depuis la saisie. Les gestionnaires et les administrateurs les modifient.',
        ],
      },
    ],
  },
]

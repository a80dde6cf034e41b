import type { HelpPage } from './page.ts'

/** Pages about the screens on which one finds. */
export const FINDING_PAGES: readonly HelpPage[] = [
  {
    cle: 'recherche',
    titre: 'La recherche',
    chapeau: 'Elle trouve une personne dans tous les relevés que vous pouvez voir.',
    parties: [
      {
        titre: 'Chercher un nom',
        lignes: [
          'Tapez le nom et, si vous le savez, le prénom. Les accents et les majuscules ne comptent pas.',
          '« Orthographe » dit si vous cherchez le nom exact ou ceux qui se prononcent de même.',
          'Trop de réponses ? Ajoutez des années ou un lieu. Aucune ? Enlevez un critère.',
          'Quand rien n’est trouvé, la page donne les noms proches et les lieux voisins, avec leurs nombres de relevés.',
        ],
      },
      {
        titre: 'Chercher un couple',
        lignes: [
          'Les cases du conjoint trouvent les actes où les deux sont ensemble.',
          '« Famille » rassemble les actes d’un couple et de ses enfants.',
        ],
      },
      {
        titre: 'Emporter',
        lignes: ['« Exporter » donne un fichier que tout tableur ouvre.'],
      },
      {
        titre: 'La case « Mots »',
        lignes: [
          'Chaque mot doit se trouver dans l’acte, où que ce soit.',
          'Une étoile finit un mot incomplet : mart* trouve Martin et Martel. Un tilde cherche au son : ~lefevre.',
          'Des guillemets gardent l’ordre des mots : "jean martin".',
          'Un mot suivi de deux points dit où chercher : nom:, pere:, mere:, parrain:, temoin:, profession:, lieu:.',
        ],
      },
      {
        titre: 'Les autres critères',
        lignes: [
          '« Orthographe » : exacte, début du nom, partie du nom, ou même son.',
          '« Porté par » limite aux pères, aux mères, aux parrains, aux témoins…',
        ],
      },
    ],
  },
  {
    cle: 'famille',
    titre: 'Les actes d’un couple',
    chapeau: 'Cette page rassemble ce que les registres disent d’un couple : mariage, enfants, décès.',
    parties: [
      {
        titre: 'La lire',
        lignes: [
          'Chaque ligne est un acte, avec la raison qui l’attache au couple.',
          'Le site propose, vous jugez : deux couples du même nom peuvent vivre au même endroit.',
          'Rien n’est enregistré par cette page.',
        ],
      },
    ],
  },
  {
    cle: 'lieux',
    titre: 'Les lieux',
    chapeau: 'Communes, paroisses, hameaux : chaque lieu est rangé dans un plus grand.',
    parties: [
      {
        titre: 'Le nom complet',
        lignes: [
          'Il joint le nom du lieu à ceux des lieux qui le contiennent : Pleurtuit, Ille-et-Vilaine, Bretagne.',
          'Il se refait tout seul quand un nom change, dans les relevés aussi.',
        ],
      },
      {
        titre: 'Deux fois le même lieu',
        lignes: ['« Fusionner » garde l’un des deux et lui donne les sources et les relevés de l’autre.'],
      },
      {
        titre: 'Décrire un lieu',
        lignes: [
          'Le type dit sa taille : commune, paroisse, hameau. Il range les listes et la carte.',
          'Le lieu qui le contient est le plus proche au-dessus : pour un hameau, sa commune.',
          'Le code est celui de l’Insee pour une commune : 35228. Il évite les confusions entre homonymes.',
          'La position met le lieu sur la carte. On la lit sur une carte en ligne : 48,6493 et −2,0257.',
        ],
      },
    ],
  },
  {
    cle: 'carte',
    titre: 'La carte',
    chapeau: 'Elle place les sources là où elles ont été tenues.',
    parties: [
      {
        titre: 'S’en servir',
        lignes: [
          'Plus un rond est grand, plus il y a de sources. Un clic en donne la liste.',
          'La même liste est écrite sous la carte : tout se fait aussi sans elle.',
          'Un lieu sans position n’y paraît pas : ajoutez-la sur la page du lieu.',
          '« Colorer selon : couverture » montre les années : V tout est validé, C une partie est faite ou prise, F tout est à faire.',
        ],
      },
    ],
  },
  {
    cle: 'notifications',
    titre: 'Les avis',
    chapeau: 'Ce qui vous concerne et s’est passé ailleurs : une source rejetée, validée, à relire.',
    parties: [
      {
        titre: 'Les lire',
        lignes: [
          'Le nombre en haut de chaque page compte ceux que vous n’avez pas lus.',
          '« Mon profil » permet de choisir lesquels arrivent aussi par courriel.',
        ],
      },
    ],
  },
  {
    cle: 'profil',
    titre: 'Mon profil',
    chapeau: 'Votre nom, votre adresse, votre mot de passe et vos avis.',
    voir: ['cles-d-acces'],
    parties: [
      {
        titre: 'Le mot de passe',
        lignes: [
          'Douze signes au moins. Une phrase de quatre mots se retient mieux qu’un mot compliqué.',
          'Le changer vous déconnecte des autres ordinateurs.',
        ],
      },
      {
        titre: 'L’application d’authentification',
        lignes: [
          'Votre téléphone montre un code qui change toutes les trente secondes : la connexion le demande après le mot de passe.',
          'Pour la mettre en place, visez le dessin avec l’application, puis tapez le premier code.',
          'Gardez les dix codes de secours ailleurs que dans le téléphone : chacun le remplace une fois, par « Utiliser un code de secours ».',
          'Pour changer de téléphone, retirez l’application avec votre mot de passe, puis mettez en place la nouvelle.',
          'Plus de téléphone ni de codes : un administrateur peut la retirer.',
        ],
      },
      {
        titre: 'Les sessions',
        lignes: [
          'Le profil montre où vous êtes connecté, et ferme une session ou toutes les autres.',
          'Un courriel vous dit quand votre compte s’ouvre sur un appareil où il ne l’avait jamais été.',
        ],
      },
      {
        titre: 'Les contributeurs',
        lignes: [
          'Personne n’est nommé sans l’avoir demandé : un choix de votre profil met votre nom dans la couverture et les livrets.',
        ],
      },
      {
        titre: 'Partir',
        lignes: ['« Supprimer mon compte » efface vos données. Vos relevés restent, signés « Compte supprimé ».'],
      },
    ],
  },
  {
    cle: 'orthographes',
    titre: 'Les orthographes',
    chapeau: 'Les noms qui se sont écrits de plusieurs façons, corrigés par les membres.',
    parties: [
      {
        titre: 'Proposer',
        lignes: [
          'Le signe = dit que deux noms sont le même ; le signe ≠ dit qu’ils n’ont rien à voir.',
          'Une proposition acceptée change les recherches de tout le monde.',
        ],
      },
    ],
  },
  {
    cle: 'mots',
    titre: 'Les mots',
    chapeau: 'Ce que veulent dire les mots de ces pages.',
    parties: [
      {
        titre: 'Les archives',
        lignes: [
          'Acte : ce qu’un registre écrit d’un baptême, d’un mariage, d’un décès.',
          'Relevé : la copie d’un acte dans ce site.',
          'Source : le registre, ou la partie de registre, que l’on relève.',
          'Dépôt : les archives qui gardent le registre.',
          'Cote : le numéro du registre dans ces archives.',
          'Vue : une page photographiée du registre.',
        ],
      },
      {
        titre: 'Le site',
        lignes: [
          'Section : les personnes qui relèvent les mêmes registres.',
          'Champ : une case du formulaire.',
          'Brouillon : ce qui est tapé et pas encore enregistré.',
          'CSV : un tableau en texte simple, que tout tableur ouvre.',
          'Excel : un classeur, que LibreOffice ouvre aussi ; les dates y sont des textes, pour que rien ne change.',
          'Nom complet d’un lieu : son nom, puis ceux des lieux qui le contiennent.',
        ],
      },
      {
        titre: 'Le courriel',
        lignes: [
          'Serveur d’envoi : l’ordinateur de votre fournisseur qui fait partir les courriels, souvent « smtp » suivi de son nom.',
          'Port : le numéro de la porte à laquelle il répond, 587 ou 465.',
          'Chiffré : illisible pour qui écouterait la ligne. STARTTLS et TLS sont deux façons de le faire.',
        ],
      },
    ],
  },
]

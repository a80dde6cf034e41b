import type { HelpPage } from './page.ts'

/** Pages about the screens of administrators. */
export const RUNNING_PAGES: readonly HelpPage[] = [
  {
    cle: 'administration',
    titre: 'L’administration',
    chapeau: 'Chaque carte mène à une partie du site et dit où elle en est.',
    pour: ['admin'],
    parties: [
      {
        titre: 'Les cartes',
        lignes: [
          'Un triangle signale quelque chose à régler, un rond plein quelque chose en ordre.',
          '« Statistiques » compare les douze derniers mois aux douze précédents.',
          '« Courriels et travaux en échec » permet de relancer ce qui n’a pas abouti.',
        ],
      },
      {
        titre: 'L’état du site',
        lignes: [
          'Il dit la place qui reste, ce qui est lent, et ce qui a échoué avec sa référence.',
          'Qui a rencontré une erreur en a reçu la référence : cherchez-la dans cette liste.',
        ],
      },
    ],
  },
  {
    cle: 'utilisateurs',
    titre: 'Les utilisateurs',
    chapeau: 'Les comptes des personnes, leur rôle et leurs sections.',
    pour: ['admin'],
    parties: [
      {
        titre: 'Les rôles',
        lignes: [
          'Membre : lit, ou saisit, selon ce que dit chacune de ses sections.',
          'Gestionnaire : gère et valide les sources des sections où il est nommé gestionnaire.',
          'Administrateur : peut tout.',
        ],
      },
      {
        titre: 'Ajouter des personnes',
        lignes: [
          'Une à une, ou toutes à la fois par un fichier : le site donne un modèle.',
          'Si le courriel est réglé, chacune reçoit un lien pour choisir son mot de passe.',
          'Le fichier USERS_ALL_0.CSV d’ExpoActes s’importe de même : ses comptes sont inactifs, avec une note. Cochez-les, puis « Activer ».',
        ],
      },
      {
        titre: 'Une personne a deux comptes',
        lignes: [
          '« Fusionner ce compte avec un autre », sur la page de celui qui doit disparaître : tout ce qu’il a saisi passe à l’autre.',
          'Le compte gardé garde ses droits : la page dit ceux que l’autre avait.',
        ],
      },
      {
        titre: 'Mot de passe perdu',
        lignes: ['Donnez-en un nouveau sur la page du compte : la personne le changera en entrant.'],
      },
      {
        titre: 'Téléphone perdu, appareil volé',
        lignes: [
          'La page du compte retire le second facteur de qui n’a plus ni son téléphone, ni sa clé, ni ses codes de secours.',
          'Parlez d’abord à la personne : qui prend sa place le demanderait aussi.',
          'Elle ferme aussi toutes ses sessions, sur tous ses appareils.',
        ],
      },
    ],
  },
  {
    cle: 'sections',
    titre: 'Les sections',
    chapeau: 'Une section réunit les personnes qui relèvent les mêmes registres.',
    pour: ['admin'],
    parties: [
      {
        titre: 'Qui y fait quoi',
        lignes: [
          'Lecture : consulter les sources. Saisie : y relever des actes. Gestionnaire : les administrer et les valider.',
          'Une section ouverte est lue par toutes les personnes inscrites sur le site.',
          'Sans gestionnaire, seuls les administrateurs peuvent valider ses sources.',
        ],
      },
    ],
  },
  {
    cle: 'types-sources',
    titre: 'Les types de sources',
    chapeau: 'Un type dit quels champs se saisissent pour une sorte d’acte.',
    pour: ['admin'],
    parties: [
      {
        titre: 'Régler un champ',
        lignes: [
          'Le nom à l’écran est le libellé ; le nom technique sert aux fichiers et ne change plus.',
          '« Repris » recopie la valeur de l’acte précédent ; « augmenté de un » numérote les actes.',
          'L’ordre des champs est celui du formulaire et des fichiers.',
        ],
      },
      {
        titre: 'Les personnes de l’acte',
        lignes: [
          'Un groupe rassemble les champs d’une personne : le père, la mère, le parrain.',
          'C’est ce qui permet de trouver quelqu’un comme père ou comme témoin.',
        ],
      },
      {
        titre: 'La sorte d’acte et les parties',
        lignes: [
          'La sorte d’acte écrit la phrase qui résume un relevé, et dit qui est le couple.',
          'La partie dit ce que le champ sait de la personne : son nom, son âge, son métier, son domicile.',
          'Sans partie, le champ reste une simple note : la recherche par personne ne le voit pas.',
        ],
      },
    ],
  },
  {
    cle: 'types-lieux',
    titre: 'Les types de lieux',
    chapeau: 'Pays, département, commune, paroisse : l’ordre va du plus grand au plus petit.',
    pour: ['admin'],
    parties: [
      {
        titre: 'Le nom complet',
        lignes: ['Un type peut ne pas paraître dans le nom complet des lieux qu’il contient : le canton, par exemple.'],
      },
    ],
  },
  {
    cle: 'depots',
    titre: 'Les dépôts',
    chapeau: 'Les archives qui gardent les registres, avec leur adresse et leur site.',
    pour: ['admin'],
    parties: [
      {
        titre: 'À quoi ils servent',
        lignes: ['Une source dit dans quel dépôt se trouve le registre, et sous quelle cote.'],
      },
      {
        titre: 'Les adresses des archives ont changé',
        lignes: [
          'Sur la fiche du dépôt, « Voir, vérifier et corriger ces liens », puis « Les adresses ont changé ».',
          'Donnez deux exemples, d’ancien et de nouveau lien de la même vue : le site trouve la règle, et vous l’essayez sur vingt liens.',
          'Si le nouvel identifiant des registres ne se devine pas, il demande un seul lien par registre ; la page s’enregistre au fur et à mesure.',
          'Rien ne change avant « Appliquer », et tout s’annule d’un bouton tant que personne n’a rien changé d’autre à ces liens.',
        ],
      },
      {
        titre: 'La vérification des liens',
        lignes: [
          'Cochée sur la fiche du dépôt, elle ouvre au plus vingt liens par semaine, l’un après l’autre, un registre chacun.',
          'Un lien est mort si la page est introuvable (404, 410), si le serveur n’existe plus, ou s’il renvoie à la page d’accueil des archives.',
          'Une page réservée (401, 403), une page de connexion, une panne ou une lenteur ne comptent pas comme une mort.',
        ],
      },
      {
        titre: 'Les règles en fichier',
        lignes: [
          '« ancien » et « nouveau » : les modèles d’adresse.',
          '{ark} est l’identifiant du registre, {nom} la fin de son ark, {naan} le numéro au milieu, {vue} le numéro de la vue.',
          '{vue+2:4} ajoute deux au numéro, et l’écrit avec quatre chiffres au moins.',
          '« registre » et « nouveau_registre » : vides pour une règle qui vaut pour tous, sinon une ligne par registre.',
          '« appliquee_le » informe seulement. Une règle lue d’un fichier attend que vous l’ayez vue et appliquée.',
        ],
      },
    ],
  },
  {
    cle: 'parametres',
    titre: 'Les paramètres',
    chapeau: 'Ce qui vaut pour tout le site. Chaque partie s’enregistre à part.',
    pour: ['admin'],
    voir: ['fournisseur'],
    parties: [
      {
        titre: 'Le courriel',
        lignes: [
          'Demandez à qui héberge votre courriel : le nom du serveur d’envoi, le port, l’identifiant.',
          'L’identifiant est presque toujours votre adresse entière, et l’expéditeur cette même adresse.',
          'Le plus souvent : port 587 et « chiffré après la connexion ».',
          '« Envoyer un courriel d’essai » vous écrit un vrai message : s’il arrive, tout est bon.',
        ],
      },
      {
        titre: 'La page d’accueil publique',
        lignes: [
          'Éteinte, le site s’ouvre sur la page de connexion.',
          'Allumée, tout le monde lit votre présentation et des nombres par département, jamais un nom.',
        ],
      },
      {
        titre: 'Les inscriptions',
        lignes: [
          'Ouvertes, n’importe qui peut demander un compte. Fermées, un administrateur crée chaque compte.',
          '« À qui demander un compte » se lit sur la page de connexion.',
        ],
      },
      {
        titre: 'Le code de connexion',
        lignes: [
          'Dès que le courriel est réglé, chaque connexion demande un code reçu par courriel.',
          'En cas de panne du courriel, on entre avec le seul mot de passe, sauf si vous cochez la case qui le refuse.',
          'L’application d’un téléphone, ou une clé d’accès, mise en place dans le profil, le remplace. Vous pouvez l’exiger des administrateurs et des gestionnaires.',
        ],
      },
      {
        titre: 'Le journal',
        lignes: ['Il dit qui a fait quoi. Passé le nombre de mois choisi, les lignes s’effacent toutes seules.'],
      },
    ],
  },
]

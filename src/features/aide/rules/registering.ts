import type { HelpPage } from './page.ts'

/** Pages about registers: which there are, which are done, how one is taken. */
export const REGISTERING_PAGES: readonly HelpPage[] = [
  {
    cle: 'inventaire',
    titre: 'L’inventaire des registres',
    chapeau: 'Ce qui existe aux archives, relevé ou non, et ce qui a disparu.',
    parties: [
      {
        titre: 'Le tenir',
        lignes: [
          'Une ligne par registre et par genre d’actes : un registre de baptêmes et mariages en fait deux.',
          'Un registre est conservé, perdu, brûlé, ou n’a jamais été tenu. Notez aussi ce qui manque.',
          'Les gestionnaires l’importent depuis un tableau, les lieux écrits par leur nom complet. Un import s’annule.',
        ],
      },
      {
        titre: 'Commencer un relevé',
        lignes: [
          '« Créer la source » reprend le lieu, les années, le dépôt et la cote du registre.',
          'Cochez plusieurs registres pour créer leurs sources d’un coup. « pris » : une section que vous ne voyez pas le relève déjà.',
        ],
      },
    ],
    voir: ['couverture'],
  },
  {
    cle: 'couverture',
    titre: 'Ce qui est fait, ce qui reste à faire',
    chapeau: 'Les années déjà relevées d’un lieu, celles que personne ne relève, et comment prendre un registre.',
    parties: [
      {
        titre: 'La couverture d’un lieu',
        lignes: [
          'Le tableau de la couverture (bouton sur la page des lieux) a une ligne par commune, par département ou par section.',
          'Depuis la page d’un lieu, une bande par genre d’actes montre chaque année par un motif et une lettre.',
          'V validé, R à valider, C en cours, P pris par une section que vous ne voyez pas, F à faire, M manque. Le tableau dit la même chose.',
          'La page d’une source a sa propre bande : C les années qui ont des relevés, F celles qui n’en ont pas encore, M ses lacunes.',
          'Sur la page d’un lieu, un clic sur des années relevées cherche dans ces actes-là.',
        ],
      },
      {
        titre: 'Ce qui reste à relever',
        lignes: [
          'Cette page liste les registres sans source, les sources à relever et les années vides des sources commencées.',
          'Les plus faciles viennent d’abord : images en ligne, années ou lieux voisins déjà relevés, peu d’années.',
          '« Demander » au bout d’une ligne demande ce registre. « Déjà demandé » : quelqu’un d’autre attend une réponse.',
        ],
      },
      {
        titre: 'Prendre un registre, le rendre',
        lignes: [
          '« Registres à prendre » rassemble ce que personne n’a commencé et ce qui a été rendu.',
          '« Ce registre m’intéresse » demande un registre à qui gère la section, avec ce que vous avez déjà relevé. La réponse vient par une notification.',
          'Quand rien ne bouge pendant deux mois, un courriel demande si vous continuez ou si vous le rendez. Tout ce que vous avez relevé reste à votre nom.',
          'Dans votre profil, une pause empêche le site de vous écrire jusqu’au jour que vous dites.',
        ],
      },
    ],
    voir: ['inventaire'],
  },
]

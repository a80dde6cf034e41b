import type { HelpPage } from './page.ts'

/** Pages about what is counted, printed and taken elsewhere. */
export const TAKING_PAGES: readonly HelpPage[] = [
  {
    cle: 'statistiques',
    titre: 'Les statistiques',
    chapeau: 'Des tables et des dessins à imprimer, d’après les sources que vous voyez.',
    parties: [
      {
        titre: 'Les lire',
        lignes: [
          'Actes par année et par genre, noms de famille avec leurs graphies, prénoms par décennie, mois des mariages.',
          'Choisissez un lieu, une section ou des années. « Exporter » donne la table entière.',
          '« Noms présents seulement ici » : ceux qu’aucune autre source visible ne porte. Choisissez d’abord un lieu ou une section.',
        ],
      },
      {
        titre: 'Ce qui n’y est pas',
        lignes: [
          'Un nom que moins de trois actes portent depuis 120 ans n’est pas listé pour ces années.',
          'Les noms des témoins, des parrains et des marraines ne comptent pas.',
          'Noms, prénoms et mois se comptent la nuit : la page dit de quand datent ses nombres.',
        ],
      },
      {
        titre: 'L’année de l’association',
        lignes: [
          'Les administrateurs ont, dans « Administration », les actes, les sources et les validations de chaque mois, à imprimer pour l’assemblée générale.',
        ],
      },
    ],
  },
  {
    cle: 'exports',
    titre: 'Exporter',
    chapeau: 'Emporter des relevés, ou des listes, vers un tableur ou un autre site.',
    parties: [
      {
        titre: 'Vers d’autres logiciels',
        lignes: [
          'Nimègue, ExpoActes et Ancestris ont moins de colonnes que ce site : la page dit d’abord ce qui n’y entre pas.',
          'Ce qui n’a pas de colonne va dans le commentaire général. Rien n’est coupé sans que vous le demandiez, sauf les noms et prénoms trop longs.',
          'Mentions marginales et causes de décès ne partent que si vous cochez la case.',
          'Une date du calendrier julien part telle quelle, une date républicaine avec son jour grégorien.',
          'Une section donne un fichier par commune et par genre d’acte, réunis dans un seul envoi.',
        ],
      },
      {
        titre: 'Le livret d’une source ou d’un lieu',
        lignes: [
          '« Livret à imprimer », sur la page de la source ou du lieu : page de titre, table par nom, table par couple.',
          'Imprimez la page depuis votre navigateur, ou enregistrez-la au format PDF.',
          'Un livret a 300 pages au plus : au-delà, la page propose des parties par années ou par genre d’actes.',
          'Mentions marginales et causes de décès n’y sont jamais.',
        ],
      },
      {
        titre: 'Les listes d’une section, ou de tout le site',
        lignes: [
          'GeneaBank demande les communes, les genres d’actes, les années et les nombres : aucun nom n’y paraît.',
          'Actes filiatifs : ceux qui nomment le père ou la mère de quelqu’un.',
          'L’index de Geneanet a une ligne par nom de famille et par commune.',
          'Le département vient du lieu qui le contient, ou du code INSEE de la commune.',
        ],
      },
    ],
  },
]

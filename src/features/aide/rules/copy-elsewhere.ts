import type { HelpPage } from './page.ts'

/** The page about the copies of the backups elsewhere. */
export const COPY_ELSEWHERE_PAGES: readonly HelpPage[] = [
  {
    cle: 'copie-ailleurs',
    titre: 'La copie ailleurs',
    chapeau: 'Le site envoie lui-même ses sauvegardes de la nuit chez un autre hébergeur.',
    pour: ['admin'],
    parties: [
      {
        titre: 'La régler',
        lignes: [
          'Demandez à votre hébergeur un espace SFTP, Nextcloud ou S3, avec un dossier qui ne sert qu’à ce site.',
          'Choisissez une phrase secrète. Les copies partent chiffrées : sans elle, personne ne peut les lire. Écrivez-la sur la fiche imprimée, loin du serveur.',
          'Après avoir enregistré, faites « Essayer » : la page dit en clair ce qui ne va pas.',
        ],
      },
      {
        titre: 'Chaque nuit',
        lignes: [
          'La copie suit la sauvegarde, et est relue en entier. Un échec est écrit aux administrateurs, une fois par jour au plus.',
        ],
      },
      {
        titre: 'La reprendre',
        lignes: [
          '« Rapporter » remet une copie parmi les sauvegardes de ce site, sans rien changer d’autre.',
          'Sur une machine neuve, « bin/releve copie:restaurer » demande ce qui est sur la fiche et remet le site.',
          'Sans ce site, le programme age l’ouvre : « age -d copie.age > sauvegarde.tar ».',
        ],
      },
    ],
  },
]

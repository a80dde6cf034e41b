import type { HelpPage } from './page.ts'

/** Pages about the backups, and about their copies elsewhere. */
export const BACKUP_PAGES: readonly HelpPage[] = [
  {
    cle: 'sauvegardes',
    titre: 'Les sauvegardes',
    chapeau: 'Une sauvegarde est une copie de tout : relevés, comptes, réglages.',
    pour: ['admin'],
    parties: [
      {
        titre: 'La règle',
        lignes: [
          'Le site en fait une chaque nuit, sur son propre disque.',
          'Téléchargez-en une par mois, ou réglez la copie ailleurs : elle seule survit à une panne du serveur.',
          '« Remettre » ramène le site à l’une d’elles. Ce qui est en place est d’abord gardé.',
          'Elle contient tout, adresses comprises : ne l’envoyez à personne.',
        ],
      },
      {
        titre: 'Une base de plus de 50 Go',
        lignes: [
          'Un seul fichier prend alors des heures : un outil de PostgreSQL (pgbackrest) n’envoie que ce qui a changé. « Sauvegarde externe » le déclare.',
          'À chaque sauvegarde réussie, l’outil le dit au site par « bin/releve sauvegarde:faite ». Le site avertit si la dernière est trop ancienne.',
          'Récente, elle remplace celle d’avant une mise à jour ; revenir en arrière passe alors par l’outil. Ancienne, la mise à jour est refusée.',
        ],
      },
      {
        titre: 'Tout emporter',
        lignes: [
          'Une autre page prépare une archive de fichiers que tout tableur ouvre, avec un mode d’emploi.',
          'Elle sert à relire les relevés sans ce site, ou à les porter ailleurs.',
          'Dans un site neuf et vide, « Remettre une archive » ramène tout, historique compris, et compare fichier par fichier.',
        ],
      },
      {
        titre: 'Les photos des registres',
        lignes: [
          'Elles ne sont pas dans les sauvegardes : elles ont leur archive. « Paramètres », « Les photos » dit combien il y en a.',
          'Sur le serveur, « bin/releve images:archive DOSSIER » la fait, et n’y copie que les nouvelles ; « images:restore DOSSIER » les remet.',
        ],
      },
    ],
  },
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

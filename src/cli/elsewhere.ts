import type { Command } from './command.ts'

const PLACE_HELP = `L’adresse et les secrets viennent des réglages du site, ou de l’environnement dès que COPIE_SORTE est donnée :

  COPIE_SORTE         sftp, webdav ou s3
  COPIE_ADRESSE       serveur (SFTP), adresse du dossier (WebDAV) ou du service (S3)
  COPIE_PORT          SFTP : 22 par défaut
  COPIE_DOSSIER       dossier (SFTP) ou préfixe (S3)
  COPIE_IDENTIFIANT   compte, ou clé d’accès
  COPIE_SECRET        mot de passe, phrase de la clé privée ou clé secrète
  COPIE_CLE_PRIVEE    SFTP : fichier d’une clé privée
  COPIE_CLE_HOTE      SFTP : empreinte de la clé du serveur, « SHA256:… »
  COPIE_REGION, COPIE_SEAU, COPIE_PAR_CHEMIN=1   S3
  COPIE_PHRASE        phrase secrète des copies`

/** Commands about copies of the backups elsewhere. */
export const elsewhereCommands: Record<string, Command> = {
  'copie:envoyer': {
    summary: 'envoie la dernière sauvegarde ailleurs, chiffrée, et la relit',
    help: `releve copie:envoyer

Envoie la dernière sauvegarde au stockage réglé dans « Paramètres », « Sauvegardes », « Copie ailleurs » : chiffrée au départ, relue
en entier, puis les plus anciennes copies partent. Le site peut être en service.

${PLACE_HELP}

Code de sortie : 0 copiée, 1 refusée ou échouée, 2 réglages à corriger.`,
    options: {},
    run: async () => (await import('./work/elsewhere.ts')).send(),
  },
  'copie:liste': {
    summary: 'liste les copies qui sont ailleurs',
    help: `releve copie:liste

Liste les copies qui sont au stockage, de la plus récente à la plus ancienne.

${PLACE_HELP}

Code de sortie : 0 listées, 1 stockage qui ne répond pas ou refuse, 2 réglages à corriger.`,
    options: {},
    run: async () => (await import('./work/elsewhere.ts')).list(),
  },
  'copie:restaurer': {
    summary: 'rapporte une copie d’ailleurs et remet le site, même sur une machine neuve',
    help: `releve copie:restaurer [COPIE] [--database ADRESSE]

Rapporte la dernière copie (ou celle de ce nom), la déchiffre, la vérifie, puis fait comme db:restore : ce qui est en place est
d’abord gardé, et tout est remis ou rien. Sur une machine où rien n’est réglé, l’adresse et les secrets sont demandés.

  --database ADRESSE     sur une machine où rien n’est installé : sqlite, sqlite:FICHIER ou postgres://…
  --sans-restaurer       rapporte seulement la copie parmi les sauvegardes

${PLACE_HELP}

Code de sortie : 0 remis, 1 refusé ou échoué (rien n’a changé), 2 réglages à corriger.`,
    options: { database: { type: 'string' }, 'sans-restaurer': { type: 'boolean' } },
    argument: 'copie',
    isArgumentOptional: true,
    run: async (values) => (await import('./work/elsewhere.ts')).bringBack(values),
  },
}

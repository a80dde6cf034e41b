import type { Command } from './command.ts'

/** Files that several servers have in common. */
export const filesCommands: Record<string, Command> = {
  'fichiers:envoyer': {
    summary: 'envoie les fichiers du dossier au stockage partagé des serveurs',
    help: `releve fichiers:envoyer

Pour un site qui passe d’un serveur à plusieurs sans dossier commun : envoie au stockage S3 que donnent les variables FICHIERS_…
les photos des registres, les fichiers d’import en attente et les sources supprimées de ce dossier. Rien n’en est retiré. Le site
peut rester en service ; arrêtée en chemin, la même commande reprend. Lancez-la une fois, sur le serveur qui a les fichiers.

Code de sortie : 0 tout est envoyé, 1 refusé (pas de stockage, ou il ne répond pas), 2 options à corriger.`,
    options: {},
    run: async () => (await import('./work/files.ts')).send(),
  },
}

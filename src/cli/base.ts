import type { Command } from './command.ts'
import { transferCommand } from './transfer.ts'

/** Commands about the database as a whole. */
export const baseCommands: Record<string, Command> = {
  'db:migrate': {
    summary: 'met la base de données à niveau',
    help: 'releve db:migrate\n\nMet la base du site à niveau. « npm start » le fait aussi, à chaque démarrage.',
    options: {},
    run: async () => (await import('./work/base.ts')).migrate(),
  },
  'db:backup': {
    summary: 'sauvegarde la base, les réglages et le logo dans un fichier',
    help: `releve db:backup

Fait une sauvegarde du site, même en service, dans storage/app/backups : un seul fichier avec la base, les réglages et le
logo, relu avant d’être gardé. Les plus anciennes partent : il en reste UPDATE_BACKUPS_TO_KEEP de chaque sorte (5 par défaut),
celles de la nuit à part.`,
    options: {},
    run: async () => (await import('./work/base.ts')).backup(),
  },
  'db:restore': {
    summary: 'remet le site comme il était dans une sauvegarde',
    help: `releve db:restore FICHIER [options]

Remet la base, les réglages et le logo d’une sauvegarde. Le fichier est d’abord vérifié et compté, et ce qui est en place est
gardé comme une sauvegarde ; tout est remis, ou rien. Le site peut être en service : on ne peut alors que le lire.
Chacun devra se connecter de nouveau.

  --force                restaure même si ce qui est en place ne peut plus être sauvegardé
  --sans-copie           ne garde pas de sauvegarde de ce qui est en place
  --garder-sessions      laisse chacun connecté comme il l’était dans la sauvegarde
  --sans-tables A,B      PostgreSQL : retire aussi ces tables, qu’une version plus récente avait créées
  --suivi                note le résultat pour la page des sauvegardes, dont le bouton lance cette commande
  --database ADRESSE     sur une machine où rien n’est installé : sqlite, sqlite:FICHIER ou postgres://…
                         (par défaut : DATABASE_URL, sinon sqlite)`,
    options: {
      force: { type: 'boolean' },
      'sans-copie': { type: 'boolean' },
      'garder-sessions': { type: 'boolean' },
      database: { type: 'string' },
      'sans-tables': { type: 'string' },
      suivi: { type: 'boolean' },
    },
    argument: 'fichier',
    run: async (values) => (await import('./work/base.ts')).restore(values),
  },
  'db:transfer': transferCommand,
}

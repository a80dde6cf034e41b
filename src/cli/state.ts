import type { Command } from './command.ts'

/** Commands that only say how things are. */
export const stateCommands: Record<string, Command> = {
  status: {
    summary: 'dit comment va le site',
    help: `releve status

Dit la version, la base et sa taille, le nombre de relevés, la dernière sauvegarde, la place sur le disque, la mise à jour et les
tâches qui attendent. Le site peut être en service.

Code de sortie : 0, ou 1 si Relevés n’est pas installé ou si sa base ne répond pas.`,
    options: {},
    run: async () => (await import('./work/state.ts')).status(),
  },
  version: {
    summary: 'dit la version installée',
    help: 'releve version\n\nDit la version installée.',
    options: {},
    run: async () => (await import('./work/state.ts')).version(),
  },
}

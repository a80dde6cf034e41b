import type { Command } from './command.ts'

/** The command by which another program tells of the backup that it made. */
export const externalCommands: Record<string, Command> = {
  'sauvegarde:faite': {
    summary: 'note une sauvegarde faite par un autre outil',
    help: `releve sauvegarde:faite [INSTANT]

Note qu’un autre outil (pgbackrest, l’hébergeur…), déclaré dans « Paramètres », « Sauvegardes », « Sauvegarde externe », a sauvegardé
la base : à l’instant, ou à INSTANT, en secondes depuis 1970 ou comme 2026-11-28T03:10:00+01:00. Un instant déjà noté, ou plus
ancien que le dernier, ne change rien : la commande peut être lancée toutes les heures avec ce que dit l’outil.

Code de sortie : 0 noté ou déjà su, 1 aucun outil déclaré ou base absente, 2 instant à corriger.`,
    options: {},
    argument: 'instant',
    isArgumentOptional: true,
    run: async (values) => (await import('./work/external.ts')).noteDone(values),
  },
}

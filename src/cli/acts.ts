import type { Command } from './command.ts'

export const actsCommands: Record<string, Command> = {
  'import:dossier': {
    summary: 'importe tous les fichiers d’actes d’un dossier (Nimègue, ExpoActes, Ancestris)',
    help: `releve import:dossier DOSSIER [--section NOM] [--statut en_cours|validee] [--compte NOM] [--rapport FICHIER.csv]

Lit tous les fichiers d’actes du dossier et de ceux qu’il contient, propose lieux et types comme la page « Importer des fichiers
d’actes », et enregistre tout sans rien demander : une source par commune et par type. Les actes déjà présents sont laissés de
côté, ceux de mêmes date et noms aussi. L’import s’annule sur la page des imports.

  --section NOM     section des nouvelles sources (aucune sans cela)
  --statut          en_cours (par défaut) ou validee
  --compte NOM      compte qui importe (le premier administrateur sans cela)
  --rapport FICHIER écrit en CSV les fichiers et les lignes laissés de côté, avec leurs raisons

Code de sortie : 0 importé, 1 refusé ou interrompu, 2 options à corriger.`,
    options: {
      section: { type: 'string' },
      statut: { type: 'string' },
      compte: { type: 'string' },
      rapport: { type: 'string' },
    },
    argument: 'dossier',
    run: async (values) => (await import('./work/acts.ts')).importActs(values),
  },
}

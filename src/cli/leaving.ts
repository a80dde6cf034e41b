import type { Command } from './command.ts'

export const leavingCommands: Record<string, Command> = {
  'export:tout': {
    summary: 'écrit tout le contenu du site dans un dossier, en CSV',
    help: `releve export:tout DOSSIER

Écrit dans un dossier nouveau ou vide les lieux, les types, les sources, les relevés, leur historique et les comptes du site, en
fichiers CSV, avec LISEZMOI.txt qui dit ce qu’ils contiennent et comment les remettre. Le site peut rester en service.

Code de sortie : 0 écrit, 1 refusé (dossier qui n’est pas vide, site non installé, disque plein), 2 options à corriger.`,
    options: {},
    argument: 'dossier',
    run: async (values) => (await import('./work/leaving.ts')).exportAll(values),
  },
  'import:tout': {
    summary: 'remet dans un site vide tout ce que export:tout a écrit',
    help: `releve import:tout ARCHIVE [--malgre-tout]

Remet l’archive .zip de la page « Tout emporter », ou le dossier écrit par export:tout, dans un site qui vient d’être installé :
types, sections, dépôts, comptes, lieux, orthographes, sources, relevés, historique, brouillons, avec leurs numéros. Vérifie
d’abord chaque fichier, refuse un site qui n’est pas vide, puis compare le site à l’archive, fichier par fichier.

Arrêtée en chemin, la même commande reprend où elle en était. Les mots de passe ne sont pas dans l’archive : les comptes reviennent
et attendent une invitation.

  --malgre-tout     remet l’archive bien que des fichiers .csv aient été changés depuis ; leurs changements ne reviennent pas

Code de sortie : 0 remis, 1 refusé ou interrompu, 2 options à corriger.`,
    options: { 'malgre-tout': { type: 'boolean' } },
    argument: 'archive',
    run: async (values) => (await import('./work/leaving.ts')).importAll(values),
  },
}

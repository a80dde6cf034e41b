import type { Command } from './command.ts'

export const transferCommand: Command = {
  summary: 'déplace le site sur une autre base : de SQLite à PostgreSQL, ou retour',
  help: `releve db:transfer --to ADRESSE [--copie]

Copie toute la base dans une base vide, relit et compare chaque ligne, refait l’index de recherche, puis fait de cette base
celle du site. Pendant ce temps on peut lire le site, pas y écrire ; il n’y a pas à l’arrêter. L’ancienne base n’est que lue
et reste où elle était ; en cas d’échec rien n’a changé.

  --to ADRESSE   sqlite:FICHIER ou postgres://utilisateur:mot-de-passe@hote/base
  --copie        copie seulement, sans que personne attende : le site garde sa base

Code de sortie : 0 fait, 1 refusé ou échoué (rien n’a changé), 2 options à corriger.`,
  options: { to: { type: 'string' }, copie: { type: 'boolean' } },
  run: async (values) => (await import('./work/transfer.ts')).transfer(values),
}

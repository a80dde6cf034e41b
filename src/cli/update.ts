import type { Command } from './command.ts'

/** Commands about the version that runs. */
export const updateCommands: Record<string, Command> = {
  'app:check-update': {
    summary: 'cherche s’il existe une nouvelle version',
    help: `releve app:check-update [--force]

Demande au serveur des versions (UPDATE_SERVER_URL), au plus une fois par heure, s’il existe une nouvelle version. Avec
AUTO_UPDATE=true elle est aussitôt mise en place, sauf si le site en est déjà revenu. Rien n’est demandé si un administrateur l’a désactivé dans les réglages.

  --force   demande même si c’est désactivé`,
    options: { force: { type: 'boolean' } },
    run: async (values) => (await import('./work/update.ts')).check(values),
  },
  'app:update': {
    summary: 'met Relevés à jour',
    help: `releve app:update [--reprendre] [--sauvegarde]

Télécharge la dernière version, vérifie sa signature (UPDATE_PUBLIC_KEY), l’essaie sur une copie de la base, sauvegarde le site,
met la base à niveau et change de version sans interruption. Si quoi que ce soit échoue, l’ancienne version et sa base reviennent
d’elles-mêmes. Une commande interrompue peut être relancée.

Où une sauvegarde externe est déclarée (« Paramètres », « Sauvegardes »), PostgreSQL : récente, elle tient lieu de la sauvegarde du site
et de l’essai sur une copie, et le retour passe par son outil ; trop ancienne, la mise à jour est refusée.

  --reprendre    termine seulement une mise à jour interrompue
  --sauvegarde   fait une sauvegarde du site, d’un seul fichier, même si une sauvegarde externe est déclarée

Code de sortie : 0 à jour, 1 refusée ou annulée (le site est comme avant).`,
    options: { reprendre: { type: 'boolean' }, sauvegarde: { type: 'boolean' } },
    run: async (values) => (await import('./work/update.ts')).update(values),
  },
  'app:rollback': {
    summary: 'revient à une version précédente et à sa base',
    help: `releve app:rollback [SAUVEGARDE]

Sans SAUVEGARDE : liste les sauvegardes avec leur version. Avec un numéro ou un nom de cette liste : remet cette sauvegarde et le
code qui l’a faite. Ce qui était en place est gardé comme une sauvegarde ; ce qui a été saisi depuis n’est plus dans le site.`,
    options: {},
    argument: 'sauvegarde',
    isArgumentOptional: true,
    run: async (values) => (await import('./work/update.ts')).rollback(values),
  },
  'app:self-check': {
    summary: 'essaie cette version sur la copie d’un site',
    help: `releve app:self-check [FICHIER]

Restaure une sauvegarde à côté de la base du site, la met à niveau, demande quelques pages, puis efface cette copie.
Sans FICHIER : dit si la base du site est de cette version (ours), plus ancienne (older) ou plus récente (newer).`,
    options: {},
    argument: 'fichier',
    isArgumentOptional: true,
    run: async (values) => (await import('./work/self-check.ts')).checkCopy(values),
  },
}

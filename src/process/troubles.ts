const DAMAGED = 'Installation endommagée'

/** Each keeps a server from serving: the title of its page, and what is to be done. */
export const TROUBLES = {
  config: [
    DAMAGED,
    'Le fichier storage/config.json manque ou ne peut pas être lu. Remettez-le depuis une sauvegarde, ou relancez Relevés avec la variable DATABASE_URL.',
  ],
  temoin: [
    DAMAGED,
    'Le fichier storage/installed manque alors que ce site est installé. Si le dossier « storage » est bien celui du site, recréez ce fichier, vide, puis rechargez la page.',
  ],
  adresse: [DAMAGED, 'Rien ne dit où est la base de données. Relancez Relevés avec la variable DATABASE_URL du site.'],
  fichier: [
    DAMAGED,
    'Le fichier de la base de données manque. Remettez-le depuis une sauvegarde, à la même place, puis rechargez la page.',
  ],
  comptes: [
    DAMAGED,
    'La base de données ne contient aucun compte : ce n’est pas celle de ce site. Remettez la bonne depuis une sauvegarde.',
  ],
  base: [DAMAGED, 'La base de données n’a pas pu être ouverte ou mise à niveau. Le journal du serveur dit pourquoi.'],
  reprise: [
    DAMAGED,
    'L’installation a été interrompue et n’a pas pu reprendre. Le journal du serveur dit pourquoi. Elle reprendra d’elle-même quand la cause aura disparu ; pour tout recommencer, supprimez le fichier storage/setup-progress.json.',
  ],
  depassee: [
    'Serveur à mettre à jour',
    'Ce site a été mis à jour par un autre de ses serveurs, et celui-ci en est encore à la version précédente. Rien de ce qui a été enregistré n’est perdu. Sur ce serveur, lancez « bin/releve app:update ».',
  ],
  devancee: [
    'Serveur en avance',
    'D’autres serveurs de ce site en servent une version plus ancienne, à laquelle est sa base : celui-ci ne la met pas à niveau tant qu’ils servent. Arrêtez-les, et il servira ; ou ramenez-le à leur version avec « bin/releve app:rollback ».',
  ],
  sauvegarde: [
    'Sauvegarde impossible',
    'La base de ce site doit être mise à niveau, et la sauvegarde qui doit précéder n’a pas pu être faite : rien n’a été changé. Le journal du serveur dit pourquoi. Une fois la cause levée (souvent un disque plein), redémarrez Relevés.',
  ],
  cle: [
    'Serveur sans la clé du site',
    'D’autres serveurs de ce site ont une autre clé : leurs réglages scellés ne se liraient pas ici. Copiez leur fichier storage/config.json sur ce serveur, ou donnez-lui la même valeur de SITE_SECRET, puis redémarrez.',
  ],
  muette: [
    'Base de données injoignable',
    'La base de données ne répond pas. Rien de ce qui a été enregistré n’est perdu. Vérifiez qu’elle est démarrée ; le site reviendra de lui-même.',
  ],
} as const satisfies Record<string, readonly [string, string]>

/** A server in a container is told by these what is to be done. */
export const IN_IMAGE: Partial<Record<keyof typeof TROUBLES, string>> = {
  depassee:
    'La base de ce site est d’une version plus récente que ce conteneur. Rien de ce qui a été enregistré n’est perdu. Recréez le conteneur depuis l’image de la version du site.',
  devancee:
    'D’autres serveurs de ce site en servent une version plus ancienne, à laquelle est sa base : celui-ci ne la met pas à niveau tant qu’ils servent. Arrêtez-les, et il servira ; ou recréez ce conteneur depuis l’image de leur version.',
}

import type { Command } from './command.ts'

/** Photos of registers have an archive of their own. */
export const imagesCommands: Record<string, Command> = {
  'images:archive': {
    summary: 'copie les photos des registres dans un dossier, les nouvelles seules',
    help: `releve images:archive DOSSIER

Copie dans un dossier, sur un autre disque de préférence, les photos que ce dossier n’a pas encore. Rien n’en est retiré. Le site
peut rester en service ; arrêtée en chemin, la même commande reprend. empreintes.txt permet de vérifier l’archive sans Relevés :
sha256sum -c empreintes.txt. Les sauvegardes du site ne contiennent pas les photos : faites les deux.

Code de sortie : 0 tout est copié, 1 refusé, ou des photos manquent sur le site ou y sont abîmées, 2 options à corriger.`,
    options: {},
    argument: 'dossier',
    run: async (values) => (await import('./work/images.ts')).archive(values),
  },
  'images:verify': {
    summary: 'relit toutes les photos du site, ou celles d’une archive',
    help: `releve images:verify [DOSSIER]

Relit chaque photo et ses copies, et compare leurs empreintes : celles du site, ou celles de l’archive faite par images:archive.
Ce qui manque ou est abîmé est nommé, avec sa source et sa vue.

Code de sortie : 0 tout est là, 1 des fichiers manquent ou sont abîmés, 2 options à corriger.`,
    options: {},
    argument: 'dossier',
    isArgumentOptional: true,
    run: async (values) => (await import('./work/images.ts')).verify(values),
  },
  'images:restore': {
    summary: 'remet sur le site les photos qui lui manquent, depuis leur archive',
    help: `releve images:restore DOSSIER

Remet les photos que la base connaît et qui manquent sur le disque, ou y sont abîmées. Après une panne : restaurez d’abord la base
(db:restore) ou remettez l’archive de tout (import:tout), puis lancez cette commande. Chaque fichier est comparé à son empreinte ;
une photo déjà relue, dont ni la taille ni la date n’ont changé depuis, ne l’est pas une seconde fois.

  --tout   relit toutes les photos du site : après une panne de disque, par exemple

Code de sortie : 0 toutes les photos sont là, 1 il en manque encore, 2 options à corriger.`,
    options: { tout: { type: 'boolean' } },
    argument: 'dossier',
    run: async (values) => (await import('./work/images.ts')).restore(values),
  },
}

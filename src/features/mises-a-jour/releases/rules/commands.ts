/** How a site gets another version, in words. */

export const UPDATE_COMMAND = 'bin/releve app:update'

/** A container is thrown away and made anew from another image: nothing that is written into it would last. */
export const BY_IMAGE =
  'Ce site fonctionne dans un conteneur\u00a0: prenez l’image de la nouvelle version, puis recréez le conteneur («\u00a0docker compose up -d\u00a0»). Au démarrage, il sauvegarde le site, puis met sa base à niveau.'

export const BACK_BY_IMAGE =
  'Ce site fonctionne dans un conteneur\u00a0: reprenez l’image de la version voulue, recréez le conteneur, puis remettez la sauvegarde faite par «\u00a0bin/releve db:restore\u00a0».'

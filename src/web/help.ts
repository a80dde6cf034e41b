/** The page of help of each screen, by the address of the screen; the first that fits counts. */
const SCREENS: readonly [RegExp, string][] = [
  [/^\/$/, 'tableau-de-bord'],
  [/^\/(sources|lieux)\/\d+\/livret/, 'exports'],
  [/^\/(releves\/\d+\/lectures|sources\/\d+\/seconde-saisie|revue\/\d+\/arbitrage|profil\/corrections)/, 'lectures'],
  [/^\/sources\/\d+\/(releves\/(nouveau|passes)|defauts)/, 'saisie'],
  [/^\/releves\/\d+\/modifier/, 'saisie'],
  [/^\/sources\/\d+\/tableau/, 'tableau'],
  [/^\/(sources\/\d+\/vues|releves\/\d+\/acte)/, 'vues'],
  [
    /^\/(imports|sources\/\d+\/import|(lieux|orthographes|abreviations|inventaire|admin\/utilisateurs)\/import)/,
    'imports',
  ],
  [/^\/(sources|sections)\/\d+\/avertissements/, 'avertissements'],
  [/^\/(sources\/\d+\/)?(releves|fils)/, 'releves'],
  [/^\/sources/, 'sources'],
  [/^\/export/, 'exports'],
  [/^\/recherche\/famille/, 'famille'],
  [/^\/sections\/\d+\/conventions/, 'conventions'],
  [/^\/sections/, 'sections'],
  [/^\/lieux\/communes/, 'lieux'],
  [/^\/(couverture|registres)/, 'couverture'],
  [/^\/(admin\/)?statistiques/, 'statistiques'],
  [/^\/mes-recherches/, 'mes-recherches'],
  [/^\/parametres\/sauvegardes\/ailleurs/, 'copie-ailleurs'],
  [/^\/parametres\/(?:sauvegardes|emporter)/, 'sauvegardes'],
  [/^\/profil\/cles/, 'cles-d-acces'],
  [/^\/parametres\/fournisseur/, 'fournisseur'],
  [/^\/accueil/, 'parametres'],
  [/^\/(donnees-personnelles|admin\/registre-traitements)/, 'donnees'],
  [/^\/admin\/(utilisateurs|sections|types-sources|types-lieux|depots)/, '$1'],
  [
    /^\/(recherche|lieux|carte|revue|notifications|brouillons|profil|orthographes|abreviations|inventaire|parametres)/,
    '$1',
  ],
  [/^\/admin/, 'administration'],
]

/** Where the link « Aide » of a page leads: to the help of that screen, or to all of it. */
export function helpPath(path: string): string {
  for (const [pattern, page] of SCREENS) {
    const found = pattern.exec(path)
    if (found) return `/aide/${page === '$1' ? found[1] : page}`
  }
  return '/aide'
}

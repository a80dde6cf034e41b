import type { Elsewhere, PlaceKind } from '../../../../lib/elsewhere.ts'

/** Each kind as the pages name it. */
export const KIND_NAMES: Record<PlaceKind, string> = {
  sftp: 'SFTP',
  webdav: 'WebDAV (Nextcloud…)',
  s3: 'S3 et compatibles',
}

/** Labels of the fields, by their names in the form. */
export const LABELS = {
  sorte: 'Sorte de stockage',
  adresse: 'Adresse',
  port: 'Port',
  dossier: 'Dossier',
  identifiant: 'Identifiant',
  secret: 'Mot de passe',
  cle_privee: 'Clé privée',
  cle_hote: 'Empreinte de la clé du serveur',
  region: 'Région',
  seau: 'Seau (bucket)',
  par_chemin: 'Le nom du seau est dans le chemin de l’adresse',
  phrase: 'Phrase secrète des copies',
  phrase_encore: 'La même phrase, une seconde fois',
  chaque_nuit: 'Copier ailleurs chaque nuit, après la sauvegarde',
  preuve: 'Votre mot de passe',
} as const

/** Labels of a kind, where they are called otherwise there. */
export const labelsOf = (sorte: PlaceKind): Record<string, string> => ({
  ...LABELS,
  ...(sorte === 'sftp' && { adresse: 'Serveur', secret: 'Mot de passe, ou phrase de la clé' }),
  ...(sorte === 'webdav' && { adresse: 'Adresse du dossier' }),
  ...(sorte === 's3' && {
    adresse: 'Adresse du service',
    identifiant: 'Clé d’accès',
    secret: 'Clé secrète',
    dossier: 'Préfixe',
  }),
})

/** Where the copies go, in a line: nothing secret is in it. */
export function placeInWords({ sorte, adresse, port, dossier, seau, identifiant }: Elsewhere): string {
  const folder = dossier === '' ? '' : `/${dossier.replace(/^\/+/, '')}`
  if (sorte === 'sftp') return `sftp://${identifiant}@${adresse}:${port}${dossier.startsWith('/') ? dossier : folder}`
  return sorte === 's3' ? `${adresse.replace(/\/$/, '')}/${seau}${folder}` : adresse
}

/** Kinds of storage where a site sends its backups. */
export const PLACE_KINDS = ['sftp', 'webdav', 's3'] as const

export type PlaceKind = (typeof PLACE_KINDS)[number]

/** Where copies of the backups go, with its secrets in clear: storage elsewhere that an administrator set up. */
export interface Elsewhere {
  sorte: PlaceKind
  /** Name of the server (SFTP), address of the folder (WebDAV) or of the service (S3). */
  adresse: string
  /** SFTP alone has one; 0 elsewhere. */
  port: number
  /** Folder (SFTP) or prefix of the names (S3); '' is where the account begins. WebDAV has it in its address. */
  dossier: string
  /** Name of the account, or access key. */
  identifiant: string
  /** Password, passphrase of the private key, or secret key; '' where a private key stands alone. */
  secret: string
  /** A private key in PEM or OpenSSH form; '' where a password is used. */
  cle_privee: string
  /** Fingerprint of the server's key, « SHA256:… », as ssh-keygen tells it; '' until the first test. */
  cle_hote: string
  /** S3 alone has these three. */
  region: string
  seau: string
  /** S3: the bucket stands in the path of addresses, not before the name of the server. */
  par_chemin: boolean
  /** Every copy is encrypted with it. */
  phrase: string
  /** A copy follows each backup of the night. */
  chaque_nuit: boolean
  /** The site that this one took the place of goes on under its mark in the names of copies; '': it has one of its own. */
  marque: string
}

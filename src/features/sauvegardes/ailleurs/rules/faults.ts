/** Why a place elsewhere did not do what it was asked. */
export type Fault = keyof typeof TOLD

/** Each says what happened and what to look at; nothing of it repeats what the other side said. */
const TOLD = {
  introuvable: 'Ce nom de serveur est introuvable. Vérifiez son orthographe, et la connexion du serveur à Internet.',
  interdite: 'Cette adresse est réservée\u00a0: aucun stockage ne s’y trouve.',
  refusee: 'La connexion a été refusée. Vérifiez le nom du serveur et le port.',
  coupee: 'La connexion a été coupée en chemin.',
  delai: 'Le serveur n’a pas répondu à temps.',
  certificat:
    'Le certificat du serveur n’est pas valable\u00a0: la connexion n’est pas sûre, et rien n’a été envoyé. Vérifiez l’adresse\u00a0; si elle est juste, prévenez votre hébergeur.',
  horloge:
    'L’heure du serveur du site et celle du stockage ne s’accordent pas. Réglez l’horloge du serveur (« timedatectl » la montre).',
  identifiants: 'Le serveur a refusé l’identifiant, le mot de passe ou la clé.',
  cle_serveur:
    'La clé de ce serveur n’est pas celle qui est enregistrée\u00a0: rien n’a été envoyé. Demandez à votre hébergeur si elle a changé\u00a0; alors seulement, remplacez son empreinte dans le formulaire.',
  cle_inconnue: 'La clé de ce serveur n’est pas encore connue. Faites un essai\u00a0: il la lira.',
  cle_privee: 'Cette clé privée ne se lit pas, ou sa phrase secrète n’est pas la bonne.',
  droits: 'Le serveur a reconnu le compte, mais lui refuse ce dossier. Vérifiez ses droits.',
  dossier: 'Ce dossier, ou ce seau, n’existe pas là-bas. Créez-le chez votre hébergeur, ou vérifiez son nom.',
  plein: 'Il n’y a plus de place là-bas. Faites de la place, ou voyez la limite du compte.',
  limite:
    'Ce serveur refuse un fichier aussi grand. Demandez à qui s’en occupe de relever sa limite d’envoi (« client_max_body_size » pour nginx), ou copiez par SFTP ou S3.',
  ecriture: 'Le serveur a refusé d’écrire sans dire pourquoi\u00a0: le plus souvent, il n’y a plus de place.',
  altere: 'Ce qui a été relu n’est pas ce qui a été envoyé\u00a0: cette copie a été retirée.',
  redirection:
    'Le serveur renvoie à une autre adresse, où les identifiants ne sont pas envoyés. Donnez l’adresse finale.',
  region: 'Le serveur attend une autre région. Vérifiez la région et l’adresse du service.',
  reponse: 'Le serveur a répondu autrement qu’attendu. Vérifiez l’adresse et la sorte de stockage.',
  panne: 'Le serveur est en panne, ou trop occupé.',
  phrase: 'La phrase secrète n’est pas celle de cette copie, ou la copie est abîmée.',
  absente: 'Cette copie n’est plus là-bas.',
  plusieurs:
    'Plusieurs sites copient à cet endroit\u00a0: donnez le nom de la copie («\u00a0copie:liste\u00a0» les montre).',
} as const

/** Another attempt would fail in the same way until somebody changes something. */
const LASTING: readonly Fault[] = [
  ...(['interdite', 'certificat', 'identifiants', 'cle_serveur', 'cle_inconnue', 'cle_privee'] as const),
  ...(['droits', 'dossier', 'limite', 'redirection', 'region', 'phrase', 'absente', 'plusieurs'] as const),
]

/** The place failed; `message` is a sentence in French for administrators. */
export class ElsewhereError extends Error {
  readonly fault: Fault
  readonly isLasting: boolean
  /** The fingerprint that a server showed whose key is not the one that is known. */
  readonly empreinte: string | undefined
  /** `detail` is ours, or a fingerprint: never what the other side wrote. */
  constructor(fault: Fault, options: { detail?: string; empreinte?: string; cause?: unknown } = {}) {
    super(options.detail === undefined ? TOLD[fault] : `${TOLD[fault]} ${options.detail}`, { cause: options.cause })
    this.name = 'ElsewhereError'
    this.fault = fault
    this.empreinte = options.empreinte
    this.isLasting = LASTING.includes(fault)
  }
}

const BY_CODE: Record<string, Fault> = {
  ENOTFOUND: 'introuvable',
  EAI_AGAIN: 'introuvable',
  EAI_NODATA: 'introuvable',
  EINTERDITE: 'interdite',
  ECONNREFUSED: 'refusee',
  EHOSTUNREACH: 'refusee',
  ENETUNREACH: 'refusee',
  ECONNRESET: 'coupee',
  ECONNABORTED: 'coupee',
  EPIPE: 'coupee',
  ERR_STREAM_PREMATURE_CLOSE: 'coupee',
  ETIMEDOUT: 'delai',
  CERT_HAS_EXPIRED: 'certificat',
  CERT_NOT_YET_VALID: 'certificat',
  EPROTO: 'certificat',
  EMSGSIZE: 'reponse',
}

const CLOCK_CODES = ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']
const CLOCK_HINT =
  'Si l’horloge du serveur du site est fausse, c’est elle qui fait paraître le certificat trop vieux ou trop jeune.'

/** The error of a connection as a fault; one that is none of these is a bug, or the disk of the site. */
export function faultOf(error: unknown): unknown {
  if (error instanceof ElsewhereError) return error
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return error
  const isOfCertificate = /^(ERR_TLS|ERR_SSL|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|CERT_)/.test(code)
  const byFamily = isOfCertificate ? 'certificat' : code.startsWith('HPE_') ? 'reponse' : undefined
  const fault = BY_CODE[code] ?? byFamily
  if (fault === undefined) return error
  return new ElsewhereError(fault, { cause: error, ...(CLOCK_CODES.includes(code) && { detail: CLOCK_HINT }) })
}

/** Rejects with an ElsewhereError where the connection was at fault. */
export async function tellingFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw faultOf(error)
  }
}

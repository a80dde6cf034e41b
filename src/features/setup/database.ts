import { accessSync, constants, existsSync, realpathSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import {
  hostAddresses,
  type PostgresTarget,
  type Probe,
  type ProbeReason,
  postgresUrl,
  probePostgres,
  probePostgresUrl,
  probeSqlite,
} from '../../db/dialect/probe.ts'
import { databaseAddress } from '../presence/installation.ts'
import { isWritable } from './rules/prerequisites.ts'
import type { DatabaseChoice, PostgresChoice } from './rules/progress.ts'

/** `field`: where the form shows the sentence. */
export type Outcome = { ok: true; version: string } | { ok: false; field: string; message: string }

/** One sentence for each way a database can be wrong: what is the matter, what to do. */
const SENTENCES: Record<ProbeReason, { field: string; message: string }> = {
  refusee: {
    field: 'hote',
    message:
      'Connexion refusée : aucun serveur PostgreSQL n’écoute à cette adresse et à ce port. Vérifiez qu’il est démarré.',
  },
  delai: {
    field: 'hote',
    message: 'Délai dépassé : le serveur n’a pas répondu en 5 secondes. Vérifiez l’adresse, le port et le pare-feu.',
  },
  hote_inconnu: {
    field: 'hote',
    message: 'Hôte inconnu : aucun ordinateur ne porte ce nom. Vérifiez son orthographe.',
  },
  injoignable: { field: 'hote', message: 'Hôte injoignable : le réseau ne mène pas à cet ordinateur.' },
  adresse_interdite: {
    field: 'hote',
    message:
      'Cette adresse est réservée au fonctionnement du réseau : elle ne peut pas être celle d’une base de données.',
  },
  base_inconnue: {
    field: 'base',
    message:
      'Base inconnue : le serveur répond, mais il n’a pas de base de ce nom. Créez-la avec « createdb », ou corrigez le nom.',
  },
  mot_de_passe: {
    field: 'mot_de_passe',
    message: 'Mot de passe refusé : le serveur n’accepte pas ce mot de passe pour cet utilisateur.',
  },
  utilisateur_inconnu: {
    field: 'utilisateur',
    message:
      'Utilisateur inconnu : le serveur n’a pas d’utilisateur de ce nom qui puisse se connecter. Créez-le avec « createuser ».',
  },
  acces_refuse: {
    field: 'hote',
    message: 'Accès refusé : le fichier pg_hba.conf du serveur ne permet pas cette connexion.',
  },
  sans_chiffrement: {
    field: 'ssl',
    message:
      'Ce serveur n’accepte pas de connexion chiffrée. Choisissez « Sans chiffrement », ou activez SSL sur le serveur.',
  },
  certificat: {
    field: 'ssl',
    message:
      'Le certificat de ce serveur n’est pas reconnu. Corrigez-le, ou choisissez le chiffrement sans vérification.',
  },
  droits: {
    field: 'utilisateur',
    message:
      'Cet utilisateur n’a pas le droit de créer des tables dans cette base. Faites de lui le propriétaire de la base.',
  },
  version: { field: 'hote', message: 'Ce serveur est trop ancien : il faut PostgreSQL 15 ou plus récent.' },
  encodage: { field: 'base', message: 'Cette base n’est pas en UTF-8. Créez-la avec « createdb --encoding=UTF8 ».' },
  reponse_inattendue: {
    field: 'hote',
    message:
      'Réponse inattendue : ce qui répond à cette adresse ne se comporte pas comme un serveur PostgreSQL disponible.',
  },
  hors_stockage: {
    field: 'fichier',
    message: 'Le fichier doit se trouver dans le dossier des données de Relevés, par exemple « database.sqlite ».',
  },
  extension: {
    field: 'fichier',
    message:
      'Le fichier demande un nom, qui doit finir par .sqlite, .sqlite3 ou .db : par exemple « database.sqlite ».',
  },
  ecriture: {
    field: 'fichier',
    message: 'Ce fichier ne peut pas être écrit : son dossier manque ou est protégé, ou un autre programme l’occupe.',
  },
  pas_sqlite: {
    field: 'fichier',
    message: 'Ce fichier existe, mais ce n’est pas une base SQLite. Choisissez un autre nom.',
  },
  disque_reseau: {
    field: 'fichier',
    message:
      'Le dossier des données est sur un disque réseau, où une base SQLite s’abîme. Utilisez un disque local ou PostgreSQL.',
  },
  autre_logiciel: {
    field: 'base',
    message: 'Cette base contient déjà les tables d’un autre logiciel. Choisissez une base vide.',
  },
  deja_utilisee: {
    field: 'base',
    message:
      'Cette base contient déjà un site Relevés avec ses comptes. Choisissez une base vide pour en installer un nouveau.',
  },
}

function outcome(probe: Probe, sqlite: boolean): Outcome {
  if (probe.ok) return probe
  const { field, message } = SENTENCES[probe.reason]
  return { ok: false, field: sqlite ? 'fichier' : field, message }
}

/** A path names a file: « x.sqlite/ » would name a folder, « .sqlite » nothing at all. */
const FILE_NAME = /(?:^|\/)[^/.][^/]*\.(?:sqlite3?|db)$/i
/** statfs types of NFS, SMB, SMB2 and CIFS: their locks do not hold what SQLite needs (reliability.md T24). */
const NETWORK_DISKS = [0x6969, 0x517b, 0xfe534d42, 0xff534d42]

/** The real path of what may not exist yet: symbolic links of its nearest existing ancestor are followed. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const parent = dirname(path)
  return parent === path ? path : join(realPath(parent), basename(path))
}

function placeProblem(storage: string, typed: string): ProbeReason | undefined {
  const inside = relative(realpathSync(storage), realPath(resolve(storage, typed)))
  const [first] = inside.split(sep)
  // storage/app holds files that the site may hand out.
  if (inside === '' || inside.startsWith('..') || first === 'app') return 'hors_stockage'
  return FILE_NAME.test(typed) ? undefined : 'extension'
}

function writeProblem(path: string): ProbeReason | undefined {
  const folder = dirname(path)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory() || !isWritable(folder)) return 'ecriture'
  if (NETWORK_DISKS.includes(statfsSync(folder).type)) return 'disque_reseau'
  if (!existsSync(path)) return undefined
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return 'ecriture'
  }
}

/** A parent that is a file makes every look at the path fail; that is one more way of not being writable. */
function safely(check: () => ProbeReason | undefined): ProbeReason | undefined {
  try {
    return check()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return 'ecriture'
  }
}

function trySqlite(path: string, problem: ProbeReason | undefined): Probe {
  const reason = problem ?? safely(() => writeProblem(path))
  return reason ? { ok: false, reason } : probeSqlite(path)
}

const targetOf = (choice: PostgresChoice): PostgresTarget => ({
  host: choice.hote,
  port: choice.port,
  database: choice.base,
  user: choice.utilisateur,
  password: choice.mot_de_passe,
  ssl: choice.ssl,
})

/** Looks at an address given by whoever runs the machine; undefined for an unknown kind of address. */
async function probeAddress(storage: string, url: string): Promise<{ probe: Probe; sqlite: boolean } | undefined> {
  const address = databaseAddress(storage, url)
  const sqlite = address.startsWith('sqlite:')
  if (sqlite) return { probe: trySqlite(address.slice('sqlite:'.length), undefined), sqlite }
  if (!/^postgres(ql)?:\/\//.test(address) || !hostAddresses(address).every((one) => URL.canParse(one)))
    return undefined
  return { probe: await probePostgresUrl(address), sqlite }
}

async function tryAddress(storage: string, url: string): Promise<Outcome> {
  const found = await probeAddress(storage, url)
  if (found) return outcome(found.probe, found.sqlite)
  return {
    ok: false,
    field: 'base',
    message: 'Adresse de base de données inconnue : sqlite:… ou postgres://… attendu.',
  }
}

/** Reasons that show a database without a site of ours; any other leaves the question open. */
const NO_SITE: readonly ProbeReason[] = [
  'autre_logiciel',
  'droits',
  'version',
  'encodage',
  'pas_sqlite',
  'disque_reseau',
]

/** Does DATABASE_URL lead to a site with accounts? `inconnu`, with the reason for the log: it cannot be told now. */
export async function siteBehind(storage: string, url: string): Promise<'aucun' | 'present' | { inconnu: string }> {
  const found = await probeAddress(storage, url)
  if (!found) return { inconnu: 'adresse' }
  if (found.probe.ok || NO_SITE.includes(found.probe.reason)) return 'aucun'
  return found.probe.reason === 'deja_utilisee' ? 'present' : { inconnu: found.probe.reason }
}

/** Can a new site be made there? At most five seconds; nothing is written but a file that is taken away at once. */
export async function tryDatabase(
  storage: string,
  choice: DatabaseChoice,
  given: string | undefined,
): Promise<Outcome> {
  if (choice.moteur === 'donnee') return tryAddress(storage, choice.url ?? given ?? '')
  if (choice.moteur === 'postgresql') return outcome(await probePostgres(targetOf(choice)), false)
  const path = resolve(storage, choice.fichier)
  return outcome(
    trySqlite(
      path,
      safely(() => placeProblem(storage, choice.fichier)),
    ),
    true,
  )
}

/** The address to open, absolute. `given`: DATABASE_URL, which wins. */
export function addressOf(storage: string, choice: DatabaseChoice, given: string | undefined): string {
  if (given) return databaseAddress(storage, given)
  if (choice.moteur === 'sqlite') return databaseAddress(storage, `sqlite:${choice.fichier}`)
  return choice.moteur === 'postgresql' ? postgresUrl(targetOf(choice)) : databaseAddress(storage, choice.url ?? '')
}

/** A given address in words, without its password. */
export function describeAddress(url: string): string {
  if (url.startsWith('sqlite:')) return `SQLite, fichier ${basename(url.slice('sqlite:'.length))}`
  const hosts = hostAddresses(url).map((one) => URL.parse(one))
  const [first] = hosts
  if (!first || hosts.includes(null)) return 'adresse illisible'
  const places = hosts.map((one) => one?.searchParams.get('host') ?? one?.hostname)
  return `PostgreSQL, base ${decodeURIComponent(first.pathname.slice(1))} sur ${places.join(', ')}`
}

import { Hono } from 'hono'
import type { Db, UserRole } from '../db/schema.ts'
import type { Elsewhere } from '../lib/elsewhere.ts'
import type { IdentityProvider } from '../lib/identity-provider.ts'
import type { Log } from '../lib/log.ts'
import type { MailLimits, SmtpServer } from '../lib/mailer.ts'
import type { TrustedProxies } from '../lib/network.ts'
import type { Assets } from '../ui/layout.tsx'
import type { KnownPages } from './known-pages.ts'
import type { Traffic } from './traffic.ts'

/** Site settings, storage/app/settings.json. */
export interface Settings {
  site_name: string
  registration_enabled: boolean
  /** A person who registers waits until an administrator accepts the request. */
  inscriptions_approuvees: boolean
  /** Whom to ask about accounts, as people read it; '' where nobody is named. */
  contact_comptes: string
  installed_at: string
  /** How mail leaves; null where no mail is sent. The file holds its password encrypted. */
  smtp: SmtpServer | null
  /** Address that an administrator was seen to use, for the links of mails where APP_URL says nothing; '' while unknown. */
  public_origin: string
  /** Months for which the journal is kept; six at least. */
  journal_mois: number
  /** Days without news after which members of a source in progress are asked for some; 0: never. */
  silence_jours: number
  /** Whom to tell of a weakness: a mail address or one in https; '' where nobody is named. */
  contact_securite: string
  /** The token that opens `/sante?detail` and `/metrics` is made of it; '' where nobody watches. */
  jeton_surveillance: string
  /** A log-in whose PIN cannot be mailed is refused; otherwise it goes on without (spec.md 5.3). */
  pin_obligatoire: boolean
  /** Administrators and managers do nothing before they have an application or a key for the second step of their log-ins. */
  facteur_exige: boolean
  /** A log-in from a new browser is told to its owner by mail. */
  avis_appareils: boolean
  /** People may come in by what it says of them; null where they come by password alone. The file holds its secret encrypted. */
  fournisseur: IdentityProvider | null
  /** The site may ask the release server by itself. */
  update_check_enabled: boolean
  /** A backup is made every night. */
  sauvegarde_quotidienne: boolean
  /** Where copies of the backups go; null where nobody set it up. The file holds its secrets encrypted. */
  ailleurs: Elsewhere | null
  /** Another program saves the database: its name, and the hours after which there is to be a newer backup; '' where none is declared. */
  sauvegarde_externe: string
  sauvegarde_externe_heures: number
  /** Name of the image of the association in storage/app/public: « logo.svg »; '' where there is none. */
  logo: string
  /** Part of the address of the logo that changes with its content. */
  logo_version: string
  /** Address of map images with {z}, {x} and {y}; '': our own base map only. */
  tuiles_url: string
  /** Whom to thank for them, as their server asks. */
  tuiles_mention: string
  /** Strangers are shown a page of the association, not the log-in: its words, its contact, and whether it has numbers. */
  accueil_public: boolean
  accueil_texte: string
  accueil_contact: string
  accueil_nombres: boolean
  /** Tells who answers for what the site knows of people, whom to write to, and who works for them; '' where that is not said. */
  responsable_donnees: string
  contact_donnees: string
  sous_traitants: string
  /** Months without a visit after which a person is told, and the account is closed; 0: never. */
  inutilise_avis_mois: number
  inutilise_fermeture_mois: number
  /** So much room (GB) photos of registers may take: those of the site, and those of one source. */
  photos_site_go: number
  photos_source_go: number
  /** A settings file that could not be read was put aside under this name; '' where none was, or an administrator has seen it. */
  fichier_abime: string
  /** `copie`: what stands was taken from the copy of the last good file; `defaut`: nothing of it was left. */
  fichier_repris: string
}

export interface SettingsStore {
  read(): Settings
  /**
   * Changes some settings of this folder, whole or not at all; no other process changes any meanwhile. A function gets what stands now, and
   * may throw: then nothing is changed.
   */
  write(change: Partial<Settings> | ((now: Settings) => Partial<Settings>)): void
  /** Likewise, for all servers of the site: what a page changes goes this way. */
  save(change: Partial<Settings> | ((now: Settings) => Partial<Settings>)): Promise<void>
}

/** Hashed addresses of the built browser files. */
export interface AssetManifest extends Omit<Assets, 'volet'> {
  /** Any page but a form of records. */
  pages: string[]
  /** Forms of records: their script and their style. */
  saisie: string[]
  bureau: string
  /** This one has the rows of the table too. */
  grille: string
  /** That of all pages, with what is made to be printed. */
  imprimes: string
  /** The designer of fields. */
  ordre: string[]
  /** The search page. */
  recherche: string[]
  /** The table of the acts of one view. */
  tableau: string[]
  /** The page of the views of a source, from which photos are sent. */
  photos: string[]
  /** The two pages that speak with a passkey. */
  cle: string[]
  /** The page on which acts are read over: its keys, its style. */
  relecture: { js: string; css: string }
  /** Leaflet and what is ours around it. */
  carte: { js: string; css: string }
  /** The register beside a form of records. */
  volet: { js: string; css: string }
}

/** All that a request may need; built once by deps.ts, by testApp() in tests. */
export interface Deps {
  db: Db
  clock: () => Date
  log: Log
  settings: SettingsStore
  assets: AssetManifest
  /** Folder of the built browser files, served under /assets. */
  assetsFolder: string
  /** Folder of what the site keeps; uploads under way are in its app/tmp. */
  storage: string
  /** Keys the CSRF tokens and the flash cookie. */
  secret: string
  appUrl: string | undefined
  trustProxy: TrustedProxies
  version: string
  /** Newer versions are asked for there; undefined where nobody has said where. */
  updateServer: string | undefined
  /** Another image of its container brings another version: no command on the server does. */
  isImage: boolean
  /** Counts what this process answered since it began. */
  traffic: Traffic
  /** The log has a line for every request. */
  isAccessLogged: boolean
  /** Starts a command of bin/releve in a process of its own, which outlives this one. */
  runCommand: (args: string[]) => void
  /** Other waits than the usual ones for mails that a person waits for; for tests. */
  mailLimits?: MailLimits
}

export interface CurrentUser {
  id: number
  name: string
  email: string
  role: UserRole
  must_change_password: boolean
}

/** Numbers that every page of a signed-in user shows beside its entries. */
export interface Badges {
  /** Unread ones, counted up to 100. */
  notifications: number
  /** Corrections of this user’s acts that he or she has not read, counted up to 100. */
  corrections: number
  /** Sources that wait for a decision of this user; undefined where he or she decides on none. */
  a_valider: number | undefined
}

export interface AppEnv {
  Variables: {
    deps: Deps
    /** `publicOrigin` (web/address.ts), once it was asked for. */
    origin: string | undefined
    /** Set for every signed-in request; routes behind `signedIn` may rely on it. */
    user: CurrentUser
    maybeUser: CurrentUser | undefined
    sessionId: string | undefined
    /** ISO instant of the log-in that the session goes back to. */
    sessionSince: string | undefined
    /** The page that has to come before anything else was asked for in the place of this request, which did nothing. */
    turnedTo: string | undefined
    /** The account has an application or a key for the second step of its log-ins. */
    hasFactor: boolean | undefined
    /** The password was shown in this session within the last half hour. */
    isFresh: boolean | undefined
    badges: Badges | undefined
    /** The moment of the database (`SqlPieces.moment`) before anything of this page was read from it; where it was asked. */
    moment: string | undefined
    /** The pages that this process made lately (web/known-pages.ts), and the one of them that the browser says it holds. */
    pages: KnownPages
    known: ReturnType<KnownPages['find']>
    csrf: string
    /** The origin of the images that the map of this page shows, for the content security policy; '' is our own site. */
    mapImages: string | undefined
    /** The servers whose pictures this page shows (`allowImages`, web/security.ts). */
    imageHosts: readonly string[] | undefined
    /** The database is being replaced or moved: what may be left undone is not written. */
    isReadOnly: boolean
    requestId: string
  }
}

export const router = () => new Hono<AppEnv>()

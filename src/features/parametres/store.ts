import { statSync } from 'node:fs'
import { join } from 'node:path'
import { inTurn } from '../../lib/held-file.ts'
import { dropLeftovers } from '../../lib/json-file.ts'
import type { Log } from '../../lib/log.ts'
import type { Settings, SettingsStore } from '../../web/env.ts'
import { readStoredElsewhere, storedElsewhere } from '../sauvegardes/ailleurs/rules/stored.ts'
import { mend, readStored, type Stored, writeStored } from './file.ts'
import { readStoredProvider, storedProvider } from './rules/provider.ts'
import { readStoredSmtp, storedSmtp } from './rules/smtp.ts'

/** A site is closed to the outside and sends no mail until it is told otherwise. */
export const DEFAULT_SETTINGS: Settings = {
  site_name: 'Relevés',
  registration_enabled: false,
  inscriptions_approuvees: false,
  contact_comptes: '',
  installed_at: '',
  smtp: null,
  public_origin: '',
  journal_mois: 12,
  silence_jours: 60,
  contact_securite: '',
  jeton_surveillance: '',
  pin_obligatoire: false,
  facteur_exige: false,
  avis_appareils: true,
  fournisseur: null,
  update_check_enabled: true,
  sauvegarde_quotidienne: true,
  ailleurs: null,
  sauvegarde_externe: '',
  sauvegarde_externe_heures: 26,
  logo: '',
  logo_version: '',
  tuiles_url: '',
  tuiles_mention: '',
  accueil_public: false,
  accueil_texte: '',
  accueil_contact: '',
  accueil_nombres: true,
  responsable_donnees: '',
  contact_donnees: '',
  sous_traitants: '',
  inutilise_avis_mois: 24,
  inutilise_fermeture_mois: 36,
  photos_site_go: 50,
  photos_source_go: 10,
  fichier_abime: '',
  fichier_repris: '',
}

/** Blocks with secrets, which the file holds encrypted. */
const SEALED = {
  smtp: { read: readStoredSmtp, stored: storedSmtp },
  ailleurs: { read: readStoredElsewhere, stored: storedElsewhere },
  fournisseur: { read: readStoredProvider, stored: storedProvider },
} as const

type SealedKey = keyof typeof SEALED
type PlainSettings = Omit<Settings, SealedKey>

/** Known keys of the right type, sealed blocks apart; anything else in the file is left alone and not believed. */
function known(stored: Stored): Partial<PlainSettings> {
  return Object.fromEntries(
    Object.entries(DEFAULT_SETTINGS)
      .filter(([key, value]) => !Object.hasOwn(SEALED, key) && typeof stored[key] === typeof value)
      .map(([key]) => [key, stored[key]]),
  )
}

const stampOf = (path: string): string => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.mtimeMs}/${stat.ino}/${stat.size}` : ''
}

/**
 * Settings in a JSON file, written whole; a change by another process is seen at the next read (one `stat`). `secret` is the
 * application's: it keeps the SMTP password of the file unreadable by itself.
 */
export function settingsStore(storage: string, log: Log, secret: string): SettingsStore {
  const path = join(storage, 'app', 'settings.json')
  let stamp: string | undefined
  let current = DEFAULT_SETTINGS
  const opened = <K extends SealedKey>(stored: Stored, key: K): Settings[K] | null => {
    try {
      return SEALED[key].read(stored[key], secret) as Settings[K]
    } catch (error) {
      // A block that was damaged, or sealed by another secret: nothing leaves by it until it is entered again.
      log.error('sealed settings cannot be read', {
        path,
        key,
        reason: error instanceof Error ? error.name : 'unknown',
      })
      return null
    }
  }
  const settingsOf = (stored: Stored): Settings => ({
    ...DEFAULT_SETTINGS,
    ...known(stored),
    smtp: opened(stored, 'smtp'),
    ailleurs: opened(stored, 'ailleurs'),
    fournisseur: opened(stored, 'fournisseur'),
  })
  /** The file; one that cannot be read is put aside first, and what is left of it takes its place. */
  const stored = (isLocked: boolean): Stored => readStored(path) ?? mend(path, log, isLocked)
  const store: SettingsStore = {
    read() {
      // Taken before reading: what another process writes meanwhile is seen at the next read.
      const now = stampOf(path)
      if (now === stamp) return current
      current = settingsOf(stored(false))
      stamp = now
      return current
    },
    write(change) {
      inTurn(`${path}.lock`, () => {
        dropLeftovers(path)
        const before = stored(true)
        const { smtp: _, ailleurs: __, fournisseur: ___, ...plain } = settingsOf(before)
        const { smtp, ailleurs, fournisseur, ...rest } =
          typeof change === 'function' ? change(settingsOf(before)) : change
        // A block that cannot be read stays as it is until another one replaces it.
        const mail = smtp === undefined ? {} : { smtp: storedSmtp(smtp, secret) }
        const copies = ailleurs === undefined ? {} : { ailleurs: storedElsewhere(ailleurs, secret) }
        const provider = fournisseur === undefined ? {} : { fournisseur: storedProvider(fournisseur, secret) }
        writeStored(path, { ...before, ...plain, ...rest, ...mail, ...copies, ...provider })
      })
    },
    save: async (change) => store.write(change),
  }
  return store
}

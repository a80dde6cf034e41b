import type { SetupSite } from '../actions/finish.ts'
import { describeAddress, type Outcome, tryDatabase } from '../database.ts'
import { type Attempts, attempts } from './code.ts'
import { type DatabaseChoice, type Progress, type ProgressStore, progressStore } from './progress.ts'

export interface WizardOptions extends SetupSite {
  code: string
  /** APP_URL of the environment. */
  appUrl: string | undefined
  /** Awaited once the site is installed, before its result is shown: the next request is for the application. */
  onInstalled: () => Promise<void>
}

const WRONG_CODES_PER_MINUTE = 5
const TRIALS_PER_MINUTE = 5

export interface Wizard extends WizardOptions {
  progress: ProgressStore
  codeTries: Attempts
  trials: Attempts
}

export const openWizard = (options: WizardOptions): Wizard => ({
  ...options,
  progress: progressStore(options.storage),
  codeTries: attempts(WRONG_CODES_PER_MINUTE),
  trials: attempts(TRIALS_PER_MINUTE),
})

const TOO_OFTEN = 'Trop d’essais de connexion en une minute : attendez une minute, puis recommencez.'

/**
 * Tries a database; a server at most five times a minute for one address: the wizard is no port scanner. A SQLite file is on
 * this machine and tells nothing of others: it is not counted.
 */
export async function tryChoice(
  wizard: Wizard,
  choice: DatabaseChoice,
  address: string,
): Promise<Outcome & { isTooOften?: boolean }> {
  if (choice.moteur !== 'sqlite') {
    if (wizard.trials.wait(address) > 0) return { ok: false, field: '', message: TOO_OFTEN, isTooOften: true }
    wizard.trials.count(address)
  }
  return tryDatabase(wizard.storage, choice, wizard.databaseUrl)
}

/** A choice in words, without its password. */
export function describeChoice(choice: DatabaseChoice, given: string | undefined): string {
  if (given) return describeAddress(given)
  if (choice.moteur === 'sqlite') return describeAddress(`sqlite:${choice.fichier}`)
  return choice.moteur === 'postgresql'
    ? `PostgreSQL, base ${choice.base} sur ${choice.hote}`
    : describeAddress(choice.url ?? '')
}

/** Is there a password of PostgreSQL that need not be typed again? */
export const keepsPassword = ({ database, essai }: Progress): boolean =>
  [database, essai].some((known) => known?.moteur === 'postgresql' && known.mot_de_passe !== '')

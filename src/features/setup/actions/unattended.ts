import { AppError } from '../../../lib/errors.ts'
import { hashPassword, passwordProblem } from '../../auth/rules/password.ts'
import { hasMarker, readSiteConfig } from '../../presence/installation.ts'
import { emailProblem, nameProblem } from '../../users/rules/identity.ts'
import { tryDatabase } from '../database.ts'
import { type DatabaseChoice, progressStore } from '../rules/progress.ts'
import { type Finished, finish, type SetupSite } from './finish.ts'

/** The answers to the wizard's questions, given all at once. */
export interface UnattendedAnswers {
  adminName: string
  adminEmail: string
  password: string
  /** undefined: DATABASE_URL, or the default SQLite file. `sqlite`, `sqlite:file` or `postgres://…`. */
  database: string | undefined
  siteName: string
  demo: boolean
}

const DEFAULT_FILE = 'database.sqlite'

function choiceOf(site: SetupSite, database: string | undefined): DatabaseChoice {
  if (site.databaseUrl) return { moteur: 'donnee' }
  if (database === undefined || database === 'sqlite') return { moteur: 'sqlite', fichier: DEFAULT_FILE }
  return { moteur: 'donnee', url: database }
}

/** Says in French what is wrong with the answers; undefined where nothing is. */
export function answersProblem(answers: UnattendedAnswers): string | undefined {
  const { adminName, adminEmail, password, siteName } = answers
  const name = siteName.trim() === '' || siteName.length > 100 ? 'Le nom du site a de 1 à 100 caractères.' : undefined
  return (
    name ??
    nameProblem(adminName) ??
    emailProblem(adminEmail) ??
    passwordProblem(password, [adminName, adminEmail, siteName])
  )
}

/**
 * Installs as the wizard does, by the same code. AppError `invalide` for an answer that is refused, `interdit` where the site
 * is installed, `conflit` for a database that cannot be used.
 */
export async function installUnattended(site: SetupSite, answers: UnattendedAnswers): Promise<Finished> {
  const problem = answersProblem(answers)
  if (problem) throw new AppError('invalide', problem)
  if (hasMarker(site.storage) || readSiteConfig(site.storage) !== undefined)
    throw new AppError('interdit', 'Relevés est déjà installé dans ce dossier de données : rien n’a été changé.')
  const database = choiceOf(site, answers.database)
  const outcome = await tryDatabase(site.storage, database, site.databaseUrl)
  if (!outcome.ok) throw new AppError('conflit', outcome.message)
  const { adminName, adminEmail, password, siteName } = answers
  const admin = {
    name: adminName.normalize('NFC').trim(),
    email: adminEmail.trim(),
    password_hash: await hashPassword(password),
  }
  const progress = progressStore(site.storage)
  progress.write({ etape: 4, database, admin, site: { site_name: siteName.normalize('NFC').trim(), app_url: null } })
  return finish(site, { demo: answers.demo })
}

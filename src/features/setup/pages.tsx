import type { Child } from 'hono/jsx'
import type { Body, FormErrors } from '../../lib/body.ts'
import { rawOf } from '../../web/form.ts'
import { isComplete } from './actions/finish.ts'
import { describeAddress } from './database.ts'
import { checkPrerequisites } from './rules/prerequisites.ts'
import type { Progress } from './rules/progress.ts'
import { describeChoice, keepsPassword, type Wizard } from './rules/wizard.ts'
import { AdminPage } from './views/answers.tsx'
import { DatabasePage, GivenDatabasePage, type Trial } from './views/database.tsx'
import { PrerequisitesPage } from './views/prerequisites.tsx'
import { ReadyPage } from './views/result.tsx'
import { SitePage } from './views/site.tsx'

/** A step shown again: what was typed and what is wrong with it. */
export interface Again {
  raw?: Body
  errors?: FormErrors
  trial?: Trial
  /** The last step failed as a whole. */
  error?: string
}

/** These stand in the fields of step 2 until something is typed there: they are right for a small association. */
const DEFAULT_DATABASE = {
  moteur: 'sqlite',
  fichier: 'database.sqlite',
  hote: 'localhost',
  port: 5432,
  base: 'releves',
  utilisateur: 'releves',
}

function databaseRaw({ database, essai }: Progress): Body {
  const known = database?.moteur === 'donnee' ? {} : { ...essai, ...database }
  // The password is never shown again.
  return rawOf({ ...DEFAULT_DATABASE, ...known, mot_de_passe: undefined })
}

type StepPage = (wizard: Wizard, progress: Progress, again: Again) => Child

const databaseStep: StepPage = (wizard, progress, { raw, errors = {}, trial }) =>
  wizard.databaseUrl ? (
    <GivenDatabasePage given={describeAddress(wizard.databaseUrl)} errors={errors} trial={trial} />
  ) : (
    <DatabasePage
      raw={raw ?? databaseRaw(progress)}
      errors={errors}
      trial={trial}
      hasPassword={keepsPassword(progress)}
    />
  )

function siteStep({ appUrl }: Wizard, { site, courriel, logo }: Progress, { raw, errors = {} }: Again): Child {
  // The password is never shown again.
  const known = rawOf({ ...site, messagerie: courriel?.messagerie, courriel_adresse: courriel?.adresse })
  const kept = { hasLogo: logo !== undefined, hasMailPassword: courriel !== undefined }
  return <SitePage raw={raw ?? known} errors={errors} givenUrl={appUrl} {...kept} />
}

function adminStep(_wizard: Wizard, { admin }: Progress, { raw, errors = {} }: Again): Child {
  const known = rawOf({ name: admin?.name, email: admin?.email })
  return <AdminPage raw={raw ?? known} errors={errors} hasPassword={admin !== undefined} />
}

const lastStep: StepPage = (wizard, progress, { error }) => {
  if (!isComplete(progress)) throw new Error('the last step was asked for before its answers')
  const { database, site, admin, finition, courriel, logo } = progress
  const recap = {
    database: describeChoice(database, wizard.databaseUrl),
    siteName: site.site_name,
    appUrl: wizard.appUrl ?? site.app_url,
    logo: logo !== undefined,
    courriel: courriel?.adresse,
    admin: `${admin.name} (${admin.email})`,
    version: wizard.version,
  }
  return <ReadyPage recap={recap} error={error} isInterrupted={finition !== undefined} />
}

const PAGES: readonly StepPage[] = [
  (wizard) => <PrerequisitesPage checks={checkPrerequisites(wizard.storage)} />,
  databaseStep,
  siteStep,
  adminStep,
  lastStep,
]

/** The body of a step's page, 1 to 5. The caller has checked that the steps before it are done. */
export function stepBody(wizard: Wizard, step: number, again: Again = {}): Child {
  return PAGES[step - 1]?.(wizard, wizard.progress.read(), again)
}

import type { Context } from 'hono'
import { AppError } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { page } from '../../web/render.tsx'
import { contactUri } from '../parametres/rules/security-txt.ts'
import { publicCounts } from './queries.ts'
import { AccueilPage } from './views.tsx'

/** The page before the log-in, where the association switched it on; nobody is signed in yet. */
export const accueilRoutes = router()

async function accueil(c: Context<AppEnv>) {
  const { db, clock, settings } = c.var.deps
  const { site_name, registration_enabled, accueil_texte, accueil_contact, accueil_nombres } = settings.read()
  const view = (
    <AccueilPage
      siteName={site_name}
      texte={accueil_texte}
      contact={accueil_contact}
      contactHref={contactUri(accueil_contact)}
      isRegistrationOpen={registration_enabled}
      counts={accueil_nombres ? await publicCounts(db, clock()) : undefined}
    />
  )
  return page(c, site_name, view)
}

accueilRoutes.get('/', (c, next) =>
  c.var.maybeUser === undefined && c.var.deps.settings.read().accueil_public ? accueil(c) : next(),
)

/** Shows that page to whoever is signed in, too; administrators see it before it is public. */
accueilRoutes.get('/accueil', (c) => {
  if (c.var.deps.settings.read().accueil_public || c.var.maybeUser?.role === 'admin') return accueil(c)
  throw new AppError('introuvable', 'Cette page n’existe pas.')
})

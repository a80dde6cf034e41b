import type { MiddlewareHandler } from 'hono'
import { entrance, formGuards } from './entrance.tsx'
import { apparenceRoutes } from './features/apparence/routes.tsx'
import { codeSourceRoutes } from './features/code-source/routes.tsx'
import { setupRoutes } from './features/setup/routes.tsx'
import { openWizard, type WizardOptions } from './features/setup/rules/wizard.ts'
import { DamagedPage } from './features/setup/views/damaged.tsx'
import { type AppEnv, type Deps, router } from './web/env.ts'
import { page, seeOther } from './web/render.tsx'

const belongsHere = (path: string): boolean => path === '/apparence' || /^\/(setup|code-source)(\/|$)/.test(path)

/** Until the site is installed every other address leads to the wizard, whatever was asked there. */
const toSetup: MiddlewareHandler<AppEnv> = (c, next) =>
  belongsHere(c.req.path) ? next() : Promise.resolve(seeOther(c, '/setup'))

/** The site map of a site that is not installed: the wizard alone. */
export function createSetupApp(deps: Deps, options: WizardOptions) {
  const app = entrance(deps)
  app.use(toSetup)
  app.use(...formGuards)
  app.route('/', apparenceRoutes)
  app.route('/', codeSourceRoutes)
  app.route('/', setupRoutes(openWizard(options)))
  app.all('*', (c) => seeOther(c, '/setup'))
  return app
}

interface Damage {
  title: string
  message: string
  /** /sante answers this. */
  statut: string
}

/** The site map of a site that cannot serve: one page everywhere, 503, that says what is wrong and what to do. */
export function createDamagedApp(deps: Deps, { title, message, statut }: Damage) {
  const sante = router().get('/sante', (c) => c.json({ statut }, 503))
  const app = entrance(deps, sante)
  app.use((c, next) => {
    // The theme switch of the header posts a form: it gets the same page, nothing here needs a token.
    c.set('csrf', '')
    return next()
  })
  app.route('/', codeSourceRoutes)
  app.all('*', (c) => {
    c.header('Retry-After', '5')
    return page(c, title, <DamagedPage title={title} message={message} />, 503)
  })
  return app
}

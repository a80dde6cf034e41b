import type { Context, MiddlewareHandler } from 'hono'
import { type AppEnv, router } from '../../../web/env.ts'
import { siteState } from './queries.ts'
import { metricsText, OPENMETRICS } from './rules/metrics.ts'
import { stateJson } from './rules/state-json.ts'
import { isMonitorToken, monitorToken } from './rules/token.ts'

/** For programs that watch the site: they have a token, in the header that OAuth named (RFC 6750) or, where they know no better, in the address. */
export const monitorRoutes = router()

/** Without a token in the settings there is nothing here. */
const withToken: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { deps } = c.var
  if (monitorToken(deps) === undefined) return c.text('Cette adresse n’existe pas.', 404)
  const shown = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? c.req.query('jeton')
  if (isMonitorToken(deps, shown)) return next()
  c.header('WWW-Authenticate', 'Bearer realm="surveillance"')
  return c.text('Le jeton de surveillance manque, ou il a été remplacé.', 401)
}

monitorRoutes.get('/sante', async (c, next) => {
  if (c.req.query('detail') === undefined) return next()
  return withToken(c, async () => {
    c.res = await detail(c)
  })
})

/** A program understands this where a page would not help it. */
async function detail(c: Context<AppEnv>): Promise<Response> {
  const { deps } = c.var
  try {
    return c.json(stateJson(await siteState(deps), deps.clock()))
  } catch (error) {
    deps.log.error('health check failed', { error })
    return c.json({ statut: 'indisponible' }, 503)
  }
}

monitorRoutes.get('/metrics', withToken, async (c) => {
  const { deps } = c.var
  c.header('Content-Type', OPENMETRICS)
  return c.body(metricsText(await siteState(deps), deps.traffic, deps.clock()))
})

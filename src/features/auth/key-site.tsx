import type { Context } from 'hono'
import { publicOrigin } from '../../web/address.ts'
import type { AppEnv } from '../../web/env.ts'
import { type KeySite, type KeyTrouble, keySiteAt } from './rules/key-site.ts'

/** The address of the site as links in mails have it; '' where nobody has said it. */
export function knownOrigin(c: Context<AppEnv>): string {
  const { appUrl, settings } = c.var.deps
  return appUrl ?? settings.read().public_origin
}

/** `ailleurs`: the page was asked for at another address than the site's own. `maintenance`: nothing is written for a while. */
export type KeyObstacle = KeyTrouble | 'ailleurs' | 'maintenance'

/** The site that keys are bound to, or why there are none on this page. */
export function keySiteOf(c: Context<AppEnv>): KeySite | KeyObstacle {
  const site = keySiteAt(knownOrigin(c))
  return typeof site === 'object' && site.origin !== publicOrigin(c) ? 'ailleurs' : site
}

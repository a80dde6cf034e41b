import type { Context } from 'hono'
import { type Body, shown } from '../../../lib/body.ts'
import { safePath } from '../../../web/address.ts'
import type { AppEnv } from '../../../web/env.ts'
import { page } from '../../../web/render.tsx'
import { actorOf } from '../../journal/actor.tsx'
import type { Self } from '../actions.ts'
import { needsFactor } from './policy.ts'
import { CODES_TITLE, CodesPage } from './views.tsx'

const breadcrumb = [{ href: '/profil', label: 'Mon profil' }]

export const selfOf = (c: Context<AppEnv>): Self => ({ ...actorOf(c), id: c.var.user.id })

export const isNeeded = (c: Context<AppEnv>): boolean => needsFactor(c.var.user.role, c.var.deps.settings.read())

/** Where the person goes on afterwards: nobody is led back to this page. */
export const suiteOf = (raw: Body): string => (shown(raw, 'suite') === '' ? '' : safePath(shown(raw, 'suite')))

/** The only answer that has the codes in clear. `done`: the sentence about what they came with, '' for nothing else. */
export function codesPage(c: Context<AppEnv>, codes: string[], done: string, suite: string) {
  c.header('Cache-Control', 'no-store')
  const props = { siteName: c.var.deps.settings.read().site_name, name: c.var.user.name, codes, done }
  return page(c, CODES_TITLE, <CodesPage {...props} suite={suite} />, { breadcrumb })
}

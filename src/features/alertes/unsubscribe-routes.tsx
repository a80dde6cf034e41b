import type { Context } from 'hono'
import { type AppEnv, router } from '../../web/env.ts'
import { page } from '../../web/render.tsx'
import { tokenOf } from '../../web/token.ts'
import { endMails, ownerOf } from './actions/tokens.ts'
import * as views from './views/unsubscribe.tsx'

/** The address is a secret. */
const keepNowhere = (c: Context<AppEnv>) => c.header('Cache-Control', 'no-store')

const owner = (c: Context<AppEnv>) => ownerOf(c.var.deps.db, c.req.param('jeton') ?? '')

const unknown = (c: Context<AppEnv>) => page(c, views.UNKNOWN_TITLE, <views.UnknownPage />, 404)

/** The link of a mail: nobody needs a session here. */
export const unsubscribeRoutes = router()

unsubscribeRoutes.get('/desabonnement/:jeton', async (c) => {
  keepNowhere(c)
  if ((await owner(c)) === undefined) return unknown(c)
  return page(c, views.STOP_TITLE, <views.StopPage path={c.req.path} />)
})

/**
 * Mounted before forms are checked: a mail program sends it without cookie and token (RFC 8058), and the secret of the address alone says
 * whose mails end. Nothing else of the request is read.
 */
export const oneClickRoutes = router()

oneClickRoutes.post('/desabonnement/:jeton', async (c) => {
  keepNowhere(c)
  c.set('csrf', tokenOf(c))
  const userId = await owner(c)
  if (userId === undefined) return unknown(c)
  await endMails(c.var.deps.db, userId)
  return page(c, views.STOPPED_TITLE, <views.StoppedPage />)
})

import type { Context } from 'hono'
import { shownAll } from '../../../lib/body.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { readBody } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { page, seeOther, wantsFragment } from '../../../web/render.tsx'
import { type Refusal, shownForm } from '../../../web/saving.ts'
import { savePassed } from '../actions/passed.ts'
import { ensureCanWrite } from '../policy.ts'
import { passedOf } from '../queries/passed.ts'
import { PASSED_TITLE, PassedPage } from '../views/passed.tsx'
import { type Desk, deskOf, releveCrumbs } from './desk.tsx'

export const passedRoutes = router()

const PATH = '/sources/:id/releves/passes'

/** Only those who may enter records here have fields to pass. */
async function openDesk(c: Context<AppEnv>): Promise<Desk> {
  const desk = await deskOf(c, idParam(c))
  ensureCanWrite(c.var.user, desk.source)
  return desk
}

passedRoutes.get(PATH, async (c) => {
  const desk = await openDesk(c)
  return passedPage(c, desk, await passedOf(c.var.deps.db, c.var.user.id, desk.source.id))
})

passedRoutes.post(PATH, async (c) => {
  const desk = await openDesk(c)
  const noms = shownAll(await readBody(c), 'champs')
  const saved = await savePassed(c.var.deps.db, { userId: c.var.user.id, source: desk.source }, noms)
  if (!saved.ok) return passedPage(c, desk, new Set(noms), saved)
  // The desk that a script sends it from stays as it is.
  if (wantsFragment(c)) return c.body(null, 204)
  return seeOther(c, `/sources/${desk.source.id}/releves/nouveau`, 'Champs passés enregistrés.')
})

function passedPage(c: Context<AppEnv>, { source, champs }: Desk, passed: ReadonlySet<string>, refusal?: Refusal) {
  const { status, errors } = shownForm({}, refusal)
  const body = <PassedPage source={source} champs={champs} passed={passed} errors={errors} />
  return page(c, PASSED_TITLE, body, { status, breadcrumb: releveCrumbs(source) })
}

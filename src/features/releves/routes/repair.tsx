import type { Context } from 'hono'
import type { Champ } from '../../../champs/kind.ts'
import type { AppEnv } from '../../../web/env.ts'
import { readBody, shown } from '../../../web/form.ts'
import { page } from '../../../web/render.tsx'
import type { VisibleSource } from '../../sources/queries/sources.ts'
import { type Repairs, repairsOf, ToDecide } from '../actions/misfits.ts'
import { RepairPage } from '../views/repair.tsx'
import { releveCrumbs } from './desk.tsx'

interface ComingBack {
  title: string
  champs: readonly Champ[]
  source: VisibleSource
  /** Path of the form, and the version that it carries. */
  action: string
  version?: number
}

/** Brings a record back with what the form decided of values that fit no more; where something is left to decide, asks (422). */
export async function bringBack(
  c: Context<AppEnv>,
  { title, champs, source, action, version }: ComingBack,
  restore: (repairs: Repairs) => Promise<void>,
): Promise<Response | undefined> {
  const posted = await readBody(c)
  try {
    await restore(repairsOf(champs, (name) => shown(posted, name)))
    return undefined
  } catch (error) {
    if (!(error instanceof ToDecide)) throw error
    const cancel = `/sources/${source.id}/releves`
    const props = { title, source, action, version, misfits: error.misfits, cancel }
    return page(c, title, <RepairPage {...props} />, { status: 422, breadcrumb: releveCrumbs(source) })
  }
}

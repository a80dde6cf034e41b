import type { Context } from 'hono'
import type { AppEnv } from '../../../web/env.ts'
import { type Body, shown } from '../../../web/form.ts'
import { seeOther, wantsFragment } from '../../../web/render.tsx'
import { findDraft } from '../../brouillons/queries.ts'
import { DRAFT_KEY } from '../../brouillons/rules/content.ts'
import type { Desk } from './desk.tsx'
import { draftPage, emptyPage } from './entry-page.tsx'

/** `retour` of an address, `_retour` of a form: key of the act in hand, kept as a draft while another one is corrected. */
export function backKey(raw: Body): string | undefined {
  const cle = shown(raw, '_retour') || shown(raw, 'retour')
  return DRAFT_KEY.test(cle) ? cle : undefined
}

/** Gives the act in hand back. `corrected`: the record that was saved meanwhile, 0 for none. */
export const backAddress = (sourceId: number, cle: string, corrected = 0): string =>
  `/sources/${sourceId}/releves/nouveau?brouillon=${cle}&corrige=${corrected}`

interface Corrected {
  id: number
  /** Remarks on its dates as they were typed. */
  remarks: readonly string[]
}

/** A correction is stored: the act in hand comes back, to a script at once. */
export async function actInHand(c: Context<AppEnv>, desk: Desk, cle: string, { id, remarks }: Corrected) {
  const address = backAddress(desk.source.id, cle, id)
  if (!wantsFragment(c)) return seeOther(c, address, remarks.length > 0 ? remarks.join(' ') : undefined)
  c.header('HX-Replace-Url', address)
  const draft = await findDraft(c.var.deps.db, c.var.user.id, cle)
  const back = { corrected: id, remarks }
  return draft?.source_id === desk.source.id ? draftPage(c, desk, draft, back) : emptyPage(c, desk, back)
}
